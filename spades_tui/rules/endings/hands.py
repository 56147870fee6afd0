"""A game of a number of hands."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.bases import Checker, EndingComponent
from spades_tui.rules.component import Between, RuleName, plural
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, places


class Hands(EndingComponent):
    """The game has a number of hands, and no two may be level at its end (3B-16, 3B-17)."""

    last: ClassVar[bool] = True

    kind: Literal["hands"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-16"
    hands: Annotated[int, Between(1, 200)]

    def problems(self, check: Checker, place: int) -> None:
        """It is asked last."""
        asked_last(self.kind, check, place)

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if the hands have been played and nobody is level with anybody."""
        if standing.hands < self.hands or len(set(standing.totals)) < len(standing.totals):
            return None
        standings = places(standing.totals)
        return Outcome(self.kind, standings[0], standings)

    def level(self, standing: Standing) -> str | None:
        """When the hands have been played and the game goes on, somebody is level."""
        if standing.hands >= self.hands:
            return "Sudden death: players are level, so another hand is played"
        return None

    @property
    def game_hands(self) -> int:
        """So many."""
        return self.hands

    @property
    def parts_all(self) -> bool:
        """No two may be level."""
        return True

    def shortened(self, hands: int) -> "Hands":
        """At most so many."""
        return self.changed(hands=min(self.hands, hands))

    @property
    def how(self) -> str:
        """For the log."""
        return "with the most points after the last hand"

    @property
    def title(self) -> str:
        """For the podium."""
        return "most points after the last hand"

    def sentence(self) -> str:
        """For the rules page."""
        return f"The game has {plural(self.hands, 'hand')}; while anyone is level, another is played."


def asked_last(kind: str, check: Checker, place: int) -> None:
    """The usual end of a game stands behind those that come at once."""
    if place + 1 < len(check.variant.endings):
        check.say(f"{kind!r} is asked last, after the endings that come at once", "endings", place, "kind")
