"""Spades in the first trick."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent


class FirstTrick(PlayComponent):
    """Whether spades may be played to the first trick (SB-4, NL-3)."""

    kind: Literal["first_trick"]
    rule: RuleName
    usual_rule: ClassVar[str] = "NL-3"
    trumps: Literal["free", "no_spade"]
    """``no_spade``: nobody leads one to it, or plays one that does not follow, who holds another card."""

    def problems(self, check: Checker, place: int) -> None:
        """Nothing can be wrong with it beside the others."""

    def sentence(self) -> str:
        """For the rules page."""
        if self.trumps == "free":
            return ""
        return "No spade comes to the first trick, led or thrown off, from a player with another card."
