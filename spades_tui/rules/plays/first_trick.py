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
    """``no_spade``: a player with another card may not lead a spade to it or throw one."""

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if self.trumps == "free":
            return ""
        return "You can't lead or play a spade to the first trick unless you have nothing else."
