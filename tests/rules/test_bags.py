"""The component `bags` penalizes overtricks."""

from typing import Literal

import pytest

from spades_tui.rules.ledger import Ledger
from spades_tui.rules.scores import Bags, Contract
from tests.rules.parts import PAIRS, built, hand, lines, part, standing


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
@pytest.mark.parametrize(
    ("limit", "penalty", "contract", "took", "points", "after"),
    [(10, -100, 6, 9, -37, 2), (5, -50, 6, 9, -37, 2), (0, -100, 6, 9, 63, 12)],
)
def test_the_option_for_the_bag_limit_changes_the_penalty(
    limit: int, penalty: int, contract: int, took: int, points: int, after: int
) -> None:
    """There are nine bags, and a contract of six makes three more."""
    ledger = Ledger(standing(bags=(9, 0)))
    counts = hand((contract, None, 0, None), (took, None, 0, None), PAIRS)
    bags = built(Bags, limit=limit, penalty=penalty, keep="remainder")
    for component in (built(Contract, zeros="apart", made=10, over=1, lost=-10, bags=True), bags):
        component.score(counts, ledger)
    assert ledger.points[0] == points
    assert ledger.bags[0] == after
    assert (bags.facts.bag_cost is None) == (bags.sentence() == "Bags aren't counted.") == (limit == 0)
