"""A race between choices: all are played out in the same deals, and what is shown to be worse falls out."""

from collections.abc import Callable, Iterator

from spades_tui.bots.search.runners import Run, Runner, compare, run_all
from spades_tui.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at for one decision; fixed numbers, so that a seed gives the same game on every machine."""

    deals: int
    """At most so many deals are played out."""
    cards: int
    """About so many cards are played at most in all of them together."""
    batch: int = 10
    sure: float = 2.0
    """A choice falls out when it is worse by so many standard errors of the paired difference."""
    exact: int = 0
    """So many deals where their last tricks are tried out exactly; 0: they are in late decisions alone."""
    tie: float = 0.25
    """Points within which the rule player's choice is preferred."""
    tie_doubt: float = 0.15
    """The same in standard errors."""


def race(
    count: int, effort: Effort, cost: int, deal: Callable[[], list[list[int]]], run: Run
) -> Iterator[list[Runner]]:
    """Race `count` choices; yields the runners after every deal, the last time when the race is over.

    `deal` makes a deal, `run` plays a choice out in it: its value, whether the bid was made, the side's tricks. `cost`
    is about the number of cards in one play-out.
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
