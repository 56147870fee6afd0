"""A race between choices: all are played out in the same deals, and those shown to be worse are dropped."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from spades_tui.bots.search.runners import Run, Runner, compare, run_all


class Effort(Struct, frozen=True):
    """The limits of one decision's search: fixed numbers, so that a seed gives the same game on every machine."""

    deals: int
    """Most deals to play out."""
    cards: int
    """About the most cards to play, in all play-outs together."""
    batch: int = 10
    sure: float = 2.0
    """Standard errors of the paired difference by which a choice must be worse to be dropped."""
    exact: int = 0
    """Deals whose last tricks are tried exactly; 0 to do that only in late decisions."""
    tie: float = 0.25
    """Points within which the choice of `club` is preferred."""
    tie_doubt: float = 0.15
    """The same in standard errors."""


def race(
    count: int, effort: Effort, cost: int, deal: Callable[[], list[list[int]]], run: Run
) -> Iterator[list[Runner]]:
    """Race `count` choices. Yields the runners after every deal, and once more at the end.

    `deal` makes a deal, `run` plays a choice out in it. `cost` is the approximate number of cards in a play-out.
    """
    runners = [Runner() for _ in range(count)]
    alive = list(range(count))
    spent = deals = 0
    while deals < effort.deals and (len(alive) > 1 or deals < effort.batch):
        hands = deal()
        run_all(runners, alive, run, hands)
        deals += 1
        spent += cost * len(alive)
        if deals % effort.batch == 0:
            compare(runners, alive)
            if deals >= 2 * effort.batch:
                alive = [choice for choice in alive if runners[choice].behind <= effort.sure * runners[choice].doubt]
        yield runners
        if spent >= effort.cards:
            break
    compare(runners, alive)
    yield runners
