"""What a choice costs beside the best one: in points, or in games where winning the game counts."""

from spades_tui.bots.search.near_end import counts_the_game, share_of_games
from spades_tui.language.sentence_parts import plural
from spades_tui.presentation.wording import cost_words, points_words
from spades_tui.seats import Observation

CLOSE, WORSE = 5.0, 20.0
"""Points below which a choice is close to the best one, and below which it's only worse.

They are for games near their end whose chances aren't known.
"""
ROUNDED_FROM = 1.5
"""Points from which an amount in a sentence has no tenths."""


def cost_beside(cost: float, seen: Observation) -> str:
    """Return what a choice costs in a column: `−4.2`, or `−9%` of the games if the game counts.

    Where the chance to win isn't known, it is `close`, `worse` or `far off`.
    """
    if not counts_the_game(seen.rules, seen.standing):
        return points_words(-cost, seen.rules.points_unit)
    games = _games(cost, seen)
    if games is not None:
        return f"−{games}%" if games else "close"
    if cost < CLOSE:
        return "close"
    return "worse" if cost < WORSE else "far off"


def cost_head(seen: Observation) -> str:
    """Return the head of a column of such costs."""
    if not counts_the_game(seen.rules, seen.standing):
        return "points"
    return "worth" if _games(0.0, seen) is None else "games"


def points_amount(points: float, unit: int) -> str:
    """Return points without a sign, in whole numbers where the game has large ones: `13 points`."""
    if unit == 1 and points >= ROUNDED_FROM:
        return plural(round(points), "point")
    return f"{cost_words(points, unit)} points"


def cost_amount(cost: float, seen: Observation) -> str:
    """Return a cost as an amount: `13 points`, `9 games in 100`, or "" where neither is known."""
    if not counts_the_game(seen.rules, seen.standing):
        return points_amount(cost, seen.rules.points_unit)
    games = _games(cost, seen)
    if games is None:
        return ""
    return f"{plural(games, 'game')} in 100" if games else "less than a game in 100"


def was_better(cost: float, seen: Observation) -> str:
    """Return what the best choice was: `was 13 points better`, `wins 9 more games in 100`."""
    return _beside(cost, seen, "better", "wins")


def was_worse(cost: float, seen: Observation) -> str:
    """Return what another choice was: `was 13 points worse`, `loses 9 more games in 100`."""
    return _beside(cost, seen, "worse", "loses")


def _beside(cost: float, seen: Observation, how: str, verb: str) -> str:
    if not counts_the_game(seen.rules, seen.standing):
        return f"was {points_amount(cost, seen.rules.points_unit)} {how}"
    games = _games(cost, seen)
    return f"{verb} {plural(games, 'more game')} in 100" if games else f"was {how}"


def _games(cost: float, seen: Observation) -> int | None:
    """Return how many games in a hundred a cost loses; None if that is unknown."""
    share = share_of_games(seen.rules, seen.standing, cost)
    return None if share is None else round(100 * share)


def worth_more(cost: float, surely: bool, seen: Observation) -> str:
    """Return how much better the best choice was, after its name."""
    return was_better(cost, seen) if surely else "looked better, which may be chance"
