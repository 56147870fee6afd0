"""Bids and raises, and what a player may do instead: look, or call for a new deal (SB-2, JK-4, JK-13d, BM-3, 3B-5)."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Self, final

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game import bidding
from spades_tui.game.events.event import AsideEvent, Outcome, Public, TurnEvent
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind, JsonLine
from spades_tui.game.sequence import highest_bidder, next_in_bidding, on_turn
from spades_tui.game.sight import sees_own_cards
from spades_tui.game.state import GameState, changed_at
from spades_tui.language.sentence_parts import does, plural
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.ruleset import Ruleset


class Look(TurnEvent, frozen=True, tag="look"):
    """A player looks at their cards, and loses the right to go blind (JK-9, BM-3)."""

    phases = (Phase.BID,)
    label = "look"
    undone = "the look"
    undoable = "by_option"
    verb = "looks at the cards"

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to look if the seat no longer has the choice."""
        if state.phase != Phase.BID or on_turn(state) != self.seat:
            return Refusal(state.rules.number.turn_rule, "It isn't your turn to bid")
        if not bidding.may_choose_blind(state.rules, state.current, self.seat):
            rule = state.rules.blind.rule if state.rules.blind else state.rules.number.turn_rule
            return Refusal(rule, "You can't bid blind here, so there's nothing to choose")
        return None

    def apply(self, state: GameState) -> Outcome:
        """End the seat's right to go blind, or the side's where both partners share it."""
        hand = state.current
        return replace(state, hand=replace(hand, looked=changed_at(hand.looked, self.seat, True))), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the hand to its own seat."""
        line = self.line()
        shown = hand_shown(seat, before, after)
        if seat == self.seat and shown is not None:
            line["hand"] = shown
        return line


def hand_shown(seat: int, before: GameState, after: GameState) -> str | None:
    """Return a seat's cards if this event shows them to it (JK-9, BM-3)."""
    if before.hand is None or after.hand is None or seat not in after.hand.table:
        return None
    if sees_own_cards(before, seat) or not sees_own_cards(after, seat):
        return None
    return cards.hand_text(after.hand.holding[seat])


class Redeal(Public, TurnEvent, frozen=True, tag="redeal"):
    """A player calls for a new deal (JK-13d)."""

    phases = (Phase.BID,)
    label = "new deal"
    undone = "the call for a new deal"
    undoable = "never"
    verb = "calls for a new deal"

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse it with a spade, picture card or ace, out of turn, before looking or after bidding."""
        rules = state.rules
        if rules.new_deal is None:
            return Refusal("JK-13", "This table doesn't allow new deals")
        rule = rules.new_deal.rule
        if state.phase != Phase.BID or on_turn(state) != self.seat:
            return Refusal(rule, "Call for a new deal on your turn, before you bid")
        if not sees_own_cards(state, self.seat):
            return Refusal(rule, "Look at your cards before you call for a new deal")
        if not rules.new_deal.fits(rules.cards, state.current.holding[self.seat]):
            return Refusal(rule, f"A new deal needs a hand with {rules.new_deal.lacking}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Return to the deal: the same dealer deals the same hand again."""
        return replace(state, phase=Phase.DEAL, hand=None, redealt=True), ()


