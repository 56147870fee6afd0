"""Last places, and days without a miss or a hit."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Part


class Tray(CustomComponent):
    """Last place is written down after each hand, and the last of the game is the tray person (3B-18, 3B-19)."""

    kind: Literal["tray"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-18"

    def problems(self, check: Checker, place: int) -> None:
        """Report a game with partners."""
        alone_only(self.kind, check, place)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "The player in last place at the end is the tray person."

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence: first the one that names the tray person (3B-18)."""
        return tuple(dict.fromkeys((self.usual_rule, self.rule)))


class Days(CustomComponent):
    """Perfect and imperfect days (3B-22, 3B-23)."""

    kind: Literal["days"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-22"
    shown_after: Annotated[int, Between(1, 200)] = 3

    def problems(self, check: Checker, place: int) -> None:
        """Report a game with partners."""
        alone_only(self.kind, check, place)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "A game with every bid met exactly is a perfect day; a game with none is an imperfect day."


def alone_only(kind: str, check: Checker, place: int) -> None:
    """Report partners where each player needs a place alone."""
    if check.partners:
        check.say(Flaw.ALONE_ONLY, "customs", place, "kind", kind=Part((f"customs.{kind}",)))
