"""The frozen state of a game and of its current hand, and questions that need no event.

States contain hands of cards, so no ``repr`` in this file shows a card.
"""

from functools import lru_cache
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.game.habits import HabitCount, fresh_habits
from spades_tui.game.phase import Phase
from spades_tui.game.trick import Played, Trick
from spades_tui.rules.ledger import Announced, GameOutcome, Noted, ScoreLine, Standing
from spades_tui.rules.ruleset import Ruleset, together
from spades_tui.secrecy import FullyHidden, Hidden, PartlyHidden

ValueT = TypeVar("ValueT")


class Renege(Struct, frozen=True):
    """A card that didn't follow although it could (C-11)."""

    seat: int
    trick: int
    """The trick's number, from 1."""
    found: bool = False
    """Whether it has been challenged; each renege costs books only once."""


class Right(Struct, frozen=True):
    """The right to take books from an offender (BM-13), kept over hands until it is used."""

    seat: int
    accused: int
    declined: int = 0
    """The last hand in which the owner chose to take no books, or 0."""


class Drafted(PartlyHidden, frozen=True):
    """One decision in a draft from the stock (TW-1)."""

    seat: int
    keep: bool
    """Whether the player kept the first card and threw the second away, rather than the other way round."""
    first: Hidden[int]
    second: Hidden[int]
    seen: bool
    """Whether the seat has seen the second card too."""

    @property
    def away(self) -> int:
        """The cards that the seat saw and that went away, as a bit set."""
        if not self.keep:
            return 1 << self.first
        return 1 << self.second if self.seen else 0

    @property
    def kept(self) -> int:
        """The card that went to the seat's hand."""
        return self.first if self.keep else self.second


class HandState(FullyHidden, frozen=True):
    """One hand, from the deal to its score. Tuples are indexed by seat unless noted."""

    number: int
    dealer: int
    order: tuple[int, ...]
    """The seats that play, in bidding order."""
    table: tuple[int, ...]
    """The seats that play, clockwise from the dealer's left."""
    dealt: tuple[int | None, ...]
    holding: tuple[int, ...]
    aside: int
    """The cards face down on the table, as a bit set: the extra card or the kitty."""
    dead: int | None
    may_go_blind: tuple[bool, ...]
    """Whether each seat had the right to go blind at the deal, except for a nil of its own (JK-9, BM-3)."""
    may_nil_blind: tuple[bool, ...]
    """Whether each seat had the right to a blind nil of its own at the deal (NL-7, HR-7)."""
    looked: tuple[bool, ...]
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    bidders: int = 0
    """How many have bid."""
    drawing: int | None = None
    """The seat that must draw before the bidding goes on: a zero bidder (3B-6), or who takes the kitty (HR-9)."""
    discarding: int | None = None
    """The seat that must throw cards back."""
    drawn: int = 0
    """The cards that the seat in `discarding` has drawn, as a bit set."""
    thrown: tuple[int, ...] = ()
    """The cards that each seat has thrown back, as a bit set."""
    zero_drawn: tuple[int, ...] = ()
    """Zero bidders who have drawn; their bids are final."""
    high_drawer: int | None = None
    """The highest bidder, after drawing (3B-7)."""
    stage: int = 0
    """The index of the current stage after the bidding."""
    raiser: int = 0
    """The index in `order` of the seat that may raise."""
    stood: int = 0
    """The number of players who have stood in a row."""
    raised: tuple[int | None, ...] = ()
    """By side: the total to which the bid was raised."""
    announced: tuple[Announced, ...] = ()
    """The players' announcements beside their bids, in order (BM-5)."""
    stock: tuple[int, ...] = ()
    """The cards that haven't been drafted yet, from the top (TW-1)."""
    drafts: tuple[Drafted, ...] = ()
    passed: tuple[int, ...] = ()
    """The cards that each seat has given to its partner, as a bit set (NL-8)."""
    got: tuple[int, ...] = ()
    """The cards that each seat has got from its partner, as a bit set."""
    skipped: bool = False
    tricks: tuple[Trick, ...] = ()
    """The complete tricks."""
    winners: tuple[int, ...] = ()
    """The winner of each complete trick."""
    trick: Trick = ()
    """The trick on the table."""
    led: int | None = None
    """The suit led to it."""
    best: Played | None = None
    """The card that is winning it so far (C-7)."""
    player: int = 0
    """The seat that plays the next card."""
    broken: bool = False
    took: tuple[int, ...] = ()
    claimed: int | None = None
    reneges: tuple[Renege, ...] = ()
    penalised: tuple[int, ...] = ()
    """The seats that a challenge has set (HR-6)."""
    books: tuple[tuple[int, int, int], ...] = ()
    """Moves of books in order: from side, to side, maximum number."""
    noted: tuple[Noted, ...] = ()
    """What customs have noted, in order."""

    @property
    def leader(self) -> int:
        """The seat that leads, or led, the current trick (C-5)."""
        if self.trick:
            return self.trick[0].seat
        return self.player

    def last_card(self, seat: int) -> tuple[int, int] | None:
        """Return the seat's last card in this hand and the number of its trick, from 1; None before its first."""
        tricks = (*self.tricks, self.trick)
        for number in range(len(tricks), 0, -1):
            for played in tricks[number - 1]:
                if played.seat == seat:
                    return played.card, number
        return None


