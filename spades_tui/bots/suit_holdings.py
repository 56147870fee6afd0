"""Estimate the tricks that the cards of a suit will win, and those that they can't avoid.

Each suit is valued alone, so a card is worth its suit with it minus its suit without it. The functions value a hand
before the bidding and later in the play.
"""

import math
from functools import lru_cache
from typing import Final

from spades_tui.bots.card_chances import Unseen
from spades_tui.bots.portable_math import add_up, power
from spades_tui.bots.rank_masks import RankMasks
from spades_tui.cards import SPADES

HOPELESS: Final = 3.2
"""Unseen higher cards in the other hands, on average, with which a plain card never wins."""
PLAIN: Final = 0.85
"""Multiplies the worth of plain high cards that aren't played at once, because others run out of the suit."""

Spread = tuple[tuple[float, ...], float, float, float]
"""Where a suit's unseen cards are.

First the chance that one is in each other hand, in the order of `Unseen.others`; then the sum of these, at most 1. Then
the highest of the opponents' chances, and their sum.
"""


class Holding:
    """Estimates for one seat in one situation.

    A suit's cards are given as the number of unseen higher cards for each, highest card first; see `above`.
    """

    def __init__(self, unseen: Unseen, rank_masks: RankMasks, enemies: tuple[int, ...]) -> None:
        self.unseen = unseen
        self.enemies = enemies
        """The opponents that play; a partner can ruff too, but is no enemy."""
        self._against = float(len(enemies))
        self._friends = len(unseen.others) > len(enemies)
        """Whether a partner plays."""
        self._seats = max(1, len(unseen.others))
        """The number of other players; 1 if there are none."""
        self.out: list[int] = []
        """By suit: the unseen cards."""
        self.counts: list[int] = []
        """By suit: the number of unseen cards."""
        self._held: list[tuple[int, ...]] = []
        """By suit: the seat's cards, highest first."""
        self.above: list[tuple[int, ...]] = []
        """By suit: for each of these cards, the number of unseen higher ones."""
        for mask in unseen.masks:
            out = unseen.cards & mask
            held = rank_masks.descending(unseen.own & mask)
            above = tuple([(out & rank_masks.higher[card]).bit_count() for card in held])
            self.out.append(out)
            self.counts.append(out.bit_count())
            self._held.append(held)
            self.above.append(above)
        self._spreads: list[Spread] = []
        """By suit: where the unseen cards are."""
        last: tuple[float, ...] = ()
        for chances in unseen.chances:
            if chances is not last:  # they are the same in suits in which nobody is void
                last, spread = chances, spread_of(chances, unseen.others, enemies)
            self._spreads.append(spread)
        self._weights: tuple[float, ...] = ()
        """By seat: weight of its void in a plain suit."""
        self._ruffed: list[list[float]] = [[], [], []]
        self._short: list[float] = []

    def without(self, suit: int, card: int) -> tuple[int, ...]:
        """Return `above` of a suit without one card."""
        place = self._held[suit].index(card)
        above = self.above[suit]
        return above[:place] + above[place + 1 :]

    def ruffed(self, suit: int) -> list[float]:
        """Return for each round of a plain suit the chance that nobody ruffs it."""
        rounds = self._ruffed[suit]
        if not rounds:
            if not self._weights:
                unseen = self.unseen
                trumps = unseen.chances[SPADES]
                self._weights = void_weights(trumps, self.counts[SPADES], unseen.others, self.enemies)
            chances = self._spreads[suit][0]
            rounds = safe_rounds(self.counts[suit], chances, self._weights)
            self._ruffed[suit] = rounds
        return rounds

    def can_win(self, suit: int, cards: tuple[int, ...]) -> float:
        """Return the tricks that cards of one suit will win when the seat tries to."""
        if suit != SPADES:
            return self._plain(suit, cards)
        if not cards:
            return 0.0
        return trumps_win(cards, self.counts[SPADES], self._spreads[SPADES][1], self._seats)

    def _plain(self, suit: int, cards: tuple[int, ...]) -> float:
        share = self._spreads[suit][1]
        if not cards or cards[0] * share > HOPELESS:
            return 0.0
        rounds = self.ruffed(suit)
        total = 0.0
        guards = len(cards)
        for place, higher in enumerate(cards):
            above = higher * share
            guards -= 1
            if above > HOPELESS:
                break
            if above <= 0.5:  # rounds halves like `round`
                number = 0
            elif above < 1.5:
                number = 1
            elif above <= 2.5:
                number = 2
            else:
                number = 3
            chance = 1.0
            if above >= 0.01:
                chance = _GUARDED[number]
                if guards < above - 0.3:
                    chance *= 0.3
            number += place
            if number > LAST_ROUND:
                number = LAST_ROUND
            total += chance * rounds[number]
        return PLAIN * total

    def ruffs(self, winners: float, fewer: int = -1) -> float:
        """Return the tricks that small trumps may win in short suits, beyond the `winners` of the trump suit.

        `fewer`: a suit counted with one card less, −1 for none.
        """
        trumps = len(self._held[SPADES])
        if fewer == SPADES:
            trumps -= 1
        if not trumps:
            return 0.0
        spare = trumps - winners
        if spare <= 0.0:
            return 0.0
        if not self._short:
            self._short = self._short_suits()
        chances = self._short[fewer]
        spare *= 0.75
        return min(spare, chances)

    def _short_suits(self) -> list[float]:
        """Return the tricks that ruffs of short suits may bring, by the suit that has one card less.

        The last one, at index `SPADES` and −1, is for the cards as they are.
        """
        now: list[float] = []
        less: list[float] = []
        for suit in range(3):
            length, each = len(self._held[suit]), self.counts[suit] / self._seats
            now.append(_ruffs_of(each, length))
            less.append(_ruffs_of(each, length - 1))
        first, second, third = now
        return [
            less[0] + second + third, first + less[1] + third, first + second + less[2], first + second + third,
        ]  # fmt: skip

    def winners(self) -> list[float]:
        """Return by suit the tricks that the seat's cards will win when it tries to, without ruffs."""
        return [self.can_win(suit, cards) for suit, cards in enumerate(self.above)]

    def most(self) -> float:
        """Return the tricks that the whole hand will win when the seat tries to."""
        winners = self.winners()
        return add_up(winners) + self.ruffs(winners[SPADES])

    def sure(self) -> float:
        """Count tricks by cards that only a ruff can beat."""
        total = 0.0
        for suit, cards in enumerate(self.above):
            for place, higher in enumerate(cards):
                if higher:
                    break
                if suit == SPADES:
                    total += 1.0
                else:
                    total += self.ruffed(suit)[min(LAST_ROUND, place)]
        return total

    def must_win(self, suit: int, cards: tuple[int, ...]) -> float:
        """Return the tricks that cards of one suit can't avoid."""
        if not cards:
            return 0.0
        count = self.counts[suit]
        if not count and suit != SPADES:
            return 0.25 * add_up([_LATER[min(place, 4)] for place in range(len(cards))])
        _, _, chance, together = self._spreads[suit]
        missing, with_friend, against, friends = 1.0 - chance, 1.0 - chance * 0.8, self._against, self._friends
        long = count * together / (against or 1.0) + 0.5
        total = 0.0
        for place, above in enumerate(reversed(cards)):
            left = (count - above) - 1.2 * place
            stuck = 0.0
            if left > 0.0:
                stuck = math.pow(1.0 - math.pow(missing, left), against)
            if friends and above:
                stuck *= math.pow(with_friend, float(above))
            if suit == SPADES:
                if not above and stuck < 0.95:
                    stuck = 0.95
                if place >= long and stuck < 0.8:
                    stuck = 0.8
                stuck *= 0.9
            else:
                if not above and stuck < 0.8:
                    stuck = 0.8
                stuck *= _LATER[place if place < 4 else 4]
            total += stuck
        return total

    def cannot_lose(self) -> list[float]:
        """Return by suit the tricks that the seat's cards can't avoid."""
        return [self.must_win(suit, cards) for suit, cards in enumerate(self.above)]

    def least(self) -> float:
        """Return the tricks that the whole hand can't avoid."""
        return add_up(self.cannot_lose())