@final
class Bid(Public, TurnEvent, AsideEvent, frozen=True, tag="bid"):
    """A bid, or the change of one (SB-2, JK-4, BM-3, 3B-5)."""

    bid: Annotated[int, FieldKind.BID]
    blind: Annotated[bool, FieldKind.FLAG] = False

    phases = (Phase.BID, Phase.DRAW, Phase.DISCARD)
    word = "change"
    absent = Refusal("", "You can't change a bid in this game.")
    later = Refusal("3B-5", "You can change your bid only until the next player bids.")

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.change is not None

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return a bid of each open number; before a draw or a discard, the possible changes of the last bid."""
        if state.phase != Phase.BID:
            return cls._changes(state, seat)
        rules, hand = state.rules, state.current
        blind = bidding.may_choose_blind(rules, hand, seat) or bidding.bound_by_partner(rules, hand, seat)
        if not rules.limits and not blind:
            return _bids(seat, *bidding.between(rules, hand, seat), blind)
        return [cls(seat, bid, blind) for bid in bidding.open_numbers(rules, hand, seat, blind)]

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return the changes of a bid, until the next player has bid (3B-5)."""
        if on_turn(state) == seat and state.phase != Phase.PLAY:
            return []
        return cls._changes(state, seat)

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
        rules, hand = state.rules, state.current
        rule = rules.blind.rule if rules.blind else rules.number.rule
        must = bidding.bound_by_partner(rules, hand, self.seat)
        may = bidding.may_choose_blind(rules, hand, self.seat)
        if self.blind and not may and not must:
            return Refusal(rule, "You can't bid blind now")
        if self.blind:
            return None
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
        if self.blind and showed:
            return "You can't undo this: the blind bid has shown cards"
        return ""

    def short_label(self, card: Callable[[int], str]) -> str:
        word = "blind" if self.blind else "bid"
        return f"{word} {self.bid}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return f"the {self._blind}bid of {self.bid}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        changed = before.hand is not None and before.hand.bids[self.seat] is not None
        verb = "changes the bid to" if changed else "bids"
        return f"{does(names[self.seat], verb)} {self._blind}{before.rules.bid_word(self.bid)}"

    @property
    def _blind(self) -> str:
        return "blind " if self.blind else ""


@cache
def _bids(seat: int, low: int, high: int, blind: bool) -> tuple[Bid, ...]:
    """Return the bids of a seat in ascending order; cached, because the same few are offered in every hand."""
    return tuple(Bid(seat, bid, blind) for bid in range(low, high + 1))


@final
class Raise(Public, TurnEvent, frozen=True, tag="raise"):
    """A higher bid: the player's own (BM-4), or the side's new total (JK-5)."""

    bid: Annotated[int, FieldKind.BID]

    phases = (Phase.RAISE,)

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        bounds = bidding.raise_range(state, seat)
        if bounds is None:
            return []
        return [cls(seat, bid) for bid in range(bounds[0], bounds[1] + 1)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a raise out of turn, of a blind bid, to a number that isn't higher, or beyond the limit."""
        rules, hand = state.rules, state.hand
        if rules.raises is None or hand is None:
            return Refusal("C-8", "You can't raise bids in this game")
        if state.phase != Phase.RAISE or on_turn(state) != self.seat:
            return Refusal(rules.raises.rule, "It isn't your turn to raise")
        bounds = bidding.raise_range(state, self.seat)
        if bounds is None:
            return Refusal(rules.raises.rule, "This bid can't be raised")
        if not bounds[0] <= self.bid <= bounds[1]:
            return Refusal(rules.raises.rule, f"Raise to {bounds[0]}–{bounds[1]}, not {self.bid}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Raise the bid; everybody has to stand again before the round ends."""
        rules, hand = state.rules, state.current
        if rules.side_raises:
            hand = replace(hand, raised=changed_at(hand.raised, rules.side_of[self.seat], self.bid))
        else:
            hand = bidding.with_bid(hand, self.seat, self.bid)
        return replace(state, hand=replace(hand, stood=0, raiser=(hand.raiser + 1) % len(hand.order))), ()

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"raise to {self.bid}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return f"the raise to {self.bid}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        verb = "raises the side" if before.rules.side_raises else "raises"
        return does(names[self.seat], f"{verb} to {self.bid}")


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

    tricks: Annotated[int, FieldKind.TRICKS]

    message_name = "promise"
    phases = (Phase.RAISE,)
    undone = "the promise"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        promises = [cls(seat, promise.tricks) for promise in state.rules.promises]
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
        if promise is None:
            return ""
        return promise.name

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"promise {self.tricks}"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"promises {self._name(before)}: the first {plural(self.tricks, 'trick')}")
