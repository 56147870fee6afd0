"""Taking back one action after another, against computer players alone."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, CustomComponent


class Undo(CustomComponent):
    """Whether one person among computer players may go back as far as the deal, at a practice table (3B-11)."""

    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset()
    """It has had its switch from the beginning, and looks at it itself."""

    kind: Literal["undo"]
    rule: RuleName = "3B-11"
    on: Switch = False

    @property
    def practice(self) -> str:
        """Who may go back once he has seen more is trying out."""
        return "undo was on" if self.on else ""

    def problems(self, check: Checker, place: int) -> None:
        """Nothing can be wrong with it beside the others."""

    def unfit(self, people: int) -> str:
        """Every other seat must be a computer player's: it forgets what it has seen, and a person does not."""
        if not self.on or people <= 1:
            return ""
        return f"undo is for one person alone, and {people} people sit here"

    def sentence(self) -> str:
        """For the rules page."""
        if not self.on:
            return ""
        return "Practice: actions may be undone one by one, back to the deal; the game does not count."
