"""The low-ball: a hand with low bids."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from spades_tui.rules.component import Count
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, KeyName


class LowBall(CustomComponent):
    """A hand with low bids is announced (3B-8); a zero counts as one."""

    kind: Literal["low_ball"]
    default_rule: ClassVar[str] = "3B-8"
    words: ClassVar[str] = (
        "Bids that add up to less than {under} are a low-ball; less than {super_under}, a super-low-ball. "
        "A zero counts as one."
    )
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

    def problems(self, check: Checker) -> None:
        """Report bounds that the bids can't go below."""
        least = check.variant.players * max(1, check.one_bid()[0])
        above, under = self.super_under > self.under, KeyName("under", ("customs.low_ball.under",))
        check.say(Flaw.SUPER_ABOVE_LOW, "super_under", when=above, under=under, most=self.under)
        check.say(Flaw.NEVER_LOW, "under", when=self.under <= least, least=least, under=self.under)
