"""Claiming the rest."""

from typing import Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent


class Claims(PlayComponent):
    """All remaining tricks may be claimed (C-12)."""

    kind: Literal["claim"]
    rule: RuleName = "C-12"

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "You may claim all the remaining tricks if you can't lose any of them."
