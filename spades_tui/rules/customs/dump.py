"""The dump: a player declares that they will take no trick."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw


class DumpDeclaration(CustomComponent):
    """A dump may be declared (3B-22)."""

    kind: Literal["dump"]
    default_rule: ClassVar[str] = "3B-22"
    words: ClassVar[str] = "A player without a trick may declare a dump before trick {before_trick}."
    before_trick: Annotated[int, Meta(ge=1, le=18)] = 5

    def problems(self, check: Checker) -> None:
        """Report a trick that the hand doesn't have."""
        check.say(Flaw.ABOVE_TRICKS, "before_trick", when=self.before_trick > check.tricks, tricks=check.tricks)
