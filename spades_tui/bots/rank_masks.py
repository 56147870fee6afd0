"""Bit sets from a deck's ranking: for each card as played, the higher and lower cards of its suit."""

from functools import lru_cache

from msgspec import Struct, field

from spades_tui.cards import LOW_ACE, cards_of
from spades_tui.rules.ruleset import Ruleset

MOST_KEPT = 8192
"""Bit sets whose order of cards `descending` remembers."""


class RankMasks(Struct, frozen=True, eq=False):
    """For the 58 cards as played: the higher cards of the same suit, and the lower ones."""

    higher: tuple[int, ...]
    lower: tuple[int, ...]
    pack: int
    ranks: tuple[int, ...]
    orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Results of `descending`, at most `MOST_KEPT`."""

    def descending(self, mask: int) -> tuple[int, ...]:
        """Return the cards of a bit set of one suit, highest first."""
        known = self.orders.get(mask)
        if known is None:
            if len(self.orders) >= MOST_KEPT:
                self.orders.clear()
            known = self.orders[mask] = tuple(sorted(cards_of(mask), key=self.ranks.__getitem__, reverse=True))
        return known


@lru_cache(maxsize=64)
def rank_masks(rules: Ruleset) -> RankMasks:
    """Return the bit sets of a deck. An ace that may be called low counts as high."""
    ranks, masks = rules.cards.ranks, rules.cards.suit_masks
    higher, lower = [], []
    for value in range(LOW_ACE + 4):
        suit = rules.cards.suit_of[value]
        same = list(cards_of(masks[suit]))
        higher.append(sum(1 << card for card in same if ranks[card] > ranks[value]))
        lower.append(sum(1 << card for card in same if ranks[card] < ranks[value]))
    return RankMasks(tuple(higher), tuple(lower), sum(masks), ranks)


def descending(rules: Ruleset, mask: int) -> tuple[int, ...]:
    """Return the cards of a bit set of one suit, highest first."""
    return rank_masks(rules).descending(mask)
