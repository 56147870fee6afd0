"""Aces called high or low."""

from typing import ClassVar, Literal

from spades_tui.rules.component import RuleName
from spades_tui.rules.component_bases import Checker, PlayComponent
from spades_tui.rules.problems import Flaw, Key


class AceCall(PlayComponent):
    """An ace is called high or low as it is played (3B-3); goes with `aces = "called"` in the deck."""

    kind: Literal["ace_call"]
    rule: RuleName
    usual_rule: ClassVar[str] = "3B-3"

    def problems(self, check: Checker, place: int) -> None:
        """Report a deck whose aces are never called."""
        if check.variant.deck.aces != "called" and not check.variant.option_sets("deck.aces"):
            check.say(Flaw.NO_ACE_TO_CALL, "plays", place, "kind", aces=Key("deck.aces", ("deck.aces",)))

    @property
    def calls_aces(self) -> bool:
        """Always: this component adds calls."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return "An ace is called high or low as it is played; low is below the two."
