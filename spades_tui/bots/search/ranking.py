"""The order of choices after a race."""

from collections.abc import Callable, Iterator, Sequence

from spades_tui.bots.portable_math import add_up
from spades_tui.bots.search.race import Effort, race
from spades_tui.bots.search.runners import Run, Runner
from spades_tui.bots.valued_choice import Weighed
from spades_tui.game.events import SeatEvent


def weighed(
    choices: Sequence[SeatEvent], effort: Effort, cost: int, deal: Callable[[], list[list[int]]], run: Run
) -> Iterator[tuple[Weighed, ...] | None]:
    """Race the choices over the deals. Yields None while the race runs, then the choices, best first."""
    runners: list[Runner] = []
    for state in race(len(choices), effort, cost, deal, run):
        runners = state
        yield None
    yield ranked(choices, runners, effort)


def ranked(choices: Sequence[SeatEvent], runners: list[Runner], effort: Effort) -> tuple[Weighed, ...]:
    """Return the choices with their results, best first; the first of `choices` wins near-ties.

    That one is the choice of `club`: people remember cards that look pointless.
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
        value = top + best.behind - runner.behind
        made, tricks = sum([end.made for end in runner.ends]), sum([end.tricks for end in runner.ends])
        rows.append(
            Weighed(
                choices[n],
                value,
                made / count,
                tricks / count,
                count,
                runner.doubt,
                tuple(runner.ends),
                tuple(best.ends[:count]) if runner is not best else (),
            )
        )
    return tuple(rows)
