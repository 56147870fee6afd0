"""Components beside the bidding.

The kitty, raises and promises, skipped hands, draws, and exchanged cards.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.cards import in_sentence, parse
from spades_tui.language.sentence_parts import plural
from spades_tui.rules.bids.on_turn import NumberBid, SideTotal, within_tricks
from spades_tui.rules.component import Count, Label, Switch
from spades_tui.rules.component_bases import (
    ALWAYS_SWITCHED,
    BidComponent,
    Bounds,
    Checker,
    WhenAllHaveBid,
    place_of,
)
from spades_tui.rules.deck import CardName
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.problems import Flaw, GivenName, Held, KeyName, Part


class Raises(WhenAllHaveBid):
    """After the bidding, bids may be raised until all have stood in a row (JK-5, BM-4)."""

    kind: Literal["raise"]
    default_rule: ClassVar[str] = "JK-5"
    of: Literal["seat", "side"]
    """Whose bid is raised: the player's own, or the side's total."""
    max: Count

    def problems(self, check: Checker) -> None:
        """Report raises of a bid that doesn't count, or that nobody could make."""
        within_tricks(check, self.max)
        if self.of == "side" and not check.partners:
            check.say(Flaw.RAISED_ALONE, "of")
            return
        number = check.find(NumberBid)
        total = check.find(SideTotal)
        if total is not None and self.of == "seat":
            check.say(Flaw.SEAT_RAISES_TOTAL, "of")
        elif total is not None and self.max > total.max:
            check.say(Flaw.RAISE_ABOVE_TOTAL, "max", most=total.max)
        least = number.min if number is not None else 0
        if self.of == "side":
            least *= 2
        if total is not None:
            least = total.min
        check.say(Flaw.NOBODY_RAISES, "max", when=self.max <= least, least=least)

    @property
    def for_pairs(self) -> str:
        """The key by which two partners raise one total, if they do."""
        return "of" if self.of == "side" else ""

    @property
    def raised(self) -> Literal["seat", "side"]:
        """Whose bid is raised."""
        return self.of

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a player's bid, raised if players raise their own."""
        if self.of != "seat":
            return so_far
        return so_far[0], max(so_far[1], self.max)

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a side's bid, raised if sides raise."""
        if self.of != "side":
            return so_far
        return so_far[0], max(so_far[1], self.max)

    def sentence(self, zero: str = "nil") -> str:
        what = "the side's total" if self.of == "side" else "their bid"
        raising = f"After the bidding, each player may raise {what} (up to {self.max})"
        return f"{raising}, until all stand in a row."


class PromiseBid(WhenAllHaveBid):
    """A promise to take the first tricks, on top of the bid (BM-5)."""

    several: ClassVar[bool] = True

    kind: Literal["promise"]
    default_rule: ClassVar[str] = "BM-5"
    name: Label
    tricks: Annotated[int, Meta(ge=1, le=18)]

    def problems(self, check: Checker) -> None:
        """Report a promise of too many tricks, or one declared twice.

        It also needs raises and a score.
        """
        check.say(Flaw.ABOVE_TRICKS, "tricks", when=self.tricks > check.tricks, tricks=check.tricks)
        if not any(part.raised for part in check.variant.bids):
            check.say(Flaw.PROMISE_NEEDS_RAISE, "kind", kind=Part(("bids.raise",)))
        promise = Announced(0, PROMISE, self.tricks)
        names: list[str] = []
        for score in check.variant.scores:
            pays = score.trick_pays((promise,), check.tricks)
            names += (pay.name for pay in pays if pay.seat == 0)
        if not names:
            kind = Part(("scores.promise",))
            check.say(Flaw.PROMISE_UNPAID, "tricks", kind=kind, tricks=self.tricks)
        elif names[0] != self.name:
            check.say(Flaw.PROMISE_MISNAMED, "name", name=GivenName(names[0]))
        bids = check.variant.bids
        for other in bids[: place_of(self, bids)]:
            if isinstance(other, PromiseBid) and other.tricks == self.tricks:
                check.say(Flaw.SECOND_PROMISE, "tricks", tricks=self.tricks)
            elif isinstance(other, PromiseBid) and other.name == self.name:
                check.say(Flaw.SECOND_PROMISE_CALLED, "name", name=GivenName(self.name))

    def sentence(self, zero: str = "nil") -> str:
        tricks = "trick" if self.tricks == 1 else f"{self.tricks} tricks"
        return f"{self.name} promises the first {tricks}, on top of the bid."


class Skip(WhenAllHaveBid):
    """A hand with low bids is not played (JK-13c)."""

    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    skips: ClassVar[bool] = True

    kind: Literal["skip"]
    default_rule: ClassVar[str] = "JK-13"
    on: Switch = True
    total: Annotated[int, Meta(ge=0, le=40)]
    """The highest sum of all bids at which the hand is skipped."""

    def problems(self, check: Checker) -> None:
        """Report a missing score for skipped hands, or a sum that bids always or never exceed."""
        if not any(score.scores_skipped for score in check.variant.scores):
            check.say(Flaw.SKIPPED_UNSCORED, "kind", kind=Part(("scores.skipped",)))
        low, high = check.side_bid()
        sides = check.variant.players // check.side_size
        if self.total >= sides * high:
            check.say(Flaw.NEVER_PLAYED, "total", most=sides * high)
        elif self.total < sides * low:
            check.say(Flaw.NEVER_SKIPPED, "total", least=sides * low)

    def sentence(self, zero: str = "nil") -> str:
        if not self.on:
            return ""
        low = f"{self.total} or less" if self.total else "nothing"
        return f"If all bids add up to {low}, the hand isn't played."


