"""The next step at a table, as plain data: a deal, a turn, a score, or nothing more."""

from spades_tui.frozen import dataclass


@dataclass(frozen=True, slots=True)
class CutOffered:
    """The next step is a deal, and the cut is offered (C-3)."""

    seat: int
    human: bool
    commitment: str
    cards: int
    may_designate: int | None
    """The person who deals and may choose the place of the extra card (3B-4)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat must act."""

    seat: int
    human: bool


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """The last card of the hand is on the table; the score comes next."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""


Next = CutOffered | Turn | HandPlayed | GameEnded
