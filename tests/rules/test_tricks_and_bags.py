"""Points for tricks, bags and promises beside the contract."""

from typing import Literal

import pytest

from spades_tui.rules.ledger import Ledger, ScoreLine
from spades_tui.rules.scores import Bags, PerfectRow, PromiseScore, TricksTaken
from tests.rules.parts import PAIRS, Entry, built, hand, lines, part, scored, standing


@pytest.mark.rule("SB-9", "JK-13", "BM-10")
@pytest.mark.parametrize(
    ("keep", "before", "now", "points", "after"),
    [
        ("remainder", 0, 9, 0, 9), ("remainder", 7, 10, -100, 0), ("remainder", 9, 13, -100, 3),
        ("remainder", 9, 22, -200, 2), ("running", 7, 9, 0, 9), ("running", 9, 10, -100, 10),
        ("running", 12, 19, 0, 19), ("running", 19, 22, -100, 22), ("running", 9, 21, -200, 21),
    ],
)  # fmt: skip
def test_bags_are_penalized_at_each_limit_and_kept_or_reduced(
    keep: Literal["remainder", "running"], before: int, now: int, points: int, after: int
) -> None:
    ledger = Ledger(standing(bags=(before, 0)))
    ledger.bags[0] = now
    counts = hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS)
    Bags(kind="bags", rule="SB-9", limit=10, penalty=-100, keep=keep).score(counts, ledger)
    assert lines(ledger) == ([(0, "SB-9", points)] if points else [])
    assert ledger.bags == [after, 0]


def test_bags_switched_off_cost_nothing_and_keep_counting() -> None:
    ledger = Ledger(standing(bags=(25, 0)))
    part("jokers", Bags).score(hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS), ledger)
    assert lines(ledger) == []
    assert ledger.bags == [25, 0]


@pytest.mark.rule("NL-9")
def test_a_limit_of_0_leaves_bags_uncounted() -> None:
    counted, uncounted = (built(Bags, limit=limit, penalty=-50, keep="remainder") for limit in (5, 0))
    assert (counted.facts.bag_cost is None, uncounted.facts.bag_cost is None) == (False, True)
    assert uncounted.sentence() == "Bags aren't counted." != counted.sentence()


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


@pytest.mark.rule("BM-9")
@pytest.mark.parametrize(
    ("promised", "winners", "points"),
    [
        (4, (1, 1, 1, 1, 0), [100]),
        (4, (1, 1, 1, 0, 1), [-50]),
        (4, (0, 1, 1, 1, 1), [-50]),
        (6, (1, 1, 1, 1, 1, 1), []),
        (0, (1, 1, 1, 1), []),
    ],
    ids=["kept", "the fourth lost", "the first lost", "another promise", "none"],
)
def test_a_promise_scores_its_points(promised: int, winners: tuple[int, ...], points: list[int]) -> None:
    counts = hand((3, 5, 3), (3, 5, 5), promises=(0, promised, 0), winners=winners)
    assert lines(scored(part("bemo", PromiseScore), counts)) == [(1, "BM-9", one) for one in points]


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


def test_a_ledger_writes_no_line_without_points() -> None:
    ledger = Ledger(standing())
    ledger.add(0, "SB-5", 0, "nothing")
    ledger.add(1, "SB-5", -10, "something")
    assert ledger.lines == [ScoreLine(1, "SB-5", -10, "something")]
    assert ledger.points == [0, -10]
