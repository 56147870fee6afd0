"""The component `perfect_row` scores bids met exactly in a row."""

import pytest

from spades_tui.rules.scores import PerfectRow
from tests.rules.parts import hand, lines, part, scored, standing


@pytest.mark.rule("BM-11")
@pytest.mark.parametrize(
    ("row", "took", "points", "after"),
    [(0, 4, 0, 1), (1, 4, 0, 2), (2, 4, 100, 3), (3, 4, 50, 4), (9, 4, 50, 10), (2, 5, 0, 0), (2, 3, 0, 0)],
)
def test_a_row_of_perfect_bids_scores_and_grows_or_breaks(row: int, took: int, points: int, after: int) -> None:
    before = standing(totals=(0, 0, 0), rows=(row, 0, 0))
    ledger = scored(part("bemo", PerfectRow), hand((4, None, None), (took, None, None)), before)
    assert lines(ledger) == ([(0, "BM-11", points)] if points else [])
    assert ledger.rows == [after, 0, 0]
