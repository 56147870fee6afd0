"""What a choice is worth: the points and the chances that come of it."""

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
