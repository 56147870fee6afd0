"""Leading spades."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent


class Lead(PlayComponent):
    """When spades may be led (SB-3, JK-6, BM-2, 3B-10)."""

    kind: Literal["lead"]
    rule: RuleName
    usual_rule: ClassVar[str] = "SB-3"
    spades: Literal["always", "broken"]
    broken_by: Literal["off_suit", "any_spade"] = "off_suit"
    """``off_suit``: a spade played on another suit breaks them (SB-3); ``any_spade``: any spade played (JK-6)."""

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if self.spades == "always":
            return "Spades may be led at any time, even first."
        if self.broken_by == "any_spade":
            return "Spades may be led once a spade has been played, or by a player with nothing else."
        return "Spades may be led once one has been played on another suit, or by a player with nothing else."
