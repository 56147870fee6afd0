"""What a seat can work out from its observation: which cards are still out, and who may hold them."""

from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


class Unseen:
    """Cards out and voids shown, by seat. Built for one decision; nothing in it goes beyond the observation."""

    __slots__ = (
        "aside", "cards", "chances", "left", "masks", "others", "own", "ranks", "rules", "seat", "sizes", "voids",
    )  # fmt: skip

    def __init__(self, seen: Observation, seat: int) -> None:
        rules = seen.rules
        self.rules = rules
        self.seat = seat
        self.own = seen.own or 0
        self.masks = rules.cards.suit_masks
        self.ranks = rules.cards.ranks
        gone = self.own if seen.draft is None else self.own | seen.draft.away
        voids = [0] * rules.seats
        suit_of = rules.cards.suit_of
        for trick in (*seen.tricks, seen.trick):
            led = -1
            for played in trick:
                gone |= 1 << played.card
                suit = suit_of[played.card]
                if led < 0:
                    led = suit
                elif suit != led:
                    voids[played.seat] |= 1 << led
        masks = self.masks
        self.cards = (masks[0] | masks[1] | masks[2] | masks[3]) & ~gone
        self.voids = voids
        self.sizes = seen.sizes
        self.others = [other for other in seen.table if other != seat]
        self.left = self.cards.bit_count()
        self.aside = max(0, self.left - sum([self.sizes[other] for other in self.others]))
        """Cards out that nobody holds: a dead hand, the extra card."""
        self.chances = self._all_chances()
        """By suit and seat: the chance that a card of the suit that is out lies in that hand."""

    @classmethod
    def blank(cls, rules: Ruleset, own: int) -> "Unseen":
        """What seat 0 of a table knows before anything has happened, holding these cards."""
        unseen = cls.__new__(cls)
        unseen.rules = rules
        unseen.seat = 0
        unseen.own = own
        unseen.masks = rules.cards.suit_masks
        unseen.ranks = rules.cards.ranks
        masks = unseen.masks
        unseen.cards = (masks[0] | masks[1] | masks[2] | masks[3]) & ~own
        unseen.voids = [0] * rules.seats
        unseen.others = list(range(1, rules.players))
        unseen.sizes = (rules.tricks,) * rules.seats
        unseen.left = unseen.cards.bit_count()
        unseen.aside = max(0, unseen.left - rules.tricks * (rules.players - 1))
        unseen.chances = unseen._all_chances()
        return unseen

    def chance(self, other: int, suit: int) -> float:
        """The chance that a card of this suit that is out lies in that hand."""
        return self.chances[suit][other]

    def _all_chances(self) -> list[list[float]]:
        found = []
        for suit in range(4):
            able = [seat for seat in self.others if not self.voids[seat] >> suit & 1]
            room = self.aside
            for seat in able:
                room += self.sizes[seat]
            chances = [0.0] * self.rules.seats
            for seat in able:
                if room:
                    chances[seat] = min(0.98, self.sizes[seat] / room)
            found.append(chances)
        return found
