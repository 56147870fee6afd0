"""Whether a game is so near its end that winning it counts beside the points of a hand, and for how much."""

from spades_tui.bots.search.playout_outlook import NEAR_THE_END
from spades_tui.bots.search.win_chances import chances, nearness
from spades_tui.bots.side_scores import may_end
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset


def counts_the_game(rules: Ruleset, standing: Standing) -> bool:
    """Return whether the worth of a choice counts winning the game, so that it's no score."""
    return may_end(rules, standing) or nearness(rules, standing) >= NEAR_THE_END


def share_of_games(rules: Ruleset, standing: Standing, points: float) -> float | None:
    """Return the share of games, 0 to 1, that a difference in worth wins; None where a game's chances are unknown.

    Only near the end, where the worth is this chance in points, and points hardly count.
    """
    odds = chances(rules)
    if odds is None or nearness(rules, standing) < NEAR_THE_END:
        return None
    return points / odds.points
