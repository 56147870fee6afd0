"""A spade led straight after making the bid."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent


class Gacc(CustomComponent):
    """Leading a spade straight after making the bid is announced and counted (3B-10)."""

    kind: Literal["gacc"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-10"

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "Leading a spade straight after you make your bid is gaccing."
