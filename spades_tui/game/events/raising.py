"""The round of raises after the bidding: raising, standing, and promising the first tricks (JK-5, BM-4, BM-5)."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Self, final

from msgspec.structs import replace

from spades_tui.game.bidding import raise_range, with_bid
from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import next_in_bidding, on_turn
from spades_tui.game.state import GameState, changed_at
from spades_tui.language.address import does
from spades_tui.rules.component import plural
from spades_tui.rules.ledger import PROMISE, Announced


@final
class Raise(Public, TurnEvent, frozen=True, tag="raise"):
    """A higher bid: the player's own (BM-4), or the side's new total (JK-5)."""

    bid: Annotated[int, Kind.BID]

    phases = (Phase.RAISE,)

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        bounds = raise_range(state, seat)
        return _raises(seat, *bounds) if bounds else ()

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a raise out of turn, of a blind bid, to a number that isn't higher, or beyond the limit."""
        rules, hand = state.rules, state.hand
        if rules.raises is None or hand is None:
            return Refusal("C-8", "You can't raise bids in this game")
        if state.phase != Phase.RAISE or on_turn(state) != self.seat:
            return Refusal(rules.raises.rule, "It isn't your turn to raise")
        bounds = raise_range(state, self.seat)
        if bounds is None:
            return Refusal(rules.raises.rule, "This bid can't be raised")
        if not bounds[0] <= self.bid <= bounds[1]:
            return Refusal(rules.raises.rule, f"Raise to {bounds[0]}–{bounds[1]}, not {self.bid}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Raise the bid; everybody has to stand again before the round ends."""
        rules, hand = state.rules, state.current
        if rules.raises is not None and rules.raises.of == "side":
            hand = replace(hand, raised=changed_at(hand.raised, rules.side_of[self.seat], self.bid))
        else:
            hand = with_bid(hand, self.seat, self.bid)
        return replace(state, hand=replace(hand, stood=0, raiser=(hand.raiser + 1) % len(hand.order))), ()

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"raise to {self.bid}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return f"the raise to {self.bid}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        side = before.rules.raises is not None and before.rules.raises.of == "side"
        return does(names[self.seat], f"raises {'the side ' if side else ''}to {self.bid}")


@cache
def _raises(seat: int, low: int, high: int) -> tuple[Raise, ...]:
    """Return the raises of a seat in ascending order; cached, because the same few are offered in every hand."""
    return tuple(Raise(seat, bid) for bid in range(low, high + 1))


class Stand(Public, TurnEvent, frozen=True, tag="stand"):
    """A player declines to raise (JK-5, BM-4)."""

    phases = (Phase.RAISE,)
    label = "stand"
    undone = "the decision to stand"
    verb = "stands"

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


class Promise(Public, TurnEvent, frozen=True, tag="bemo"):
    """A promise to take the first `tricks` tricks (BM-5)."""

    tricks: Annotated[int, Kind.TRICKS]

    phases = (Phase.RAISE,)
    undone = "the promise"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        promises = (cls(seat, one.tricks) for one in state.rules.promises)
        return [promise for promise in promises if promise.refusal(state) is None]

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
        promise = state.rules.promise(self.tricks)
        return promise.name if promise is not None else ""

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"promise {self.tricks}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"promises {self._name(before)}: the first {plural(self.tricks, 'trick')}")
