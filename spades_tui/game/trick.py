"""Tricks on the table, which everybody knows."""

from functools import cache

from msgspec import Struct

from spades_tui.game.kernel import as_played, best_of
from spades_tui.rules.card_tables import CardTables


class Played(Struct, frozen=True):
    """A card on the table."""

    seat: int
    card: int
    low: bool = False
    """Whether it is an ace called low (3B-3)."""

    @property
    def value(self) -> int:
        """The card as played."""
        return as_played(self.card, self.low)


@cache
def laid(seat: int, card: int, low: bool) -> Played:
    """Return a card on the table; cached, because every game has the same few hundred."""
    return Played(seat, card, low)


Trick = tuple[Played, ...]
"""The cards of a trick in the order in which they were played."""


def winning(tables: CardTables, trick: Trick) -> int | None:
    """Return the seat that is winning a trick so far; None while it is empty."""
    if not trick:
        return None
    return trick[best_of(tables, [played.value for played in trick])].seat
