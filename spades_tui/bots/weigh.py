"""What a decision is worth: every choice that was looked at, with the points and the chances that come of it."""

from dataclasses import dataclass

from spades_tui.bots import SLOW, choose
from spades_tui.fair import Stream
from spades_tui.game.facts import SeatFact
from spades_tui.seats import Observation


@dataclass(frozen=True, slots=True)
class Weighed:
    """One choice and what came of it in the deals that were played out."""

    fact: SeatFact
    value: float
    """Points that the side expects, less those of the others; only differences within one decision mean something."""
    made: float
    """The chance, 0 to 1, that the seat's bid (its side's contract) is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    """How many deals were played out; 0 when the choice was made by rules alone."""


def weigh(level: str, seen: Observation, stream: Stream) -> tuple[Weighed, ...]:
    """The choices of a decision, best first; the first is what ``choose`` takes with the same stream.

    Raises ValueError for an unknown level, or if the seat is not on turn.
    """
    if level in SLOW:
        from spades_tui.bots.search import decide

        return decide.weighed(level, seen, stream)
    return (Weighed(choose(level, seen, stream), 0.0, 0.0, 0.0, 0),)
