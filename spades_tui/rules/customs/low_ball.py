"""Hands with low bids."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from spades_tui.rules.component import Count, RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Found, Key


class LowBall(CustomComponent):
    """A hand with low bids is announced (3B-8); a zero counts as one."""

    kind: Literal["low_ball"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-8"
    under: Count
    super_under: Count

    @staticmethod
    def total(bids: Sequence[int | None]) -> int:
        """Return the sum of the bids, with a zero counted as one (3B-8)."""
        return sum(max(bid, 1) for bid in bids if bid is not None)

    def called(self, bids: Sequence[int | None]) -> str | None:
        """Return ``low``, ``super`` or None for the bids of a hand (3B-8)."""
        total = self.total(bids)
        if total < self.super_under:
            return "super"
        return "low" if total < self.under else None

    def problems(self, check: Checker, place: int) -> None:
        """Report bounds that the bids can't go below."""
        least = check.variant.players * max(1, check.one_bid()[0])
        if self.super_under > self.under:
            under = Key("under", ("customs.low_ball.under",))
            found = Found(self.super_under)
            check.say(Flaw.SUPER_ABOVE_LOW, "customs", place, "super_under", found=found, under=under, most=self.under)
        if self.under <= least:
            check.say(Flaw.NEVER_LOW, "customs", place, "under", least=least, under=self.under)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        most = f"less than {self.under} in all (a zero counts as one) are a low-ball"
        return f"Bids of {most}; less than {self.super_under} are a super-low-ball."
