"""A game of a fixed number of hands."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, Switch, plain, plural
from spades_tui.rules.component_bases import Checker, EndingComponent
from spades_tui.rules.endings.ending_order import asked_late, bags_are_counted, parted
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, leaders, places
from spades_tui.rules.problems import Flaw, Held


class Hands(EndingComponent):
    """A game with a number of hands, without ties, or without a tie for the lead, at its end (3B-16, 3B-17, LG-2)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "parts", "fewest_bags"))

    at_once: ClassVar[bool] = False
    last: ClassVar[bool] = True

    kind: Literal["hands"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-16"
    hands: Annotated[int, Between(1, 200)]
    parts: Literal["all", "first"] = "all"
    """Who may not be tied at the end: ``all``: nobody; ``first``: the leaders (LG-2)."""
    fewest_bags: Switch = False
    """Whether the leader with fewer overtricks wins."""

    def problems(self, check: Checker, place: int) -> None:
        """Report a wrong order of endings, or ties broken by overtricks that can't be."""
        asked_late(self.kind, check, place)
        bags_are_counted(self.fewest_bags, check, place)
        if self.fewest_bags and self.parts_all:
            parts = Held("parts", "endings.hands.parts", "first")
            check.say(Flaw.PARTS_WITH_BAGS, "endings", place, "fewest_bags", parts=parts)

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end, if all hands have been played and no tie is left."""
        winners = leaders(standing, self.fewest_bags)
        standings = places(standing.totals, winners)
        level = len(winners) > 1 if self.parts == "first" else len(standings) < len(standing.totals)
        return None if standing.hands < self.hands or level else Outcome(self.kind, winners, standings)

    def level(self, standing: Standing) -> str | None:
        """Report a tie after the last hand."""
        if standing.hands >= self.hands:
            who = f"level at {plain(max(standing.totals))}" if self.parts == "first" else "players are level"
            return f"Sudden death: {who}, so another hand is played"
        return None

    @property
    def game_hands(self) -> int:
        """The number of hands."""
        return self.hands

    @property
    def parts_all(self) -> bool:
        """Whether every tie matters, not only one for the lead."""
        return self.parts == "all"

    def shortened(self, hands: int) -> "Hands":
        """Return the same ending with at most `hands` hands."""
        return self.changed(hands=min(self.hands, hands))

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return "with the most points after the last hand"

    @property
    def title(self) -> str:
        """How the game was won, for the podium."""
        return "most points after the last hand"

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence, with the one about ties for any place (3B-17); `rule` covers the lead (LG-2)."""
        return (self.rule, "3B-17") if self.parts_all else (self.rule,)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        tied = "the lead is tied" if self.parts == "first" else "any players are tied"
        parting = parted(self.fewest_bags)
        return f"The game has {plural(self.hands, 'hand')}{parting}; while {tied}, another hand is played."
