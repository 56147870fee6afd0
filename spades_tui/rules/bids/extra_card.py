"""Bids that draw the extra card."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, OnTurn, WhenAllHaveBid
from spades_tui.rules.problems import Flaw, Held


class ZeroDraw(OnTurn):
    """A zero bidder draws the extra card and throws one back (3B-6)."""

    kind: Literal["zero_draw"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-6"

    def problems(self, check: Checker, place: int) -> None:
        """Report a missing extra card, or that nobody can bid zero."""
        draw_problems(check, place)
        if check.one_bid()[0] > 0:
            check.say(Flaw.NO_ZERO, "bids", place, "kind", least=check.one_bid()[0])

    @property
    def draws(self) -> bool:
        """Always: this component draws the card."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "A player who bids zero draws the extra card and throws one back."


class HighDraw(WhenAllHaveBid):
    """After the bidding, the highest bidder draws the extra card and throws one back (3B-7)."""

    kind: Literal["high_draw"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-7"

    def problems(self, check: Checker, place: int) -> None:
        """Report a missing extra card."""
        draw_problems(check, place)

    @property
    def draws(self) -> bool:
        """Always: this component draws the card."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "After the bidding, the highest bidder draws the extra card and throws one back."


def draw_problems(check: Checker, place: int) -> None:
    """Report a missing extra card, or blind bids beside it."""
    if not check.variant.deal.extra:
        check.say(Flaw.NO_EXTRA_CARD, "bids", place, "kind", extra=Held("deal.extra", "deal.extra", 0))
    if check.blind:
        check.say(Flaw.DRAW_AND_BLIND, "bids", place, "kind")
