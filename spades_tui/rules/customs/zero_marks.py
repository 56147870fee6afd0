"""Cards that let a zero off."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Part


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-30"

    def problems(self, check: Checker, place: int) -> None:
        """Report a game without separate zeros, in which nobody hunts them."""
        if not check.zeros_by_themselves:
            check.say(Flaw.NO_ZERO_HUNTED, "customs", place, "kind", kind=Part(("scores.zero",)))

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "A hunter's card that lets a zero off may be marked as having ZB potential."
