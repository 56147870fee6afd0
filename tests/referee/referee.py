"""An independent referee for game records.

It reads records (JSON Lines, format ``spades-record/1``), plays every fact through the rules of the shipped
variants and recomputes every finding. It shares no code with the program, so that a misreading has to be made
twice before it goes unnoticed. Plain sets, dicts and strings throughout: slow enough to be obvious.

* ``check(text)`` gives one ``Verdict`` for each record or raises ``RefereeError(line_number, message)``.
* ``findings(text)`` gives the complete record with every finding that applies put in.
* ``Game`` is the state machine underneath; ``generate.py`` uses it to make records.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Fact = dict[str, Any]

RANKS = "23456789TJQKA"
JOKERS_ORDER = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "2S", "LJ", "BJ"]
PLAIN_ORDER = [rank + "S" for rank in RANKS] + ["BJ"]

BEMO_MADE = [200, 150, 100, 30, 40, 50, 60, 100, 150, 200, 225, 250, 275, 0]
BEMO_FAILED = [120, 110, 100, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130]
BLIND_MADE = [500, 300, 200, 70, 80, 90, 100, 200, 250, 300, 0, 0, 0, 0]
BLIND_FAILED = [120, 110, 100, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130]


class Refusal(Exception):
    """A fact that the rules do not allow; the game is as it was before."""


class RefereeError(Exception):
    """The first line of a text that is wrong."""

    def __init__(self, line_number: int, message: str) -> None:
        super().__init__(f"line {line_number}: {message}")
        self.line_number = line_number
        self.message = message


class Unsupported(RefereeError):
    """A record with ``rules`` of its own: this referee knows the shipped variants only."""


@dataclass(frozen=True)
class Variant:
    """What the referee has to know of a shipped variant."""

    slug: str
    family: str
    seats: int
    tricks: int
    switches: tuple[str, ...]
    partners: bool = False
    initial_zero: int = 0
    hands: int = 0


VARIANTS = {
    variant.slug: variant
    for variant in (
        Variant("sandbags", "SB", 4, 13, ("target", "take_back"), partners=True),
        Variant(
            "jokers",
            "JK",
            4,
            13,
            (
                "target",
                "enforcement",
                "take_back",
                "double_sets",
                "bag_penalty",
                "ten_or_less",
                "new_deal",
                "blind_ten_400",
            ),
            partners=True,
        ),
        Variant("bemo", "BM", 3, 13, ("target", "enforcement", "take_back")),
        Variant("3b-three", "3B", 3, 17, ("hands", "take_back"), initial_zero=200, hands=9),
        Variant("3b-four", "3B", 4, 13, ("hands", "take_back", "joker", "aces"), initial_zero=100, hands=8),
        Variant("3b-five", "3B", 5, 13, ("hands", "take_back", "joker", "aces"), initial_zero=100, hands=9),
    )
}

RULE_NUMBERS = {"C": 13, "SB": 11, "JK": 14, "BM": 13, "3B": 30}


def suit_of(card: str) -> str:
    """The suit of a card; jokers are spades (C-1)."""
    return "S" if card in ("BJ", "LJ") else card[1]


def spade_order(variant: Variant) -> list[str]:
    """The spades of a variant from low to high."""
    return JOKERS_ORDER if variant.family in ("JK", "BM") else PLAIN_ORDER


def deck_of(variant: Variant, options: dict[str, Any]) -> list[str]:
    """The deck in its canonical order: clubs, diamonds, hearts, spades, each from low to high."""
    with_jokers = variant.family in ("JK", "BM")
    deck = [rank + suit for suit in "CDH" for rank in RANKS]
    if with_jokers:
        deck = [card for card in deck if card not in ("2D", "2H")]
    deck += spade_order(variant)
    big_joker = with_jokers or (variant.slug in ("3b-four", "3b-five") and options.get("joker", True))
    return deck if big_joker else [card for card in deck if card != "BJ"]


def is_int(value: object) -> bool:
    """A JSON integer, which a truth value is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def same(left: Any, right: Any) -> bool:
    """Equality of JSON values in which 1, 1.0 and true are three things."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def claim_holds(
    claimer: int,
    hands: dict[int, set[str]],
    trick: list[tuple[int, str, bool]],
    later: list[int],
    strength: Any,
    may_call: bool,
    legal: Any,
) -> bool:
    """C-12: does every legal way to play on give all the tricks to the claimer?

    ``trick`` is what lies on the table, ``later`` the players who come after the claimer in it, and
    ``strength(card, low)`` the place of a card in its suit. Every way must win, so one losing way is looked
    for, and in it everybody, the claimer included, may be taken to play against the claim. While the claim
    holds the claimer is always the one who leads, therefore each other player can be looked at alone:

    * he has a card above the lowest one of the claimer in its suit (an ace that may be called counts as low
      for the claimer and high for the other); where leading spades is forbidden, the claimer leads everything
      else first, to which the other either follows or trumps;
    * he has a spade, and fewer cards than the claimer in a suit that is not spades: he trumps the last one.
    """

    def calls(card: str) -> list[bool]:
        return [False, True] if may_call and card[0] == "A" else [False]

    def beats(card: str, low: bool, best: str, best_low: bool) -> bool:
        if suit_of(card) == suit_of(best):
            return bool(strength(card, low) > strength(best, best_low))
        return suit_of(card) == "S"

    def beaten_later(mine: set[str], theirs: set[str]) -> bool:
        for suit in "CDHS":
            my_cards = [card for card in mine if suit_of(card) == suit]
            their_cards = [card for card in theirs if suit_of(card) == suit]
            if my_cards and their_cards:
                lowest = min(strength(card, low) for card in my_cards for low in calls(card))
                if max(strength(card, False) for card in their_cards) > lowest:
                    return True
            has_spade = any(suit_of(card) == "S" for card in theirs)
            if suit != "S" and has_spade and len(my_cards) > len(their_cards):
                return True
        return False

    others = [seat for seat in hands if seat != claimer]
    if not trick:
        return not any(beaten_later(hands[claimer], hands[other]) for other in others)
    lead = suit_of(trick[0][1])
    for card in legal(claimer):
        rest = hands[claimer] - {card}
        for low in calls(card):
            if suit_of(card) not in (lead, "S"):
                return False
            rivals = [(other, other_low) for _, other, other_low in trick if suit_of(other) in (lead, "S")]
            if not all(beats(card, low, other, other_low) for other, other_low in rivals):
                return False
            for other in others:
                if other not in later:
                    if beaten_later(rest, hands[other]):
                        return False
                    continue
                same_suit = {c for c in hands[other] if suit_of(c) == lead}
                for answer in same_suit or hands[other]:
                    if suit_of(answer) in (lead, "S") and any(
                        beats(answer, call, card, low) for call in calls(answer)
                    ):
                        return False
                    if beaten_later(rest, hands[other] - {answer}):
                        return False
    return True


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
    side_bids: dict[int, int] = field(default_factory=dict)
    blind_sides: set[int] = field(default_factory=set)
    standing: int = 0
    promises: dict[int, int] = field(default_factory=dict)
    last_bidder: int | None = None
    drew: set[int] = field(default_factory=set)
    drawer: int | None = None
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
        """How many tricks a seat has taken at the table."""
        return self.taken.count(seat)


class Game:
    """A game as its facts make it. ``apply`` either refuses a fact or changes the state by it."""

    def __init__(self, line: Fact) -> None:
        self.variant = VARIANTS[line["variant"]]
        self.options: dict[str, Any] = dict(line.get("options", {}))
        self.seats = self.variant.seats
        self.family = self.variant.family
        self.sides = 2 if self.variant.partners else self.seats
        self.first_dealer: int = line.get("dealer", 0)
        self.deck = deck_of(self.variant, self.options)
        self.has_extra = self.family == "3B" and len(self.deck) == (52 if self.seats == 3 else 53)
        self.calls_aces = (
            self.family == "3B" and self.seats > 3 and self.options.get("aces", "called") == "called"
        )
        self.challenges = self.options.get("enforcement", "refuse") == "challenge"
        self.target: int = self.options.get("target", 500)
        self.minimum: int = self.options.get("hands", self.variant.hands)
        self._ranks = {card: place for place, card in enumerate(spade_order(self.variant))}
        self._ranks |= {rank + suit: place for suit in "CDH" for place, rank in enumerate(RANKS)}

        self.totals = [0] * self.sides
        self.bags = [0] * self.sides
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
        self.chit: Fact | None = None

        self._position = 0
        self._dealt: Hand | None = None
        self._live: list[tuple[int, Fact]] = []
        self._barrier = 0
        self._last_show = -1
        self._public: set[str] = set()
        self._replaying = False
        self.undone_from: int | None = None

    # ---- small questions -------------------------------------------------------------------------------

    def side(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat % 2 if self.variant.partners else seat

    def strength(self, card: str, low: bool = False) -> int:
        """The place of a card in its suit; an ace called low is below everything."""
        return -1 if low else self._ranks[card]

    def open_hand(self) -> Hand:
        """The hand that is being played, or a refusal."""
        if self.hand is None or self.scored or self.redealing:
            raise Refusal("no hand is being played")
        return self.hand

    def follow(self, seat: int) -> set[str]:
        """The cards that C-6 and the rule about leading spades allow, whatever the enforcement."""
        hand = self.open_hand()
        mine = hand.cards[seat]
        if hand.trick:
            lead = suit_of(hand.trick[0][1])
            return {card for card in mine if suit_of(card) == lead} or set(mine)
        if self.family in ("SB", "JK") and not hand.broken:
            return {card for card in mine if suit_of(card) != "S"} or set(mine)
        return set(mine)

    def playable(self, seat: int) -> set[str]:
        """The cards that the program takes: in challenge enforcement a renege as well (C-11)."""
        hand = self.open_hand()
        return set(hand.cards[seat]) if self.challenges and hand.trick else self.follow(seat)

    def highest_bidder(self, bids: dict[int, int] | None = None) -> int | None:
        """The highest bidder, the earliest of equals; nobody if all have bid zero (3B-7)."""
        hand = self.open_hand()
        numbers = hand.bids if bids is None else bids
        best = max(numbers.values())
        return next(seat for seat in hand.order if numbers[seat] == best) if best else None

    def low_ball(self) -> str | None:
        """3B-8: what kind of low-ball the hand is; a zero counts as one."""
        assert self.hand is not None
        total = sum(max(bid, 1) for bid in self.hand.bids.values())
        limit = 15 if self.seats == 3 else 12
        return "super" if total < limit - 1 else "low" if total < limit else None

    def zero_value(self) -> int:
        """3B-14: what a zero is worth now."""
        return self.variant.initial_zero + self.zero_pot

    def may_call_new_deal(self, seat: int) -> bool:
        """JK-13d: no spade, no picture card, no ace."""
        hand = self.open_hand()
        return not any(suit_of(card) == "S" or card[0] in "JQKA" for card in hand.cards[seat])

    def claim_stands(self, seat: int) -> bool:
        """C-12 for a seat on turn."""
        hand = self.open_hand()
        done = {player for player, _, _ in hand.trick}
        later = [player for player in hand.players if player not in done and player != seat]
        return claim_holds(
            seat,
            hand.cards,
            hand.trick,
            later if hand.trick else [],
            self.strength,
            self.calls_aces,
            self.follow,
        )

    def books_left(self, side: int) -> int:
        """The tricks of a side after the books moved so far."""
        assert self.hand is not None
        taken = sum(1 for seat in self.hand.taken if self.side(seat) == side)
        for source, goal, count in self.hand.moves:
            taken += count * ((goal == side) - (source == side))
        return taken

    # ---- facts -----------------------------------------------------------------------------------------

    def apply(self, fact: Fact) -> None:
        """Take one fact, or raise ``Refusal`` and stay as before."""
        event = fact["event"]
        if self.suspended and event != "resume":
            raise Refusal("the game is suspended (3B-21)")
        if self.scored and self.over and event not in ("bone", "chit", "suspend", "resume", "take_back"):
            raise Refusal("the game is over")
        if self.redealing and event not in ("deal", "suspend", "resume"):
            raise Refusal("a new deal was called: the next event is the deal (JK-13)")
        if event == "take_back":
            self._take_back(fact["seat"])
        else:
            getattr(self, "_" + event)(fact)
            if not self._replaying:
                if event == "deal":
                    self._live, self._barrier, self._public = [], 0, set()
                    if self.options.get("take_back"):
                        self._dealt = copy.deepcopy(self.hand)
                else:
                    self._live.append((self._position, fact))
                if event == "chit":
                    self._barrier = len(self._live) - 1
        self._position += 1

    def _show(self) -> None:
        if not self._replaying:
            self._last_show = self._position

    def _deal(self, fact: Fact) -> None:
        if self.hand is not None and not self.scored and not self.redealing:
            if self.hand.phase != "done":
                raise Refusal("the hand is not finished")
            self.score()
            if self.over:
                raise Refusal("the game is over")
        number = len(self.results) + 1
        if fact["hand"] != number:
            raise Refusal(f"this is hand {number}")
        dealer = (self.first_dealer + number - 1) % self.seats
        if fact["dealer"] != dealer:
            raise Refusal(f"the dealer is seat {dealer} (C-2)")
        players = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        if self.seats == 5:
            players.pop()
        if len(fact["hands"]) != self.seats:
            raise Refusal("a hand for every seat is wanted")
        known = set(self.deck)
        used: set[str] = set()

        def take(text: object, count: int) -> set[str]:
            if not isinstance(text, str):
                raise Refusal("cards are one text")
            cards = text.split(" ")
            for card in cards:
                if card not in known:
                    raise Refusal(f"{card!r} is not a card of this deck")
                if card in used:
                    raise Refusal(f"{card} is there twice")
                used.add(card)
            if len(cards) != count:
                raise Refusal(f"{count} cards are wanted, not {len(cards)}")
            return set(cards)

        cards: dict[int, set[str]] = {}
        for seat, text in enumerate(fact["hands"]):
            if seat in players:
                cards[seat] = take(text, self.variant.tricks)
            elif text is not None:
                raise Refusal(f"seat {seat} sits out (3B-1)")
        if ("extra" in fact) != self.has_extra:
            raise Refusal("the extra card is missing" if self.has_extra else "there is no extra card")
        extra = take(fact["extra"], 1).pop() if self.has_extra else None
        if ("dead" in fact) != (self.family == "BM"):
            raise Refusal("the dead hand is missing" if self.family == "BM" else "there is no dead hand")
        dead = take(fact["dead"], 13) if self.family == "BM" else set()
        if used != known:
            raise Refusal("not all cards were dealt")
        if "extra_at" in fact and (not self.has_extra or not 0 <= fact["extra_at"] < len(self.deck)):
            raise Refusal("no such place for the extra card")
        if "cut" in fact:
            cut = fact["cut"]
            if cut["seat"] != (dealer - 1) % self.seats or not 0 <= cut["depth"] < len(self.deck):
                raise Refusal("the player on the dealer's right cuts (C-3)")
        order = players
        if self.family == "JK":
            order = [players[0], players[2], players[1], players[3]]
        hand = Hand(number, dealer, players, order, cards, extra, dead, turn=order[0])
        hand.rights = list(self.rights)
        hand.gaccs = dict.fromkeys(players, 0)
        if self.family == "BM":
            hand.unseen = set(players)
            hand.choice = set(players)
        if self.family == "JK":
            for side in (0, 1):
                if self.totals[1 - side] - self.totals[side] >= 100:
                    hand.unseen |= {side, side + 2}
                    hand.choice.add(next(seat for seat in order if seat % 2 == side))
        self.hand, self.scored, self.redealing = hand, False, False

    def _redeal(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if not self.options.get("new_deal"):
            raise Refusal("no new deal may be called here (JK-13)")
        if hand.phase != "bid" or seat != hand.turn or seat in hand.unseen:
            raise Refusal("on his turn, before he bids and after he has looked (JK-13)")
        if not self.may_call_new_deal(seat):
            raise Refusal("that hand is too good for a new deal (JK-13)")
        self.redealing = True

    def _look(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase != "bid" or seat != hand.turn or seat not in hand.choice:
            raise Refusal("that seat has no choice to look or go blind")
        hand.choice.discard(seat)
        hand.unseen -= {player for player in hand.players if self.side(player) == self.side(seat)}
        self._show()

    def _bid(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, bid, blind = fact["seat"], fact["bid"], "blind" in fact
        if not 0 <= bid <= self.variant.tricks:
            raise Refusal("no such bid")
        if seat in hand.bids:
            if blind:
                raise Refusal("no blind bids here")
            self._change_bid(hand, seat, bid)
            return
        if hand.phase != "bid" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to bid")
        if blind != (seat in hand.unseen):
            raise Refusal("a blind bid before looking, a plain one after (JK-9, BM-3)")
        if self.family == "JK":
            self._bid_for_side(hand, seat, bid, blind)
            return
        hand.bids[seat] = bid
        if self.family == "BM" and blind:
            hand.blind.add(seat)
            hand.choice.discard(seat)
        if self.family == "SB":
            hand.turn = (seat + 1) % self.seats
            if len(hand.bids) == 4:
                self._start_play(hand)
        elif self.family == "BM":
            hand.turn = (seat + 1) % self.seats
            if len(hand.bids) == 3:
                hand.phase = "raise"
                if hand.unseen:
                    hand.unseen = set()
                    self._show()
        else:
            hand.last_bidder = seat
            self._after_bid(hand, seat)

    def _bid_for_side(self, hand: Hand, seat: int, bid: int, blind: bool) -> None:
        side = self.side(seat)
        partner = (seat + 2) % 4
        if partner in hand.bids:
            total = hand.bids[partner] + bid
            if not 4 <= total <= 13:
                raise Refusal("the side's total must be 4 to 13 (JK-4)")
            hand.side_bids[side] = total
            if blind:
                hand.blind_sides.add(side)
                hand.unseen -= {seat, partner}
                self._show()
        hand.bids[seat] = bid
        if blind:
            hand.blind.add(seat)
            hand.choice.discard(seat)
        place = len(hand.bids)
        if place == 4:
            hand.phase, hand.turn = "raise", hand.order[0]
        else:
            hand.turn = hand.order[place]

    def _change_bid(self, hand: Hand, seat: int, bid: int) -> None:
        if self.family != "3B":
            raise Refusal("a bid is made once")
        if seat != hand.last_bidder:
            raise Refusal("only the seat that bid most recently may change its bid (3B-5)")
        if hand.phase == "play" and (hand.has_played or self.has_extra):
            raise Refusal("it is too late to change the bid (3B-5)")
        if hand.phase == "done" or (seat in hand.drew and hand.bids[seat] == 0):
            raise Refusal("it is too late to change the bid (3B-5, 3B-6)")
        if bid == hand.bids[seat]:
            raise Refusal("a change is to another number (3B-5)")
        if hand.drawer is not None:
            changed = hand.bids | {seat: bid}
            if bid in (0, self.variant.tricks) or self.highest_bidder(changed) != hand.drawer:
                raise Refusal("the extra card has been drawn for the highest bid (3B-5, 3B-9)")
            hand.bids[seat] = bid
            return
        hand.bids[seat] = bid
        self._after_bid(hand, seat)

    def _after_bid(self, hand: Hand, seat: int) -> None:
        """3B: who is on turn after a bid, a change, or the discard of a zero bidder."""
        if self.has_extra and hand.bids[seat] == 0 and seat not in hand.drew:
            hand.phase, hand.turn = "zero draw", seat
        elif len(hand.bids) < len(hand.order):
            hand.phase, hand.turn = "bid", hand.order[len(hand.bids)]
        else:
            highest = self.highest_bidder()
            if self.has_extra and highest is not None:
                hand.phase, hand.turn = "high draw", highest
            else:
                self._start_play(hand)

    def _raise(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, bid = fact["seat"], fact["bid"]
        if hand.phase != "raise" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to raise")
        side = self.side(seat)
        if self.family == "JK":
            if side in hand.blind_sides:
                raise Refusal("a blind total is not raised (JK-9)")
            if not hand.side_bids[side] < bid <= 13:
                raise Refusal("a raise is a higher total, at most 13 (JK-5)")
            hand.side_bids[side] = bid
        else:
            if seat in hand.blind:
                raise Refusal("a blind bid stays as it is (BM-4)")
            if not hand.bids[seat] < bid <= 13:
                raise Refusal("a raise is a higher number, at most 13 (BM-4)")
            hand.bids[seat] = bid
        hand.standing = 0
        self._next_raiser(hand)

    def _next_raiser(self, hand: Hand) -> None:
        order = hand.order
        hand.turn = order[(order.index(hand.turn) + 1) % len(order)]

    def _stand(self, fact: Fact) -> None:
        hand = self.open_hand()
        if hand.phase != "raise" or fact["seat"] != hand.turn:
            raise Refusal(f"seat {fact['seat']} is not on turn to stand")
        hand.standing += 1
        self._next_raiser(hand)
        if hand.standing == len(hand.order):
            if self.options.get("ten_or_less") and sum(hand.side_bids.values()) <= 10:
                hand.phase, hand.passed = "done", True
            else:
                self._start_play(hand)

    def _bemo(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, tricks = fact["seat"], fact["tricks"]
        if self.family != "BM" or hand.phase != "raise" or seat != hand.turn:
            raise Refusal("a promise is made on the turn to raise or stand (BM-5)")
        if tricks not in (4, 6):
            raise Refusal("Bemo is 4 tricks, Big Bemo 6 (BM-5)")
        if seat in hand.promises:
            raise Refusal("one promise at most (BM-5)")
        bid = hand.bids[seat]
        if (seat in hand.blind or bid <= 2) and bid < tricks:
            raise Refusal("the number must be met exactly and is smaller than the promise (BM-5)")
        hand.promises[seat] = tricks

    def _draw(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase not in ("zero draw", "high draw") or seat != hand.turn:
            raise Refusal("that seat does not draw now (3B-6, 3B-7)")
        assert hand.extra is not None
        hand.cards[seat].add(hand.extra)
        hand.extra = None
        hand.drew.add(seat)
        if hand.phase == "high draw":
            hand.drawer = seat
        hand.phase = "zero discard" if hand.phase == "zero draw" else "high discard"
        self._show()

    def _discard(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, card = fact["seat"], fact["card"]
        if hand.phase not in ("zero discard", "high discard") or seat != hand.turn:
            raise Refusal("that seat does not throw a card back now (3B-6, 3B-7)")
        if card not in hand.cards[seat]:
            raise Refusal(f"seat {seat} does not hold {card}")
        hand.cards[seat].remove(card)
        hand.extra = card
        if hand.phase == "zero discard":
            self._after_bid(hand, seat)
        else:
            self._start_play(hand)

    def _start_play(self, hand: Hand) -> None:
        hand.phase, hand.turn = "play", hand.players[0]

    def _play(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, card = fact["seat"], fact["card"]
        if hand.phase != "play" or seat != hand.turn:
            raise Refusal(f"seat {seat} is not on turn to play (C-8)")
        if card not in hand.cards[seat]:
            raise Refusal(f"seat {seat} does not hold {card}")
        allowed = self.follow(seat)
        if card not in self.playable(seat):
            raise Refusal(
                "a card of the suit led must be played (C-6)" if hand.trick else "spades are not broken"
            )
        if "ace" in fact and not (self.calls_aces and card[0] == "A"):
            raise Refusal("there is nothing to call here (3B-3)")
        low = fact.get("ace") == "low"
        if "ace" not in fact and self.calls_aces and card[0] == "A":
            bid = hand.bids[seat]
            low = bid == 0 or (self.low_ball() is not None and hand.tricks(seat) >= bid)

        if card not in allowed:
            hand.reneges.append([seat, len(hand.taken), False])
        if not hand.trick and hand.made_just_now == seat and suit_of(card) == "S":
            hand.gaccs[seat] += 1
        hand.made_just_now = None
        trumped = hand.trick and suit_of(hand.trick[0][1]) != "S"
        if suit_of(card) == "S" and (trumped or self.family == "JK"):
            hand.broken = True
        hand.table_trick = len(hand.taken)
        hand.cards[seat].remove(card)
        hand.trick.append((seat, card, low))
        hand.has_played.add(seat)
        if not self._replaying and card not in self._public:
            self._public.add(card)
            self._show()
        if len(hand.trick) < len(hand.players):
            hand.turn = hand.players[(hand.players.index(seat) + 1) % len(hand.players)]
            return
        lead = suit_of(hand.trick[0][1])
        spades = [entry for entry in hand.trick if suit_of(entry[1]) == "S"]
        running = spades or [entry for entry in hand.trick if suit_of(entry[1]) == lead]
        winner = max(running, key=lambda entry: self.strength(entry[1], entry[2]))[0]
        hand.trick = []
        hand.taken.append(winner)
        hand.turn = winner
        if self.family == "3B" and hand.bids[winner] == hand.tricks(winner):
            hand.made_just_now = winner
        self.trick_winners[hand.number, len(hand.taken)] = winner
        if len(hand.taken) == self.variant.tricks:
            hand.phase = "done"

    def _claim(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if hand.phase != "play" or seat != hand.turn:
            raise Refusal("the player on turn may claim (C-12)")
        if fact["tricks"] != len(hand.cards[seat]):
            raise Refusal(f"{len(hand.cards[seat])} tricks remain (C-12)")
        if not self.claim_stands(seat):
            raise Refusal("the claim does not stand (C-12)")
        hand.taken += [seat] * fact["tricks"]
        hand.claimed, hand.phase = True, "done"

    def _challenge(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, accused = fact["seat"], fact["accused"]
        if not self.challenges:
            raise Refusal("there are no challenges here (C-11)")
        if not hand.has_played:
            raise Refusal("a challenge comes after the first lead (C-11)")
        if self.side(seat) == self.side(accused):
            raise Refusal("only an opponent is accused (C-11)")
        for renege in hand.reneges:
            if renege[0] != accused or renege[2]:
                continue
            if self.family == "BM" and (hand.claimed or renege[1] != hand.table_trick):
                continue
            renege[2] = True
            if self.family == "BM":
                hand.rights.append((seat, accused))
            else:
                hand.moves.append((self.side(accused), self.side(seat), 3))
            return
        if self.family == "JK":
            hand.moves.append((self.side(seat), self.side(accused), 3))

    def _books(self, fact: Fact) -> None:
        hand = self.open_hand()
        pair = (fact["seat"], fact["accused"])
        if self.family != "BM" or hand.phase != "done":
            raise Refusal("books are taken after the last trick (BM-13)")
        if hand.rights.count(pair) <= hand.answered.count(pair):
            raise Refusal("no right to books (BM-13)")
        if not 0 <= fact["count"] <= 3 or fact["count"] > self.books_left(pair[1]):
            raise Refusal("one to three books, no more than the offender has left (BM-13)")
        if fact["count"]:
            hand.rights.remove(pair)
            hand.moves.append((pair[1], pair[0], fact["count"]))
        else:
            hand.answered.append(pair)

    def _dump(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat = fact["seat"]
        if self.family != "3B" or hand.phase != "play":
            raise Refusal("a dump is declared after the bidding (3B-22)")
        if len(hand.taken) > 4 or (len(hand.taken) == 4 and hand.trick):
            raise Refusal("a dump is declared before the fifth trick (3B-22)")
        if seat not in hand.players or seat in hand.dumps or hand.tricks(seat):
            raise Refusal("once, by a player without a trick (3B-22)")
        hand.dumps.add(seat)

    def _bone(self, fact: Fact) -> None:
        if self.family != "3B" or self.hand is None or fact["seat"] not in self.hand.has_played:
            raise Refusal("that seat has played no card to be sorry for (3B-29)")

    def _zb(self, fact: Fact) -> None:
        hand = self.open_hand()
        seat, accused = fact["seat"], fact["accused"]
        if self.family != "3B" or seat == accused or accused not in hand.has_played:
            raise Refusal("another hunter's last card is marked (3B-30)")
        before = hand.taken[: hand.table_trick]
        hunted = [p for p, bid in hand.bids.items() if bid == 0 and p not in before]
        if not any(zero not in (seat, accused) for zero in hunted):
            raise Refusal("no zero is hunted (3B-30)")

    def _chit(self, fact: Fact) -> None:
        if self.family != "3B" or self.hand is None or self.chit is not None:
            raise Refusal("no chit is asked for (3B-27)")
        if not self.scored:
            if self.hand.phase != "done" or self.redealing:
                raise Refusal("a chit comes after the last hand (3B-27)")
            self.score()
        if self.over is None:
            raise Refusal("a chit comes after the last hand (3B-27)")
        if self.over["tray"] != fact["seat"] or fact["tray"] == fact["seat"]:
            raise Refusal("the tray person names another player or nobody (3B-27)")
        self.chit = fact

    def _suspend(self, fact: Fact) -> None:
        self.suspended = True

    def _resume(self, fact: Fact) -> None:
        if not self.suspended:
            raise Refusal("the game is not suspended (3B-21)")
        self.suspended = False

    # ---- taking back -----------------------------------------------------------------------------------

    def hand_score_read(self) -> None:
        """A ``hand_score`` line stands here: nothing before it is taken back."""
        self._barrier = len(self._live)

    def take_back_target(self, seat: int) -> int:
        """The place among the live facts of what ``seat`` would take back, or a refusal (3B-11)."""
        if not self.options.get("take_back"):
            raise Refusal("a card laid is a card played (3B-11)")
        place = len(self._live) - 1
        while place >= self._barrier and "seat" not in self._live[place][1]:
            place -= 1
        if place < self._barrier:
            raise Refusal("there is nothing to take back (3B-11)")
        position, fact = self._live[place]
        if fact["seat"] != seat:
            raise Refusal("the player who acted last takes back (3B-11)")
        if fact["event"] in ("look", "draw", "claim", "challenge", "redeal"):
            raise Refusal(f"a {fact['event']} is not taken back (3B-11)")
        if "blind" in fact and self._last_show == position:
            raise Refusal("that blind bid let somebody see his cards (3B-11)")
        if self._last_show > position:
            raise Refusal("a hidden card has been shown since (3B-11)")
        return place

    def _take_back(self, seat: int) -> None:
        place = self.take_back_target(seat)
        self.undone_from, fact = self._live[place]
        del self._live[place:]
        if self.scored:
            if fact["event"] == "chit":
                self.chit = None
            return
        self.hand = copy.deepcopy(self._dealt)
        assert self.hand is not None
        for key in [key for key in self.trick_winners if key[0] == self.hand.number]:
            del self.trick_winners[key]
        self._replaying = True
        position = self._position
        for _, earlier in list(self._live):
            self.apply(earlier)
        self._position = position
        self._replaying = False

    # ---- scores ----------------------------------------------------------------------------------------

    def score(self) -> Fact:
        """Score the hand that is finished: its ``hand_score``, and ``over`` where the game ends."""
        hand = self.open_hand()
        assert hand.phase == "done"
        lines: list[Fact] = []

        def line(side: int, rule: str, points: int, text: str) -> None:
            lines.append({"side": side, "rule": rule, "points": points, "text": text})

        made_moves = self._settle_moves(hand)
        result: Fact = {"event": "hand_score", "hand": hand.number, "lines": lines}
        {"SB": self._score_sb, "JK": self._score_jk, "BM": self._score_bm, "3B": self._score_3b}[self.family](
            hand, line, result
        )
        points = [0] * self.sides
        for entry in lines:
            points[entry["side"]] += entry["points"]
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        playing = set(hand.players)
        result["points"] = points
        result["totals"] = list(self.totals)
        result["tricks"] = [hand.tricks(seat) if seat in playing else None for seat in range(self.seats)]
        result["bids"] = [hand.bids[seat] if seat in playing else None for seat in range(self.seats)]
        if self.family in ("SB", "BM") or self.options.get("bag_penalty"):
            result["bags"] = list(self.bags)
        if made_moves:
            net = [0] * self.sides
            for source, goal, count in made_moves:
                net[source] -= count
                net[goal] += count
            result["books"] = net
        outright = result.pop("outright", None)
        if self.family == "3B":
            last = min(total for side, total in enumerate(self.totals) if side != outright)
            tray = [s for s in range(self.seats) if self.totals[s] == last and s != outright]
            self.trays.append(tray)
            result["tray"] = tray
        self.results[hand.number] = result
        self.rights = list(hand.rights)
        self.scored = True
        self._barrier = len(self._live)
        self.over = self._ending(outright)
        return result

    def _settle_moves(self, hand: Hand) -> list[tuple[int, int, int]]:
        """JK-14, BM-13: the books that really move, in order, no more than a side has left."""
        wanted, hand.moves = hand.moves, []
        for source, goal, count in wanted:
            real = min(count, self.books_left(source))
            if real:
                hand.moves.append((source, goal, real))
        return hand.moves

    def _score_sb(self, hand: Hand, line: Any, result: Fact) -> None:
        for side in (0, 1):
            pair = (side, side + 2)
            zeros = [seat for seat in pair if hand.bids[seat] == 0]
            others = [seat for seat in pair if hand.bids[seat] > 0]
            for seat in zeros:
                tricks = hand.tricks(seat)
                line(side, "SB-6", -100 if tricks else 100, f"zero bid, {tricks} taken")
                self.bags[side] += tricks
            if others:
                bid = sum(hand.bids[seat] for seat in others)
                tricks = sum(hand.tricks(seat) for seat in others)
                rule = "SB-8" if zeros else "SB-5"
                if tricks >= bid:
                    line(side, rule, 10 * bid + tricks - bid, f"bid {bid}, took {tricks}")
                    self.bags[side] += tricks - bid
                else:
                    line(side, rule, -10 * bid, f"bid {bid}, took {tricks}")
            while self.bags[side] >= 10:
                self.bags[side] -= 10
                line(side, "SB-9", -100, "ten bags")
        result["side_bids"] = [hand.bids[0] + hand.bids[2], hand.bids[1] + hand.bids[3]]

    def _score_jk(self, hand: Hand, line: Any, result: Fact) -> None:
        result["side_bids"] = [hand.side_bids[0], hand.side_bids[1]]
        for side in (0, 1):
            bid, tricks, blind = hand.side_bids[side], self.books_left(side), side in hand.blind_sides
            if hand.passed:
                line(side, "JK-13", 10 * bid, f"ten or less, bid {bid}")
                continue
            doubled = bool(self.options.get("double_sets")) and tricks >= 2 * bid
            if tricks < bid or doubled:
                self.sets[side] += 1
                rule = "JK-13" if doubled else "JK-10" if blind else "JK-7"
                line(side, rule, -10 * bid, f"set: bid {bid}, took {tricks}")
                continue
            if blind:
                points = 20 * bid
                if bid == 10:
                    points = 400 if self.options.get("blind_ten_400") else 200
                line(side, "JK-10", points, f"blind {bid} made")
            elif bid == 10:
                line(side, "JK-8", 200, "ten made")
            else:
                line(side, "JK-7", 10 * bid, f"{bid} made")
            over = tricks - bid
            if over:
                line(side, "JK-7", over, f"{over} above")
            if self.options.get("bag_penalty"):
                before = self.bags[side]
                self.bags[side] += over
                for _ in range(self.bags[side] // 10 - before // 10):
                    line(side, "JK-13", -100, "ten tricks above")

    def _score_bm(self, hand: Hand, line: Any, result: Fact) -> None:
        for seat in range(3):
            bid, tricks, blind = hand.bids[seat], self.books_left(seat), seat in hand.blind
            exact = blind or bid <= 2
            made = tricks == bid if exact else tricks >= bid
            rule = "BM-8" if blind else "BM-7"
            if not made:
                line(seat, rule, -(BLIND_FAILED if blind else BEMO_FAILED)[bid], f"bid {bid}, took {tricks}")
            else:
                if bid == 13 or (blind and bid >= 10):
                    result["outright"] = seat
                else:
                    line(seat, rule, (BLIND_MADE if blind else BEMO_MADE)[bid], f"bid {bid}, took {tricks}")
                if tricks > bid:
                    over = tricks - bid
                    line(seat, "BM-10", over, f"{over} above")
                    before = self.bags[seat]
                    self.bags[seat] += over
                    for _ in range(self.bags[seat] // 10 - before // 10):
                        line(seat, "BM-10", -100, "ten overtricks")
            if seat in hand.promises:
                wanted = hand.promises[seat]
                kept = all(winner == seat for winner in hand.taken[:wanted])
                worth = (100, -50) if wanted == 4 else (200, -100)
                line(seat, "BM-9", worth[0] if kept else worth[1], f"first {wanted} tricks")
            self.rows[seat] = self.rows[seat] + 1 if tricks == bid else 0
            if self.rows[seat] >= 3:
                line(seat, "BM-11", 100 if self.rows[seat] == 3 else 50, f"{self.rows[seat]} perfect bids")

    def _score_3b(self, hand: Hand, line: Any, result: Fact) -> None:
        value = self.zero_value()
        result["zero_value"] = value
        ball = self.low_ball()
        if ball:
            result["low_ball"] = ball
        result["gaccs"] = [hand.gaccs.get(seat) for seat in range(self.seats)]
        zero_made, lost = False, 0
        for seat in sorted(hand.players):
            bid, tricks = hand.bids[seat], hand.tricks(seat)
            if bid == 0:
                if tricks == 0:
                    zero_made = True
                    line(seat, "3B-13", value, "zero made")
                else:
                    lost += 10 * tricks
                    line(seat, "3B-13", -10 * tricks, f"zero failed, {tricks} taken")
            elif bid == self.variant.tricks == tricks:
                line(seat, "3B-15", 35 * tricks, "all the tricks")
                result["outright"] = seat
            elif tricks >= bid:
                line(seat, "3B-12", 10 * bid - 10 * (tricks - bid), f"bid {bid}, took {tricks}")
            else:
                line(seat, "3B-12", tricks, f"bid {bid}, took {tricks}")
            forgiven = tricks == 0 and (bid >= 3 or seat in hand.dumps)
            self.off[seat].append(0 if forgiven else abs(bid - tricks))
        self.zero_pot = 0 if zero_made else self.zero_pot + lost

    def _ending(self, outright: int | None) -> Fact | None:
        """The ``game_over`` that follows from the scores, if the game has ended."""
        totals = self.totals
        best = max(totals)
        leaders = [side for side in range(self.sides) if totals[side] == best]
        winner, reason = None, "target"
        if outright is not None:
            winner, reason = outright, "outright"
        elif self.family == "3B":
            if len(self.results) >= self.minimum and len(set(totals)) == self.seats:
                winner, reason = leaders[0], "hands"
        elif self.family == "JK" and max(self.sets) >= 3:
            reason = "sets"
            if min(self.sets) < 3:
                winner = 1 if self.sets[0] >= 3 else 0
            elif len(leaders) == 1:
                winner = leaders[0]
        elif best >= self.target:
            if self.family == "BM":
                fewest = min(self.bags[side] for side in leaders)
                leaders = [side for side in leaders if self.bags[side] == fewest]
            if len(leaders) == 1:
                winner = leaders[0]
        if winner is None:
            return None
        others = [side for side in range(self.sides) if side != winner]
        standings = [[winner]] + [
            [side for side in others if totals[side] == points]
            for points in sorted({totals[side] for side in others}, reverse=True)
        ]
        over: Fact = {"event": "game_over", "reason": reason, "winners": [winner], "totals": list(totals)}
        over["standings"] = standings
        if self.family == "3B":
            last = standings[-1]
            over["tray"] = last[0] if len(last) == 1 else None
            over["perfect"] = [s for s in range(self.seats) if self.off[s] and not any(self.off[s])]
            over["imperfect"] = [s for s in range(self.seats) if self.off[s] and all(self.off[s])]
        return over

    def game_over(self) -> Fact:
        """The finding at the end of the game, after the chit if there is one."""
        assert self.over is not None
        over = dict(self.over)
        if self.family == "3B":
            if self.chit is not None and self.chit["tray"] is not None:
                over["tray"] = self.chit["tray"]
            tray = over["tray"]
            over["wire_to_wire"] = tray is not None and all(tray in listed for listed in self.trays)
        return over


# ---- the form of lines ---------------------------------------------------------------------------------

ALWAYS = {"event", "sum"}
FACT_ALWAYS = ALWAYS | {"at", "stand_in"}
FACT_KEYS: dict[str, tuple[set[str], set[str]]] = {
    "game": ({"format", "variant", "seats"}, {"rules", "options", "dealer", "seed", "game", "program"}),
    "deal": ({"hand", "dealer", "hands"}, {"extra", "dead", "cut", "extra_at", "fair"}),
    "redeal": ({"seat"}, set()),
    "look": ({"seat"}, set()),
    "bid": ({"seat", "bid"}, {"blind"}),
    "raise": ({"seat", "bid"}, set()),
    "stand": ({"seat"}, set()),
    "bemo": ({"seat", "tricks"}, set()),
    "draw": ({"seat"}, set()),
    "discard": ({"seat", "card"}, set()),
    "play": ({"seat", "card"}, {"ace"}),
    "claim": ({"seat", "tricks"}, set()),
    "challenge": ({"seat", "accused"}, set()),
    "books": ({"seat", "accused", "count"}, set()),
    "dump": ({"seat"}, set()),
    "bone": ({"seat"}, set()),
    "zb": ({"seat", "accused"}, set()),
    "chit": ({"seat", "tray"}, set()),
    "take_back": ({"seat"}, set()),
    "suspend": (set(), set()),
    "resume": (set(), set()),
}
FINDING_KEYS = {
    "trick": {"hand", "trick", "winner"},
    "hand_score": {
        "hand",
        "lines",
        "points",
        "totals",
        "bags",
        "tricks",
        "bids",
        "side_bids",
        "books",
        "zero_value",
        "low_ball",
        "gaccs",
        "tray",
    },
    "game_over": {
        "reason",
        "winners",
        "totals",
        "standings",
        "tray",
        "wire_to_wire",
        "perfect",
        "imperfect",
    },
}
SETS_OF_SEATS = {"tray", "perfect", "imperfect", "winners"}
HEX64 = re.compile(r"[0-9a-f]{64}")


def want(condition: object, message: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refusal(message)


def check_keys(value: object, needed: set[str], allowed: set[str], what: str) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    if not isinstance(value, dict):
        raise Refusal(f"{what} is an object")
    for key in sorted(needed - value.keys()):
        raise Refusal(f"{what}: {key!r} is missing")
    for key in sorted(value.keys() - needed - allowed):
        raise Refusal(f"{what}: unknown key {key!r}")
    return value


def check_game_line(line: Fact) -> None:
    """The form of the first line."""
    want(line["format"] == "spades-record/1", "the format is spades-record/1")
    want(isinstance(line["variant"], str) and line["variant"] in VARIANTS, "no such variant")
    variant = VARIANTS[line["variant"]]
    want(isinstance(line["seats"], list) and len(line["seats"]) == variant.seats, "wrong number of seats")
    for entry in line["seats"]:
        check_keys(entry, {"name", "kind"}, {"level"}, "a seat")
        want(isinstance(entry["name"], str), "a name is text")
        want(entry["kind"] in ("human", "bot"), "a seat is human or bot")
        want(isinstance(entry.get("level", ""), str), "a level is text")
    if "dealer" in line:
        want(is_int(line["dealer"]) and 0 <= line["dealer"] < variant.seats, "the dealer is a seat")
    if "game" in line:
        want(is_int(line["game"]) and line["game"] >= 1, "the game's number is 1 or more")
    for key in ("seed", "program"):
        want(isinstance(line.get(key, ""), str), f"{key!r} is text")
    options = check_keys(line.get("options", {}), set(), set(variant.switches), "options")
    for name, value in options.items():
        if name in ("target", "hands"):
            want(is_int(value) and value >= 1, f"{name!r} is a positive number")
        elif name == "enforcement":
            want(isinstance(value, str) and value in ("refuse", "challenge"), "refuse or challenge (C-11)")
        elif name == "aces":
            want(isinstance(value, str) and value in ("called", "high"), "called or high (3B-1)")
        else:
            want(isinstance(value, bool), f"{name!r} is true or false")


def check_fact_form(fact: Fact, seats: int) -> None:
    """Keys and types of a fact other than ``game``."""
    event = fact["event"]
    needed, allowed = FACT_KEYS[event]
    check_keys(fact, needed | {"event"}, allowed | FACT_ALWAYS, event)
    for key in ("seat", "accused", "dealer"):
        if key in fact:
            want(is_int(fact[key]) and 0 <= fact[key] < seats, f"{key!r} is a seat")
    for key in ("bid", "tricks", "count", "hand", "extra_at"):
        if key in fact:
            want(is_int(fact[key]), f"{key!r} is a number")
    if "blind" in fact:
        want(fact["blind"] is True, "'blind' is true or absent")
    if "card" in fact:
        want(isinstance(fact["card"], str), "a card is text")
    if "ace" in fact:
        want(isinstance(fact["ace"], str) and fact["ace"] in ("high", "low"), "'ace' is high or low")
    if event == "chit":
        tray = fact["tray"]
        want(tray is None or (is_int(tray) and 0 <= tray < seats), "'tray' is a seat or null")
    if event == "deal":
        want(isinstance(fact["hands"], list), "'hands' is a list")
        if "cut" in fact:
            cut = check_keys(fact["cut"], {"seat", "depth"}, set(), "the cut")
            want(is_int(cut["seat"]) and is_int(cut["depth"]), "a cut is two numbers")
        if "fair" in fact:
            fair = check_keys(fact["fair"], {"commitment", "secret"}, set(), "'fair'")
            for value in fair.values():
                want(isinstance(value, str) and HEX64.fullmatch(value), "a proof is 64 hex digits")


def check_extras(fact: Fact) -> None:
    """``at`` and ``stand_in``, which decide nothing."""
    if "at" in fact:
        want(isinstance(fact["at"], str), "'at' is a time")
        try:
            datetime.fromisoformat(fact["at"])
        except ValueError:
            raise Refusal("'at' is an ISO-8601 time") from None
    if "stand_in" in fact:
        want(fact["stand_in"] is True, "'stand_in' is true or absent")


def chain_sum(previous: str, line: Fact) -> str:
    """The ``sum`` of a line after the ``sum`` of the previous one."""
    rest = {key: value for key, value in line.items() if key != "sum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((previous + text).encode("utf-8")).hexdigest()[:16]


def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Refusal(f"the key {key!r} is there twice")
        result[key] = value
    return result


def no_constants(text: str) -> Any:
    """NaN and its like are not JSON."""
    raise Refusal(f"{text} is not JSON")


def read_line(raw: bytes) -> Fact:
    """One line as an object with an event."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal("not UTF-8") from None
    want(text.strip(), "a blank line")
    try:
        line = json.loads(text, object_pairs_hook=no_doubles, parse_constant=no_constants)
    except (ValueError, RecursionError):
        raise Refusal("not JSON") from None
    want(isinstance(line, dict), "a line is an object")
    want(isinstance(line.get("event"), str), "every line has an event")
    want(line["event"] in FACT_KEYS or line["event"] in FINDING_KEYS, f"no such event: {line['event']!r}")
    return dict(line)


