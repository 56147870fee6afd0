"""Tricks above the bid that cost points in the end."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, Points, RuleName, Switch, plural
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Found, Key
from spades_tui.rules.score_capabilities import BagCost, ChargesBags, CountsBags
from spades_tui.rules.score_notes import Decided


class Bags(ChargesBags, ScoreComponent):
    """A number of bags costs points (SB-9, JK-13b, BM-10)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["bags"]
    rule: RuleName
    usual_rule: ClassVar[str] = "SB-9"
    on: Switch = True
    limit: Annotated[int, Between(0, 100)]
    """Bags per penalty; 0: bags are not counted (NL-9)."""
    penalty: Points
    keep: Literal["remainder", "running"]
    """``remainder``: the bags that have cost points are removed; ``running``: the count continues."""

    def problems(self, check: Checker, place: int) -> None:
        """Report that nothing before it counts bags, or that they cost nothing."""
        scores = check.variant.scores[:place]
        counted = any(isinstance(score, CountsBags) and score.counts_bags for score in scores)
        if self._counted and not counted and not check.some_hands:
            bags = Key("bags", ("scores.contract.bags", "scores.table.bags", "scores.zero.bags"))
            check.say(Flaw.NO_BAGS_COUNTED, "scores", place, "kind", bags=bags)
        if self.penalty > 0:
            check.say(Flaw.PENALTY_GIVES, "scores", place, "penalty", found=Found(self.penalty))

    def most(self, check: Checker) -> int:
        """Return 0: bags only cost points."""
        return 0

    @property
    def bag_cost(self) -> BagCost | None:
        """The cost of bags, where the table wants it."""
        return BagCost(self.limit, self.penalty, self.keep == "running") if self._counted else None

    @property
    def _counted(self) -> bool:
        """Whether the table counts bags."""
        return self.on and self.limit > 0

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side whose bags have passed the limit, once or more."""
        if not self._counted:
            return
        for side, bags in enumerate(ledger.bags):
            before = ledger.before.bags[side] // self.limit if self.keep == "running" else 0
            times = bags // self.limit - before
            ledger.add(side, self.rule, self.penalty * times, f"{times * self.limit} bags")
            if times:
                ledger.note(Decided.BAGS_CHARGED, side, hand.sides[side], times * self.limit)
            if self.keep == "remainder":
                ledger.bags[side] = bags - times * self.limit

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if not self.on:
            return ""
        if not self.limit:
            return "Bags aren't counted."
        every = "Every bag costs" if self.limit == 1 else f"Every {self.limit} bags cost"
        kept = ", and are taken away" if self.keep == "remainder" and self.limit > 1 else ""
        return f"{every} {plural(-self.penalty, 'point')}{kept}."