class ZeroDraw(BidComponent):
    """A zero bidder draws the extra card and throws one back (3B-6)."""

    draws: ClassVar[bool] = True

    kind: Literal["zero_draw"]
    default_rule: ClassVar[str] = "3B-6"
    words: ClassVar[str] = "A player who bids zero draws the extra card and throws one back."

    def problems(self, check: Checker) -> None:
        """Report a missing extra card, or a game in which nobody can bid zero."""
        draw_problems(check)
        check.say(Flaw.NO_ZERO, "kind", when=check.one_bid()[0] > 0, least=check.one_bid()[0])


class HighDraw(WhenAllHaveBid):
    """After the bidding, the highest bidder draws the extra card and throws one back (3B-7)."""

    draws: ClassVar[bool] = True

    kind: Literal["high_draw"]
    default_rule: ClassVar[str] = "3B-7"
    words: ClassVar[str] = (
        "After the bidding, the highest bidder draws the extra card and throws one back."
    )

    def problems(self, check: Checker) -> None:
        """Report a missing extra card."""
        draw_problems(check)


class Kitty(BidComponent):
    """Before the bidding, a player takes the kitty and throws as many cards back (HR-9)."""

    kind: Literal["kitty"]
    default_rule: ClassVar[str] = "HR-9"
    cards: Annotated[int, Meta(ge=1, le=7)]
    """The number of cards in the kitty."""
    taker: Literal["dealer", "holder"] = "dealer"
    """``holder``: the player who was dealt `card`; the dealer, if the card is in the kitty."""
    card: CardName = "2C"

    def problems(self, check: Checker) -> None:
        """Report an extra card, blind bids, a draft, or a dealer who sits out.

        The card that takes the kitty has to be in the deck.
        """
        deal = check.variant.deal
        extra = KeyName("deal.extra", ("deal.extra",))
        check.say(Flaw.KITTY_AND_EXTRA, "kind", when=deal.extra, extra=extra)
        check.say(Flaw.KITTY_AND_BLIND, "kind", when=check.blind)
        check.say(Flaw.DRAFT_LAYS_ASIDE, "kind", when=deal.draft)
        check.say(Flaw.KITTY_OF_ABSENT, "kind", when=deal.sits_out == "dealer")
        if self.taker == "holder" and parse(self.card) not in check.variant.deck.pack():
            check.say(Flaw.TRUMPS_UNKNOWN, "card", cards=(self.card,))

    @property
    def set_aside(self) -> int:
        """The number of cards in the kitty."""
        return self.cards

    def sentence(self, zero: str = "nil") -> str:
        back = "one card" if self.cards == 1 else "as many"
        who = "the dealer takes it"
        if self.taker == "holder":
            holder = f"the player with {in_sentence(parse(self.card))}"
            who = f"{holder} takes the kitty (the dealer, if that card is in it)"
        kitty = "card of the deck is" if self.cards == 1 else f"{self.cards} cards of the deck are"
        take = f"Before the bidding, {who} and throws {back} back, face down."
        return f"The last {kitty} the kitty. {take}"


def draw_problems(check: Checker) -> None:
    """Report a missing extra card, or blind bids beside it."""
    extra = Held("deal.extra", "deal.extra", 0)
    check.say(Flaw.NO_EXTRA_CARD, "kind", when=not check.variant.deal.extra, extra=extra)
    check.say(Flaw.DRAW_AND_BLIND, "kind", when=check.blind)


Passed = Annotated[int, Meta(ge=0, le=6)]
"""The most cards that may pass."""


class Exchange(WhenAllHaveBid):
    """After the bidding, a nil bidder and their partner exchange cards, face down (NL-8)."""

    for_pairs: ClassVar[str] = "kind"  # two partners exchange cards

    kind: Literal["exchange"]
    default_rule: ClassVar[str] = "NL-8"
    blind_nil: Passed = 0
    """Cards that pass each way for a blind nil."""
    nil: Passed = 0
    """Cards that pass each way for any other nil."""
    pass_order: Literal["together", "nil_first"] = "together"
    """``together``: both choose before they see what they get.

    ``nil_first``: the nil bidder passes cards first.
    """

    def problems(self, check: Checker) -> None:
        """Report a game without partners or separate nils, or more cards than a hand has."""
        if not check.partners:
            check.say(Flaw.EXCHANGE_ALONE, "kind")
            return
        changes = any(part.changes for part in check.variant.bids)
        check.say(Flaw.EXCHANGE_AND_CHANGE, "kind", when=changes)
        if not check.zeros_separate and (self.blind_nil or self.nil):
            check.say(Flaw.EXCHANGE_WITHOUT_NIL, "kind", kind=Part(("scores.zero",)))
        for key, found in (("blind_nil", self.blind_nil), ("nil", self.nil)):
            check.say(Flaw.ABOVE_CARDS, key, when=found > check.tricks, cards=check.tricks)

    def happens(self, extra: bool) -> bool:
        """Return whether any card passes."""
        return self.blind_nil > 0 or self.nil > 0

    def cards(self, blind: bool) -> int:
        """Return how many cards pass each way for a nil, blind or not."""
        if blind:
            return self.blind_nil
        return self.nil

    def sentence(self, zero: str = "nil") -> str:
        counts = ((self.nil, zero), (self.blind_nil, f"blind {zero}"))
        passes = [f"{plural(count, 'card')} for a {word}" for count, word in counts if count]
        if not passes:
            return ""
        first = "both choose before they see what they get"
        if self.pass_order == "nil_first":
            then = "the partner sees the cards before giving as many back"
            first = f"the {zero} bidder gives first, and {then}"
        who = f"After the bidding, a {zero} bidder and their partner"
        return f"{who} exchange cards, face down ({', '.join(passes)}); {first}."
