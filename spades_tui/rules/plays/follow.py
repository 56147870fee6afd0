"""Following suit."""

from typing import Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent


class Follow(PlayComponent):
    """A player who holds the suit led must follow it (C-6)."""

    kind: Literal["follow"]
    rule: RuleName = "C-6"

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "Follow suit if you can; otherwise play any card."
