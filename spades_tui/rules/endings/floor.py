"""A side that has fallen too low."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, Switch, plain, plural
from spades_tui.rules.component_bases import Checker, EndingComponent
from spades_tui.rules.endings.ending_order import bags_are_counted, parted
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, leaders, places


class Floor(EndingComponent):
    """The game is over when a side has fallen to a number of points (NL-10, CT-2)."""

    at_once: ClassVar[bool] = False
    later: ClassVar[frozenset[str]] = frozenset(("on", "fewest_bags"))

    kind: Literal["floor"]
    rule: RuleName
    usual_rule: ClassVar[str] = "NL-10"
    points: Annotated[int, Between(-1_000_000, -1)]
    """At this, or below it, a side has lost."""
    fewest_bags: Switch = False
    """Level sides are parted by fewer overtricks."""

    def problems(self, check: Checker, place: int) -> None:
        """It is an end beside another: nobody falls so low in every game. What parts level sides must be counted."""
        bags_are_counted(self.fewest_bags, check, place)

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if somebody has fallen so low and one side leads."""
        if min(standing.totals) > self.points:
            return None
        winners = leaders(standing, self.fewest_bags)
        if len(winners) > 1:
            return None
        return Outcome(self.kind, winners, places(standing.totals, winners))

    def level(self, standing: Standing) -> str | None:
        """When somebody has fallen so low and the game goes on, the best are level."""
        if min(standing.totals) > self.points:
            return None
        return f"Sudden death: level at {plain(max(standing.totals))}, so another hand is played"

    @property
    def lowest(self) -> int:
        """The points."""
        return self.points

    @property
    def how(self) -> str:
        """For the log."""
        return f"because somebody has fallen to {plain(self.points)} points or below"

    @property
    def title(self) -> str:
        """For the podium."""
        return self.how

    def sentence(self) -> str:
        """For the rules page."""
        points, parting = f"−{plural(-self.points, 'point')}", parted(self.fewest_bags)
        return f"The game is over, too, when a side has {points} or less after a hand; the most points win{parting}."
