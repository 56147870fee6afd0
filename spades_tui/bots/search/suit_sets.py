"""Sets of cards of one suit: their highest card and their number, and sums over the suits of a hand.

A set is an integer of at most `SUIT_BITS` bits, laid out as in `layout`. Only lists and numbers are used, because this
also runs compiled (docs/extending.md).
"""

from collections.abc import Callable
from typing import Final

LONGEST: Final = 18
"""Maximum number of cards in a suit, trumps included: each further card doubles the tables."""
SUIT_BITS: Final = LONGEST + 1
"""Cards of a suit, and one more bit for an ace called low."""
LOW: Final = 1
"""The bit of an ace called low, in every suit."""


def _highest() -> list[int]:
    table = [0]
    for place in range(SUIT_BITS):
        table += [1 << place] * (1 << place)
    return table


def _counts() -> bytes:
    table = b"\0"
    one_more = bytes(range(1, 256)) + b"\0"
    for _ in range(SUIT_BITS):
        table += table.translate(one_more)
    return table


HIGHEST: Final = _highest()
"""By set: its highest card, as a set of one; 0 for the empty set."""
COUNT: Final = _counts()
"""By set: its number of cards."""


SUIT_TRICKS: Final = (0.9, 0.5, 0.2, *[0.0] * (LONGEST - 2))
"""Tricks that a suit of 0, 1, 2 … cards brings a hand with small trumps."""
NOT_YET: Final = -1.0
"""Marks a value that isn't computed yet; real values are never negative."""


class HandSums:
    """The worth of each holding of a suit, computed on demand, and sums for a hand."""

    def __init__(
        self, lengths: tuple[int, ...], worth_of: Callable[[int, int], float], danger_of: Callable[[int, int], float]
    ) -> None:
        """Take the suits' lengths, and functions of a suit and its cards, whose bits are laid out as in `layout`."""
        self.worth_of = worth_of
        self.danger_of = danger_of
        self.worths = [[NOT_YET] * (2 << length) for length in lengths]
        self.dangers = [[NOT_YET] * (2 << length) for length in lengths]

    def worth(self, suit: int, cards: int) -> float:
        """Return the tricks of one suit."""
        value = self.worths[suit][cards]
        if value < 0.0:
            value = self.worths[suit][cards] = self.worth_of(suit, cards)
        return value

    def tricks(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """Return the tricks of a hand."""
        worths = self.worths
        first, second, third, trumps = worths[0][clubs], worths[1][diamonds], worths[2][hearts], worths[3][spades]
        if first < 0.0 or second < 0.0 or third < 0.0 or trumps < 0.0:
            first, second, third = self.worth(0, clubs), self.worth(1, diamonds), self.worth(2, hearts)
            trumps = self.worth(3, spades)
        total = first + second + third
        if spades:
            short = SUIT_TRICKS[COUNT[clubs]] + SUIT_TRICKS[COUNT[diamonds]] + SUIT_TRICKS[COUNT[hearts]]
            if short > 0.0:
                spare = COUNT[spades] - trumps
                if short < spare:
                    total += short
                elif spare > 0.0:
                    total += spare
        return total + trumps

    def threat(self, suit: int, cards: int) -> float:
        """Return the danger of an unwanted trick in one suit."""
        value = self.dangers[suit][cards]
        if value < 0.0:
            value = self.dangers[suit][cards] = self.danger_of(suit, cards)
        return value

    def danger(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """Return the danger of an unwanted trick in a hand."""
        return self.threat(0, clubs) + self.threat(1, diamonds) + self.threat(2, hearts) + self.threat(3, spades)
