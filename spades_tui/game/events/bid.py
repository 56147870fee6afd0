"""Bids, blind bids, and changes of a bid (SB-2, JK-4, JK-9, BM-3, 3B-5)."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Self, final

from msgspec.structs import replace

from spades_tui.game import bidding
from spades_tui.game.events.event import AsideEvent, Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import highest_bidder, next_in_bidding, on_turn
from spades_tui.game.state import GameState
from spades_tui.language.address import does


@final
class Bid(Public, TurnEvent, AsideEvent, frozen=True, tag="bid"):
    """A bid, or the change of one (SB-2, JK-4, BM-3, 3B-5)."""

    bid: Annotated[int, Kind.BID]
    blind: Annotated[bool, Kind.FLAG] = False

    phases = (Phase.BID, Phase.DRAW, Phase.DISCARD)
    needs = "change"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return a bid of each open number; before a draw or a discard, the possible changes of the last bid."""
        if state.phase != Phase.BID:
            return cls._changes(state, seat)
        rules, hand = state.rules, state.current
        blind = bidding.may_choose_blind(state, seat) or bidding.bound_by_partner(rules, hand, seat)
        if not rules.limits and not blind:
            return _bids(seat, *bidding.between(rules, hand, seat), blind)
        return [cls(seat, bid, blind) for bid in bidding.open_numbers(rules, hand, seat, blind)]

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return the changes of a bid, until the next player has bid (3B-5)."""
        return cls._changes(state, seat) if on_turn(state) != seat or state.phase == Phase.PLAY else []

    @classmethod
    def _changes(cls, state: GameState, seat: int) -> Iterable[Self]:
        if not bidding.may_change_bid(state, seat):
            return []
        changes = _bids(seat, state.rules.number.min, state.rules.number.max, False)
        return [change for change in changes if change._refuse_change(state) is None]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a bid out of turn, a wrong number, a wrong choice of blind or not, or a wrong change."""
        hand = state.hand
        rule, turn_rule = state.rules.number.rule, state.rules.number.turn_rule
        if hand is None or state.phase in (Phase.DEAL, Phase.PLAYED, Phase.OVER) or self.seat not in hand.order:
            return Refusal(turn_rule, "You can't bid now")
        if bidding.may_change_bid(state, self.seat):
            return self._refuse_change(state)
        if state.phase != Phase.BID or on_turn(state) != self.seat:
            if hand.bids[self.seat] is not None:
                return Refusal(state.rules.change.rule if state.rules.change else rule, "You have bid already")
            return Refusal(turn_rule, "It isn't your turn to bid")
        low, high = bidding.between(state.rules, hand, self.seat)
        if not low <= self.bid <= high:
            return Refusal(rule, f"Bid {low} to {high}, not {self.bid}")
        blindness = self._refuse_blindness(state)
        return blindness or bidding.refused_by_limit(state.rules, hand, self.seat, self.bid, self.blind)

    def _refuse_blindness(self, state: GameState) -> Refusal | None:
        rule = state.rules.blind.rule if state.rules.blind else state.rules.number.rule
        must = bidding.bound_by_partner(state.rules, state.current, self.seat)
        may = bidding.may_choose_blind(state, self.seat)
        if self.blind:
            return None if may or must else Refusal(rule, "You can't bid blind now")
        if must:
            return Refusal(rule, "Your partner bid blind, so you must too")
        if may:
            return Refusal(rule, "Look at your cards first, or bid blind")
        return None

    def _refuse_change(self, state: GameState) -> Refusal | None:
        hand, rules = state.current, state.rules
        rule = rules.change.rule if rules.change else "3B-5"
        low, high = rules.number.min, rules.number.max
        if self.blind:
            return Refusal(rule, "You can't change your bid to a blind one")
        if not low <= self.bid <= high:
            return Refusal(rule, f"Bid {low} to {high}, not {self.bid}")
        if self.bid == hand.bids[self.seat]:
            return Refusal(rule, f"Your bid is {self.bid} already")
        if hand.high_drawer is None:
            return None
        if self.bid == 0:
            return Refusal(rule, "You can't change to zero: the extra card has been drawn")
        if self.bid == rules.tricks:
            return Refusal(rule, "You can't change to all the tricks: the extra card has been drawn")
        if highest_bidder(bidding.with_bid(hand, self.seat, self.bid)) != hand.high_drawer:
            return Refusal(rule, "The extra card has been drawn, so its drawer must stay the highest bidder")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Make or change the bid; a zero bidder must draw by 3B-6."""
        hand = state.current
        first = hand.bids[self.seat] is None
        bid = bidding.with_bid(hand, self.seat, self.bid, self.blind)
        if state.phase == Phase.DISCARD:
            return replace(state, hand=bid), ()
        draws = state.rules.zero_draw is not None and self.bid == 0
        drawing = self.seat if draws else None
        return next_in_bidding(state, replace(bid, bidders=hand.bidders + first, drawing=drawing, stage=0)), ()

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        return "You can't undo this: the blind bid has shown cards" if self.blind and showed else ""

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"blind {self.bid}" if self.blind else f"bid {self.bid}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return f"the {'blind ' if self.blind else ''}bid of {self.bid}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        changed = before.hand is not None and before.hand.bids[self.seat] is not None
        verb = "changes the bid to" if changed else "bids"
        return f"{does(names[self.seat], verb)} {'blind ' if self.blind else ''}{before.rules.bid_word(self.bid)}"


@cache
def _bids(seat: int, low: int, high: int, blind: bool) -> tuple[Bid, ...]:
    """Return the bids of a seat in ascending order; cached, because the same few are offered in every hand."""
    return tuple(Bid(seat, bid, blind) for bid in range(low, high + 1))
