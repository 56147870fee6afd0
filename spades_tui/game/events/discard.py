"""Throwing a card back after drawing one, or each card after taking the kitty (3B-6, 3B-7, HR-9)."""

from collections.abc import Callable, Iterable
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import JsonLine, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import draw_rule, next_in_bidding, on_turn
from spades_tui.game.state import GameState
from spades_tui.secrecy import Hidden


class Discard(TurnEvent, frozen=True, tag="discard"):
    """A card goes back, face down, as the new extra card or into the kitty (3B-6, 3B-7, HR-9)."""

    card: Hidden[Annotated[int, Kind.CARD]]

    phases = (Phase.DISCARD,)
    undone = "the discard"
    verb = "throws a card back"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, card) for card in cards.cards_of(state.current.holding[seat])]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a discard by anyone but the drawer, or of a card they don't hold."""
        rule = draw_rule(state)
        if state.phase != Phase.DISCARD or on_turn(state) != self.seat:
            return Refusal(rule, "You have no card to throw back now")
        if not state.current.holding[self.seat] >> self.card & 1:
            return Refusal(rule, f"You don't have {cards.in_sentence(self.card)}")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Put the card aside. If the hand still has too many cards, the player throws another one back."""
        hand, card = state.current, 1 << self.card
        holding = tuple(held & ~card if seat == self.seat else held for seat, held in enumerate(hand.holding))
        thrown = tuple(was | card if seat == self.seat else was for seat, was in enumerate(hand.thrown))
        hand = replace(hand, holding=holding, aside=hand.aside | card, thrown=thrown)
        if holding[self.seat].bit_count() > state.rules.tricks:
            return replace(state, hand=hand), ()
        return next_in_bidding(state, replace(hand, discarding=None, drawn=0)), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the card to its own seat; the others only see that one was thrown back."""
        return self.line() if seat == self.seat else {"event": "discard", "seat": self.seat}

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"throw {card(self.card)}"

    def hidden_cards(self, after: GameState) -> int:
        return 1 << self.card
