"""What a holding can do: the tricks it will probably win when it tries to, and those it must win when it does not.

One function a suit, so that a card's weight is the holding with it less the holding without it. The same functions
value a whole hand before the bidding and what is left of it later.
"""

from spades_tui.bots.edges import Edges, descending
from spades_tui.bots.numbers import add_up, power
from spades_tui.bots.sight import Sight
from spades_tui.cards import SPADES

PLAIN = 0.85
"""What becomes of high cards in plain suits that are not played at once: voids grow while they wait."""


class Holding:
    """Estimates for one seat in one situation."""

    __slots__ = ("_high", "_low", "edges", "enemies", "out", "ruffed", "sight", "trump_share")

    def __init__(self, sight: Sight, edges: Edges, enemies: list[int]) -> None:
        self.sight = sight
        self.edges = edges
        self.enemies = enemies
        """The other seats that play; a partner can ruff as well, but is no enemy."""
        self.out = [(sight.unseen & mask) for mask in sight.masks]
        seats = sight.others
        trumps = self.out[SPADES].bit_count()
        has_trump = [1 - (1 - sight.chance(seat, SPADES)) ** trumps for seat in seats]
        self.trump_share = add_up(sight.chance(seat, SPADES) for seat in seats)
        self.ruffed = [self._safe_rounds(suit, seats, has_trump) for suit in range(3)]
        self._high: dict[int, float] = {}
        self._low: dict[int, float] = {}

    def _safe_rounds(self, suit: int, seats: list[int], has_trump: list[float]) -> list[float]:
        """For each round of a plain suit: the chance that nobody ruffs it."""
        sight = self.sight
        count = self.out[suit].bit_count()
        rounds = [1.0] * 6
        for seat, trump in zip(seats, has_trump, strict=True):
            chance = sight.chance(seat, suit)
            weight = trump * (0.9 if seat in self.enemies else 0.5)
            short = (1 - chance) ** count
            tail = short
            for number in range(6):
                rounds[number] *= 1 - weight * min(1.0, tail)
                # The chance of exactly number + 1 cards, for the next round.
                short = short * (count - number) / (number + 1) * chance / (1 - chance) if chance < 1 else 0.0
                tail += max(0.0, short)
        return rounds

    def high(self, suit: int, mine: int) -> float:
        """Tricks that `mine`, of one suit, will win when its holder tries to."""
        key = mine | suit << 60
        known = self._high.get(key)
        if known is None:
            known = self._trumps(mine) if suit == SPADES else self._plain(suit, mine)
            self._high[key] = known
        return known

    def _plain(self, suit: int, mine: int) -> float:
        if not mine:
            return 0.0
        out, higher = self.out[suit], self.edges.higher
        rounds = self.ruffed[suit]
        share = min(1.0, add_up(self.sight.chance(seat, suit) for seat in self.sight.others))
        total = 0.0
        held = descending(self.sight.rules, mine)
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
        out, higher = self.out[SPADES], self.edges.higher
        share = min(1.0, self.trump_share)
        held = descending(self.sight.rules, mine)
        count = len(held)
        seats = max(1, len(self.sight.others))
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
        sight = self.sight
        trumps = own & sight.masks[SPADES]
        count = trumps.bit_count()
        if not count:
            return 0.0
        strong = self._trumps(trumps)
        spare = max(0.0, count - strong)
        chances = 0.0
        for suit in range(3):
            length = (own & sight.masks[suit]).bit_count()
            if length <= 2:
                out = self.out[suit].bit_count() / max(1, len(sight.others))
                chances += max(0.0, min(2.0, out - length)) * (0.6 if length == 0 else 0.45 if length == 1 else 0.25)
        return min(spare * 0.75, chances)

    def most(self, own: int) -> float:
        """Tricks that a whole hand will win when it tries to."""
        masks = self.sight.masks
        return add_up(self.high(suit, own & masks[suit]) for suit in range(4)) + self.ruffs(own)

    def sure(self, own: int) -> float:
        """Tricks by cards that nothing beats but a ruff."""
        total = 0.0
        for suit, mask in enumerate(self.sight.masks):
            for place, card in enumerate(descending(self.sight.rules, own & mask)):
                if self.out[suit] & self.edges.higher[card]:
                    break
                total += 1.0 if suit == SPADES else self.ruffed[suit][min(5, place)]
        return total

    def low(self, suit: int, mine: int) -> float:
        """Tricks that `mine`, of one suit, cannot help winning."""
        key = mine | suit << 60
        known = self._low.get(key)
        if known is None:
            known = self._forced(suit, mine)
            self._low[key] = known
        return known

    def _forced(self, suit: int, mine: int) -> float:
        if not mine:
            return 0.0
        sight = self.sight
        out, higher, lower = self.out[suit], self.edges.higher, self.edges.lower
        count = out.bit_count()
        chances = [sight.chance(seat, suit) for seat in self.enemies]
        chance = max(chances, default=0.0)
        each = count * add_up(chances) / max(1, len(chances))
        friends = len(sight.others) - len(self.enemies)
        held = descending(sight.rules, mine)
        held.reverse()
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
        masks = self.sight.masks
        return add_up(self.low(suit, own & masks[suit]) for suit in range(4))


_GUARDED = (0.97, 0.68, 0.45, 0.25)
"""The chance of a guarded card with so many higher ones out, rounded."""
