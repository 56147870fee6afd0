"""The number of tricks that each player bids."""

from typing import ClassVar, Literal

from spades_tui.rules.component import Count, RuleName, plural
from spades_tui.rules.component_bases import Bounds, Checker, OnTurn
from spades_tui.rules.problems import Flaw, Found
from spades_tui.rules.score_capabilities import ScoresBids


class NumberBid(OnTurn):
    """Each player bids a number of tricks (SB-2, JK-4, BM-3, 3B-5)."""

    kind: Literal["number"]
    rule: RuleName
    usual_rule: ClassVar[str] = "SB-2"
    min: Count = 0
    max: Count
    order: Literal["clockwise", "by_side"] = "clockwise"
    """``by_side``: one side bids first, then the other (JK-3)."""

    def problems(self, check: Checker, place: int) -> None:
        """Report impossible bounds, or bidding by sides without partners.

        A hand in which nobody bids a trick needs something that pays: separate zeros, or tricks beyond the bid.
        """
        bounds_problems(check, place, self.min, self.max)
        scored = [part for part in check.variant.scores if isinstance(part, ScoresBids)]
        if self.max < 1 and not check.zeros_by_themselves and any(not part.pays_tricks_over for part in scored):
            nobody_bids(check, place)
        if self.order == "by_side" and not check.partners:
            check.say(Flaw.SIDES_NEED_PARTNERS, "bids", place, "order", found=Found("by_side"))

    @property
    def by_side(self) -> bool:
        """Whether one side bids after the other."""
        return self.order == "by_side"

    @property
    def turn_rule(self) -> str:
        """The rule that says whose turn it is to bid (C-4, JK-3)."""
        return "JK-3" if self.by_side else "C-4"

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence, with the order of bidding where it says one (JK-3)."""
        return (self.turn_rule, self.rule) if self.by_side else (self.rule,)

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the bounds of a bid before other components change them."""
        return self.min, self.max

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        order = ", partner after partner" if self.order == "by_side" else ""
        bid = plural(self.max, "trick") if self.min == self.max else f"{self.min} to {plural(self.max, 'trick')}"
        if not self.max:
            return "Everybody bids 0."
        return f"Each player bids {bid}{order}; nobody may pass."


def bounds_problems(check: Checker, place: int, least: int, greatest: int) -> None:
    """Report bounds in the wrong order or above the number of tricks."""
    if least > greatest:
        check.say(Flaw.LEAST_ABOVE_GREATEST, "bids", place, "min", least=least, greatest=greatest)
    within_tricks(check, place, greatest)


def nobody_bids(check: Checker, place: int) -> None:
    """Report that nobody can bid a trick."""
    check.say(Flaw.NOBODY_BIDS, "bids", place, "max", found=Found(0))


def within_tricks(check: Checker, place: int, greatest: int) -> None:
    """Report a highest bid above the number of tricks."""
    if greatest > check.tricks:
        check.say(Flaw.ABOVE_TRICKS, "bids", place, "max", found=Found(greatest), tricks=check.tricks)
