"""Estimate the tricks that the cards of a suit will win, and those that they can't avoid.

Each suit is valued alone, so a card is worth its suit with it minus its suit without it. The functions value a hand
before the bidding and later in the play.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from spades_tui.bots.portable_math import add_up, power
from spades_tui.bots.rank_masks import RankMasks
from spades_tui.bots.unseen_cards import Unseen
from spades_tui.cards import CARD_COUNT, SPADES

PLAIN: Final = 0.85
"""Multiplies the worth of plain high cards that aren't played at once, because others run out of the suit."""


class Holding:
    """Estimates for one seat in one situation. Callers ask for the worth of some of its cards."""

    __slots__ = (
        "_above", "_held", "_ruffed", "_shares", "_weights", "counts", "enemies", "higher", "out", "own", "unseen",
    )  # fmt: skip

    def __init__(self, unseen: Unseen, rank_masks: RankMasks, enemies: list[int]) -> None:
        self.unseen = unseen
        self.higher: tuple[int, ...] = rank_masks.higher
        self.enemies = enemies
        """The opponents that play; a partner can ruff too, but is no enemy."""
        self.out = [(unseen.cards & mask) for mask in unseen.masks]
        """By suit: the unseen cards."""
        self.counts = [out.bit_count() for out in self.out]
        """By suit: the number of unseen cards."""
        self.own = [(unseen.own & mask) for mask in unseen.masks]
        """By suit: the cards that the seat holds."""
        self._held = [rank_masks.descending(own) for own in self.own]
        """The same cards, highest first."""
        self._above = [-1] * CARD_COUNT
        """By own card: unseen higher cards of its suit; −1 until asked for."""
        self._shares = [-1.0] * len(self.out)
        self._weights: list[float] = []
        """By seat: weight of its void in a plain suit."""
        self._ruffed: list[list[float]] = [[], [], []]

    def held(self, suit: int) -> int:
        """Return how many cards of a suit the seat holds."""
        return len(self._held[suit])

    def _cards(self, suit: int, mine: int) -> Sequence[int]:
        """Return `mine`, own cards of a suit, highest first."""
        held = self._held[suit]
        return held if mine == self.own[suit] else [card for card in held if mine >> card & 1]

    def _higher(self, suit: int, card: int) -> int:
        """Return how many higher cards are unseen."""
        known = self._above[card]
        if known < 0:
            known = self._above[card] = (self.out[suit] & self.higher[card]).bit_count()
        return known

    def share(self, suit: int) -> float:
        """Return the share of a suit's unseen cards that is in one of the hands, at most 1."""
        known = self._shares[suit]
        if known < 0.0:
            chances = self.unseen.chances[suit]
            known = 0.0
            for seat in self.unseen.others:
                known += chances[seat]
            if known > 1.0:
                known = 1.0
            self._shares[suit] = known
        return known

    def ruffed(self, suit: int) -> list[float]:
        """Return for each round of a plain suit the chance that nobody ruffs it."""
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
        """Return the tricks that `mine`, of one suit, will win when the seat tries to."""
        return self._trumps(mine) if suit == SPADES else self._plain(suit, mine)

    def _plain(self, suit: int, mine: int) -> float:
        if not mine:
            return 0.0
        rounds = self.ruffed(suit)
        share = self.share(suit)
        total = 0.0
        held = self._cards(suit, mine)
        guards = len(held)
        for place, card in enumerate(held):
            above = self._higher(suit, card) * share
            guards -= 1
            if above > 3.2:
                break
            number = 0 if above <= 0.5 else 1 if above < 1.5 else 2 if above <= 2.5 else 3  # rounds halves like `round`
            chance = 1.0
            if above >= 0.01:
                chance = _GUARDED[number]
                if guards < above - 0.3:
                    chance *= 0.3
            number += place
            total += chance * (rounds[number] if number < 6 else rounds[5])
        return PLAIN * total

    def _trumps(self, mine: int) -> float:
        share = self.share(SPADES)
        held = self._cards(SPADES, mine)
        guards = len(held)
        seats = max(1, len(self.unseen.others))
        each = self.counts[SPADES] * share / seats
        total = 0.0
        for place, card in enumerate(held):
            above = self._higher(SPADES, card) * share
            guards -= 1
            chance = 1.0
            if above > 0.01:
                chance = power(0.82, above)
                if guards < above - 0.5:
                    chance = 0.6 * chance
            least = 0.85 if place >= each + 1 else 0.6 if place >= each else 0.12
            total += chance if chance > least else least
        return total

    def ruffs(self, winners: float, fewer: int = -1) -> float:
        """Return the tricks that small trumps may win in short suits, beyond the `winners` of the trump suit.

        `fewer`: a suit counted with one card less, −1 for none.
        """
        trumps = len(self._held[SPADES])
        if fewer == SPADES:
            trumps -= 1
        if not trumps:
            return 0.0
        spare = max(0.0, trumps - winners)
        seats = max(1, len(self.unseen.others))
        chances = 0.0
        for suit in range(3):
            length = len(self._held[suit])
            if suit == fewer:
                length -= 1
            if length <= 2:
                more = self.counts[suit] / seats - length
                if more > 0.0:
                    chances += (more if more < 2.0 else 2.0) * _RUFFS[length]
        return min(spare * 0.75, chances)

    def winners(self) -> list[float]:
        """Return by suit the tricks that the seat's cards will win when it tries to, without ruffs."""
        return [self.can_win(suit, own) for suit, own in enumerate(self.own)]

    def most(self) -> float:
        """Return the tricks that the whole hand will win when the seat tries to."""
        winners = self.winners()
        return add_up(winners) + self.ruffs(winners[SPADES])

    def sure(self) -> float:
        """Count tricks by cards that only a ruff can beat."""
        total = 0.0
        for suit, held in enumerate(self._held):
            for place, card in enumerate(held):
                if self._higher(suit, card):
                    break
                total += 1.0 if suit == SPADES else self.ruffed(suit)[min(5, place)]
        return total

    def must_win(self, suit: int, mine: int) -> float:
        """Return the tricks that `mine`, of one suit, can't avoid."""
        if not mine:
            return 0.0
        count = self.counts[suit]
        by_seat = self.unseen.chances[suit]
        enemies, friends = len(self.enemies), len(self.unseen.others) > len(self.enemies)
        chance, together = 0.0, 0.0
        for seat in self.enemies:
            one = by_seat[seat]
            together += one
            if one > chance:
                chance = one
        missing, with_friend, against = 1 - chance, 1 - chance * 0.8, float(enemies)
        long = count * together / max(1, enemies) + 0.5
        total = 0.0
        held = self._cards(suit, mine)
        last = len(held) - 1
        for place in range(last + 1):
            card = held[last - place]
            above = self._higher(suit, card)
            left = (count - above) - 1.2 * place
            stuck = math.pow(1 - math.pow(missing, left if left > 0.0 else 0.0), against)
            if friends:
                stuck *= math.pow(with_friend, float(above))
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

    def cannot_lose(self) -> list[float]:
        """Return by suit the tricks that the seat's cards can't avoid."""
        return [self.must_win(suit, own) for suit, own in enumerate(self.own)]

    def least(self) -> float:
        """Return the tricks that the whole hand can't avoid."""
        return add_up(self.cannot_lose())


