"""Undoing one action after another, against computer players only."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, CustomComponent


class Undo(CustomComponent):
    """Whether one person among computer players may undo back to the deal, at a practice table (3B-11)."""

    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset()
    """Empty: it has had its switch since 0.1.0, and reads it itself."""

    kind: Literal["undo"]
    rule: RuleName = "3B-11"
    on: Switch = False

    @property
    def practice(self) -> str:
        """Why the game is practice: undo lets you try things after you have seen more."""
        return "undo was on" if self.on else ""

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def unfit(self, people: int) -> str:
        """Refuse a second person: computer players forget what they have seen, people don't."""
        if not self.on or people <= 1:
            return ""
        return f"undo is for one person alone, and {people} people sit here"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if not self.on:
            return ""
        return "Practice: you may undo one action after another, back to the deal; the game doesn't count."
