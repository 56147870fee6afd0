"""Whether and when players may undo something."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import ALWAYS_SWITCHED
from spades_tui.rules.custom_component import CustomComponent


class TakingBack(CustomComponent):
    """Whether the last action may be taken back, at a practice table (3B-11)."""

    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["take_back"]
    form_words: ClassVar[Mapping[str, str]] = {"": "Undo until a card is seen"}
    words: ClassVar[str] = "You may undo your last action if it showed nobody a card."
    rule: RuleName = "3B-11"
    on: Switch = False


class Undo(CustomComponent):
    """Whether one person among computer players may undo back to the deal (3B-11)."""

    practice: ClassVar[str] = "undo was on"  # you can try things after seeing more cards
    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["undo"]
    form_words: ClassVar[Mapping[str, str]] = {"": "Undo back to the deal"}
    words: ClassVar[str] = (
        "Practice: you may undo one action after another, back to the deal; the game doesn't count."
    )
    rule: RuleName = "3B-11"
    on: Switch = False

    def unfit(self, people: int) -> str:
        """Refuse a second person: computer players forget what they have seen, people don't."""
        if not self.on or people <= 1:
            return ""
        return f"undo is for one person alone, and {people} people sit here"


class Slip(CustomComponent):
    """Whether players may take back their last bid or card until another one acts (3B-11)."""

    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["slip"]
    form_words: ClassVar[Mapping[str, str]] = {
        "": "Undo until the next turn",
        "alone": "On for one person alone",
    }
    words: ClassVar[str] = (
        "You may undo your last bid or card until another player acts, "
        "unless you have seen something new."
    )
    rule: RuleName = "3B-11"
    on: Switch = False
    alone: bool = True
    """Whether a new table with one person against the computer starts with it on."""
