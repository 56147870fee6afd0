"""What the last to bid may not bid."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids.limits import no_changes
from spades_tui.rules.component import Between, RuleName
from spades_tui.rules.component_bases import BidLimit, Checker
from spades_tui.rules.problems import Flaw, Found


class LastBid(BidLimit):
    """The last bid may not bring all bids to a number, mostly that of the tricks (CT-3)."""

    kind: Literal["last_bid"]
    rule: RuleName
    usual_rule: ClassVar[str] = "CT-3"
    total: Annotated[int, Between(1, 60)]
    """All bids together may not come to this."""

    @property
    def looks_at(self) -> frozenset[str]:
        """What has been bid."""
        return frozenset({"total"})

    def problems(self, check: Checker, place: int) -> None:
        """All bids must be able to come to that, and stay as they are."""
        no_changes(self, check, place)
        low, high = check.one_bid()
        players = check.variant.players
        if not players * low <= self.total <= players * high:
            bounds = {"least": players * low, "most": players * high}
            check.say(Flaw.TOTAL_OUT_OF_REACH, "bids", place, "total", found=Found(self.total), **bounds)

    def allows(self, asked: BidContext, bid: int) -> bool:
        """Whatever the others bid, and of the last one what does not make up the number."""
        return asked.to_come > 0 or asked.total + bid != self.total

    def why(self, asked: BidContext) -> str:
        """What is left out."""
        barred = asked.bid_text(self.total - asked.total)
        return f"All bids may not come to {self.total}, and {asked.total} are bid: you may not bid {barred}"

    def sentence(self) -> str:
        """For the rules page."""
        return f"The last to bid may not bring all bids to {self.total}."
