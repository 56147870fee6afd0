"""A new deal for a worthless hand."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, OnTurn


class NewDeal(OnTurn):
    """A player without a trump, a picture card or an ace may ask for a new deal (JK-13d)."""

    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["new_deal"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-13"
    on: Switch = True

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        words = "A player with no spade, no picture card and no ace may call for a new deal instead of bidding."
        return words if self.on else ""
