"""What a player may do instead of bidding: look at the cards (JK-9, BM-3), or call for a new deal (JK-13d)."""

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.bidding import may_choose_blind
from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import JsonLine
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import on_turn
from spades_tui.game.sight import sees_own_cards
from spades_tui.game.state import GameState, changed_at
from spades_tui.rules.ruleset import Ruleset


class Look(TurnEvent, frozen=True, tag="look"):
    """A player looks at their cards, and loses the right to go blind (JK-9, BM-3)."""

    phases = (Phase.BID,)
    label = "look"
    undone = "the look"
    undoable = "by_option"
    verb = "looks"

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to look if the seat no longer has the choice."""
        if state.phase != Phase.BID or on_turn(state) != self.seat:
            return Refusal(state.rules.number.turn_rule, "It isn't your turn to bid")
        if not may_choose_blind(state, self.seat):
            rule = state.rules.blind.rule if state.rules.blind else state.rules.number.turn_rule
            return Refusal(rule, "You can't bid blind here, so there's nothing to choose")
        return None

    def apply(self, state: GameState) -> Outcome:
        """End the seat's right to go blind, or the side's where both partners share it."""
        hand = state.current
        return replace(state, hand=replace(hand, looked=changed_at(hand.looked, self.seat, True))), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the hand to its own seat."""
        shown = hand_shown(seat, before, after) if seat == self.seat else None
        return self.line() if shown is None else {**self.line(), "hand": shown}


def hand_shown(seat: int, before: GameState, after: GameState) -> str | None:
    """Return a seat's cards if this event shows them to it (JK-9, BM-3)."""
    if before.hand is None or after.hand is None or seat not in after.hand.table:
        return None
    if sees_own_cards(before, seat) or not sees_own_cards(after, seat):
        return None
    return cards.hand_text(after.hand.holding[seat])


_PICTURES = cards.hand_of(card for card in range(39) if card % 13 >= 9)
"""Jacks, queens, kings and aces of the plain suits."""


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
        if not worthless(rules, state.current.holding[self.seat]):
            return Refusal(rule, "A new deal needs a hand without a spade, a picture card or an ace")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Return to the deal: the same dealer deals the same hand again."""
        return replace(state, phase=Phase.DEAL, hand=None, redealt=True), ()


def worthless(rules: Ruleset, holding: int) -> bool:
    """Return whether a hand has no trump, no picture card and no ace (JK-13d)."""
    return not holding & (rules.cards.suit_masks[cards.SPADES] | _PICTURES)
