"""A worthless hand thrown in."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, OnTurn


class NewDeal(OnTurn):
    """A hand without a trump, a picture card or an ace may be thrown in (JK-13d)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """It has had its switch from the beginning, and looks at it itself."""

    kind: Literal["new_deal"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-13"
    on: Switch = True

    def problems(self, check: Checker, place: int) -> None:
        """Nothing can be wrong with it beside the others."""

    def sentence(self) -> str:
        """For the rules page."""
        words = "A player with no spade, no picture card and no ace may call for a new deal instead of bidding."
        return words if self.on else ""
