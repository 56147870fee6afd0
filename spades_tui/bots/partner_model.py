"""What a partner has shown: whether it looks ahead, and whether it covers a nil.

Everything starts from an average player, and what a partner has shown in the hands of this game changes that. The
shares are from 2,935 hands of `classic`, in which `beginner`, `club`, `strong` and a player who never covers were the
partner of a nil (docs/research/2026-11.md).
"""

from typing import NamedTuple

from spades_tui.bots.portable_math import exp
from spades_tui.bots.sound_bids import partner_of
from spades_tui.game.habits import Choices, Habits
from spades_tui.seats import Observation


class Weights(NamedTuple):
    """Log-odds for each choice of a habit."""

    first: float
    second: float


HASTY_AT_FIRST = 0.0
"""Log-odds that an unknown partner is *hasty*: half of them think of their own trick alone, as `beginner` does.

So a first nil is bid as beside `club`, whose nils need about as much caution.
"""
CARELESS_AT_FIRST = -3.0
"""Log-odds that an unknown partner is *careless*: one in twenty doesn't cover a nil."""
LOWEST = Weights(0.17, -1.8)
"""Log-odds of a hasty partner for each choice: 97% of those of a hasty player are of the first way, 82% of others'."""
SECOND_WINS = Weights(0.83, -2.0)
"""The same: 92% and 40%."""
OVER_PARTNER = Weights(-2.1, 0.63)
"""The same: 6% and 50%."""
COVERS = Weights(-2.3, 1.5)
"""Log-odds of a careless partner: 8% and 80%."""
HASTY_LEAVES = 0.8
"""How far a hasty partner leaves a nil alone, 0 to 1; a careless one leaves it quite alone."""
SUREST = 20.0
"""Maximum log-odds; more would only make numbers too large."""


def left_alone(seen: Observation, seat: int) -> float:
    """Return how far a seat's partner leaves its nil alone, from 0 for a careful partner to 1."""
    partner = partner_of(seen.rules, seen.table, seat)
    if partner is None:
        return 0.0
    return _left_alone(seen.habits[partner]) if seen.habits else UNKNOWN_LEAVES


def _left_alone(habits: Habits) -> float:
    """Return the same beside a partner with these habits."""
    hasty = HASTY_AT_FIRST + _evidence(habits.lowest, LOWEST)
    hasty += _evidence(habits.second_wins, SECOND_WINS) + _evidence(habits.over_partner, OVER_PARTNER)
    careless = CARELESS_AT_FIRST + _evidence(habits.covers, COVERS)
    return 1 - (1 - HASTY_LEAVES * _chance(hasty)) * (1 - _chance(careless))


def _evidence(shown: Choices, each: Weights) -> float:
    """Return the log-odds of all choices of a kind."""
    return shown.first * each.first + shown.second * each.second


def _chance(log_odds: float) -> float:
    """Return a chance, 0 to 1, from its log-odds."""
    return 1 / (1 + exp(-max(-SUREST, min(SUREST, log_odds))))


UNKNOWN_LEAVES = _left_alone(Habits())
"""How far a partner who has shown nothing yet leaves a nil alone."""
