"""The lookup tables of a deck for trick play."""

from msgspec import Struct


class CardTables(Struct, frozen=True):
    """Lookup tables for play: a bit mask for each suit, and a rank for each card as played."""

    pack: tuple[int, ...]
    suit_masks: tuple[int, ...]
    suit_of: tuple[int, ...]
    """The suit in play of each of the 58 cards as played, whatever is printed on it (C-1, JD-1)."""
    ranks: tuple[int, ...]
    """58 ranks: of each card, and of the four aces called low.

    Trumps rank above all other suits.
    """
    aces_called: bool
    odd: tuple[int, ...]
    """The spades with another suit printed on them, from low to high (JD-1)."""
