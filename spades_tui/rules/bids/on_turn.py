"""Components of a player's turn to bid."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.cards import HONOURS, SPADES
from spades_tui.language.sentence_parts import plural
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.component import Count, Switch
from spades_tui.rules.component_bases import BidComponent, Bounds, Checker
from spades_tui.rules.problems import Flaw, Held, KeyName, Quoted


class Blind(BidComponent):
    """A bid made before the player sees their cards (JK-9, BM-3)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "bids", "least", "nil_behind"))

    blind: ClassVar[bool] = True

    kind: Literal["blind"]
    default_rule: ClassVar[str] = "JK-9"
    who: Literal["anyone", "side"]
    """``anyone``: each player decides, without partners.

    ``side``: the first bidder decides for both partners.
    """
    bids: Literal["any", "nil", "both"] = "any"
    """``nil``: only nil can be bid blind, and the bidder sees their cards right after it (NL-7).

    ``both``: other bids too, and a blind nil is one player's own choice even where sides go blind
    together (HR-7).
    """
    least: Count = 0
    """The lowest blind bid; of a side, the lowest total (HR-4)."""
    behind: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """Points by which a side must be behind to bid blind; 0: always allowed."""
    nil_behind: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """With ``both``, the points by which it must be behind for a blind nil."""

    def problems(self, check: Checker) -> None:
        """Report a blind bid of one partner without the other (JK-9).

        It also needs bidding by sides, and a reward.
        """
        if self.nil_behind and self.bids != "both":
            bids = Held("bids", "bids.blind.bids", self.bids)
            check.say(Flaw.ONE_BLIND_OFFER, "nil_behind", bids=bids, both=Quoted("both"))
        if self.own_nil:
            self._nil_problems(check)
        if self.bids == "nil":
            return
        apart = self.who == "anyone" and check.partners
        check.say(Flaw.BLIND_TOGETHER, "who", when=apart, allowed=Quoted("side"))
        number = check.find(NumberBid)
        if self.who == "side" and number and not number.by_side:
            check.say(Flaw.BLIND_BY_SIDES, "who", order=KeyName("order", ("bids.number.order",)))
        most = min((check.side_bid() if self.who == "side" else check.one_bid())[1], check.tricks)
        check.say(Flaw.ABOVE_GREATEST, "least", when=self.least > most, greatest=most)
        if any(score.facts.blind_like_any for score in check.variant.scores):
            made = KeyName("blind_made", ("scores.contract.blind_made",))
            check.say(Flaw.BLIND_EARNS_NOTHING, "kind", made=made)

    def _nil_problems(self, check: Checker) -> None:
        """Report a blind nil of a side, one that can't be bid, or that pays nothing (NL-7)."""
        if self.who == "side" and self.bids == "nil":
            check.say(Flaw.BLIND_NIL_OF_SIDE, "who", allowed=Quoted("anyone"))
        if self.least and self.bids == "nil":
            check.say(Flaw.ONLY_NIL_BLIND, "least", bids=Held("bids", "bids.blind.bids", "nil"))
        if check.one_bid()[0] > 0:
            check.say(Flaw.NO_BLIND_NIL, "bids", least=check.one_bid()[0])
        elif not any(score.facts.pays_blind_zeros for score in check.variant.scores):
            made = KeyName("blind_made", ("scores.zero.blind_made",))
            check.say(Flaw.BLIND_NIL_EARNS_NOTHING, "bids", made=made)

    @property
    def for_pairs(self) -> str:
        """The key by which the first of two partners decides, if one does."""
        return "who" if self.who == "side" else ""

    @property
    def frees_side(self) -> bool:
        """Whether a side that goes blind has no other limits on its bids.

        It has a minimum of its own (HR-4). With two offers too, so that what the first partner
        bids never leaves the second without a bid (HR-7).
        """
        return self.who == "side" and (self.least > 0 or self.bids == "both")

    @property
    def own_nil(self) -> bool:
        """Whether a blind nil is one player's own choice (NL-7, HR-7).

        They see their cards after it.
        """
        return self.bids != "any"

    @property
    def behind_for_nil(self) -> int:
        """Points by which a side must be behind for a blind nil of its own."""
        if self.bids == "both":
            return self.nil_behind
        return self.behind

    def sentence(self, zero: str = "nil") -> str:
        if self.bids == "nil":
            return self._nil_sentence(zero)
        if self.bids == "both":
            return f"{self._bid_sentence()} {self._nil_sentence(zero)}"
        return self._bid_sentence()

    def _nil_sentence(self, zero: str) -> str:
        points = plural(self.behind_for_nil, "point")
        behind = f" whose side is {points} or more behind" if self.behind_for_nil else ""
        return f"Everyone{behind} may bid {zero} blind, before looking at the cards."

    def _bid_sentence(self) -> str:
        bid = f"bid {self.least} or more blind" if self.least else "bid blind"
        if self.who == "side":
            behind = f" that is {self.behind} or more points behind" if self.behind else ""
            decides = "its first bidder decides for both, before they see their cards"
            return f"A side{behind} may {bid}: {decides}."
        behind = f" who is {plural(self.behind, 'point')} or more behind" if self.behind else ""
        return f"Everyone{behind} may {bid}, before looking at the cards."


