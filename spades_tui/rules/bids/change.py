"""A bid changed before the next is made."""

from typing import ClassVar, Literal

from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, OnTurn


class Change(OnTurn):
    """The most recent bidder may change his bid until the next has bid (3B-5)."""

    kind: Literal["change"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-5"

    def problems(self, check: Checker, place: int) -> None:
        """It goes with neither blind bids nor a side's total."""
        for there, words in ((check.blind, "blind bids"), (check.find(SideTotal), "a side's total")):
            if there:
                check.say(f"changing a bid does not go with {words}", "bids", place, "kind")

    @property
    def changes(self) -> bool:
        """It does."""
        return True

    def sentence(self) -> str:
        """For the rules page."""
        return "A bid may be changed until the next player has bid."
