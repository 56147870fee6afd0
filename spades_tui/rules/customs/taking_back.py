"""Taking an action back."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, CustomComponent


class TakingBack(CustomComponent):
    """Whether the last action may be taken back, at a practice table (3B-11)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["take_back"]
    rule: RuleName = "3B-11"
    on: Switch = False

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "You may undo your last action if it showed nobody a card." if self.on else ""
