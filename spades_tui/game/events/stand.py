"""Standing in the round of raises (JK-5, BM-4)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import SEAT, Form
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import next_in_bidding, on_turn
from spades_tui.game.state import GameState
from spades_tui.language.address import does


class Stand(Public, TurnEvent, frozen=True, tag="stand"):
    """A player declines to raise (JK-5, BM-4)."""

    @classmethod
    def form(cls) -> Form:
        return Form("stand", (SEAT,))

    @classmethod
    def phases(cls) -> tuple[Phase, ...]:
        return (Phase.RAISE,)

    @classmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to stand out of turn."""
        if state.phase != Phase.RAISE or on_turn(state) != self.seat:
            rule = state.rules.raises.rule if state.rules.raises else "C-8"
            return Refusal(rule, "It isn't your turn to raise or stand")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Pass the turn on; when all have stood in a row, the next stage begins."""
        hand = state.current
        hand = replace(hand, stood=hand.stood + 1, raiser=(hand.raiser + 1) % len(hand.order))
        if hand.stood < len(hand.order):
            return replace(state, hand=hand), ()
        return next_in_bidding(state, replace(hand, stage=hand.stage + 1)), ()

    def short_label(self, card: Callable[[int], str]) -> str:
        return "stand"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the decision to stand"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], "stands")
