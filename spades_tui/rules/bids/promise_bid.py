"""A promise of the first tricks."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, Label, RuleName, plural
from spades_tui.rules.component_bases import Checker, WhenAllHaveBid


class PromiseBid(WhenAllHaveBid):
    """A promise to take the first tricks, beside the bid (BM-5)."""

    several: ClassVar[bool] = True

    kind: Literal["promise"]
    rule: RuleName
    usual_rule: ClassVar[str] = "BM-5"
    name: Label
    tricks: Annotated[int, Between(1, 18)]

    def problems(self, check: Checker, place: int) -> None:
        """There must be tricks for it, a time to make it, a score of its own name, and no other like it."""
        if self.tricks > check.tricks:
            check.say(f"{self.tricks} found, but there are only {check.tricks} tricks", "bids", place, "tricks")
        if not any(part.raised for part in check.variant.bids):
            message = "a promise is made while bids may be raised; a component of kind 'raise' is missing"
            check.say(message, "bids", place, "kind")
        pays = [score.promise for score in check.variant.scores if score.promise]
        name = next((pay.name for pay in pays if pay.tricks == self.tricks), None)
        if name is None:
            check.say(f"no score of kind 'promise' for {plural(self.tricks, 'trick')}", "bids", place, "tricks")
        elif name != self.name:
            check.say(f"{self.name!r} found, but its score is called {name!r}", "bids", place, "name")
        for other in check.variant.bids[:place]:
            if isinstance(other, PromiseBid) and other.tricks == self.tricks:
                check.say(f"a second promise of {plural(self.tricks, 'trick')}", "bids", place, "tricks")
            elif isinstance(other, PromiseBid) and other.name == self.name:
                check.say(f"a second promise called {self.name!r}", "bids", place, "name")

    @property
    def promised(self) -> int:
        """So many."""
        return self.tricks

    def sentence(self) -> str:
        """For the rules page."""
        return f"{self.name} promises the first {plural(self.tricks, 'trick')}, beside the bid."
