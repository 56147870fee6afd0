"""The score of a promise depends on the first tricks."""

import pytest

from spades_tui.rules.scores import PromiseScore
from tests.rules.parts import hand, lines, part, scored


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
