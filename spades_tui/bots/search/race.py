"""Race choices: play all of them out in the same deals, and drop those shown to be worse.

Afterwards the choices are in order, best first.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from spades_tui.bots.portable_math import add_up
from spades_tui.bots.search.runners import Run, Runner, compare, run_all
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.game.events import SeatEvent


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
        run_all(runners, alive, run, deal())
        deals += 1
        spent += cost * len(alive)
        if deals % effort.batch == 0:
            compare(runners, alive)
            if deals >= 2 * effort.batch:
                alive = [choice for choice in alive if runners[choice].behind <= effort.sure * runners[choice].doubt]
    compare(runners, alive)


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
    order = sorted(range(len(choices)), key=lambda n: (runners[n].behind, n))
    usual = runners[0]
    if usual.behind <= max(effort.tie, effort.tie_doubt * usual.doubt):
        order.remove(0)
        order.insert(0, 0)
    best = runners[order[0]]
    top = add_up(best.values) / len(best.values)
    rows = []
    for n in order:
        runner = runners[n]
        count = len(runner.values)
        made, tricks = sum([end.made for end in runner.ends]), sum([end.tricks for end in runner.ends])
        rows.append(ValuedChoice(
            choices[n], top + best.behind - runner.behind, made / count, tricks / count, count, runner.doubt,
            tuple(runner.ends), tuple(best.ends[:count]) if runner is not best else (),
        ))  # fmt: skip
    return tuple(rows)
