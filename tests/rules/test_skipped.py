"""The score `skipped` pays the bids of a hand that was not played."""

import pytest

from spades_tui.rules.scores import BidTable, Contract, PerfectRow, PromiseScore, SkippedHand, Zero
from tests.rules.parts import PAIRS, hand, lines, part, scored


@pytest.mark.rule("JK-13")
def test_a_skipped_hand_scores_the_bids_and_nothing_else() -> None:
    counts = hand((2, 2, 3, 2), (0, 0, 0, 0), PAIRS, skipped=True)
    assert lines(scored(part("jokers", SkippedHand), counts)) == [(0, "JK-13", 50), (1, "JK-13", 40)]
    assert lines(scored(part("jokers", Contract), counts)) == []
    for slug, kind in (("sandbags", Zero), ("bemo", BidTable), ("bemo", PromiseScore), ("bemo", PerfectRow)):
        assert lines(scored(part(slug, kind), counts)) == []
    assert lines(scored(part("jokers", SkippedHand), hand((2, 2, 3, 2), (3, 4, 3, 3), PAIRS))) == []
