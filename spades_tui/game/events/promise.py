"""The promise of the first tricks, on top of the bid (BM-5)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import SEAT, TRICKS, Form
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import on_turn
from spades_tui.game.state import GameState
from spades_tui.language.address import does
from spades_tui.rules.component import plural
from spades_tui.rules.ledger import PROMISE, Announced


class Promise(Public, TurnEvent, frozen=True, tag="bemo"):
    """A promise to take the first `tricks` tricks (BM-5)."""

    tricks: int

    @classmethod
    def form(cls) -> Form:
        return Form("bemo", (SEAT, TRICKS))

    @classmethod
    def phases(cls) -> tuple[Phase, ...]:
        return (Phase.RAISE,)

    @classmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, one.tricks) for one in state.rules.promises]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a promise out of turn, a second one, or one above a bid that must be met exactly."""
        rules, hand = state.rules, state.hand
        promise = next((promise for promise in rules.promises if promise.tricks == self.tricks), None)
        if promise is None or hand is None:
            return Refusal("BM-5", f"Nobody can promise the first {self.tricks} tricks in this game")
        if state.phase != Phase.RAISE or on_turn(state) != self.seat:
            return Refusal(promise.rule, "It isn't your turn to promise")
        if any(one.seat == self.seat and one.kind == PROMISE for one in hand.announced):
            return Refusal(promise.rule, "You have made a promise already")
        bid = hand.bids[self.seat] or 0
        if bid < self.tricks and rules.must_be_exact(bid, hand.blind[self.seat]):
            words = f"A bid of {bid} must be met exactly, so the first {self.tricks} tricks can't be promised"
            return Refusal(promise.rule, words)
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add the promise to the bid; the turn continues."""
        hand = state.current
        promise = Announced(self.seat, PROMISE, self.tricks, self._name(state))
        return replace(state, hand=replace(hand, announced=(*hand.announced, promise))), ()

    def _name(self, state: GameState) -> str:
        """Return what this game calls such a promise."""
        return next((one.name for one in state.rules.promises if one.tricks == self.tricks), "")

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"promise {self.tricks}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the promise"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"promises {self._name(before)}: the first {plural(self.tricks, 'trick')}")
