"""What a holding can do: the tricks it will probably win when it tries to, and those it must win when it does not.

One function a suit, so that a card's weight is the holding with it less the holding without it. The same functions
value a whole hand before the bidding and what is left of it later.
"""

from spades_tui.bots.portable_math import add_up, power
from spades_tui.bots.rank_masks import RankMasks, descending
from spades_tui.bots.unseen import Unseen
from spades_tui.cards import SPADES

PLAIN = 0.85
"""What becomes of high cards in plain suits that are not played at once: voids grow while they wait."""


class Holding:
    """Estimates for one seat in one situation."""

    __slots__ = ("_can_win", "_must_win", "enemies", "out", "rank_masks", "ruffed", "shares", "unseen")

    def __init__(self, unseen: Unseen, rank_masks: RankMasks, enemies: list[int]) -> None:
        self.unseen = unseen
        self.rank_masks = rank_masks
        self.enemies = enemies
        """The other seats that play; a partner can ruff as well, but is no enemy."""
        self.out = [(unseen.cards & mask) for mask in unseen.masks]
        seats = unseen.others
        trumps = self.out[SPADES].bit_count()
        has_trump = [1 - (1 - unseen.chance(seat, SPADES)) ** trumps for seat in seats]
        self.shares = [min(1.0, add_up([unseen.chance(seat, suit) for seat in seats])) for suit in range(4)]
        """By suit: how many of the cards that are out lie in somebody's hand."""
        self.ruffed = [self._safe_rounds(suit, seats, has_trump) for suit in range(3)]
        self._can_win: dict[int, float] = {}
        self._must_win: dict[int, float] = {}

    def _safe_rounds(self, suit: int, seats: list[int], has_trump: list[float]) -> list[float]:
        """For each round of a plain suit: the chance that nobody ruffs it."""
        unseen = self.unseen
        count = self.out[suit].bit_count()
        rounds = [1.0] * 6
        for seat, trump in zip(seats, has_trump, strict=True):
            chance = unseen.chance(seat, suit)
            weight = trump * (0.9 if seat in self.enemies else 0.5)
            rest = 1 - chance
            short = rest**count
            tail = short
            for number in range(6):
                rounds[number] *= 1 - weight * (tail if tail < 1.0 else 1.0)
                # The chance of exactly number + 1 cards, for the next round.
                short = short * (count - number) / (number + 1) * chance / rest
                if short > 0.0:
                    tail += short
        return rounds

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
        out, higher = self.out[suit], self.rank_masks.higher
        rounds = self.ruffed[suit]
        share = self.shares[suit]
        total = 0.0
        held = descending(self.unseen.rules, mine)
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
        out, higher = self.out[SPADES], self.rank_masks.higher
        share = self.shares[SPADES]
        held = descending(self.unseen.rules, mine)
        count = len(held)
        seats = max(1, len(self.unseen.others))
        each = out.bit_count() * share / seats
        total = 0.0
        for place, card in enumerate(held):
            above = (out & higher[card]).bit_count() * share
            chance = 1.0
            if above > 0.01:
                chance = power(0.82, above) if count - 1 - place >= above - 0.5 else 0.6 * power(0.82, above)
            length = 0.85 if place >= each + 1 else 0.6 if place >= each else 0.0
            total += max(chance, length, 0.12)
        return total

    def ruffs(self, own: int) -> float:
        """Tricks that small trumps may win on short suits, beyond what they win anyhow."""
        unseen = self.unseen
        trumps = own & unseen.masks[SPADES]
        count = trumps.bit_count()
        if not count:
            return 0.0
        strong = self.can_win(SPADES, trumps)
        spare = max(0.0, count - strong)
        chances = 0.0
        for suit in range(3):
            length = (own & unseen.masks[suit]).bit_count()
            if length <= 2:
                out = self.out[suit].bit_count() / max(1, len(unseen.others))
                chances += max(0.0, min(2.0, out - length)) * (0.6 if length == 0 else 0.45 if length == 1 else 0.25)
        return min(spare * 0.75, chances)

    def most(self, own: int) -> float:
        """Tricks that a whole hand will win when it tries to."""
        masks = self.unseen.masks
        return add_up([self.can_win(suit, own & masks[suit]) for suit in range(4)]) + self.ruffs(own)

    def sure(self, own: int) -> float:
        """Tricks by cards that nothing beats but a ruff."""
        total = 0.0
        for suit, mask in enumerate(self.unseen.masks):
            for place, card in enumerate(descending(self.unseen.rules, own & mask)):
                if self.out[suit] & self.rank_masks.higher[card]:
                    break
                total += 1.0 if suit == SPADES else self.ruffed[suit][min(5, place)]
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
        unseen = self.unseen
        out, higher, lower = self.out[suit], self.rank_masks.higher, self.rank_masks.lower
        count = out.bit_count()
        chances = [unseen.chance(seat, suit) for seat in self.enemies]
        chance = max(chances, default=0.0)
        each = count * add_up(chances) / max(1, len(chances))
        friends = len(unseen.others) - len(self.enemies)
        held = descending(unseen.rules, mine)[::-1]
        total = 0.0
        for place, card in enumerate(held):
            under = (out & lower[card]).bit_count()
            over = (out & higher[card]).bit_count()
            left = max(0.0, under - 1.2 * place)
            stuck = (1 - (1 - chance) ** left) ** len(self.enemies)
            if friends:
                stuck *= (1 - chance * 0.8) ** over
            if suit == SPADES:
                if not over:
                    stuck = max(stuck, 0.95)
                if place >= each + 0.5:
                    stuck = max(stuck, 0.8)
                stuck *= 0.9
            else:
                if not over:
                    stuck = max(stuck, 0.8)
                if count == 0:
                    stuck = 0.25
                stuck *= (1.0, 0.8, 0.5, 0.25, 0.1)[min(4, place)]
            total += stuck
        return total

    def least(self, own: int) -> float:
        """Tricks that a whole hand cannot help winning."""
        masks = self.unseen.masks
        return add_up([self.must_win(suit, own & masks[suit]) for suit in range(4)])


_GUARDED = (0.97, 0.68, 0.45, 0.25)
"""The chance of a guarded card with so many higher ones out, rounded."""
