"""Limits on bids: each excludes some numbers and says why."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.cards import SUIT_NAMES, hand_of, parse, pretty
from spades_tui.language.quoting import either
from spades_tui.rules.bid_context import BidContext, holding
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.component import Count, Switch
from spades_tui.rules.component_bases import BidLimit, Checker
from spades_tui.rules.deck import CardName
from spades_tui.rules.problems import Flaw, Part


class CountBid(BidLimit):
    """A player bids the number of certain cards: a suit, or named ones (WZ-1, MR-1, HR-3)."""

    looks_at: ClassVar[frozenset[str]] = frozenset({"cards"})
    later: ClassVar[frozenset[str]] = frozenset(("on", "cards", "each"))

    kind: Literal["count"]
    default_rule: ClassVar[str] = "MR-1"
    suit: Literal["clubs", "diamonds", "hearts", "spades"] = "spades"
    """The suit whose cards count, if `cards` names none."""
    cards: Annotated[tuple[CardName, ...], Meta(min_length=0, max_length=20)] = ()
    """The cards that count."""
    each: Annotated[int, Meta(ge=1, le=18)] = 1
    """Tricks bid for each of these cards.

    If that is more than the highest bid allowed, it's the highest.
    """
    or_nil: Switch = False
    """Whether nil is allowed too, whatever the player holds (WZ-1)."""

    def counted(self, tables: CardTables) -> int:
        """Return the cards that count, as a bit set."""
        if self.cards:
            return hand_of(map(parse, self.cards))
        return tables.suit_masks[SUIT_NAMES.index(self.suit)]

    def problems(self, check: Checker) -> None:
        """Report blind bids, and cards that are named twice or not in the deck.

        Unseen cards can't be counted.
        """
        no_changes(self, check)
        check.say(Flaw.COUNTED_UNSEEN, "kind", when=check.blind and not self.or_nil)
        pack = check.variant.deck.pack()
        for at, name in enumerate(self.cards):
            if name in self.cards[:at]:
                check.say(Flaw.CARD_TWICE, "cards", at, card=name)
            elif parse(name) not in pack:
                check.say(Flaw.TRUMPS_UNKNOWN, "cards", at, cards=(name,))

    def dictated(self, asked: BidContext) -> int | None:
        """Return the bid that the cards dictate; None while they are unseen."""
        count = asked.holds(self.counted(asked.cards))
        if count is None or self.each == 1:
            return count
        return min(self.each * count, asked.greatest)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow the number of cards, and nil if `or_nil`."""
        return bid == self.dictated(asked) or (self.or_nil and bid == 0)

    def reveals(self, bid: int) -> tuple[int, int] | None:
        """Return the suit and its number of cards, which is the bid.

        None where the bid doesn't say it.
        """
        if self.cards or self.each > 1 or (self.or_nil and not bid):
            return None
        return SUIT_NAMES.index(self.suit), bid

    def why(self, asked: BidContext) -> str:
        """Say how many cards the player holds."""
        count = asked.holds(self.counted(asked.cards))
        bid = self.dictated(asked)
        if count is None or bid is None:
            return f"Before you look, you can bid only {asked.zero}"
        held = holding(count, SUIT_NAMES.index(self.suit))
        if self.cards:
            held = f"{count} of {self._names()}"
        nil = f" or {asked.zero}" if self.or_nil and bid else ""
        return f"You hold {held}, so you bid {asked.bid_text(bid)}{nil}"

    def _names(self) -> str:
        return either(map(pretty, map(parse, self.cards)), "and")

    def sentence(self, zero: str = "nil") -> str:
        number = f"{self.each} for each of"
        if self.each == 1:
            number = "the number of"
        which = f"{self.suit} you hold"
        if self.cards:
            which = f"these cards you hold: {self._names()}"
        elif self.each > 1:
            which = f"the {which}"
        if self.or_nil:
            return f"You bid {number} {which}, or {zero}."
        return f"You bid {number} {which}; with none you bid {zero}."


class AtLeast(BidLimit):
    """A bid has a minimum, apart from nil (SU-1)."""

    looks_at: ClassVar[frozenset[str]] = frozenset()

    kind: Literal["at_least"]
    default_rule: ClassVar[str] = "SU-1"
    bid: Count
    or_nil: Switch = True

    def problems(self, check: Checker) -> None:
        """Report a minimum that excludes no bid or every bid."""
        no_changes(self, check)
        low, high = check.one_bid()
        if self.or_nil and low > 0:
            check.say(Flaw.NO_NIL, "or_nil", least=low)
        elif self.bid <= max(low, 1 if self.or_nil else 0):
            check.say(Flaw.OTHERS_AS_MUCH, "bid")
        check.say(Flaw.ABOVE_GREATEST, "bid", when=self.bid > high, greatest=high)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow the minimum and more, and nil if `or_nil`."""
        return bid >= self.bid or (self.or_nil and bid == 0)

    def why(self, asked: BidContext) -> str:
        """State the minimum."""
        return f"You bid {self._allowed(asked.zero)}"

    def sentence(self, zero: str = "nil") -> str:
        return f"A bid is {self._allowed(zero)}."

    def _allowed(self, zero: str) -> str:
        if self.or_nil:
            return f"{zero}, or {self.bid} or more"
        return f"{self.bid} or more"


class OfPartners(BidLimit):
    """A limit that one partner's bid sets for the other."""

    for_pairs: ClassVar[str] = "kind"  # it reads two bids of one side
    looks_at: ClassVar[frozenset[str]] = frozenset({"partner"})

    def problems(self, check: Checker) -> None:
        """Report a game without partners."""
        no_changes(self, check)
        kind = Part((f"bids.{self.kind}",))
        check.say(Flaw.NO_PARTNER, "kind", when=not check.partners, kind=kind)


