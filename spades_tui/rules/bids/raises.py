"""Raises after the bidding."""

from typing import ClassVar, Literal

from spades_tui.rules.bids.number import NumberBid, within_tricks
from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.component import Count, RuleName
from spades_tui.rules.component_bases import Bounds, Checker, WhenAllHaveBid
from spades_tui.rules.problems import Flaw, Found


class Raises(WhenAllHaveBid):
    """After the bidding, bids may be raised, never lowered, until all have stood in a row (JK-5, BM-4)."""

    kind: Literal["raise"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-5"
    of: Literal["seat", "side"]
    """Whose bid is raised: the player's own, or the side's total."""
    max: Count

    def problems(self, check: Checker, place: int) -> None:
        """Report raises that don't fit the bids that count, or that nobody could make."""
        within_tricks(check, place, self.max)
        if self.of == "side" and not check.partners:
            check.say(Flaw.RAISED_ALONE, "bids", place, "of", found=Found("side"))
            return
        number, total = check.find(NumberBid), check.find(SideTotal)
        if total is not None and self.of == "seat":
            check.say(Flaw.SEAT_RAISES_TOTAL, "bids", place, "of", found=Found("seat"))
        elif total is not None and self.max > total.max:
            check.say(Flaw.RAISE_ABOVE_TOTAL, "bids", place, "max", found=Found(self.max), most=total.max)
        least = total.min if total else (number.min if number else 0) * (2 if self.of == "side" else 1)
        if self.max <= least:
            check.say(Flaw.NOBODY_RAISES, "bids", place, "max", found=Found(self.max), least=least)

    @property
    def raised(self) -> Literal["seat", "side"]:
        """Whose bid is raised."""
        return self.of

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a player's bid, raised if players raise their own."""
        return (so_far[0], max(so_far[1], self.max)) if self.of == "seat" else so_far

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a side's bid, raised if sides raise."""
        return (so_far[0], max(so_far[1], self.max)) if self.of == "side" else so_far

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        what = "the side's total" if self.of == "side" else "their bid"
        return f"After the bidding, each player may raise {what} (up to {self.max}), until all stand in a row."
