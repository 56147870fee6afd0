"""The component `final_trick` pays the side that takes the last trick of a hand."""

import pytest

from spades_tui.rules.ledger import Decided
from spades_tui.rules.scores import LastTrickPay
from tests.rules.parts import ALONE, PAIRS, built, error_of, hand, lines, scored

BIDS = (3, 4, 3, 2)
TOOK = (3, 4, 3, 3)


@pytest.mark.rule("HR-11")
@pytest.mark.parametrize(("last", "side"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_the_side_of_the_last_tricks_winner_is_paid(last: int, side: int) -> None:
    counts = hand(BIDS, TOOK, PAIRS, winners=(0,) * 12 + (last,))
    assert lines(scored(built(LastTrickPay, points=10), counts)) == [(side, "HR-11", 10)]


@pytest.mark.rule("HR-11")
def test_a_player_alone_is_paid() -> None:
    counts = hand((3, 5, 3), (3, 5, 5), ALONE, winners=(0,) * 12 + (2,))
    assert lines(scored(built(LastTrickPay, points=25), counts)) == [(2, "HR-11", 25)]


@pytest.mark.rule("HR-11")
def test_nobody_is_paid_before_the_winner_is_known() -> None:
    ledger = scored(built(LastTrickPay, points=10), hand(BIDS, TOOK, PAIRS))
    assert not ledger.lines
    assert {(note.what, note.side) for note in ledger.notes} == {(Decided.OPEN, 0), (Decided.OPEN, 1)}


@pytest.mark.rule("HR-11")
def test_the_last_trick_fits_every_game_and_pays_something() -> None:
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):
        assert error_of(slug, "scores", {"kind": "final_trick", "points": 10}) == ""
    assert "points" in error_of("sandbags", "scores", {"kind": "final_trick", "points": 0})
    assert built(LastTrickPay, points=10).sentence() == "The last trick of a hand: +10."
