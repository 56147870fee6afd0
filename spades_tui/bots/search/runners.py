"""What a race has found of its choices, and how they are compared: the inner loops of `race`.

Nothing but lists and numbers: this runs compiled too (CONTRIBUTING.md).
"""

import math
from collections.abc import Callable

from spades_tui.bots.portable_math import add_up

Outcome = tuple[float, bool, int]
"""What comes of a play-out: its value, whether the bid was made, the side's tricks."""
Run = Callable[[int, list[list[int]]], Outcome]
"""Plays a choice out in a deal."""


class Runner:
    """A choice in the race."""

    __slots__ = ("behind", "doubt", "made", "tricks", "values")

    def __init__(self, made: int = 0, behind: float = 0.0) -> None:
        self.values: list[float] = []
        self.made = made
        self.tricks = 0.0
        self.behind = behind
        """How far it was behind the best when it was last compared."""
        self.doubt = 0.0
        """The standard error of that."""


def run_all(runners: list[Runner], alive: list[int], run: Run, deal: list[list[int]]) -> None:
    """Play the choices that are still in out in one deal."""
    for choice in alive:
        value, made, tricks = run(choice, deal)
        runner = runners[choice]
        runner.values.append(value)
        if made:
            runner.made += 1
        runner.tricks += tricks


def compare(runners: list[Runner], alive: list[int]) -> None:
    """Measure every runner that is still in against the best of them, over the same deals."""
    best = alive[0]
    most = add_up(runners[best].values)
    for choice in alive:
        total = add_up(runners[choice].values)
        if total > most:
            best, most = choice, total
    ahead = runners[best].values
    n = len(ahead)
    for choice in alive:
        runner = runners[choice]
        values = runner.values
        mean = square = 0.0
        for place in range(n):
            off = ahead[place] - values[place]
            mean += off
            square += off * off
        mean /= n
        runner.behind = mean
        runner.doubt = math.sqrt(max(0.0, square / n - mean * mean) / max(1, n - 1)) if choice != best else 0.0
