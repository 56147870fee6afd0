"""The results of a race so far, and how choices are compared: the inner loops of `race`.

It uses only lists and numbers, because it also runs compiled (docs/extending.md).
"""

import math
from collections.abc import Callable

from spades_tui.bots.portable_math import add_up


class End:
    """How a play-out ended. Equal ends of one hand share one object, so that ends can be counted."""

    __slots__ = ("count", "hand", "made", "paid", "tricks", "value")

    def __init__(
        self, value: float, made: bool, tricks: int, count: int = 0, paid: int = 0, hand: object = None
    ) -> None:
        self.value = value
        """Worth of the end, in points."""
        self.made = made
        """Whether the bid was made."""
        self.tricks = tricks
        """Tricks of the side."""
        self.count = count
        """The tricks of the units, packed as in `playout`."""
        self.paid = paid
        """Who is paid for certain tricks, packed by `EndValues`."""
        self.hand = hand
        """The `EndValues` that valued the end. Hints ask it for details of the hand; players never do."""


Outcome = tuple[float, End]
"""The value of a play-out, and how it ended."""
Run = Callable[[int, list[list[int]]], Outcome]
"""Play a choice out in a deal."""


class Runner:
    """A choice in the race."""

    __slots__ = ("behind", "doubt", "ends", "values")

    def __init__(self, behind: float = 0.0) -> None:
        self.values: list[float] = []
        self.ends: list[End] = []
        """By deal."""
        self.behind = behind
        """Points behind the best choice at the last comparison."""
        self.doubt = 0.0
        """The standard error of `behind`."""


def run_all(runners: list[Runner], alive: list[int], run: Run, deal: list[list[int]]) -> None:
    """Play the choices still in the race out in one deal."""
    for choice in alive:
        value, end = run(choice, deal)
        runner = runners[choice]
        runner.values.append(value)
        runner.ends.append(end)


def compare(runners: list[Runner], alive: list[int]) -> None:
    """Compare every choice still in the race with the best of them, over the same deals."""
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
