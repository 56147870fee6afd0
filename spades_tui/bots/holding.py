"""What a holding can do: the tricks it will probably win when it tries to, and those it must win when it does not.

One function a suit, so that a card's weight is the holding with it less the holding without it. The same functions
value a whole hand before the bidding and what is left of it later.
"""

import math
from functools import lru_cache
from typing import Final

from spades_tui.bots.portable_math import add_up, power
from spades_tui.bots.rank_masks import RankMasks
from spades_tui.bots.unseen import Unseen
from spades_tui.cards import SPADES

PLAIN: Final = 0.85
"""What becomes of high cards in plain suits that are not played at once: voids grow while they wait."""


class Holding:
    """Estimates for one seat in one situation."""

    __slots__ = (
        "_can_win", "_must_win", "_ruffed", "_weights", "counts", "enemies", "higher", "lower", "masks", "out",
        "unseen",
    )  # fmt: skip

    def __init__(self, unseen: Unseen, rank_masks: RankMasks, enemies: list[int]) -> None:
        self.unseen = unseen
        self.masks, self.higher, self.lower = rank_masks, rank_masks.higher, rank_masks.lower
        self.enemies = enemies
        """The other seats that play; a partner can ruff as well, but is no enemy."""
        self.out = [(unseen.cards & mask) for mask in unseen.masks]
        """By suit: the cards that are out."""
        self.counts = [out.bit_count() for out in self.out]
        """By suit: how many they are."""
        self._weights: list[float] = []
        """By seat: how much a void in a plain suit counts."""
        self._ruffed: list[list[float]] = [[], [], []]
        self._can_win: dict[int, float] = {}
        self._must_win: dict[int, float] = {}

    def share(self, suit: int) -> float:
        """How many of the cards of a suit that are out lie in somebody's hand."""
        chances = self.unseen.chances[suit]
        return min(1.0, add_up([chances[seat] for seat in self.unseen.others]))

    def ruffed(self, suit: int) -> list[float]:
        """By round of a plain suit: the chance that nobody ruffs it."""
        known = self._ruffed[suit]
        if not known:
            seats, chances = self.unseen.others, self.unseen.chances
            if not self._weights:
                trumps = float(self.counts[SPADES])
                for seat in seats:
                    some = 1 - math.pow(1 - chances[SPADES][seat], trumps)
                    self._weights.append(some * (0.9 if seat in self.enemies else 0.5))
            by_seat = [chances[suit][seat] for seat in seats]
            known = self._ruffed[suit] = safe_rounds(self.counts[suit], by_seat, self._weights)
        return known

    def can_win(self, suit: int, mine: int) -> float:
        """Tricks that `mine`, of one suit, will win when its holder tries to."""
        key = mine | suit << 60
        known = self._can_win.get(key)
        if known is None:
            known = self._trumps(mine) if suit == SPADES else self._plain(suit, mine)
            self._can_win[key] = known
        return known

    def _plain(self, suit: int, mine: int) -> float:
        if not mine:
            return 0.0
        out, higher = self.out[suit], self.higher
        rounds = self.ruffed(suit)
        share = self.share(suit)
        total = 0.0
        held = self.masks.descending(mine)
        count = len(held)
        for place, card in enumerate(held):
            above = (out & higher[card]).bit_count() * share
            guards = count - 1 - place
            if above < 0.01:
                chance = 1.0
            elif above > 3.2:
                break
            else:
                chance = _GUARDED[min(3, round(above))]
                if guards < above - 0.3:
                    chance *= 0.3
            number = place + round(above)
            total += chance * (rounds[number] if number < 6 else rounds[5])
        return PLAIN * total

    def _trumps(self, mine: int) -> float:
        out, higher = self.out[SPADES], self.higher
        share = self.share(SPADES)
        held = self.masks.descending(mine)
        count = len(held)
        seats = max(1, len(self.unseen.others))
        each = self.counts[SPADES] * share / seats
        total = 0.0
        for place, card in enumerate(held):
            above = (out & higher[card]).bit_count() * share
            chance = 1.0
            if above > 0.01:
                chance = power(0.82, above)
                if count - 1 - place < above - 0.5:
                    chance = 0.6 * chance
            least = 0.85 if place >= each + 1 else 0.6 if place >= each else 0.12
            total += chance if chance > least else least
        return total

    def ruffs(self, own: int) -> float:
        """Tricks that small trumps may win on short suits, beyond what they win anyhow."""
        unseen = self.unseen
        masks = unseen.masks
        trumps = own & masks[SPADES]
        if not trumps:
            return 0.0
        spare = max(0.0, trumps.bit_count() - self.can_win(SPADES, trumps))
        chances = 0.0
        for suit in range(3):
            length = (own & masks[suit]).bit_count()
            if length <= 2:
                more = self.counts[suit] / max(1, len(unseen.others)) - length
                if more > 0.0:
                    chances += (more if more < 2.0 else 2.0) * _RUFFS[length]
        return min(spare * 0.75, chances)

    def most(self, own: int) -> float:
        """Tricks that a whole hand will win when it tries to."""
        return self.by_cards(own) + self.ruffs(own)

    def by_cards(self, own: int) -> float:
        """The same without ruffs on short suits."""
        masks = self.unseen.masks
        return add_up([self.can_win(suit, own & masks[suit]) for suit in range(4)])

    def sure(self, own: int) -> float:
        """Tricks by cards that nothing beats but a ruff."""
        total = 0.0
        for suit, mask in enumerate(self.unseen.masks):
            for place, card in enumerate(self.masks.descending(own & mask)):
                if self.out[suit] & self.higher[card]:
                    break
                total += 1.0 if suit == SPADES else self.ruffed(suit)[min(5, place)]
        return total

    def must_win(self, suit: int, mine: int) -> float:
        """Tricks that `mine`, of one suit, cannot help winning."""
        key = mine | suit << 60
        known = self._must_win.get(key)
        if known is None:
            known = self._forced(suit, mine)
            self._must_win[key] = known
        return known

    def _forced(self, suit: int, mine: int) -> float:
        if not mine:
            return 0.0
        out, higher, lower = self.out[suit], self.higher, self.lower
        count = self.counts[suit]
        by_seat = self.unseen.chances[suit]
        enemies, friends = len(self.enemies), len(self.unseen.others) > len(self.enemies)
        chance, together = 0.0, 0.0
        for seat in self.enemies:
            together += by_seat[seat]
            if by_seat[seat] > chance:
                chance = by_seat[seat]
        missing, with_friend, against = 1 - chance, 1 - chance * 0.8, float(enemies)
        long = count * together / max(1, enemies) + 0.5
        total = 0.0
        for place, card in enumerate(reversed(self.masks.descending(mine))):
            above = out & higher[card]
            left = (out & lower[card]).bit_count() - 1.2 * place
            stuck = math.pow(1 - math.pow(missing, left if left > 0.0 else 0.0), against)
            if friends:
                stuck *= math.pow(with_friend, float(above.bit_count()))
            if suit == SPADES:
                if not above and stuck < 0.95:
                    stuck = 0.95
                if place >= long and stuck < 0.8:
                    stuck = 0.8
                stuck *= 0.9
            elif count == 0:
                stuck = 0.25 * _LATER[place if place < 4 else 4]
            else:
                if not above and stuck < 0.8:
                    stuck = 0.8
                stuck *= _LATER[place if place < 4 else 4]
            total += stuck
        return total

    def least(self, own: int) -> float:
        """Tricks that a whole hand cannot help winning."""
        masks = self.unseen.masks
        return add_up([self.must_win(suit, own & masks[suit]) for suit in range(4)])


