"""Declaring a dump."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Found


class DumpDeclaration(CustomComponent):
    """A dump may be declared (3B-22)."""

    kind: Literal["dump"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-22"
    before_trick: Annotated[int, Between(1, 18)] = 5

    def problems(self, check: Checker, place: int) -> None:
        """Report a trick that the hand doesn't have."""
        if self.before_trick > check.tricks:
            found = Found(self.before_trick)
            check.say(Flaw.ABOVE_TRICKS, "customs", place, "before_trick", found=found, tricks=check.tricks)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"A player without a trick may declare a dump before trick {self.before_trick}."
