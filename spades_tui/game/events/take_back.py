"""Taking back (3B-11). `History` knows what can be undone."""

from collections.abc import Callable, Iterable
from typing import Self

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.events.record_form import SEAT, Form
from spades_tui.game.refusal import IllegalEvent, Refusal
from spades_tui.game.state import GameState
from spades_tui.language.address import does
from spades_tui.rules.ruleset import Ruleset

_NEVER = Refusal("3B-11", "A card laid is a card played")


class TakeBack(Public, AsideEvent, frozen=True, tag="take_back"):
    """The seat's last event, and everything after it, is undone (3B-11)."""

    @classmethod
    def form(cls) -> Form:
        return Form("take_back", (SEAT,))

    @classmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        """Return False: a state alone can't offer it."""
        return False

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return nothing: a state doesn't know what came before it."""
        return []

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse it always for a state alone; `History.refusal` knows better."""
        return _NEVER

    def apply(self, state: GameState) -> Outcome:
        raise IllegalEvent(_NEVER)

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "nothing"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], "takes back")
