"""Compare results with the same cards: as points, matchpoints, or IMPs.

A result is the points of a side minus the average of the others, so that setting the opponents counts too.
"""

from bisect import bisect_right
from collections.abc import Sequence

POINTS_PER_POINT = 5
"""Bridge points for a point of Spades. This is our choice: between a bid of five made and set lie 100 points here, and
about 500 in bridge between a game made and set."""
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
        3000, 3500, 4000)  # fmt: skip
"""The bridge points from which a difference is worth 1, 2, 3 and more IMPs (Law 78B of duplicate bridge)."""


def result(totals: Sequence[int], side: int) -> float:
    """Return the points of a side minus the average of the other sides."""
    others = [points for number, points in enumerate(totals) if number != side]
    return totals[side] - sum(others) / len(others)


def imps(difference: float) -> int:
    """Return a difference of points as IMPs, with the sign of the difference."""
    found = bisect_right(IMPS, POINTS_PER_POINT * abs(difference))
    return found if difference > 0 else -found


def matchpoints(results: Sequence[float]) -> list[float]:
    """Return two matchpoints for each result beaten, and one for each equal one."""
    return [sum(float(2 * (one > other) + (one == other)) for other in results) - 1 for one in results]


def average_imps(results: Sequence[float]) -> list[float]:
    """Return the average IMPs of each result against every other one."""
    return [sum(imps(one - other) for other in results) / (len(results) - 1) for one in results]


def compared(results: Sequence[float], scoring: str) -> list[float]:
    """Return the results of a hand in points, matchpoints or IMPs."""
    match scoring:
        case "matchpoints":
            return matchpoints(results)
        case "imps":
            return average_imps(results)
        case _:
            return list(results)
