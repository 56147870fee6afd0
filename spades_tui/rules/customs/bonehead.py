"""Bonehead plays."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent


class BoneheadPlays(CustomComponent):
    """Players may cite themselves for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-29"

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "You may cite yourself for a bonehead play."