class GameState(FullyHidden, frozen=True):
    """A game at one moment."""

    rules: Ruleset
    first_dealer: int
    standing: Standing
    phase: Phase = Phase.DEAL
    hand: HandState | None = None
    redealt: bool = False
    """Whether a new deal was called: the next deal has the same number and dealer."""
    rights: tuple[Right, ...] = ()
    outcome: GameOutcome | None = None
    last_lines: tuple[ScoreLine, ...] = ()
    """The score sheet of the last scored hand."""
    last_points: tuple[int, ...] = ()
    habits: HabitCount = HabitCount()
    """What each seat has shown in the scored hands."""
    noted: tuple[Noted, ...] = ()
    """What customs have noted after the last hand, in order."""
    suspended: bool = False

    @property
    def next_hand(self) -> int:
        """The number of the next hand to deal."""
        return self.standing.hands + 1

    @property
    def next_dealer(self) -> int:
        """The dealer of the next hand (C-2)."""
        return (self.first_dealer + self.standing.hands) % self.rules.seats

    @property
    def current(self) -> HandState:
        """The current hand, or the last scored one. Raises ValueError before the first deal."""
        if self.hand is None:
            raise ValueError("no hand has been dealt yet")
        return self.hand


def changed_at(values: tuple[ValueT, ...], place: int, value: ValueT) -> tuple[ValueT, ...]:
    """Return the tuple with `value` at index `place`."""
    return (*values[:place], value, *values[place + 1 :])


def noting(state: GameState, note: Noted) -> GameState:
    """Return the state with one more note of a custom in its hand."""
    hand = state.current
    return replace(state, hand=replace(hand, noted=(*hand.noted, note)))


def empty_hand(rules: Ruleset, number: int, dealer: int) -> HandState:
    """Return a hand without players or cards, as before its deal."""
    none, nobody, unknown = (0,) * rules.seats, (False,) * rules.seats, (None,) * rules.seats
    return HandState(
        number=number, dealer=dealer, order=(), table=(), dealt=(), holding=none, aside=0, dead=None,
        may_go_blind=nobody, may_nil_blind=nobody, looked=nobody, bids=unknown, blind=nobody, thrown=none,
        raised=(None,) * len(rules.sides), passed=none, got=none, took=none,
    )  # fmt: skip


def new_game(rules: Ruleset, first_dealer: int = 0) -> GameState:
    """Return a game before its first deal (C-2). Raises ValueError for a dealer who isn't at the table."""
    if not 0 <= first_dealer < rules.seats:
        raise ValueError(f"dealer {first_dealer} is not a seat; there are {rules.seats}")
    habits = HabitCount(fresh_habits(rules.seats))
    return GameState(rules.of_hand(1), first_dealer, rules.fresh_standing(), habits=habits)


def is_scored(state: GameState) -> bool:
    """Return whether the last dealt hand has been scored."""
    return state.hand is None or state.standing.hands >= state.hand.number


def contracts(rules: Ruleset, hand: HandState) -> tuple[int | None, ...]:
    """Return each side's bid so far, with raises; None for a side without bids."""
    return _contracts(rules.sides, hand.bids, hand.raised)


@lru_cache(maxsize=256)
def _contracts(
    sides: tuple[tuple[int, ...], ...], bids: tuple[int | None, ...], raised: tuple[int | None, ...]
) -> tuple[int | None, ...]:
    """Compute each side's bid; cached, because each card played needs it and the bids don't change."""
    totals = list(raised)
    for side, total in enumerate(raised):
        if total is None:
            totals[side] = together(bids, sides[side])
    return tuple(totals)


def called(rules: Ruleset, hand: HandState) -> str | None:
    """Return the name that a custom gives to a hand with these bids, once all have bid; or None (3B-8)."""
    if hand.bidders < len(hand.order):
        return None
    return rules.called(hand.bids)


def ace_is_low_by_default(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Return whether an ace that this seat plays without a call is low (3B-3)."""
    bid = hand.bids[seat]
    if rules.ace_call is None or bid is None:
        return False
    return bid == 0 or (called(rules, hand) is not None and hand.took[seat] >= bid)


def fresh_cards(hand: HandState, seat: int) -> int:
    """Return the new cards of a seat's hand, as a bit set.

    Drawn cards are new until as many have been thrown back, passed cards until the seat plays a card, and the last
    drafted card until the seat bids.
    """
    if hand.drafts and hand.bids[seat] is None:
        return next((1 << one.kept for one in reversed(hand.drafts) if one.seat == seat), 0)
    if hand.discarding == seat:
        return hand.drawn & hand.holding[seat]
    got = hand.got[seat]
    if not got or hand.last_card(seat) is not None:
        return 0
    return got


def top_card(state: GameState) -> int | None:
    """Return the card on top of the stock, which the seat on turn sees, during a draft (TW-1)."""
    if state.phase != Phase.DRAFT or state.hand is None or not state.hand.stock:
        return None
    return state.hand.stock[0]


def drafter(table: tuple[int, ...], drafts: tuple[Drafted, ...]) -> int:
    """Return the seat on turn to draft; the dealer's left begins (TW-1)."""
    return table[len(drafts) % len(table)]


def thrown_away(drafts: tuple[Drafted, ...], seat: int) -> int:
    """Return the cards that a seat saw and that went away, as a bit set."""
    away = 0
    for one in drafts:
        if one.seat == seat:
            away |= one.away
    return away