# ---- reading records -----------------------------------------------------------------------------------


@dataclass
class Verdict:
    """What a record came to."""

    variant: str
    facts: int
    findings: int
    hands: int
    totals: list[int]
    over: Fact | None


class Reader:
    """One record, line by line."""

    def __init__(self, line: Fact) -> None:
        check_keys(line, FACT_KEYS["game"][0] | {"event"}, FACT_KEYS["game"][1] | FACT_ALWAYS, "game")
        check_game_line(line)
        self.game = Game(line)
        self.facts = 1
        self.count = 0
        self.closed = False
        self.written: dict[tuple[Any, ...], int] = {}
        self.lines: list[Fact] = [line]
        self.after: dict[int, list[Fact]] = {}
        self.hand_end = 0

    def fact(self, fact: Fact) -> None:
        """Play a fact, and note which findings follow from it."""
        check_fact_form(fact, self.game.seats)
        if self.closed:
            raise Refusal("a fact after the end of the game")
        game = self.game
        hands, tricks = len(game.results), len(game.trick_winners)
        position = game._position
        game.apply(fact)
        self.facts += 1
        self.lines.append(fact)
        place = len(self.lines) - 1
        event = fact["event"]
        if event == "take_back":
            start = game.undone_from
            assert start is not None
            self.written = {key: at for key, at in self.written.items() if key[0] != "trick" or at <= start}
        if len(game.results) > hands:
            self._put_hand_score()
        if len(game.trick_winners) > tricks and event == "play":
            assert game.hand is not None
            number = (game.hand.number, len(game.hand.taken))
            self._put(place, dict(zip(("event", "hand", "trick"), ("trick", *number), strict=True)))
            self.after[place][-1]["winner"] = game.trick_winners[number]
        if event not in ("suspend", "resume", "deal"):
            self.hand_end = place
        assert game._position == position + 1

    def _put(self, place: int, finding: Fact) -> None:
        self.after.setdefault(place, []).append(finding)

    def _put_hand_score(self) -> None:
        self._put(self.hand_end, self.game.results[len(self.game.results)])

    def settle(self) -> None:
        """Score the last hand if it is finished."""
        game = self.game
        if game.hand is not None and not game.scored and game.hand.phase == "done":
            game.score()
            self._put_hand_score()

    def finding(self, line: Fact) -> None:
        """Compare a finding with what the facts say."""
        event = line["event"]
        check_keys(line, {"event"}, FINDING_KEYS[event] | ALWAYS, event)
        getattr(self, "_check_" + event)({k: v for k, v in line.items() if k not in ALWAYS})
        self.count += 1

    def _once(self, *key: Any) -> None:
        want(key not in self.written, f"the finding {key} is there twice")
        self.written[key] = self.game._position

    def _check_trick(self, line: Fact) -> None:
        game = self.game
        known = game.trick_winners
        for key, value in line.items():
            want(is_int(value), f"{key!r} is a number")
        numbers = [n for n in known if line.get("hand", n[0]) == n[0] and line.get("trick", n[1]) == n[1]]
        want(numbers, "no such trick has been played")
        number = max(numbers)
        if "winner" in line:
            want(line["winner"] == known[number], f"seat {known[number]} won that trick (C-7)")
        self._once("trick", *number)

    def _check_hand_score(self, line: Fact) -> None:
        game = self.game
        if "hand" in line:
            want(is_int(line["hand"]), "'hand' is a number")
        if game.hand is not None and line.get("hand", game.hand.number) == game.hand.number:
            self.settle()
        number = line.get("hand", len(game.results))
        want(number in game.results, "that hand is not finished")
        self._compare(line, game.results[number])
        self._once("hand_score", number)
        game.hand_score_read()

    def _check_game_over(self, line: Fact) -> None:
        self.settle()
        want(self.game.over is not None and self.game.scored, "the game is not over")
        self._compare(line, self.game.game_over())
        self._once("game_over")
        self.closed = True

    def _compare(self, line: Fact, truth: Fact) -> None:
        for key, value in line.items():
            want(key in truth, f"{key!r} does not apply here")
            if key == "lines":
                self._check_lines(value, truth)
                continue
            expected = truth[key]
            if key in SETS_OF_SEATS and isinstance(value, list) and all(map(is_int, value)):
                value = sorted(value)
            if key == "standings" and isinstance(value, list):
                value = [sorted(x) if isinstance(x, list) and all(map(is_int, x)) else x for x in value]
            want(same(value, expected), f"{key!r} is {expected!r}")

    def _check_lines(self, lines: object, truth: Fact) -> None:
        if not isinstance(lines, list):
            raise Refusal("'lines' is a list")
        points = [0] * self.game.sides
        for entry in lines:
            check_keys(entry, {"side", "rule", "points"}, {"text"}, "a line of the score sheet")
            want(is_int(entry["side"]) and 0 <= entry["side"] < self.game.sides, "no such side")
            want(is_int(entry["points"]), "points are a number")
            want(isinstance(entry.get("text", ""), str), "a text is text")
            rule = re.fullmatch(r"(3B|[A-Z]+)-([0-9]+)[a-d]?", str(entry["rule"]))
            if rule is None or rule[1] not in ("C", self.game.family):
                raise Refusal("a line names a rule of its variant")
            want(1 <= int(rule[2]) <= RULE_NUMBERS[rule[1]], "no such rule")
            points[entry["side"]] += entry["points"]
        want(points == truth["points"], f"the lines add up to {points}, not to {truth['points']}")

    def verdict(self) -> Verdict:
        """The end of the record, which scores a finished hand."""
        self.settle()
        game = self.game
        over = game.game_over() if game.over else None
        return Verdict(game.variant.slug, self.facts, self.count, len(game.results), list(game.totals), over)

    def complete(self) -> list[Fact]:
        """The facts with all findings put in (``verdict`` must have been called)."""
        result: list[Fact] = []
        for place, line in enumerate(self.lines):
            result.append({key: value for key, value in line.items() if key != "sum"})
            result += self.after.get(place, [])
        if self.game.over:
            result.append(self.game.game_over())
        return result


