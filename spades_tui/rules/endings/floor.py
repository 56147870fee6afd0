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
    """A side with this or less has lost."""
    fewest_bags: Switch = False
    """Whether fewer overtricks break a tie."""

    def problems(self, check: Checker, place: int) -> None:
        """Report ties broken by overtricks that aren't counted."""
        bags_are_counted(self.fewest_bags, check, place)

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end, if a side has fallen so low and one side leads."""
        if min(standing.totals) > self.points:
            return None
        winners = leaders(standing, self.fewest_bags)
        if len(winners) > 1:
            return None
        return Outcome(self.kind, winners, places(standing.totals, winners))

    def level(self, standing: Standing) -> str | None:
        """Report a tie if a side has fallen so low."""
        if min(standing.totals) > self.points:
            return None
        return f"Sudden death: level at {plain(max(standing.totals))}, so another hand is played"

    @property
    def lowest(self) -> int:
        """The points."""
        return self.points

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return f"because a side has fallen to {plain(self.points)} points or below"

    @property
    def title(self) -> str:
        """How the game was won, for the podium."""
        return self.how

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        points, parting = f"−{plural(-self.points, 'point')}", parted(self.fewest_bags)
        return f"The game also ends when a side has {points} or less after a hand; the most points win{parting}."
