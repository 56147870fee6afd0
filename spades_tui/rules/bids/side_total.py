"""A side's total that alone counts."""

from typing import ClassVar, Literal

from spades_tui.rules.bids.number import NumberBid, bounds_problems, nobody_bids
from spades_tui.rules.component import Count, RuleName
from spades_tui.rules.component_bases import Bounds, Checker, OnTurn
from spades_tui.rules.problems import Flaw


class SideTotal(OnTurn):
    """Only the side's total counts, between two bounds (JK-4)."""

    kind: Literal["side_total"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-4"
    min: Count
    max: Count

    def problems(self, check: Checker, place: int) -> None:
        """Report a game without partners, bounds out of reach, or zeros scored separately."""
        bounds_problems(check, place, self.min, self.max)
        if self.max < 1:
            nobody_bids(check, place)
        if not check.partners:
            check.say(Flaw.SIDE_TOTAL_ALONE, "bids", place, "kind")
        number = check.find(NumberBid)
        if number and (2 * number.max < self.min or 2 * number.min > self.max):
            key = "min" if 2 * number.max < self.min else "max"
            bounds = {"least": number.min, "most": number.max, "low": self.min, "high": self.max}
            check.say(Flaw.SIDE_TOTAL_OUT_OF_REACH, "bids", place, key, **bounds)
        if check.zeros_by_themselves:
            check.say(Flaw.SIDE_TOTAL_AND_ZEROS, "bids", place, "kind")

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of the total."""
        return self.min, min(self.max, so_far[1])

    def leaves(self, low: int, high: int, partner_bid: int | None) -> Bounds:
        """Return the lowest and highest number from `low` to `high` that keep the total within its bounds."""
        least, most = (low, high) if partner_bid is None else (partner_bid, partner_bid)
        return max(low, self.min - most), min(high, self.max - least)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        bounds = f"{self.min}" if self.min == self.max else f"{self.min} to {self.max}"
        return f"A side's total must be {bounds}; only the total counts."
