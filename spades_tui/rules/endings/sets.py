"""A side that is set too often."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName
from spades_tui.rules.component_bases import Checker, EndingComponent
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, places
from spades_tui.rules.problems import Flaw

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class Sets(EndingComponent):
    """A side that is set too often loses at once (JK-11); for two sides."""

    kind: Literal["sets"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-11"
    limit: Annotated[int, Between(1, 100)]

    def problems(self, check: Checker, place: int) -> None:
        """Report a game without partners."""
        if not check.partners:
            check.say(Flaw.SETS_NEED_PARTNERS, "endings", place, "kind")

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end, if one side has reached the limit, or both have and one has more points."""
        out = [side for side, sets in enumerate(standing.sets) if sets >= self.limit]
        if not out:
            return None
        if len(out) == len(standing.sets):
            best = max(standing.totals)
            winners = tuple(side for side in out if standing.totals[side] == best)
            if len(winners) > 1:
                return None
        else:
            winners = tuple(side for side in range(len(standing.sets)) if side not in out)
        return Outcome(self.kind, winners, places(standing.totals, winners))

    def level(self, standing: Standing) -> str | None:
        """Report a tie if both sides have reached the limit."""
        if any(sets >= self.limit for sets in standing.sets):
            return "Sudden death: both sides were set too often and are level, so another hand is played"
        return None

    @property
    def most_sets(self) -> int:
        """The limit."""
        return self.limit

    def set_again(self, sets: int) -> str:
        """Say how often a side has been set, and whether one more loses the game."""
        time = f"for the {ORDINALS[sets]} time" if sets < len(ORDINALS) else f"{sets} times"
        return f"set {time}{': one more loses the game' if sets == self.limit - 1 else ''}"

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return "because the other side was set too often"

    @property
    def title(self) -> str:
        """How the game was won, for the podium."""
        return "because the other side was set too often"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"A side that is set {'once' if self.limit == 1 else f'{self.limit} times'} loses at once."
