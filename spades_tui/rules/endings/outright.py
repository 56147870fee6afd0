"""A bid that wins the game."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, EndingComponent
from spades_tui.rules.ledger import Standing
from spades_tui.rules.outcome import Outcome, places
from spades_tui.rules.problems import Flaw
from spades_tui.rules.score_capabilities import ScoresBids


class Outright(EndingComponent):
    """A bid that wins the game ends it at once (BM-12, 3B-15)."""

    kind: Literal["outright"]
    rule: RuleName
    usual_rule: ClassVar[str] = "BM-12"

    def problems(self, check: Checker, place: int) -> None:
        """Report that no bid wins the game."""
        wins = any(isinstance(part, ScoresBids) and part.wins_game for part in check.variant.scores)
        if not wins and not check.some_hands:
            check.say(Flaw.ENDS_NEVER, "endings", place, "kind")

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end, if a bid has won the game."""
        if outright is None:
            return None
        return Outcome(self.kind, (outright,), places(standing.totals, (outright,)))

    def level(self, standing: Standing) -> None:
        """Return None: nobody ties with a bid that wins."""

    @property
    def by_bid(self) -> bool:
        """Always: such a bid ends the game."""
        return True

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return "outright"

    @property
    def title(self) -> str:
        """How the game was won, for the podium."""
        return "outright, by a bid that wins the game"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "A bid that wins the game ends it at once."
