"""Keep the known state of a game, and answer the questions that all parts of the referee ask about it."""

from dataclasses import dataclass, field
from typing import Any

from tests.referee.cards import claim_holds, suit_of
from tests.referee.rulebook import Refusal, Rules, Variant, read_rules
from tests.referee.shipped import VARIANTS

Fact = dict[str, Any]

__all__ = ["Fact", "Hand", "Refusal", "State", "variant_of"]


@dataclass
class Hand:
    """One deal, from its cards to its score."""

    number: int
    dealer: int
    players: list[int]
    order: list[int]
    cards: dict[int, set[str]]
    extra: str | None
    dead: set[str]
    phase: str = "bid"
    turn: int = 0
    bids: dict[int, int] = field(default_factory=dict)
    blind: set[int] = field(default_factory=set)
    unseen: set[int] = field(default_factory=set)
    choice: set[int] = field(default_factory=set)
    blind_rights: set[tuple[int, str]] = field(default_factory=set)
    """With two blind offers: the seats, and ``nil`` or ``contract`` for what each may still bid blind (HR-7)."""
    side_bids: dict[int, int] = field(default_factory=dict)
    """The raised totals of sides; without raises, the partners' bids add up."""
    blind_sides: set[int] = field(default_factory=set)
    set_by_challenge: set[int] = field(default_factory=set)
    after: int = 0
    """Number of steps started after the last bid."""
    standing: int = 0
    raising: bool = False
    """Whether a player has raised, promised or stood."""
    promises: dict[int, int] = field(default_factory=dict)
    stock: list[str] = field(default_factory=list)
    """The cards that are still to be drafted, from the top (TW-1)."""
    given: dict[int, set[str]] = field(default_factory=dict)
    """The cards that each seat has passed to its partner (NL-8)."""
    last_bidder: int | None = None
    drew: set[int] = field(default_factory=set)
    drawer: int | None = None
    kitty: set[str] = field(default_factory=set)
    """The cards of the kitty, while it is on the table (HR-9)."""
    trick: list[tuple[int, str, bool]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    table_trick: int = -1
    broken: bool = False
    claimed: bool = False
    passed: bool = False
    reneges: list[list[Any]] = field(default_factory=list)
    moves: list[tuple[int, int, int]] = field(default_factory=list)
    rights: list[tuple[int, int]] = field(default_factory=list)
    answered: list[tuple[int, int]] = field(default_factory=list)
    dumps: set[int] = field(default_factory=set)
    gaccs: dict[int, int] = field(default_factory=dict)
    made_just_now: int | None = None
    has_played: set[int] = field(default_factory=set)

    def tricks(self, seat: int) -> int:
        """Return how many tricks a seat has taken at the table."""
        return self.taken.count(seat)


class State:
    """A game between two events."""

    def __init__(self, line: Fact) -> None:
        self.variant = variant_of(line)
        self.options: dict[str, Any] = dict(line.get("options", {}))
        self.rules = Rules(self.variant, self.options)
        self.seats = self.rules.seats
        self.sides = self.rules.sides
        self.first_dealer: int = line.get("dealer", 0)
        self.deck = self.rules.deck
        self.has_extra = self.rules.has_extra
        self.calls_aces = self.rules.calls_aces
        self.challenges = self.rules.challenges

        self.totals = [0] * self.sides
        self.bags = [0] * self.sides
        self.charged = [0] * self.sides
        self.sets = [0] * self.sides
        self.rows = [0] * self.sides
        self.rights: list[tuple[int, int]] = []
        self.zero_pot = 0
        self.trays: list[list[int]] = []
        self.off: list[list[int]] = [[] for _ in range(self.seats)]
        self.results: dict[int, Fact] = {}
        self.trick_winners: dict[tuple[int, int], int] = {}
        self.hand: Hand | None = None
        self.scored = True
        self.redealing = False
        self.suspended = False
        self.over: Fact | None = None
        self.chits: list[Fact] = []

        self._position = 0
        self._dealt = b""
        """The hand as dealt, pickled, because taking back needs it again."""
        self._live: list[tuple[int, Fact]] = []
        self._barrier = 0
        self._last_show = -1
        self._shows: set[int] = set()
        """The positions of all events that showed a player a card."""
        self._public: set[str] = set()
        self._replaying = False
        self.undone_from: int | None = None

    def rules_of(self, hand: int) -> Rules:
        """Return the rules of a hand, in its format if it has one; extra hands follow a tie (LG-1, LG-2)."""
        programme = self.variant.rules["programme"]
        last = max((number for form in programme for number in form["hands"]), default=0)
        for form in programme:
            if hand in form["hands"] or (hand > last and form["level"]):
                return Rules(self.variant, self.options, form)
        return Rules(self.variant, self.options) if programme else self.rules

    def has(self, where: str, kind: str) -> bool:
        """Return whether the game has a component of this kind switched on."""
        return self.rules.part(where, kind) is not None

    def side(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.sides

    def partner(self, seat: int) -> int:
        """Return the seat opposite; for games with partners."""
        return (seat + self.sides) % self.seats

    def players_of(self, side: int) -> list[int]:
        """Return the seats of a side that play this hand."""
        assert self.hand is not None
        return [seat for seat in sorted(self.hand.players) if self.side(seat) == side]

    def side_bid(self, side: int) -> int:
        """Return a side's total bid after its raises."""
        assert self.hand is not None
        bids = self.hand.bids
        return self.hand.side_bids.get(side, sum(bids.get(seat, 0) for seat in self.players_of(side)))

    def strength(self, card: str, low: bool = False) -> int:
        """Return the place of a card in its suit; an ace called low is the lowest."""
        return -1 if low else self.rules.ranks[card]

    def open_hand(self) -> Hand:
        """Return the hand that is being played, or refuse."""
        if self.hand is None or self.scored or self.redealing:
            raise Refusal("no hand is being played")
        return self.hand

    def follow(self, seat: int) -> set[str]:
        """Return the cards allowed by C-6 and the rule about leading spades, whatever the enforcement."""
        hand = self.open_hand()
        mine = hand.cards[seat]
        plain = {card for card in mine if suit_of(card) != "S"}
        first = self.rules.part("plays", "first_trick")
        keep_out = bool(first and first["trumps"] == "no_spade" and not hand.taken and plain)
        if hand.trick:
            lead = suit_of(hand.trick[0][1])
            follows = {card for card in mine if suit_of(card) == lead}
            return self.must_beat(follows or (plain if keep_out else set(mine)))
        if not hand.taken and self.lowest_club() in mine:
            return {self.lowest_club()}
        if keep_out:
            return plain
        if self.rules.the("plays", "lead")["spades"] == "broken" and not hand.broken:
            return {card for card in mine if suit_of(card) != "S"} or set(mine)
        return set(mine)

    def must_beat(self, able: set[str]) -> set[str]:
        """Return those of these cards that CB-1 leaves: cards that would win the trick so far, if there must be one."""
        rule = self.rules.part("plays", "must_beat")
        trick = self.open_hand().trick
        lead = suit_of(trick[0][1])
        follows = any(suit_of(card) == lead for card in able)
        if rule is None or (not rule["follow"] if follows else rule["void"] == "free"):
            return able
        on_table = [card for _, card, _ in trick]
        trumps = [card for card in on_table if suit_of(card) == "S"]
        top = max(map(self.strength, trumps or [card for card in on_table if suit_of(card) == lead]))
        beating = {
            card for card in able
            if (suit_of(card) == "S" and not trumps)
            or (suit_of(card) == ("S" if trumps else lead) and self.strength(card) > top)
        }  # fmt: skip
        if not beating and not follows and rule["void"] == "spade":
            beating = {card for card in able if suit_of(card) == "S"}
        return beating or able

    def lowest_club(self) -> str:
        """Return the lowest club in the players' hands if it leads to the first trick, else "" (NL-3)."""
        opening = self.rules.part("plays", "opening")
        if opening is None or opening["leads"] != "lowest_club":
            return ""
        hand = self.open_hand()
        clubs = [card for seat in hand.players for card in hand.cards[seat] if suit_of(card) == "C"]
        return min(clubs, key=self.strength)

    def playable(self, seat: int) -> set[str]:
        """Return the cards that the program accepts, including reneges in challenge enforcement (C-11)."""
        hand = self.open_hand()
        follows = self.follow(seat)
        lead = suit_of(hand.trick[0][1]) if hand.trick else ""
        if not self.challenges or lead not in map(suit_of, follows):
            return follows
        return follows | {card for card in hand.cards[seat] if suit_of(card) != lead}

    def highest_bidder(self, bids: dict[int, int] | None = None) -> int | None:
        """Return the highest bidder, the earliest of equals; None if all have bid zero (3B-7)."""
        hand = self.open_hand()
        numbers = hand.bids if bids is None else bids
        best = max(numbers.values())
        return next(seat for seat in hand.order if numbers[seat] == best) if best else None

    def low_ball(self) -> str | None:
        """Return the hand's kind of low-ball, for which a zero counts as one; None if it isn't one (3B-8)."""
        assert self.hand is not None
        custom = self.rules.part("customs", "low_ball")
        if custom is None:
            return None
        total = sum(max(bid, 1) for bid in self.hand.bids.values())
        return "super" if total < custom["super_under"] else "low" if total < custom["under"] else None

    def zero_value(self) -> int:
        """Return the current value of a zero (3B-14)."""
        zero = self.rules.the("scores", "zero")
        return int(zero["made"]) + self.zero_pot

    def may_call_new_deal(self, seat: int) -> bool:
        """Return whether the hand has no spade (CB-6), and no picture card and no ace either (JK-13d)."""
        hand = self.open_hand()
        honours = "" if self.rules.the("bids", "new_deal")["without"] == "spades" else "JQKA"
        return not any(suit_of(card) == "S" or card[0] in honours for card in hand.cards[seat])

    def is_sure_claim(self, seat: int) -> bool:
        """Return whether a claim of the seat on turn is valid (C-12)."""
        hand = self.open_hand()
        done = {player for player, _, _ in hand.trick}
        later = [player for player in hand.players if player not in done and player != seat]
        first = self.rules.part("plays", "first_trick")
        must_beat = self.rules.part("plays", "must_beat")
        return claim_holds(
            seat,
            hand.cards,
            hand.trick,
            later,
            self.strength,
            self.calls_aces,
            self.follow,
            "" if hand.taken else first["trumps"] if first else "free",
            bool(must_beat and must_beat["void"] == "spade"),
        )

    def books_left(self, side: int) -> int:
        """Return a side's tricks after moved books, never more than the loser had left (JK-14)."""
        assert self.hand is not None
        left = [0] * self.sides
        for seat in self.hand.taken:
            left[self.side(seat)] += 1
        for source, goal, count in self.hand.moves:
            real = min(count, left[source])
            left[source] -= real
            left[goal] += real
        return left[side]

    def _show(self) -> None:
        """Note that a player is shown a hidden card (3B-11)."""
        if not self._replaying:
            self._last_show = self._position
            self._shows.add(self._position)


def variant_of(line: Fact) -> Variant:
    """Return the game of a ``game`` line: its own ``rules``, or the shipped one of that name."""
    return Variant(read_rules(line["rules"])) if "rules" in line else VARIANTS[line["variant"]]
