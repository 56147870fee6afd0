"""Where everybody plays alone and takes bags, `club` rounds up and bids nil on poor hands."""

import pytest

from spades_tui.bots import choose
from spades_tui.fair import Stream
from spades_tui.game.events import Bid
from tests.game.tables import Sitting

ALMOST_THREE = "AS 9S 4S  AH 8H 3H  KD 7D 4D  QC 6C 5C 2C"
ALMOST_SAFE = "7S 4S  QH 7H 4H 3H  JD 7D 5D 3D  9C 6C 4C"


def club_bid(slug: str, hand: str) -> int:
    """Return the first bid of `club` with this hand."""
    event = choose("club", Sitting(slug).deal("", hand).sees(1), Stream(b"x"))
    assert isinstance(event, Bid)
    return event.bid


@pytest.mark.rule("NL-9", "CT-2")
def test_club_rounds_up_in_cutthroat() -> None:
    assert club_bid("cutthroat", ALMOST_THREE) == 3


@pytest.mark.rule("NL-5")
def test_club_bids_nil_on_a_poor_hand_in_cutthroat() -> None:
    assert club_bid("cutthroat", ALMOST_SAFE) == 0
