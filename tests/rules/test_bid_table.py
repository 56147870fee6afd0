"""The component `table` gives every bid its own points."""

import pytest

from spades_tui.rules.scores import BidTable
from tests.rules.parts import hand, lines, part, scored


@pytest.mark.rule("BM-6", "BM-7", "BM-10")
@pytest.mark.parametrize(
    ("bid", "took", "points", "bags"),
    [
        (0, 0, [200], 0), (0, 1, [-120], 0), (1, 1, [150], 0), (1, 2, [-110], 0), (2, 2, [100], 0), (2, 3, [-100], 0),
        (3, 3, [30], 0), (3, 5, [30, 2], 2), (3, 2, [-30], 0), (4, 4, [40], 0), (4, 3, [-40], 0), (5, 5, [50], 0),
        (6, 6, [60], 0), (6, 5, [-60], 0), (7, 7, [100], 0), (7, 6, [-70], 0), (8, 8, [150], 0), (8, 7, [-80], 0),
        (9, 9, [200], 0), (9, 8, [-90], 0), (10, 12, [225, 2], 2), (10, 9, [-100], 0), (11, 11, [250], 0),
        (12, 12, [275], 0), (12, 11, [-120], 0), (13, 13, [], 0), (13, 12, [-130], 0),
    ],
)  # fmt: skip
def test_each_bid_scores_its_points_in_the_bid_table(bid: int, took: int, points: list[int], bags: int) -> None:
    ledger = scored(part("bemo", BidTable), hand((bid, None, None), (took, None, None)))
    assert [line.points for line in ledger.lines] == points
    assert {line.rule for line in ledger.lines} <= {"BM-7", "BM-10"}
    assert ledger.bags[0] == bags
    assert ledger.outright == (0 if (bid, took) == (13, 13) else None)


@pytest.mark.rule("BM-6", "BM-8")
@pytest.mark.parametrize(
    ("bid", "made", "lost"),
    [
        (0, 500, -120), (1, 300, -110), (2, 200, -100), (3, 70, -30), (4, 80, -40), (5, 90, -50), (6, 100, -60),
        (7, 200, -70), (8, 250, -80), (9, 300, -90), (10, None, -100), (11, None, -110), (12, None, -120),
        (13, None, -130),
    ],
)  # fmt: skip
def test_blind_bids_score_their_own_column_of_the_table(bid: int, made: int | None, lost: int) -> None:
    table = part("bemo", BidTable)
    met = scored(table, hand((bid, None, None), (bid, None, None), blind=(True, False, False)))
    assert lines(met) == ([(0, "BM-8", made)] if made else [])
    assert met.outright == (None if made else 0)
    for took in (bid - 1, bid + 1):
        missed = scored(table, hand((bid, None, None), (took, None, None), blind=(True, False, False)))
        assert lines(missed) == [(0, "BM-8", lost)]
        assert missed.outright is None
        assert missed.bags[0] == 0
