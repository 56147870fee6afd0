"""The zero buddy: a hunter whose card lets a zero off."""

from typing import ClassVar, Literal

from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Part


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    default_rule: ClassVar[str] = "3B-30"
    words: ClassVar[str] = "You may mark a hunter's card that lets a zero off as having ZB potential."

    def problems(self, check: Checker) -> None:
        """Report a game without separate zeros, in which nobody hunts them."""
        check.say(Flaw.NO_ZERO_HUNTED, "kind", when=not check.zeros_separate, kind=Part(("scores.zero",)))
