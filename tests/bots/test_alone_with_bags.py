"""Where everybody plays alone and takes bags: `club` rounds up and bids nil, and players in play-outs make mistakes."""

from random import Random

import pytest

from spades_tui.bots import choose
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.card_search import play_outs_of
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.fair import Stream
from spades_tui.game.events import Bid
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats.observer import observe
from tests.bots.at_random import bid
from tests.game.tables import Sitting

ALMOST_THREE = "AS 9S 4S  AH 8H 3H  KD 7D 4D  QC 6C 5C 2C"
ALMOST_SAFE = "7S 4S  QH 7H 4H 3H  JD 7D 5D 3D  9C 6C 4C"
TIMES = 30
"""How often the same deal is played out."""


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


def ends_of_one_deal(slug: str, seed: str) -> list[int]:
    """Return the ends of many play-outs of the same deal and first card."""
    state = bid(ruleset(find(slug)), Random("alone"))
    seat = state.current.player
    seen = observe(state, seat)
    deals = Deals(seen, seat, Random(seed))
    played = play_outs_of(seen, deals, ends_as_bid(seen, seat), fair_plays(seen)[:1], False, deals.next)
    deal = played.deal()
    return [played.run(0, deal)[1].count for _ in range(TIMES)]


def test_players_in_play_outs_make_mistakes_in_cutthroat() -> None:
    ends = ends_of_one_deal("cutthroat", "a")
    assert len(set(ends)) > 1
    assert ends == ends_of_one_deal("cutthroat", "a")


def test_players_in_play_outs_make_no_mistakes_beside_a_partner() -> None:
    assert len(set(ends_of_one_deal("classic", "a"))) == 1
