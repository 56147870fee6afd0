"""Suspending and resuming a game (3B-21), and taking back (3B-11). `History` decides which events can be undone."""

from collections.abc import Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.phase import IllegalEvent, Refusal
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset


class Suspend(Public, frozen=True, tag="suspend"):
    """The game is suspended (3B-21)."""

    beside_play = True

    def refusal(self, state: GameState) -> Refusal | None:
        """Accept it at any time."""
        return None

    def apply(self, state: GameState) -> Outcome:
        return replace(state, suspended=True), ()


class Resume(Public, frozen=True, tag="resume"):
    """The game is resumed (3B-21)."""

    beside_play = True

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to resume unless the game is suspended."""
        if not state.suspended:
            return Refusal("3B-21", "The game isn't suspended")
        return None

    def apply(self, state: GameState) -> Outcome:
        return replace(state, suspended=False), ()


_NEVER = Refusal("3B-11", "You can't undo here: a card played stays played")


class TakeBack(Public, AsideEvent, frozen=True, tag="take_back"):
    """A seat undoes its last event and everything after it (3B-11)."""

    message_name = "takeback"
    undone = "nothing"
    verb = "takes back"

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.practises

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return nothing: a state doesn't know its history."""
        return []

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse every take-back here, because a state doesn't know its history; `History.refusal` decides."""
        return _NEVER

    def apply(self, state: GameState) -> Outcome:
        raise IllegalEvent(_NEVER)
