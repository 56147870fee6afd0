"""One decision about a card, put into the questions that a player asks himself. From the observation alone.

Who is winning and can still be beaten, what is still needed, whose zero is alive: `reasons` makes its sentences of it.
"""

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.sentences import called_high
from spades_tui.bots.unseen import Unseen
from spades_tui.bots.worth import helping, worth
from spades_tui.cards import ACES, SPADES, cards_of
from spades_tui.game.facts import Play
from spades_tui.game.kernel import beats
from spades_tui.rules.deck import LOW_ACE
from spades_tui.seats import Observation


class SeatView:
    """A trick as the seat on turn sees it."""

    def __init__(self, seen: Observation, seat: int) -> None:
        rules = seen.rules
        self.seen, self.seat, self.rules = seen, seat, rules
        self.unseen = Unseen.by(seen, seat)
        self.rank_masks = rank_masks(rules)
        self.ranks, self.suit_of = rules.cards.ranks, rules.cards.suit_of
        self.own = seen.own or 0
        self.masks = rules.cards.suit_masks
        self.side = rules.side_of[seat]
        self.partner = next((other for other in rules.sides[self.side] if other != seat and other in seen.table), None)
        self.left = rules.tricks - len(seen.tricks)
        """Tricks still to be taken, this one included."""
        self.led = seen.led
        self.winner = seen.winning
        self.best = next((played.value for played in seen.trick if played.seat == seen.winning), None)
        place = seen.table.index(seat)
        count = len(seen.table) - len(seen.trick) - 1
        self.after = [seen.table[(place + step) % len(seen.table)] for step in range(1, count + 1)]
        """Who plays to this trick after the seat."""
        failed = helping(rules, seen.bids, seen.took)
        self._worth = worth(rules, seen.standing, seen.bids, seen.blind, seen.contracts, failed=failed)
        unit = self._worth.unit_of[seat]
        self._table = self._worth.tables[unit]
        self.took = self._took(unit)
        self.need = self._contract(unit) - self.took
        """Tricks that the side still needs for its bid, or the seat where it stands alone."""
        self.with_partner = self.partner is not None and self._worth.unit_of[self.partner] == unit
        """Whether the partner's tricks count as the seat's own."""
        self.zero = seen.bids[seat] == 0 and not self.took and self._worth.best[unit] == 0
        """The seat's own zero is alive."""

    # ---- what is needed

    def _contract(self, unit: int) -> int:
        """What a side has bid, or a seat that stands alone."""
        seats = self._worth.seats[unit]
        side = self.rules.sides[self.rules.side_of[seats[0]]]
        total = self.seen.contracts[self.rules.side_of[seats[0]]]
        whole = sum(seat in self.seen.table for seat in side) == len(seats)
        return total if whole and total is not None else sum(self.seen.bids[seat] or 0 for seat in seats)

    def _took(self, unit: int) -> int:
        """The tricks of a side, or of a seat that stands alone."""
        return sum(self.seen.took[seat] for seat in self._worth.seats[unit])

    @property
    def lost(self) -> bool:
        """The bid cannot be made any more."""
        return self.need > self.left

    @property
    def sated(self) -> bool:
        """The bid is made, or a zero lost, and one trick more would cost points."""
        return self.need <= 0 and self.extra_costs > 0

    @property
    def extra_costs(self) -> float:
        """Points that one trick more would cost; below 0 when it brings some."""
        more = min(self.took + 1, len(self._table) - 1)
        return self._table[self.took] - self._table[more]

    @property
    def over_costs(self) -> float:
        """Points that the first trick above the bid will cost; below 0 when it brings some."""
        bid = min(self.took + max(0, self.need), len(self._table) - 2)
        return self._table[bid] - self._table[bid + 1]

    def glutted(self, seat: int) -> bool:
        """Whether a seat's side has made its bid, and a trick more costs it points."""
        unit = self._worth.unit_of[seat]
        took, table = self._took(unit), self._worth.tables[unit]
        return 0 < self._contract(unit) <= took < len(table) - 1 and table[took] > table[took + 1]

    def zero_of(self, seat: int) -> bool:
        """Whether another seat's zero is alive: bid zero, nothing taken, and better off without a trick."""
        if self.seen.bids[seat] != 0 or self.seen.took[seat]:
            return False
        return self._worth.best[self._worth.unit_of[seat]] == 0

    @property
    def partner_zero(self) -> bool:
        """The partner's zero is alive and not counted with the seat's own tricks."""
        return self.partner is not None and not self.with_partner and self.zero_of(self.partner)

    def hunted(self) -> list[int]:
        """Opponents whose zero is alive."""
        rules = self.rules
        return [seat for seat in self.unseen.others if rules.side_of[seat] != self.side and self.zero_of(seat)]

    def sets(self) -> int | None:
        """A seat of an opposing side that cannot make its bid once it loses this trick."""
        rules, seen = self.rules, self.seen
        for side, seats in enumerate(rules.sides):
            contract = seen.contracts[side]
            if side == self.side or not contract:
                continue
            playing = [seat for seat in seats if seat in seen.table and seen.bids[seat]]
            if not playing:
                continue
            unit = self._worth.unit_of[playing[0]]
            wanted = self._contract(unit) - self._took(unit)
            if wanted == self.left and wanted > 0:
                return playing[0]
        return None

    # ---- the trick

    def wins(self, value: int) -> bool:
        """Whether a card, played now, is the best so far."""
        return self.best is None or beats(self.rules.cards, value, self.best)

    def safe(self, value: int, led: int | None = None) -> bool:
        """Whether nobody who plays after the seat can beat a card, as far as the seat can know."""
        suit = self.suit_of[value]
        led = suit if led is None else led
        unseen = self.unseen
        higher = self.above(value)
        for seat in self.after:
            if higher and unseen.chance(seat, suit):
                return False
            may_ruff = unseen.cards & self.masks[SPADES] and unseen.chance(seat, SPADES) and suit != SPADES
            if may_ruff and unseen.voids[seat] >> led & 1:
                return False
            if may_ruff and not unseen.voids[seat] >> led & 1 and not self._must_follow(seat, led):
                return False
        return True

    def _must_follow(self, seat: int, suit: int) -> bool:
        """Whether a seat surely holds a card of a suit: more of its cards are out than all others could hold."""
        unseen = self.unseen
        out = self.out(suit).bit_count()
        room = unseen.aside + sum(
            unseen.sizes[other] for other in unseen.others if other != seat and not unseen.voids[other] >> suit & 1
        )
        return out > room

    def likely_safe(self, value: int) -> bool:
        """Whether no higher card of the suit is out, and nobody behind seems to be able to ruff it."""
        if not self.boss(value):
            return False
        suit = self.suit_of[value]
        led = self.led if self.led is not None else suit
        return suit == SPADES or not self.may_be_ruffed(led)

    def holds(self, value: int) -> bool:
        """Whether the card that is winning, or would be, seems to stay the best."""
        return self.safe(value, self.led) or self.likely_safe(value)

    def may_be_ruffed(self, led: int) -> bool:
        """Whether somebody behind is void and may ruff, as was shown or as the few cards left make certain.

        A partner's ruff is no loss, and nobody ruffs whose zero is alive.
        """
        able = [seat for seat in self.after if self.may_hold(seat, led)]
        opponents = [seat for seat in self.after if seat != self.partner and not self.zero_of(seat)]
        ruffers = [seat for seat in opponents if self.may_hold(seat, SPADES)]
        if any(seat not in able for seat in ruffers):
            return True
        return bool(ruffers) and self.out(led).bit_count() < len(able)

    def ruffers(self, suit: int) -> list[int]:
        """Who plays after the seat, is known to have none of a plain suit, and may have a trump."""
        return [seat for seat in self.after if not self.may_hold(seat, suit) and self.may_hold(seat, SPADES)]

    def is_ours(self, seat: int) -> bool:
        """Whether a seat is the partner, and his tricks count as the seat's own."""
        return seat == self.partner and self.with_partner

    # ---- the cards that are out

    def out(self, suit: int) -> int:
        """The cards of a suit that others may hold."""
        return self.unseen.cards & self.masks[suit]

    def above(self, value: int) -> int:
        """The cards of its suit that are out and higher."""
        return self.unseen.cards & self.rank_masks.higher[value]

    def below(self, value: int) -> int:
        """The cards of its suit that are out and lower."""
        return self.unseen.cards & self.rank_masks.lower[value]

    def boss(self, value: int) -> bool:
        """Whether no higher card of its suit is out."""
        return not self.above(value)

    def low(self, value: int) -> bool:
        """Whether anybody would call it low: no high card, and most of its suit that is out is higher."""
        return not called_high(value) and self.above(value).bit_count() > self.below(value).bit_count()

    def may_hold(self, seat: int, suit: int) -> bool:
        """Whether a seat may still have a card of a suit, as far as the seat can know."""
        return bool(self.out(suit)) and self.unseen.chance(seat, suit) > 0

    def same_strength(self, one: int, other: int) -> bool:
        """Whether two cards are worth the same: none that is out stands between them."""
        higher = self.rank_masks.higher
        return self.suit_of[one] == self.suit_of[other] and not (higher[one] ^ higher[other]) & self.unseen.cards

    # ---- the own cards

    def dangerous(self, value: int) -> bool:
        """Whether a card that wants no trick may yet get one: enough lower ones of its suit are out."""
        return self.below(value).bit_count() >= 3

    def same_suit(self, card: int) -> list[int]:
        """The own cards of a card's suit, the lowest first."""
        return sorted(cards_of(self.own & self.masks[self.suit_of[card]]), key=self.ranks.__getitem__)

    def others(self, value: int) -> list[int]:
        """The other own cards of a card's suit, the lowest first."""
        card = ACES[self.suit_of[value]] if value >= LOW_ACE else value
        return [other for other in self.same_suit(card) if other != card]

    def is_lowest(self, value: int) -> bool:
        """Whether a card, as played, is the lowest of its suit that the seat holds."""
        return all(self.ranks[other] > self.ranks[value] for other in self.others(value))

    def as_low(self, value: int) -> bool:
        """Whether the seat holds none of its suit that is worth less."""
        others = self.others(value)
        return self.is_lowest(value) or self.same_strength(value, others[0])

    def as_high(self, value: int) -> bool:
        """Whether the seat holds none of its suit that is worth more."""
        others = self.others(value)
        return not others or self.ranks[others[-1]] < self.ranks[value] or self.same_strength(value, others[-1])

    def winners(self) -> int:
        """How many own cards are the highest of their suit that are left."""
        return sum(self.boss(card) for card in cards_of(self.own))

    def can_draw_trumps(self) -> bool:
        """Whether the seat has trumps enough to draw all that are out, if they lie evenly."""
        holders = sum(self.may_hold(seat, SPADES) for seat in self.unseen.others)
        return (self.own & self.masks[SPADES]).bit_count() * holders >= self.trumps_out()

    def gains_by_ruffing(self) -> bool:
        """Whether the seat has a trump that is not sure of a trick by itself."""
        return any(not self.boss(card) for card in cards_of(self.own & self.masks[SPADES]))

    def only_trumps_beside(self, card: int) -> bool:
        """Whether all the other own cards are trumps."""
        return not self.own & ~(1 << card) & ~self.masks[SPADES]

    def plays(self) -> list[Play]:
        """What may be played without a renege."""
        follows = self.seen.follows or self.own
        return [fact for fact in self.seen.legal if isinstance(fact, Play) and follows >> fact.card & 1]

    def cheapest_winner(self) -> int | None:
        """The lowest card that would be the best so far; a card of the suit led before a trump."""
        values = [fact.value for fact in self.plays()]
        winners = [value for value in values if self.wins(value)]
        return min(winners, key=self.ranks.__getitem__, default=None)

    def highest_loser(self) -> int | None:
        """The highest card that would not win the trick."""
        return max(self.losers(), key=self.ranks.__getitem__, default=None)

    def losers(self) -> list[int]:
        """The cards that would not win the trick, as they would be played."""
        return [fact.value for fact in self.plays() if not self.wins(fact.value)]

    def held_back(self, card: int) -> int | None:
        """The highest own card that would win the trick if it were played instead of this one."""
        values = [fact.card for fact in self.plays() if self.wins(fact.value) and fact.card != card]
        return max(values, key=self.ranks.__getitem__, default=None)

    def void(self) -> bool:
        """Whether the seat cannot follow the suit led."""
        return self.led is not None and not self.own & self.masks[self.led]

    def trumps_out(self) -> int:
        """Trumps that others may hold."""
        return self.out(SPADES).bit_count()

    def winners_beside(self, suit: int) -> int | None:
        """Another plain suit in which the seat holds the highest card that is left."""
        for other in range(3):
            held = self.own & self.masks[other]
            if other != suit and held and any(self.boss(card) for card in cards_of(held)):
                return other
        return None