_RUFFS: Final = (0.6, 0.45, 0.25)
"""What a void, a singleton and a doubleton are good for."""
_LATER: Final = (1.0, 0.8, 0.5, 0.25, 0.1)
"""How often the lowest card of a plain suit, the next and so on, is played while others follow."""

ROUNDS: Final = 6
"""After so many rounds of a suit all are alike."""


def safe_rounds(count: int, chances: list[float], weights: list[float]) -> list[float]:
    """For each round of a plain suit of which so many cards are out: the chance that nobody ruffs it."""
    rounds = [1.0] * ROUNDS
    for place, weight in enumerate(weights):
        shorts = short_in(count, chances[place])
        for number in range(ROUNDS):
            rounds[number] *= 1 - weight * shorts[number]
    return rounds


@lru_cache(maxsize=8192)
def short_in(count: int, chance: float) -> list[float]:
    """For each round: the chance that a hand has no card left, where each of so many lies in it with this chance."""
    rest = 1 - chance
    short = math.pow(rest, float(count))
    tail = short
    found = []
    for number in range(ROUNDS):
        found.append(tail if tail < 1.0 else 1.0)
        # The chance of exactly number + 1 cards, for the next round.
        short = short * (count - number) / (number + 1) * chance / rest
        if short > 0.0:
            tail += short
    return found


_GUARDED: Final = (0.97, 0.68, 0.45, 0.25)
"""The chance of a guarded card with so many higher ones out, rounded."""
