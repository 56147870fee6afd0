"""Bonehead plays."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, CustomComponent


class BoneheadPlays(CustomComponent):
    """A player may cite himself for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-29"

    def problems(self, check: Checker, place: int) -> None:
        """Nothing can be wrong with it beside the others."""

    def sentence(self) -> str:
        """For the rules page."""
        return "A player may cite himself for a bonehead play."
