"""What players make of bids that are dictated: they tell what a hand holds, and a partner left with nil is covered."""

import pytest

from spades_tui.bots import choose
from spades_tui.bots.dictated import leaves_zero
from spades_tui.bots.unseen import Unseen
from spades_tui.cards import SPADES
from spades_tui.fair import Stream
from spades_tui.game.facts import Bid
from tests.game.tables import Sitting

HANDS = ("AS KS QS JS 2H 3H 4H 5H 2C 3C 4C 5C 6C", "TS 9S 8S 7S 6S", "5S 4S 6H", "3S 2S")
"""Four, five, two and two spades."""


@pytest.mark.rule("MR-1")
def test_a_bid_tells_how_many_spades_a_hand_holds() -> None:
    sitting = Sitting("mirrors").deal(*HANDS).bids(4, 5, 2, 2)
    unseen = Unseen.by(sitting.sees(0), 0)
    assert [unseen.chance(seat, SPADES) * 9 for seat in (1, 2, 3)] == pytest.approx([5, 2, 2])
    assert Unseen.by(sitting.sees(1), 1).chance(0, SPADES) == pytest.approx(4 / 8)


@pytest.mark.rule("WZ-1")
def test_a_nil_that_anybody_may_bid_tells_nothing() -> None:
    sitting = Sitting("whiz").deal(*HANDS).bids(4, 5, 0, 2)
    unseen = Unseen.by(sitting.sees(0), 0)
    assert unseen.chance(1, SPADES) == pytest.approx(5 / 9)
    assert unseen.chance(2, SPADES) == pytest.approx(2 / 9)


@pytest.mark.rule("SU-1")
@pytest.mark.parametrize("level", ["beginner", "club"])
def test_the_weaker_of_two_partners_bids_nil(level: str) -> None:
    strong, weak = "AKQJS AKQH AKQC AKQD", "2S 2-5H 2-5C 2-5D"
    sitting = Sitting("suicide").deal(strong, weak)
    assert leaves_zero(sitting.sees(1), 1, 4)
    assert choose(level, sitting.sees(1), Stream(b"x")) == Bid(1, 0)
    sitting.do(Bid(1, 0), Bid(2, 0), Bid(3, 4))
    fact = choose(level, sitting.sees(0), Stream(b"x"))
    assert isinstance(fact, Bid)
    assert fact.bid >= 4
