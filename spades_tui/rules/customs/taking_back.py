"""Taking an action back."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, CustomComponent


class TakingBack(CustomComponent):
    """Whether events may be taken back, at a practice table (3B-11)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """It has had its switch from the beginning, and looks at it itself."""

    kind: Literal["take_back"]
    rule: RuleName = "3B-11"
    on: Switch = False

    def problems(self, check: Checker, place: int) -> None:
        """Nothing can be wrong with it beside the others."""

    def sentence(self) -> str:
        """For the rules page."""
        return "A player may take his last action back if it showed nobody a card." if self.on else ""
