"""What a choice is worth: the points and the chances that come of it; and advice about it."""

from dataclasses import field

from spades_tui.bots.reason import Reason
from spades_tui.frozen import dataclass
from spades_tui.game.events import SeatEvent


@dataclass(frozen=True, slots=True)
class Weighed:
    """One choice and what came of it in the deals that were played out."""

    event: SeatEvent
    value: float
    """Points that the side expects, less those of the others, and near the end of a game the chance to win it, as
    points; only differences within one decision mean something."""
    made: float
    """The chance, 0 to 1, that the seat's bid (its side's contract) is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    """How many deals were played out; 0 when the choice was made by rules alone."""
    doubt: float = 0.0
    """The standard error, in points, of how far the choice is behind the best one."""
    ends: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """How each deal ended: an `End` of the search."""
    beside: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """How the same deals ended with the choice that all others are compared with; empty for that choice itself."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice as a person gets to see it. The numbers mean nothing where no deal was played out (`deals` is 0)."""

    event: SeatEvent
    value: float
    """Points that the side expects to gain over the others, rounded; near the end of a game the chance to win it as
    points. What came out ahead of the first choice did so by no more than chance makes, and is shown as good as it."""
    cost: float
    """How much less that is than the first choice's; 0 or more."""
    made: float
    """The chance, 0 to 1, that the bid is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    reason: Reason
    """Why it is good, or not as good as the first choice."""
    equals: tuple[SeatEvent, ...] = ()
    """Cards that are worth the same, since no card that is out is ranked between them."""

    @property
    def weighed(self) -> bool:
        """Whether the numbers mean something."""
        return self.deals > 0


def together(advice: tuple[Advice, ...]) -> tuple[tuple[Advice, ...], ...]:
    """Return the choices in their order, those together that are worth the same in every respect."""
    groups: dict[object, list[Advice]] = {}
    for one in advice:
        key = (one.value, one.made, one.tricks) if one.weighed else (one.event,)
        groups.setdefault(key, []).append(one)
    return tuple(tuple(group) for group in groups.values())
