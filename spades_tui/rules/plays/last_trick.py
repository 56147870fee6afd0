"""Looking at the last trick again."""

from typing import Literal

from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, PlayComponent


class LastTrick(PlayComponent):
    """Whether the last complete trick may be looked at again (C-10)."""

    kind: Literal["last_trick"]
    rule: RuleName = "C-10"
    shown: Switch

    def problems(self, check: Checker, place: int) -> None:
        """Report nothing: it fits with every other component."""

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"You may {'' if self.shown else 'not '}look at the last trick again."
