"""Hands that aren't played because of low bids."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, Switch
from spades_tui.rules.component_bases import Checker, WhenAllHaveBid
from spades_tui.rules.problems import Flaw, Found, Part
from spades_tui.rules.score_capabilities import ScoresSkipped


class Skip(WhenAllHaveBid):
    """A hand with low bids is not played (JK-13c)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["skip"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-13"
    on: Switch = True
    total: Annotated[int, Between(0, 40)]
    """The highest sum of all bids at which the hand is skipped."""

    def problems(self, check: Checker, place: int) -> None:
        """Report a missing score, or a sum that bids always or never exceed."""
        if not any(isinstance(score, ScoresSkipped) for score in check.variant.scores):
            check.say(Flaw.SKIPPED_UNSCORED, "bids", place, "kind", kind=Part(("scores.skipped",)))
        low, high = check.side_bid()
        sides = 2 if check.partners else check.variant.players
        if self.total >= sides * high:
            check.say(Flaw.NEVER_PLAYED, "bids", place, "total", found=Found(self.total), most=sides * high)
        elif self.total < sides * low:
            check.say(Flaw.NEVER_SKIPPED, "bids", place, "total", found=Found(self.total), least=sides * low)

    def happens(self, extra: bool) -> bool:
        """Return whether the table wants it."""
        return self.on

    @property
    def skips(self) -> bool:
        """Always: this component skips hands."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        low = f"{self.total} or less" if self.total else "nothing"
        return f"If all bids add up to {low}, the hand isn't played." if self.on else ""
