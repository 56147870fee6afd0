"""Suspending and resuming a game (3B-21)."""

from msgspec.structs import replace

from spades_tui.game.events.event import Outcome, Public
from spades_tui.game.events.record_form import Form
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState


class Suspend(Public, frozen=True, tag="suspend"):
    """The game is suspended (3B-21)."""

    @classmethod
    def form(cls) -> Form:
        return Form("suspend")

    def refusal(self, state: GameState) -> Refusal | None:
        """Accept it at any time."""
        return None

    def apply(self, state: GameState) -> Outcome:
        return replace(state, suspended=True), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return ""


class Resume(Public, frozen=True, tag="resume"):
    """The game is resumed (3B-21)."""

    @classmethod
    def form(cls) -> Form:
        return Form("resume")

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to resume unless the game is suspended."""
        return None if state.suspended else Refusal("3B-21", "The game isn't suspended")

    def apply(self, state: GameState) -> Outcome:
        return replace(state, suspended=False), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return ""
