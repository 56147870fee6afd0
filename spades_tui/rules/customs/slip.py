"""Taking back a slip: your last bid or card, until the next player has acted."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, CustomComponent


class Slip(CustomComponent):
    """Whether players may take back their last bid or card until another player has acted (3B-11)."""

    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["slip"]
    rule: RuleName = "3B-11"
    on: Switch = False
    alone: bool = True
    """Whether it starts on at a new table with one person against the computer."""

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the line for the rules page."""
        if not self.on:
            return ""
        return "You may undo your last bid or card until another player acts, unless you have seen something new."
