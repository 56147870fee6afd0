"""Changing a bid before the next one is made."""

from typing import ClassVar, Literal

from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, OnTurn
from spades_tui.rules.problems import Flaw


class Change(OnTurn):
    """The last bidder may change the bid until the next player has bid (3B-5)."""

    kind: Literal["change"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-5"

    def problems(self, check: Checker, place: int) -> None:
        """Report blind bids or a side's total, which don't allow changes."""
        if check.blind:
            check.say(Flaw.CHANGE_AND_BLIND, "bids", place, "kind")
        if check.find(SideTotal):
            check.say(Flaw.CHANGE_AND_SIDE_TOTAL, "bids", place, "kind")

    @property
    def changes(self) -> bool:
        """Always: this component adds changes."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "A bid may be changed until the next player has bid."