def _ruffs_of(each: float, length: int) -> float:
    """Return the tricks that ruffs of a suit may bring, with `each` of its cards in another hand on average."""
    missing = each - length
    if length > 2 or missing <= 0.0:
        return 0.0
    return min(missing, 2.0) * _RUFFS[length]


_RUFFS: Final = [0.6, 0.45, 0.25]
"""Tricks per missing card that a void, a singleton and a doubleton bring."""
_LATER: Final = [1.0, 0.8, 0.5, 0.25, 0.1]
"""How often the lowest card of a plain suit, the next one and so on, is played while others follow."""

ROUNDS: Final = 6
"""Rounds of a suit; later ones count like the last."""
LAST_ROUND: Final = ROUNDS - 1


@lru_cache(maxsize=2048)
def safe_rounds(count: int, chances: tuple[float, ...], weights: tuple[float, ...]) -> list[float]:
    """Return for each round of a plain suit the chance that nobody ruffs it; `count` of its cards are unseen."""
    rounds = [1.0] * ROUNDS
    last, shorts = -1.0, rounds
    for place, weight in enumerate(weights):
        chance = chances[place]
        if chance != last:
            last, shorts = chance, short_in(count, chance)
        rounds = [rounds[number] * (1.0 - weight * shorts[number]) for number in range(ROUNDS)]
    return rounds


