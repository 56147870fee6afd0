"""Race choices: play all of them out in the same deals, and drop those shown to be worse."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from spades_tui.bots.portable_math import add_up
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.game.events import SeatEvent


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
    hand: Any = None
    """The `EndValues` that valued the end. Hints ask it for details of the hand; players never do."""


ValueAndEnd = tuple[float, End]
"""The value of a play-out, and how it ended."""
Run = Callable[[int, list[list[int]]], ValueAndEnd]
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


class Effort(Struct, frozen=True):
    """The limits of one decision's search: fixed numbers, so that a seed gives the same game on every machine."""

    deals: int
    """Most deals to play out."""
    cards: int
    """Approximate maximum of cards to play, in all play-outs together."""
    batch: int = 10
    """Deals between two comparisons of the choices."""
    sure: float = 2.0
    """Standard errors of the paired difference by which a choice must be worse to be dropped."""
    first_sure: float = 0.0
    """The same for the first choice, if it's more: it stays in the race for longer."""
    drops: bool = True
    """Whether choices shown to be worse are dropped; without, all of them meet all deals."""
    exact: int = 0
    """Deals whose last tricks are tried exactly; 0 to do that only in late decisions."""
    tie: float = 0.25
    """Points within which the choice of `club` wins."""
    tie_doubt: float = 0.15
    """The same in standard errors."""


def race(runners: list[Runner], effort: Effort, cost: int, deal: Callable[[], list[list[int]]], run: Run) -> None:
    """Race choices.

    `deal` makes a deal, `run` plays a choice out in it. `cost` is the approximate number of cards in a play-out.
    """
    alive = list(range(len(runners)))
    spent = deals = 0
    while deals < effort.deals and spent < effort.cards and (len(alive) > 1 or deals < effort.batch):
        hands = deal()
        for choice in alive:
            value, end = run(choice, hands)
            runners[choice].values.append(value)
            runners[choice].ends.append(end)
        deals += 1
        spent += cost * len(alive)
        if deals % effort.batch == 0:
            compare(runners, alive)
            if effort.drops and deals >= 2 * effort.batch:
                alive = [choice for choice in alive if stays(runners[choice], choice, effort)]
    compare(runners, alive)


def stays(runner: Runner, choice: int, effort: Effort) -> bool:
    """Return whether a choice is not yet shown to be worse than the best."""
    sure = max(effort.sure, effort.first_sure) if choice == 0 else effort.sure
    return runner.behind <= sure * runner.doubt


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


def weighed(
    choices: Sequence[SeatEvent], effort: Effort, cost: int, deal: Callable[[], list[list[int]]], run: Run
) -> tuple[ValuedChoice, ...]:
    """Race the choices over the deals, and return them best first."""
    runners = [Runner() for _ in choices]
    race(runners, effort, cost, deal, run)
    return ranked(choices, runners, effort)


def ranked(choices: Sequence[SeatEvent], runners: list[Runner], effort: Effort) -> tuple[ValuedChoice, ...]:
    """Return the choices with their results, best first; the first of `choices` wins near-ties.

    It is the choice of `club`, because people dislike cards that look pointless.
    """
    close = runners[0].behind <= max(effort.tie, effort.tie_doubt * runners[0].doubt)
    order = sorted(range(len(choices)), key=lambda n: (close and n > 0, runners[n].behind, n))
    best = runners[order[0]]
    top = add_up(best.values) / len(best.values)
    rows = []
    for n in order:
        runner = runners[n]
        count = len(runner.values)
        made = sum([end.made for end in runner.ends])
        tricks = sum([end.tricks for end in runner.ends])
        rows.append(ValuedChoice(
            choices[n], top + best.behind - runner.behind, made / count, tricks / count, count, runner.doubt,
            tuple(runner.ends), tuple(best.ends[:count]) if runner is not best else (),
        ))  # fmt: skip
    return tuple(rows)
