"""A bid changed before the next is made."""

from typing import ClassVar, Literal

from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, OnTurn
from spades_tui.rules.problems import Flaw


class Change(OnTurn):
    """The most recent bidder may change his bid until the next has bid (3B-5)."""

    kind: Literal["change"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-5"

    def problems(self, check: Checker, place: int) -> None:
        """It goes with neither blind bids nor a side's total."""
        if check.blind:
            check.say(Flaw.CHANGE_AND_BLIND, "bids", place, "kind")
        if check.find(SideTotal):
            check.say(Flaw.CHANGE_AND_SIDE_TOTAL, "bids", place, "kind")

    @property
    def changes(self) -> bool:
        """It does."""
        return True

    def sentence(self) -> str:
        """For the rules page."""
        return "A bid may be changed until the next player has bid."
