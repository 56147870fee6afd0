"""A limit on the last bid."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids.limits import no_changes
from spades_tui.rules.component import Between, RuleName
from spades_tui.rules.component_bases import BidLimit, Checker
from spades_tui.rules.problems import Flaw, Found


class LastBid(BidLimit):
    """The last bid may not bring all bids to a certain sum, mostly the number of tricks (CT-3)."""

    kind: Literal["last_bid"]
    rule: RuleName
    usual_rule: ClassVar[str] = "CT-3"
    total: Annotated[int, Between(1, 60)]
    """The sum that all bids may not reach exactly."""

    @property
    def looks_at(self) -> frozenset[str]:
        """It depends on the sum of the bids."""
        return frozenset({"total"})

    def problems(self, check: Checker, place: int) -> None:
        """Report a sum that bids can't reach, or bids that may change later."""
        no_changes(self, check, place)
        low, high = check.one_bid()
        players = check.variant.players
        if not players * low <= self.total <= players * high:
            bounds = {"least": players * low, "most": players * high}
            check.say(Flaw.TOTAL_OUT_OF_REACH, "bids", place, "total", found=Found(self.total), **bounds)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Allow every bid, except the last one if it brings the bids to the sum."""
        return asked.to_come > 0 or asked.total + bid != self.total

    def why(self, asked: BidContext) -> str:
        """Say which bid is excluded."""
        barred = asked.bid_text(self.total - asked.total)
        return f"The bids can't add up to {self.total}, and they're at {asked.total}: you can't bid {barred}"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"The bids can't add up to {self.total}."
