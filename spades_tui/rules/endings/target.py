"""A game to a number of points."""

from typing import ClassVar, Literal

from spades_tui.rules.component import Number, RuleName, Switch, plural
from spades_tui.rules.component_bases import Checker, EndingComponent
from spades_tui.rules.endings.ending_order import asked_late, bags_are_counted, parted
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, leaders, places
from spades_tui.rules.problems import Flaw


class Target(EndingComponent):
    """The game goes to a number of points (SB-10, JK-12, BM-12)."""

    at_once: ClassVar[bool] = False
    last: ClassVar[bool] = True

    kind: Literal["target"]
    rule: RuleName
    usual_rule: ClassVar[str] = "SB-10"
    points: Number
    fewest_bags: Switch = False
    """Whether fewer overtricks break a tie (BM-12)."""

    def problems(self, check: Checker, place: int) -> None:
        """Report a wrong order of endings, or ties broken by overtricks that aren't counted."""
        bags_are_counted(self.fewest_bags, check, place)
        asked_late(self.kind, check, place)

    def reach(self, check: Checker, place: int, most: int, hands: int) -> None:
        """Report points that no side can reach."""
        if self.points > hands * most:
            limits = {"points": self.points, "most": most, "hands": hands}
            check.say(Flaw.POINTS_OUT_OF_REACH, "endings", place, "points", **limits)

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end, if a side has reached the points and one side leads."""
        best = max(standing.totals)
        if best < self.points:
            return None
        winners = leaders(standing, self.fewest_bags)
        if len(winners) > 1:
            return None
        return Outcome(self.kind, winners, places(standing.totals, winners))

    def level(self, standing: Standing) -> str | None:
        """Report a tie for the lead at the points."""
        best = max(standing.totals)
        return f"Sudden death: level at {best}, so another hand is played" if best >= self.points else None

    @property
    def goal(self) -> int:
        """The points."""
        return self.points

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return "with the most points"

    @property
    def title(self) -> str:
        """How the game was won, for the podium."""
        return "with the most points"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"The game goes to {plural(self.points, 'point')}; the most points win{parted(self.fewest_bags)}."
