"""What overtricks cost."""

from typing import Literal

import pytest

from spades_tui.rules.ledger import Ledger
from spades_tui.rules.scores import Bags
from tests.rules.parts import PAIRS, hand, lines, part, standing


@pytest.mark.rule("SB-9", "JK-13", "BM-10")
@pytest.mark.parametrize(
    ("keep", "before", "now", "points", "after"),
    [
        ("remainder", 0, 9, 0, 9), ("remainder", 7, 10, -100, 0), ("remainder", 9, 13, -100, 3),
        ("remainder", 9, 22, -200, 2), ("running", 7, 9, 0, 9), ("running", 9, 10, -100, 10),
        ("running", 12, 19, 0, 19), ("running", 19, 22, -100, 22), ("running", 9, 21, -200, 21),
    ],
)  # fmt: skip
def test_bags(keep: Literal["remainder", "running"], before: int, now: int, points: int, after: int) -> None:
    ledger = Ledger(standing(bags=(before, 0)))
    ledger.bags[0] = now
    counts = hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS)
    Bags(kind="bags", rule="SB-9", limit=10, penalty=-100, keep=keep).score(counts, ledger)
    assert lines(ledger) == ([(0, "SB-9", points)] if points else [])
    assert ledger.bags == [after, 0]


def test_bags_that_are_off_cost_nothing_and_are_kept() -> None:
    ledger = Ledger(standing(bags=(25, 0)))
    part("jokers", Bags).score(hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS), ledger)
    assert lines(ledger) == []
    assert ledger.bags == [25, 0]
