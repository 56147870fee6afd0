"""Cards that a nil bidder and the partner exchange after the bidding."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, plural
from spades_tui.rules.component_bases import Checker, WhenAllHaveBid
from spades_tui.rules.problems import Flaw, Found, Part

Passed = Annotated[int, Between(0, 3)]
"""Cards that pass; more would make thousands of possible choices."""


class Exchange(WhenAllHaveBid):
    """After the bidding, a nil bidder and the partner exchange cards, face down (NL-8)."""

    kind: Literal["exchange"]
    rule: RuleName
    usual_rule: ClassVar[str] = "NL-8"
    blind_nil: Passed = 0
    """Cards that pass each way for a blind nil."""
    nil: Passed = 0
    """Cards that pass each way for any other nil."""
    pass_order: Literal["together", "nil_first"] = "together"
    """``together``: both choose before they see what they get; ``nil_first``: the nil bidder passes cards first."""

    def problems(self, check: Checker, place: int) -> None:
        """Report a game without partners or separate nils, or more cards than a hand has."""
        if not check.partners:
            check.say(Flaw.EXCHANGE_ALONE, "bids", place, "kind")
            return
        if any(part.kind == "change" for part in check.variant.bids):
            check.say(Flaw.EXCHANGE_AND_CHANGE, "bids", place, "kind")
        if not check.zeros_by_themselves and (self.blind_nil or self.nil):
            check.say(Flaw.EXCHANGE_WITHOUT_NIL, "bids", place, "kind", kind=Part(("scores.zero",)))
        for key, found in (("blind_nil", self.blind_nil), ("nil", self.nil)):
            if found > check.tricks:
                check.say(Flaw.ABOVE_CARDS, "bids", place, key, found=Found(found), cards=check.tricks)

    def happens(self, extra: bool) -> bool:
        """Return whether any card passes."""
        return self.blind_nil > 0 or self.nil > 0

    def cards(self, blind: bool) -> int:
        """Return how many cards pass each way for a nil, blind or not."""
        return self.blind_nil if blind else self.nil

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        parts = [f"{plural(self.nil, 'card')} for a nil" if self.nil else ""]
        parts.append(f"{plural(self.blind_nil, 'card')} for a blind nil" if self.blind_nil else "")
        told = ", ".join(part for part in parts if part)
        if not told:
            return ""
        first = "both choose before they see what they get"
        if self.pass_order == "nil_first":
            first = "the nil bidder gives first, and the partner sees the cards before giving as many back"
        return f"After the bidding, a nil bidder and their partner exchange cards, face down ({told}); {first}."
