"""Bit sets from a deck's ranking: for each card as played, the higher and lower cards of its suit."""

from functools import lru_cache

from spades_tui.cards import LOW_ACE, cards_of
from spades_tui.rules.ruleset import Ruleset


class RankMasks:
    """For the 58 cards as played: the higher cards of the same suit, and the lower ones. Get it with `rank_masks`."""

    def __init__(self, rules: Ruleset) -> None:
        self.ranks, masks = rules.cards.ranks, rules.cards.suit_masks
        self.pack: int = sum(masks)
        higher, lower = [], []
        for value in range(LOW_ACE + 4):
            same = list(cards_of(masks[rules.cards.suit_of[value]]))
            higher.append(sum([1 << card for card in same if self.ranks[card] > self.ranks[value]]))
            lower.append(sum([1 << card for card in same if self.ranks[card] < self.ranks[value]]))
        self.higher: tuple[int, ...] = tuple(higher)
        self.lower: tuple[int, ...] = tuple(lower)
        heights = []
        for rank in self.ranks:
            if rank >= 100:
                rank -= 90
            heights.append(rank / 30.0)
        self.heights = tuple(heights)
        """By card as played: its height, 0 to 0.9; the two of trumps is as high as another suit's queen."""
        self.descending = lru_cache(maxsize=8192)(self._descending)

    def _descending(self, mask: int) -> tuple[int, ...]:
        """Return the cards of a bit set of one suit, highest first."""
        return tuple(sorted(cards_of(mask), key=self.ranks.__getitem__, reverse=True))


@lru_cache(maxsize=64)
def rank_masks(rules: Ruleset) -> RankMasks:
    """Return the bit sets of a deck. An ace that may be called low counts as high."""
    return RankMasks(rules)


def descending(rules: Ruleset, mask: int) -> tuple[int, ...]:
    """Return the cards of a bit set of one suit, highest first."""
    return rank_masks(rules).descending(mask)