@lru_cache(maxsize=8192)
def short_in(count: int, chance: float) -> list[float]:
    """Return for each round the chance that a hand has run out, if each of `count` cards is in it with this chance."""
    rest = 1.0 - chance
    short = math.pow(rest, float(count))
    tail = short
    shorts = []
    for number in range(ROUNDS):
        shorts.append(min(tail, 1.0))
        # the chance of exactly number + 1 cards, for the next round
        short = short * (count - number) / (number + 1) * chance / rest
        if short > 0.0:
            tail += short
    return shorts


@lru_cache(maxsize=4096)
def spread_of(by_seat: tuple[float, ...], others: tuple[int, ...], enemies: tuple[int, ...]) -> Spread:
    """Return where the unseen cards of a suit are, with the chance that one is in each seat's hand."""
    share = highest = together = 0.0
    for seat in others:
        share += by_seat[seat]
    for seat in enemies:
        chance = by_seat[seat]
        together += chance
        if chance > highest:
            highest = chance
    return tuple([by_seat[seat] for seat in others]), min(share, 1.0), highest, together


@lru_cache(maxsize=4096)
def void_weights(
    by_seat: tuple[float, ...], trumps: int, others: tuple[int, ...], enemies: tuple[int, ...]
) -> tuple[float, ...]:
    """Return the weight of each other seat's void in a plain suit: whether it has a trump, and wants to ruff.

    `by_seat`: the chance that one of the `trumps` unseen trumps is in that seat's hand.
    """
    weights = []
    for seat in others:
        has_trump = 1.0 - math.pow(1.0 - by_seat[seat], float(trumps))
        wants = 0.9 if seat in enemies else 0.5
        weights.append(has_trump * wants)
    return tuple(weights)


@lru_cache(maxsize=1 << 13)
def trumps_win(cards: tuple[int, ...], count: int, share: float, seats: int) -> float:
    """Return the tricks that trumps will win when the seat tries to; `cards` are given as for `Holding`.

    `count` trumps are unseen; one of them is in the `seats` other hands with the chance `share`. Cached, because most
    are asked for again.
    """
    guards = len(cards)
    each = count * share / seats
    total = 0.0
    for place, higher in enumerate(cards):
        above = higher * share
        guards -= 1
        chance = 1.0
        if above > 0.01:
            chance = power(0.82, above)
            if guards < above - 0.5:
                chance = 0.6 * chance
        if place >= each + 1:
            least = 0.85
        elif place >= each:
            least = 0.6
        else:
            least = 0.12
        total += max(chance, least)
    return total


_GUARDED: Final = [0.97, 0.68, 0.45, 0.25]
"""By unseen higher cards, rounded: the chance that a guarded card wins."""