class OneNil(OfPartners):
    """One of two partners bids nil (SU-1)."""

    kind: Literal["one_nil"]
    default_rule: ClassVar[str] = "SU-1"
    words: ClassVar[str] = "One partner of each pair bids {zero}: the second, if the first didn't."

    def problems(self, check: Checker) -> None:
        """Report a game without partners or without nil."""
        super().problems(check)
        check.say(Flaw.NO_NIL, "kind", when=check.one_bid()[0] > 0, least=check.one_bid()[0])

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow the first partner any bid; the second bids nil exactly if the first didn't."""
        return asked.partner_bid is None or (asked.partner_bid == 0) != (bid == 0)

    def why(self, asked: BidContext) -> str:
        """Say what the partner has bid."""
        partner = asked.partner_bid
        so = f"you bid {asked.zero}" if partner else f"you can't bid {asked.zero}"
        return f"Your partner bid {asked.bid_text(partner or 0)}, so {so}"


class Board(OfPartners):
    """The bids of two partners add up to a minimum; a nil counts as 0 (NL-11)."""

    kind: Literal["board"]
    default_rule: ClassVar[str] = "NL-11"
    words: ClassVar[str] = "Partners bid {least} or more together; a {zero} adds nothing."
    least: Count

    def problems(self, check: Checker) -> None:
        """Report a game without partners, or a minimum that excludes no bid."""
        super().problems(check)
        low, _ = check.one_bid()
        check.say(Flaw.TWO_BIDS_AS_MUCH, "least", when=self.least <= 2 * low, least=2 * low)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow the first partner a bid that the second can complete.

        The second may bid what completes it.
        """
        other = asked.greatest if asked.partner_bid is None else asked.partner_bid
        return asked.partner is None or bid + other >= self.least

    def why(self, asked: BidContext) -> str:
        """Say what the side still has to bid."""
        if asked.partner_bid is None:
            return f"A side bids {self.least} or more together"
        bid = asked.bid_text(asked.partner_bid)
        partner = f"A side bids {self.least} or more: your partner bid {bid}"
        return f"{partner}, so you bid {self.least - asked.partner_bid} or more"


class AsPartner(OfPartners):
    """The second of two partners repeats the first one's bid."""

    kind: Literal["as_partner"]
    default_rule: ClassVar[str] = "C-14"
    words: ClassVar[str] = "The second partner makes the same bid as the first."

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow the first partner any bid and the second the same bid."""
        return asked.partner_bid is None or bid == asked.partner_bid

    def why(self, asked: BidContext) -> str:
        """Say what the partner has bid."""
        return f"Your partner bid {asked.bid_text(asked.partner_bid or 0)}, so you bid the same"


def no_changes(limit: BidLimit, check: Checker) -> None:
    """Report changes or raises next to a limit, because they could break it."""
    for part in check.variant.bids:
        if part.changes or part.raised:
            kind, other = Part((f"bids.{limit.kind}",)), Part((f"bids.{part.kind}",))
            check.say(Flaw.NOT_TOGETHER, "kind", kind=kind, other=other)


class LastBid(BidLimit):
    """The last bid may not bring all bids to a certain sum, usually the number of tricks (CT-3)."""

    looks_at: ClassVar[frozenset[str]] = frozenset({"total"})

    kind: Literal["last_bid"]
    default_rule: ClassVar[str] = "CT-3"
    words: ClassVar[str] = "The bids can't add up to {total}."
    total: Annotated[int, Meta(ge=1, le=60)]
    """The sum that all bids may not reach exactly."""

    def problems(self, check: Checker) -> None:
        """Report a sum that bids can't reach, or bids that may change later."""
        no_changes(self, check)
        least, most = (bid * check.variant.players for bid in check.one_bid())
        reached = least <= self.total <= most
        check.say(Flaw.TOTAL_OUT_OF_REACH, "total", when=not reached, least=least, most=most)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow every bid, except the last one if it brings the bids to the sum."""
        return asked.to_come > 0 or asked.total + bid != self.total

    def why(self, asked: BidContext) -> str:
        """Say which bid is excluded."""
        barred = asked.bid_text(self.total - asked.total)
        return f"You can't bid {barred}: all bids would add up to {self.total}"


class AllBids(BidLimit):
    """All bids of a hand add up to a minimum (HR-10)."""

    added: ClassVar[bool] = True
    looks_at: ClassVar[frozenset[str]] = frozenset({"total"})

    kind: Literal["all_bids"]
    default_rule: ClassVar[str] = "HR-10"
    words: ClassVar[str] = "All bids together are {least} or more; a {zero} adds nothing."
    least: Annotated[int, Meta(ge=1, le=60)]
    """The lowest sum of all bids."""

    def problems(self, check: Checker) -> None:
        """Report a sum that bids can't reach or always reach, or bids that may change later."""
        no_changes(self, check)
        least, most = (bid * check.variant.players for bid in check.one_bid())
        outside = not least < self.least <= most
        check.say(Flaw.TOTAL_OUT_OF_REACH, "least", when=outside, least=least, most=most)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow a bid that the players after it can complete; the last bid completes the sum."""
        return asked.total + bid + asked.to_come * asked.greatest >= self.least

    def why(self, asked: BidContext) -> str:
        """Say how many tricks are still to be bid."""
        missing, words = self.least - asked.total, f"All bids together are {self.least} or more"
        if asked.to_come:
            return words
        return f"{words}: {missing} are missing, so you bid {missing} or more"
