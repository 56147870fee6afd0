"""The results of a race so far, and how choices are compared: the inner loops of `race`.

It uses only lists and numbers, because it also runs compiled (docs/extending.md).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from spades_tui.bots.portable_math import add_up


@dataclass(eq=False)
class End:
    """How a play-out ended. Equal ends of one hand share one object, so that ends can be counted."""

    value: float
    """Worth of the end, in points."""
    made: bool
    """Whether the bid was made."""
    tricks: int
    """Tricks of the side."""
    count: int = 0
    """The tricks of the units, packed as in `playout`."""
    paid: int = 0
    """Who is paid for certain tricks, packed by `EndValues`."""
    hand: object = None
    """The `EndValues` that valued the end. Hints ask it for details of the hand; players never do."""


Outcome = tuple[float, End]
"""The value of a play-out, and how it ended."""
Run = Callable[[int, list[list[int]]], Outcome]
"""Play a choice out in a deal."""


@dataclass
class Runner:
    """A choice in the race."""

    behind: float = 0.0
    """Points behind the best choice at the last comparison."""
    doubt: float = 0.0
    """The standard error of `behind`."""
    values: list[float] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    """By deal."""


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
