"""A promise of the first tricks."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, Label, RuleName
from spades_tui.rules.component_bases import Checker, WhenAllHaveBid
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.problems import Flaw, Found, Name, Part
from spades_tui.rules.score_capabilities import ReadsWinners


class PromiseBid(WhenAllHaveBid):
    """A promise to take the first tricks, on top of the bid (BM-5)."""

    several: ClassVar[bool] = True

    kind: Literal["promise"]
    rule: RuleName
    usual_rule: ClassVar[str] = "BM-5"
    name: Label
    tricks: Annotated[int, Between(1, 18)]

    def problems(self, check: Checker, place: int) -> None:
        """Report a promise of too many tricks, without raises, without a score of its name, or made twice."""
        if self.tricks > check.tricks:
            check.say(Flaw.ABOVE_TRICKS, "bids", place, "tricks", found=Found(self.tricks), tricks=check.tricks)
        if not any(part.raised for part in check.variant.bids):
            check.say(Flaw.PROMISE_NEEDS_RAISE, "bids", place, "kind", kind=Part(("bids.raise",)))
        scores = [score for score in check.variant.scores if isinstance(score, ReadsWinners)]
        promise = Announced(0, PROMISE, self.tricks)
        pays = [pay for score in scores for pay in score.trick_pays((promise,), check.tricks)]
        name = next((pay.name for pay in pays if pay.seat == 0), None)
        if name is None:
            kind = Part(("scores.promise",))
            check.say(Flaw.PROMISE_UNPAID, "bids", place, "tricks", kind=kind, tricks=self.tricks)
        elif name != self.name:
            check.say(Flaw.PROMISE_MISNAMED, "bids", place, "name", found=Found(self.name), name=Name(name))
        for other in check.variant.bids[:place]:
            if isinstance(other, PromiseBid) and other.tricks == self.tricks:
                check.say(Flaw.SECOND_PROMISE, "bids", place, "tricks", tricks=self.tricks)
            elif isinstance(other, PromiseBid) and other.name == self.name:
                check.say(Flaw.SECOND_PROMISE_CALLED, "bids", place, "name", name=Name(self.name))

    @property
    def promised(self) -> int:
        """The number of tricks."""
        return self.tricks

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        tricks = "trick" if self.tricks == 1 else f"{self.tricks} tricks"
        return f"{self.name} promises the first {tricks}, on top of the bid."
