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
        """Nothing can be wrong with it beside the others."""

    def sentence(self) -> str:
        """For the rules page."""
        return "Leading a spade straight after making the bid is gaccing."
