"""What a choice is worth: the points and the chances that come of it; and how that is told."""

from spades_tui.frozen import dataclass
from spades_tui.game.facts import SeatFact


@dataclass(frozen=True, slots=True)
class Weighed:
    """One choice and what came of it in the deals that were played out."""

    fact: SeatFact
    value: float
    """Points that the side expects, less those of the others, and near the end of a game the chance to win it, as
    points; only differences within one decision mean something."""
    made: float
    """The chance, 0 to 1, that the seat's bid (its side's contract) is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    """How many deals were played out; 0 when the choice was made by rules alone."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice as it is told to a person. The numbers mean nothing where no deal was played out (`deals` is 0)."""

    fact: SeatFact
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
    reason: str

    @property
    def weighed(self) -> bool:
        """Whether the numbers mean something."""
        return self.deals > 0
