"""Cards that players have marked, and that the table judges when the game is over (3B-30)."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct, field

from spades_tui.language.sentence_parts import does
from spades_tui.rules.record_types import HandNumber, Seat, Seats


class CardToJudge(Struct, frozen=True):
    """A card of a scored hand that the table judges when the game is over."""

    hand: int
    accused: int
    """The seat that played it."""
    card: int
    by: tuple[int, ...]
    """The seats that marked it, in order."""
    jury: tuple[int, ...] = field(name="hunters")
    """The seats that may judge it; the accused is among them, but doesn't vote.

    In messages between hosts and guests they are `hunters`.
    """

    def voters(self, people: Iterable[int]) -> tuple[int, ...]:
        """Return the people who vote: the jury without the accused."""
        return tuple(seat for seat in people if seat in self.jury and seat != self.accused)

    @staticmethod
    def verdict(accused: str, guilty: bool | None) -> str:
        """Return what the table has decided about somebody, without a full stop."""
        return does(accused, "is a zero buddy" if guilty else "isn't a zero buddy")


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
