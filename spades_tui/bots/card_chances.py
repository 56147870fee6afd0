"""The chances of each hand to hold the cards that a player hasn't seen."""

from functools import lru_cache

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.rules.ruleset import Ruleset


class Unseen:
    """Unseen cards and known voids, by seat."""

    def __init__(
        self, rules: Ruleset, own: int, cards: int, voids: list[int], others: tuple[int, ...], sizes: tuple[int, ...]
    ) -> None:
        self.own, self.cards = own, cards
        self.masks: tuple[int, ...] = rules.cards.suit_masks
        self.voids = voids
        self.sizes = sizes
        self.others = others
        self.left = self.cards.bit_count()
        held = 0
        for other in others:
            held += sizes[other]
        self.aside = max(0, self.left - held)
        """Unseen cards that nobody holds: a dead hand, the extra card."""
        self.chances = self._all_chances()
        """By suit and seat: the chance that an unseen card of the suit is in that hand."""

    @staticmethod
    def blank(rules: Ruleset, own: int) -> "Unseen":
        """Return what seat 0 knows before anything has happened, holding these cards."""
        others, sizes = tuple(range(1, rules.players)), (rules.tricks,) * rules.seats
        return Unseen(rules, own, rank_masks(rules).pack & ~own, [0] * rules.seats, others, sizes)

    def use_known_counts(self, counts: dict[tuple[int, int], int]) -> None:
        """Use the cards of a suit that seats are known to hold because of their bids (WZ-1, MR-1)."""
        by_suit: list[tuple[float, ...]] = []
        sizes = list(self.sizes)
        for (_, seat), left in counts.items():
            sizes[seat] = max(0, sizes[seat] - left)
        for suit in range(4):
            out = (self.cards & self.masks[suit]).bit_count()
            by_seat: dict[int, int] = {}
            for (of, seat), left in counts.items():
                if of == suit:
                    by_seat[seat] = left
            able = []
            for seat in self.others:
                if seat not in by_seat and not self.voids[seat] >> suit & 1:
                    able.append(seat)
            room = self.aside + sum([sizes[seat] for seat in able])
            rest = max(0, out - sum(by_seat.values())) / max(1, out)
            chances = [0.0] * len(self.voids)
            for seat in self.others:
                chance = 0.0
                if seat in by_seat:
                    if out:
                        chance = by_seat[seat] / out
                elif seat in able and room:
                    chance = rest * sizes[seat] / room
                chances[seat] = min(0.98, chance)
                if not by_seat.get(seat, 1):
                    self.voids[seat] |= 1 << suit
            by_suit.append(tuple(chances))
        self.chances = by_suit

    def _all_chances(self) -> list[tuple[float, ...]]:
        others, sizes, aside, voids = self.others, self.sizes, self.aside, self.voids
        void = 0
        for seat in others:
            void |= voids[seat]
        anywhere = chances_of(others, sizes, aside)
        if not void:
            return [anywhere] * 4
        by_suit: list[tuple[float, ...]] = []
        for suit in range(4):
            if void >> suit & 1:
                able = [seat for seat in others if not voids[seat] >> suit & 1]
                by_suit.append(chances_of(tuple(able), sizes, aside))
            else:
                by_suit.append(anywhere)
        return by_suit


@lru_cache(maxsize=4096)
def chances_of(able: tuple[int, ...], sizes: tuple[int, ...], aside: int) -> tuple[float, ...]:
    """Return by seat the chance that an unseen card of a suit is in that hand; only seats in `able` may hold it.

    `sizes`: the number of cards of each seat; `aside`: the number of unseen cards that nobody holds.
    """
    room = aside
    for seat in able:
        room += sizes[seat]
    chances = [0.0] * len(sizes)
    if room:
        for seat in able:
            chances[seat] = min(sizes[seat] / room, 0.98)
    return tuple(chances)