_RUFFS: Final = [0.6, 0.45, 0.25]
"""Tricks per missing card that a void, a singleton and a doubleton bring."""
_LATER: Final = [1.0, 0.8, 0.5, 0.25, 0.1]
"""How often the lowest card of a plain suit, the next one and so on, is played while others follow."""

ROUNDS: Final = 6
"""Rounds of a suit; later ones count like the last."""


def safe_rounds(count: int, chances: list[float], weights: list[float]) -> list[float]:
    """Return for each round of a plain suit the chance that nobody ruffs it; `count` of its cards are unseen."""
    rounds = [1.0] * ROUNDS
    last, shorts = -1.0, rounds
    for place, weight in enumerate(weights):
        chance = chances[place]
        if chance != last:
            last, shorts = chance, short_in(count, chance)
        for number in range(ROUNDS):
            safe = rounds[number]
            rounds[number] = safe * (1 - weight * shorts[number])
    return rounds


@lru_cache(maxsize=8192)
def short_in(count: int, chance: float) -> list[float]:
    """Return for each round the chance that a hand has run out, if each of `count` cards is in it with this chance."""
    rest = 1 - chance
    short = math.pow(rest, float(count))
    tail = short
    found = []
    for number in range(ROUNDS):
        found.append(tail if tail < 1.0 else 1.0)
        # the chance of exactly number + 1 cards, for the next round
        short = short * (count - number) / (number + 1) * chance / rest
        if short > 0.0:
            tail += short
    return found


_GUARDED: Final = [0.97, 0.68, 0.45, 0.25]
"""By unseen higher cards, rounded: the chance that a guarded card wins."""
