"""Players look at their cards if a blind bid's least total is out of reach (HR-4)."""

from pathlib import Path

import pytest

from spades_tui.bots import choose
from spades_tui.bots.estimate import rest_of_blind_bid
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Look
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import parse
from tests.game.tables import Sitting

BLIND_SIX = (Path(__file__).parents[2] / "docs" / "examples" / "blind-six.toml").read_bytes()


def blind(least: int) -> Ruleset:
    """Return Blind Six for every hand, with another least total."""
    text = BLIND_SIX.replace(b"behind     = 200\nnil_behind = 100\n", b"nil_behind = 100\n")
    text = text.replace(b"least      = 6", b"least      = %d" % least)
    return ruleset(parse(text, "blind.toml"))


@pytest.mark.rule("HR-4")
@pytest.mark.parametrize("level", ["club", "strong"])
def test_a_side_goes_blind_for_six_tricks_but_not_for_thirteen(level: str) -> None:
    assert isinstance(choose(level, Sitting(blind(6)).deal().sees(1), Stream(b"x")), Bid)
    assert choose(level, Sitting(blind(13)).deal().sees(1), Stream(b"x")) == Look(1)


@pytest.mark.rule("HR-4", "HR-7")
def test_the_partner_has_to_bid_the_rest_of_the_least_total() -> None:
    assert rest_of_blind_bid(blind(13), 3) == 10
    assert rest_of_blind_bid(blind(13), 0) == 0, "a nil of one's own binds nobody"
    assert rest_of_blind_bid(blind(6), 7) <= 0