class NewDeal(BidComponent):
    """A player with a bad hand may ask for a new deal (JK-13d, CB-6)."""

    later: ClassVar[frozenset[str]] = frozenset({"without"})

    kind: Literal["new_deal"]
    default_rule: ClassVar[str] = "JK-13"
    on: Switch = True
    without: Literal["spades_and_honours", "spades"] = "spades_and_honours"
    """What the hand lacks: every spade, picture card and ace, or just every spade."""

    def fits(self, tables: CardTables, holding: int) -> bool:
        """Return whether a hand is bad enough for a new deal."""
        needed = tables.suit_masks[SPADES]
        if self.without != "spades":
            needed |= HONOURS
        return not holding & needed

    @property
    def lacking(self) -> str:
        """What the hand lacks, in words."""
        if self.without == "spades":
            return "no spade"
        return "no spade, no picture card and no ace"

    def sentence(self, zero: str = "nil") -> str:
        if not self.on:
            return ""
        return f"A player with {self.lacking} may call for a new deal instead of bidding."


class NumberBid(BidComponent):
    """Each player bids a number of tricks (SB-2, JK-4, BM-3, 3B-5)."""

    kind: Literal["number"]
    default_rule: ClassVar[str] = "SB-2"
    min: Count = 0
    max: Count
    order: Literal["clockwise", "by_side"] = "clockwise"
    """``by_side``: one side bids first, then the other (JK-3)."""

    def problems(self, check: Checker) -> None:
        """Report impossible bounds, or bidding by sides without partners.

        If all may bid 0, zeros or tricks above the bid must score, so that such a hand can end the
        game.
        """
        bounds_problems(check, self.min, self.max)
        scored = (part for part in check.variant.scores if part.scores_bids and not part.pays_zeros)
        unpaid = not check.zeros_separate and any(part.facts.over <= 0 for part in scored)
        check.say(Flaw.NOBODY_BIDS, "max", when=self.max < 1 and unpaid)
        check.say(Flaw.SIDES_NEED_PARTNERS, "order", when=self.by_side and not check.partners)

    @property
    def by_side(self) -> bool:
        """Whether one side bids after the other."""
        return self.order == "by_side"

    @property
    def for_pairs(self) -> str:
        """The key that orders the bids of two partners, if they are."""
        return "order" if self.by_side else ""

    @property
    def turn_rule(self) -> str:
        """The rule that says whose turn it is to bid (C-4, JK-3)."""
        return "JK-3" if self.by_side else "C-4"

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence, including JK-3 where it states the order of bidding."""
        if self.by_side:
            return (self.turn_rule, self.rule)
        return (self.rule,)

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a bid before other components change them."""
        return self.min, self.max

    def sentence(self, zero: str = "nil") -> str:
        if not self.max:
            return f"Everybody bids {'0' if zero == 'zero' else zero}."
        order = ", partner after partner" if self.by_side else ""
        bid = plural(self.max, "trick")
        if self.min != self.max:
            bid = f"{self.min} to {bid}"
        return f"Each player bids {bid}{order}; nobody may pass."


def bounds_problems(check: Checker, least: int, greatest: int) -> None:
    """Report bounds in the wrong order or above the number of tricks."""
    if least > greatest:
        check.say(Flaw.LEAST_ABOVE_GREATEST, "min", least=least, greatest=greatest)
    within_tricks(check, greatest)


def within_tricks(check: Checker, greatest: int) -> None:
    """Report a highest bid above the number of tricks."""
    check.say(Flaw.ABOVE_TRICKS, "max", when=greatest > check.tricks, tricks=check.tricks)


class SideTotal(BidComponent):
    """Only the side's total counts, between two bounds (JK-4)."""

    for_pairs: ClassVar[str] = "kind"  # it reads two bids of one side

    kind: Literal["side_total"]
    default_rule: ClassVar[str] = "JK-4"
    min: Count
    max: Count

    def problems(self, check: Checker) -> None:
        """Report a game without partners, bounds out of reach, or zeros scored separately."""
        bounds_problems(check, self.min, self.max)
        check.say(Flaw.NOBODY_BIDS, "max", when=self.max < 1)
        check.say(Flaw.SIDE_TOTAL_ALONE, "kind", when=not check.partners)
        number = check.find(NumberBid)
        if number and (2 * number.max < self.min or 2 * number.min > self.max):
            key = "min" if 2 * number.max < self.min else "max"
            bounds = {"least": number.min, "most": number.max, "low": self.min, "high": self.max}
            check.say(Flaw.SIDE_TOTAL_OUT_OF_REACH, key, **bounds)
        check.say(Flaw.SIDE_TOTAL_AND_ZEROS, "kind", when=check.zeros_separate)

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of the total."""
        return self.min, min(self.max, so_far[1])

    def leaves(self, low: int, high: int, partner_bid: int | None) -> Bounds:
        """Return the lowest and highest number that keep the total within its bounds.

        They are from `low` to `high`.
        """
        if partner_bid is not None:
            return max(low, self.min - partner_bid), min(high, self.max - partner_bid)
        return max(low, self.min - high), min(high, self.max - low)

    def sentence(self, zero: str = "nil") -> str:
        bounds = f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"
        return f"A side's total must be {bounds}; only the total counts."


class Change(BidComponent):
    """The last bidder may change the bid until the next player has bid (3B-5)."""

    changes: ClassVar[bool] = True

    kind: Literal["change"]
    default_rule: ClassVar[str] = "3B-5"
    words: ClassVar[str] = "You may change your bid until the next player bids."

    def problems(self, check: Checker) -> None:
        """Report blind bids or a side's total, which don't allow changes."""
        check.say(Flaw.CHANGE_AND_BLIND, "kind", when=check.blind)
        check.say(Flaw.CHANGE_AND_SIDE_TOTAL, "kind", when=check.find(SideTotal))
