"""A hand's tricks and the danger to its zero, as sums over its suits: the arithmetic of `fast_estimate`.

Nothing but lists and numbers: this runs compiled too (CONTRIBUTING.md).
"""

from collections.abc import Callable
from typing import Final

from spades_tui.bots.search.bits import COUNT

SHORT: Final = (0.9, 0.5, 0.2, *[0.0] * 15)
"""What a suit of 0, 1, 2 … cards brings to a hand with small trumps."""
NOT_YET: Final = -1.0
"""Of a holding that nobody has asked for; what is found is never below nothing."""


class HandSums:
    """What each holding of a suit is worth, found when it is first asked for, and the sums of a hand."""

    __slots__ = ("danger_of", "dangers", "worth_of", "worths")

    def __init__(
        self, lengths: tuple[int, ...], worth_of: Callable[[int, int], float], danger_of: Callable[[int, int], float]
    ) -> None:
        """`lengths` are those of the suits; the functions are asked for a suit and its cards, bits as in `layout`."""
        self.worth_of = worth_of
        self.danger_of = danger_of
        self.worths = [[NOT_YET] * (2 << length) for length in lengths]
        self.dangers = [[NOT_YET] * (2 << length) for length in lengths]

    def worth(self, suit: int, cards: int) -> float:
        """The tricks of one suit."""
        value = self.worths[suit][cards]
        if value < 0.0:
            value = self.worths[suit][cards] = self.worth_of(suit, cards)
        return value

    def tricks(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """Tricks of a hand."""
        worths = self.worths
        first, second, third, trumps = worths[0][clubs], worths[1][diamonds], worths[2][hearts], worths[3][spades]
        if first < 0.0 or second < 0.0 or third < 0.0 or trumps < 0.0:
            first, second, third = self.worth(0, clubs), self.worth(1, diamonds), self.worth(2, hearts)
            trumps = self.worth(3, spades)
        total = first + second + third
        if spades:
            short = SHORT[COUNT[clubs]] + SHORT[COUNT[diamonds]] + SHORT[COUNT[hearts]]
            if short > 0.0:
                spare = COUNT[spades] - trumps
                if short < spare:
                    total += short
                elif spare > 0.0:
                    total += spare
        return total + trumps

    def threat(self, suit: int, cards: int) -> float:
        """How likely one suit is to take a trick against its holder's will."""
        value = self.dangers[suit][cards]
        if value < 0.0:
            value = self.dangers[suit][cards] = self.danger_of(suit, cards)
        return value

    def danger(self, clubs: int, diamonds: int, hearts: int, spades: int) -> float:
        """How likely a hand is to take a trick against its will."""
        return self.threat(0, clubs) + self.threat(1, diamonds) + self.threat(2, hearts) + self.threat(3, spades)
