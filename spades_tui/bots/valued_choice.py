"""The worth of a choice, in points and chances; and advice about it."""

from msgspec import Struct

from spades_tui.bots.reason import Reason
from spades_tui.game.events import SeatEvent
from spades_tui.secrecy import Hidden, PartlyHidden


class Weighed(PartlyHidden, frozen=True):
    """One choice, and its results in the deals that were played out."""

    event: SeatEvent
    value: float
    """Points that the side expects, minus the other sides'; near the end of a game with the chance to win it.

    Only differences within one decision mean something.
    """
    made: float
    """Chance, 0 to 1, that the seat's bid (its side's contract) is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    """Deals played out; 0 if rules alone made the choice."""
    doubt: float = 0.0
    """Standard error, in points, of the distance to the best choice."""
    ends: Hidden[tuple[object, ...]] = ()
    """How each deal ended: `End`s of the search."""
    beside: Hidden[tuple[object, ...]] = ()
    """How the same deals ended with the choice that all others are compared with; empty for that choice itself."""


class Advice(Struct, frozen=True):
    """One choice as people see it. The numbers mean nothing if no deal was played out (`deals` is 0)."""

    event: SeatEvent
    value: float
    """Points that the side expects to gain over the others, rounded; near the end of a game with the chance to win it.

    A choice that is ahead of the first one only by chance is shown as equally good.
    """
    cost: float
    """Points less than the first choice; 0 or more."""
    made: float
    """Chance, 0 to 1, that the bid is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    reason: Reason
    """Why it is good, or worse than the first choice."""
    equals: tuple[SeatEvent, ...] = ()
    """Cards of the same worth: no unseen card ranks between them."""

    @property
    def weighed(self) -> bool:
        """Whether the numbers mean something."""
        return self.deals > 0


def together(advice: tuple[Advice, ...]) -> tuple[tuple[Advice, ...], ...]:
    """Return the choices in order, grouped where they are worth the same in every respect."""
    groups: dict[object, list[Advice]] = {}
    for one in advice:
        key = (one.value, one.made, one.tricks) if one.weighed else (one.event,)
        groups.setdefault(key, []).append(one)
    return tuple(tuple(group) for group in groups.values())
