"""The next step at a table, as plain data: a deal, a turn, a score, or the end."""

from msgspec import Struct


class CutOffered(Struct, frozen=True, tag=True):
    """The next step is a deal, and the cut is offered (C-3)."""

    seat: int
    human: bool
    commitment: str
    cards: int
    may_designate: int | None
    """The person who deals and may choose the place of the extra card (3B-4)."""


class Turn(Struct, frozen=True, tag=True):
    """A seat must act."""

    seat: int
    human: bool


class HandPlayed(Struct, frozen=True, tag=True):
    """The last card of the hand is on the table; the score comes next."""


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over."""


Next = CutOffered | Turn | HandPlayed | GameEnded
