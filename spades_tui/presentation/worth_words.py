"""What a choice costs beside the best one: in points, or in words where winning the game counts."""

from spades_tui.bots.search.near_end import counts_the_game
from spades_tui.presentation.wording import cost_words, points_words
from spades_tui.seats import Observation

CLOSE, WORSE = 5.0, 20.0
"""Points below which a choice is close to the best one, and below which it's only worse."""


def cost_beside(cost: float, seen: Observation) -> str:
    """Return what a choice costs: `−4.2`, or `close`, `worse` or `far off` if the game counts."""
    if not counts_the_game(seen.rules, seen.standing):
        return points_words(-cost, seen.rules.points_unit)
    if cost < CLOSE:
        return "close"
    return "worse" if cost < WORSE else "far off"


def worth_more(cost: float, surely: bool, near_end: bool, unit: int) -> str:
    """Return how much better the best choice was than one of this cost, after the best one's name.

    `near_end`: the points count winning the game, so no number is shown.
    """
    if near_end:
        return "was better" if surely else "looked better, which may be chance"
    points = cost_words(cost, unit)
    if surely:
        return f"was worth {points} points more"
    return f"looked {points} points better, which may be chance"
