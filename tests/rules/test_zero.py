"""A bid of zero, scored by itself."""

import pytest

from spades_tui.rules.scores import Zero
from tests.rules.parts import PAIRS, hand, lines, part, scored, standing


@pytest.mark.rule("SB-6", "SB-7")
def test_zeros_of_partners_count_by_seat() -> None:
    ledger = scored(part("sandbags", Zero), hand((0, 0, 0, 5), (0, 2, 1, 10), PAIRS))
    assert lines(ledger) == [(0, "SB-6", 100), (0, "SB-6", -100), (1, "SB-6", -100)]
    assert ledger.bags == [1, 2]


@pytest.mark.rule("3B-13", "3B-14")
@pytest.mark.parametrize(
    ("pool", "took", "sheet", "after"),
    [
        (0, (0, 3, 10), [(0, "3B-13", 100)], 0),
        (70, (0, 3, 10), [(0, "3B-13", 170)], 0),
        (70, (2, 3, 8), [(0, "3B-13", -20), (1, "3B-13", -30)], 120),
        (70, (0, 3, 10), [(0, "3B-13", 170), (1, "3B-13", -30)], 0),
        (70, (0, 0, 13), [(0, "3B-13", 170), (1, "3B-13", 170)], 0),
    ],
    ids=["first", "grown", "two fail", "one of two", "both"],
)
def test_a_zero_grows(pool: int, took: tuple[int, ...], sheet: list[tuple[int, str, int]], after: int) -> None:
    bids = (0, 0 if len(sheet) > 1 else 3, 9)
    ledger = scored(part("3b-four", Zero), hand(bids, took), standing(totals=(0, 0, 0), zero_pool=pool))
    assert lines(ledger) == sheet
    assert ledger.zero_pool == after


def test_a_seat_that_sits_out_has_bid_no_zero() -> None:
    assert lines(scored(part("3b-five", Zero), hand((None, 0, 3), (None, 0, 10)))) == [(1, "3B-13", 100)]
