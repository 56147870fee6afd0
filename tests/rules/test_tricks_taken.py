"""The component `tricks` pays for each trick taken, whatever was bid, and for all of them."""

import pytest

from spades_tui.rules.scores import TricksTaken
from tests.rules.parts import PAIRS, Entry, built, error_of, hand, lines, scored


@pytest.mark.rule("HR-1")
@pytest.mark.parametrize(
    ("more", "took", "sheet"),
    [
        ({"each": 5}, (3, 4, 3, 3), [(0, "HR-1", 30), (1, "HR-1", 35)]),
        ({"each": -2}, (0, 13, 0, 0), [(1, "HR-1", -26)]),
        ({"each": 5, "all_tricks": 200}, (6, 0, 7, 0), [(0, "HR-1", 65), (0, "HR-1", 200)]),
        ({"each": 0, "all_tricks": 200}, (6, 0, 7, 0), [(0, "HR-1", 200)]),
    ],
)
def test_tricks_are_paid_whatever_was_bid(
    more: Entry, took: tuple[int, ...], sheet: list[tuple[int, str, int]]
) -> None:
    for bids in ((1, 1, 1, 1), (0, 5, 9, 0)):
        ledger = scored(built(TricksTaken, **more), hand(bids, took, PAIRS))
        assert [line for line in lines(ledger) if line[2]] == sheet


def test_a_score_that_pays_nothing_is_refused() -> None:
    assert "tricks pay nothing" in error_of("sandbags", "scores", {"kind": "tricks", "each": 0})
    assert error_of("sandbags", "scores", {"kind": "tricks", "each": 0, "all_tricks": 50}) == ""


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"each": 5}, "Each trick taken: +5, whatever was bid."),
        ({"each": 0, "all_tricks": 200}, "All tricks of a hand: +200."),
        ({"each": 1, "all_tricks": 9}, "Each trick taken: +1, whatever was bid. All tricks of a hand: +9."),
    ],
)
def test_the_rules_page_says_what_tricks_pay(more: Entry, sentence: str) -> None:
    assert built(TricksTaken, **more).sentence() == sentence
