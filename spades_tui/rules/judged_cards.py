"""Cards that players have marked, and that the table judges when the game is over (3B-30)."""

from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from spades_tui.rules.record_types import HandNumber, Seat, Seats


class CardToJudge(NamedTuple):
    """A card of a scored hand that the table judges when the game is over."""

    hand: int
    accused: int
    """The seat that played it."""
    card: int
    by: tuple[int, ...]
    """The seats that marked it, in order."""
    jury: tuple[int, ...]
    """The seats that may judge it; the accused is among them, but doesn't vote."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A marked card as the scorebook keeps it (3B-30)."""

    hand: HandNumber
    accused: Seat
    card: Annotated[str, Meta(min_length=1, max_length=10)]
    by: Seats
    hunters: Seats | None = None
    """The seats that hunted in that hand; None in a digest of an earlier release, where all others
    voted.
    """

    @property
    def key(self) -> str:
        """The mark's name within its game."""
        return f"{self.hand}/{self.accused}/{self.card}"