def _read(text: str | bytes) -> list[Reader]:
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    rows = raw.split(b"\n")
    if rows[-1] == b"":
        rows.pop()
    readers: list[Reader] = []
    previous = ""
    number = 0
    try:
        want(rows, "there is no record")
        for number, row in enumerate(rows, start=1):
            line = read_line(row.removesuffix(b"\r"))
            if line["event"] == "game":
                previous = ""
                if "rules" in line:
                    raise Unsupported(number, "a record with rules of its own")
                if readers:
                    readers[-1].verdict()
            elif not readers:
                raise Refusal("the first line is the game")
            if "sum" in line:
                try:
                    expected = chain_sum(previous, line)
                except UnicodeEncodeError:
                    raise Refusal("not text") from None
                want(same(line["sum"], expected), "the sum is wrong")
            if line["event"] in FACT_KEYS:
                check_extras(line)
            if line["event"] == "game":
                readers.append(Reader(line))
            elif line["event"] in FACT_KEYS:
                readers[-1].fact(line)
            else:
                readers[-1].finding(line)
            previous = line.get("sum", "")
    except Refusal as refusal:
        raise RefereeError(max(number, 1), str(refusal)) from None
    readers[-1].verdict()
    return readers


def check(text: str | bytes) -> list[Verdict]:
    """Play every record in the text through the rules; the first wrong line raises ``RefereeError``."""
    return [reader.verdict() for reader in _read(text)]


def findings(text: str | bytes) -> list[Fact]:
    """The records in the text with all findings put in, each after the last fact that belongs to it."""
    return [line for reader in _read(text) for line in reader.complete()]


def to_text(record: list[Fact]) -> str:
    """A record as text."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in record)


def with_sums(record: list[Fact]) -> list[Fact]:
    """A record in which every line carries its ``sum``."""
    previous = ""
    lines = []
    for line in record:
        previous = chain_sum(previous, line)
        lines.append({**line, "sum": previous})
    return lines
