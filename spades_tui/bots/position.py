"""The facts of a turn to play a card, from what the seat may see: who wins, what is out, who needs what.

Every fact is exact. What can't be known, such as where an unseen card lies, counts as possible.
"""

from functools import cached_property

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.side_scores import Bidding, SideScores, side_scores
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.bots.valued_choice import is_nil
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.events import Play
from spades_tui.game.kernel import beats
from spades_tui.rules.ledger import PROMISE
from spades_tui.seats import Observation


class Position:
    """The facts of one turn. Build it with an observation of a seat that is on turn to play a card.

    Cards on the table are *as played*: an ace called low is below the two.
    """

    def __init__(self, seen: Observation) -> None:
        """Collect the facts. Raises ValueError if nobody's cards are seen."""
        if seen.seat is None:
            raise ValueError("nobody's cards are seen here")
        self._seen = seen
        self.rules = seen.rules
        self.seat = seen.seat
        self.side = seen.rules.side_of[seen.seat]
        self.own = seen.own or 0
        self.plays = tuple([event for event in seen.legal if isinstance(event, Play) and self._follows(event)])
        """The legal cards, without reneges."""
        self.leads = not seen.trick
        self.led = seen.led
        self.winner = seen.winning
        """The seat that is winning the trick; None before the lead."""
        self.best = next((laid.value for laid in seen.trick if laid.seat == seen.winning), None)
        """The card as played that is winning the trick."""
        self.place = len(seen.trick) + 1
        """The seat's place in the trick: 1 leads."""
        self.left = seen.rules.tricks - len(seen.tricks)
        """The tricks left, with this one."""
        unseen, self.voids = not_seen(seen)
        self.unseen = unseen & ~seen.thrown
        """The unseen cards as a bit set, and by seat the suits in which it has shown a void."""
        masks = rank_masks(seen.rules)
        self._higher, self._lower = masks.higher, masks.lower

    def __repr__(self) -> str:
        return object.__repr__(self)

    def _follows(self, event: Play) -> bool:
        follows = self._seen.follows
        return not follows or bool(follows >> event.card & 1)

    # ---- seats

    @cached_property
    def later(self) -> tuple[int, ...]:
        """The seats that play after this one in the trick, in order."""
        table, played = self._seen.table, {laid.seat for laid in self._seen.trick}
        here = table.index(self.seat)
        after = table[here + 1 :] + table[:here]
        return tuple([seat for seat in after if seat not in played])

    @property
    def last(self) -> bool:
        """Whether the seat plays the last card of the trick."""
        return not self.later

    def is_partner(self, seat: int | None) -> bool:
        """Return whether a seat is another one of the same side."""
        return seat is not None and seat != self.seat and self.rules.side_of[seat] == self.side

    @property
    def partner_wins(self) -> bool:
        """Whether the partner is winning the trick."""
        return self.is_partner(self.winner)

    @cached_property
    def nils(self) -> tuple[int, ...]:
        """The seats with a nil that is alive."""
        seen = self._seen
        if not is_nil(seen.rules, 0):
            return ()
        return tuple([seat for seat in seen.table if seen.bids[seat] == 0 and not seen.took[seat]])

    @property
    def partner_nil(self) -> int | None:
        """The partner whose nil is alive, or None."""
        return next((seat for seat in self.nils if self.is_partner(seat)), None)

    @property
    def other_nils(self) -> tuple[int, ...]:
        """The opponents whose nil is alive."""
        return tuple([seat for seat in self.nils if self.rules.side_of[seat] != self.side])

    # ---- cards

    def suit_of(self, card: int) -> int:
        """Return the suit in play of a card as played."""
        return self.rules.cards.suit_of[card]

    def rank(self, card: int) -> int:
        """Return a card's height; trumps are above 100."""
        return self.rules.cards.ranks[card]

    def height(self, card: int) -> int:
        """Return a card's height within its suit."""
        return self.rank(card) % 100

    def held(self, suit: int) -> int:
        """Return the seat's cards of a suit as a bit set."""
        return self.own & self.rules.cards.suit_masks[suit]

    def out(self, suit: int) -> int:
        """Return the unseen cards of a suit as a bit set."""
        return self.unseen & self.rules.cards.suit_masks[suit]

    @property
    def void(self) -> bool:
        """Whether the seat can't follow the suit led."""
        return self.led is not None and not self.held(self.led)

    def is_trump(self, card: int) -> bool:
        """Return whether a card as played is a trump."""
        return self.suit_of(card) == SPADES

    def higher(self, card: int) -> tuple[int, ...]:
        """Return the unseen cards of a card's suit that rank above it, from low to high."""
        above = cards_of(self.unseen & self._higher[card])
        return tuple(sorted(above, key=self.rank))

    def guarded_honour(self, suit: int) -> int | None:
        """Return the card of a plain suit that wins more often if somebody else leads the suit, or None.

        One or two unseen cards beat it, others of the suit in the hand guard it, and none of these is as good. At most
        one card of the hand is higher.
        """
        held = sorted(cards_of(self.held(suit)), key=self.rank, reverse=True)
        beaten = [card for card in held if self.higher(card)]
        if suit == SPADES or not beaten or len(held) - len(beaten) > 1:
            return None
        higher = self.higher(beaten[0])
        touches = len(beaten) > 1 and self.higher(beaten[1]) == higher
        if touches or not len(higher) < min(3, len(held)):
            return None
        return beaten[0]

    def lower(self, card: int) -> int:
        """Return how many unseen cards of a card's suit rank below it."""
        return (self.unseen & self._lower[card]).bit_count()

    @property
    def trumps_out(self) -> int:
        """The number of unseen trumps."""
        return self.out(SPADES).bit_count()

    @property
    def sure_trumps(self) -> tuple[int, ...]:
        """The seat's trumps that no unseen card beats: each of them wins a later trick."""
        return tuple([card for card in cards_of(self.held(SPADES)) if not self.higher(card)])

    @property
    def sure_bid(self) -> bool:
        """Whether the sure trumps make the own side's bid whichever legal card is played now."""
        need, sure = self.need, self.sure_trumps
        if need is None or not 0 < need <= len(sure) or self.is_exact(self.side):
            return False
        spent = [play for play in self.plays if play.card in sure]
        return all(play.value == play.card and self.beats(play.value) for play in spent)

    def sure_tricks(self, play: Play) -> int:
        """Return how many tricks a card makes sure of for the own side, whatever the others hold.

        These are this trick, if no opponent can take it, and one for each sure trump that stays in the hand.
        """
        ahead = self.beats(play.value)
        card = play.value if ahead else self.best
        nil = self.partner_nil
        safe = ahead or (self.partner_wins and nil != self.winner)
        if card is None or not safe or (nil in self.later and self.can_beat(nil, card)):
            takes = False
        else:
            takes = self.stands_for_side(card)
        return takes + sum([card != play.card for card in self.sure_trumps])

    def settles(self, play: Play) -> bool:
        """Return whether a card makes the own bid, or sets another side, whatever the others hold."""
        if self.seat in self.nils:
            return False
        sure, need = self.sure_tricks(play), self.need
        if need is not None and 0 < need <= sure and not self.is_exact(self.side):
            return True
        needs = [self.needed(side) for side in self.other_sides]
        return any(need is not None and self.left - sure < need <= self.left for need in needs)

    def beats(self, card: int) -> bool:
        """Return whether a card as played would be ahead in the trick; a lead always is."""
        return self.best is None or beats(self.rules.cards, card, self.best)

    @cached_property
    def winners(self) -> tuple[Play, ...]:
        """The legal cards that would be ahead, from low to high."""
        return tuple(sorted([play for play in self.plays if self.beats(play.value)], key=self._by_rank))

    @cached_property
    def losers(self) -> tuple[Play, ...]:
        """The legal cards that would not be ahead, from low to high."""
        return tuple(sorted([play for play in self.plays if not self.beats(play.value)], key=self._by_rank))

    def _by_rank(self, play: Play) -> int:
        return self.rank(play.value)

    def can_beat(self, seat: int, card: int) -> bool:
        """Return whether a seat that plays later may hold a card that beats this one, as played to this trick."""
        suit, void = self.suit_of(card), self.voids[seat]
        if self.higher(card) and not void >> suit & 1:
            return True
        return suit != SPADES and self.trumps_out > 0 and not void >> SPADES & 1

    def stands(self, card: int) -> bool:
        """Return whether nobody who plays later can beat this card, whatever they hold."""
        return not any(self.can_beat(seat, card) for seat in self.later)

    def stands_for_side(self, card: int) -> bool:
        """Return whether no opponent who plays later can beat this card, whatever they hold."""
        return not any(self.can_beat(seat, card) for seat in self.later if not self.is_partner(seat))

    # ---- what each side needs

    @property
    def promised(self) -> int:
        """The tricks that the seat has promised to take first, while it has taken each so far; otherwise 0 (BM-9)."""
        seen = self._seen
        tricks = sum([one.tricks for one in seen.announced if (one.seat, one.kind) == (self.seat, PROMISE)])
        if len(seen.tricks) >= tricks or not set(seen.winners) <= {self.seat}:
            return 0
        return tricks

    @property
    def is_called(self) -> bool:
        """Whether so few tricks are bid that the game has a name for the hand (3B-8)."""
        return self.rules.called(self._seen.bids) is not None

    def needed(self, side: int) -> int | None:
        """Return the tricks that a side still needs for its bid, 0 or less once it has them; None without a bid."""
        seen, rules = self._seen, self.rules
        contract = seen.contracts[side]
        if not contract:
            return None
        tricks = seen.side_tricks[side]
        if rules.zeros_separate and not rules.failed_zeros_help:
            tricks -= sum([seen.took[seat] for seat in rules.sides[side] if seen.bids[seat] == 0])
        return contract - tricks

    @property
    def contract(self) -> int | None:
        """The bid of the seat's own side; None without one."""
        return self._seen.contracts[self.side]

    @property
    def need(self) -> int | None:
        """The tricks that the seat's own side still needs; None without a bid."""
        return self.needed(self.side)

    @cached_property
    def other_sides(self) -> tuple[int, ...]:
        """The opponents' sides at the table."""
        at_table = self.rules.sides_at(self._seen.table)
        return tuple(sorted(at_table - {self.side}))

    def is_exact(self, side: int) -> bool:
        """Return whether a side's bid is only made by exactly that number of tricks."""
        contract = self._seen.contracts[side]
        blind = any(self._seen.blind[seat] for seat in self.rules.sides[side])
        return contract is not None and self.rules.must_be_exact(contract, blind)

    @property
    def extra_costs(self) -> bool:
        """Whether a trick above the own side's bid costs something: a bag, points, or an exact bid."""
        return self.rules.bags is not None or self.rules.over_costs or self.is_exact(self.side)

    @property
    def has_enough(self) -> bool:
        """Whether the own side has its tricks, a further one costs something, and the game isn't lost otherwise."""
        return self.need is not None and self.need <= 0 and self.extra_costs and not self.must_set

    @cached_property
    def must_set(self) -> tuple[int, ...]:
        """The opponents' sides that win the game if they make their bid, however the other tricks are shared."""
        seen, goal = self._seen, self.rules.goal
        if goal is None or self.nils or seen.announced:
            return ()
        said = Bidding(seen.bids, seen.blind, seen.contracts)
        scores = side_scores(self.rules, seen.standing, said)
        winning = []
        for side in self.other_sides:
            needed = self.needed(side)
            if needed is None or not 0 < needed <= self.left:
                continue
            least = min(self._totals(scores, side, needed))
            rivals = [other for other in (self.side, *self.other_sides) if other != side]
            most = max([max(self._totals(scores, rival, 0, needed)) for rival in rivals])
            if least >= goal and least > most:
                winning.append(side)
        return tuple(winning)

    def _totals(self, scores: list[SideScores], side: int, least: int, beside: int = 0) -> list[int]:
        """Return a side's totals if it takes from `least` to all tricks left, but for those `beside` it."""
        seen, seats = self._seen, self.rules.sides[side]
        taker = next((seat for seat in seats if seen.bids[seat]), seats[0])
        totals = []
        for more in range(least, self.left - beside + 1):
            taken = tuple([seen.took[seat] + more * (seat == taker) for seat in seats])
            totals.append(seen.standing.totals[side] + scores[side].after(taken)[0])
        return totals

    def bag_penalty(self, side: int) -> int:
        """Return the points, below 0, that one more trick costs a side by filling its bags; 0 if it doesn't."""
        seen, cost = self._seen, self.rules.bags
        if cost is None or seen.announced:
            return 0
        said = Bidding(seen.bids, seen.blind, seen.contracts)
        scores = side_scores(self.rules, seen.standing, said)[side]
        taken = [seen.took[seat] for seat in self.rules.sides[side]]
        now = scores.after(tuple(taken))[1]
        taken[0] += 1
        more = scores.after(tuple(taken))[1]
        return cost.penalty if more % cost.limit < now % cost.limit else 0

    @property
    def set_next(self) -> tuple[int, ...]:
        """The opponents' sides that need every trick left, so that losing this one sets them."""
        return tuple([side for side in self.other_sides if self.needed(side) == self.left])

    @property
    def closed(self) -> bool:
        """Whether every bid is made or lost and no nil is alive."""
        for side in (self.side, *self.other_sides):
            need = self.needed(side)
            if need is not None and 0 < need <= self.left:
                return False
        return not self.nils

    @property
    def decided(self) -> bool:
        """Whether every bid is made or lost, no nil is alive, and further tricks cost nothing."""
        return self.closed and not self.extra_costs
