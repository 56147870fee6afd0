"""Cards that let a zero off."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-30"

    def problems(self, check: Checker, place: int) -> None:
        """Somebody must hunt zeros."""
        if not check.zeros_by_themselves:
            check.say("no zero is ever hunted; a score of kind 'zero' is missing", "customs", place, "kind")

    def sentence(self) -> str:
        """For the rules page."""
        return "A hunter's card that lets a zero off may be marked as having ZB potential."
