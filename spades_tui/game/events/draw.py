"""Drawing the extra card or taking the kitty, and throwing as many cards back (3B-6, 3B-7, HR-9)."""

from collections.abc import Callable, Iterable
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import JsonLine, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import draw_rule, next_in_bidding, on_turn
from spades_tui.game.state import GameState, changed_at
from spades_tui.language.address import does
from spades_tui.secrecy import Hidden


class Draw(TurnEvent, frozen=True, tag="draw"):
    """A player takes the extra card or the kitty into their hand (3B-6, 3B-7, HR-9)."""

    phases = (Phase.DRAW,)
    label = "draw"
    undone = "the draw"
    undoable = "by_option"

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a draw by anyone but a zero bidder, the highest bidder after the bidding, or the kitty's taker."""
        if state.phase != Phase.DRAW or on_turn(state) != self.seat:
            words = "You can't draw the extra card now" if state.rules.kitty is None else "You can't take the kitty now"
            return Refusal(draw_rule(state), words)
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add the cards to the hand; the player must then throw as many back."""
        hand = state.current
        if not hand.aside:
            raise ValueError("there is no card to draw")
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] | hand.aside)
        if hand.drawing is None:
            hand = replace(hand, high_drawer=self.seat)
        elif state.rules.kitty is None:
            hand = replace(hand, zero_drawn=(*hand.zero_drawn, self.seat))
        hand = replace(hand, holding=holding, drawing=None, drawn=hand.aside, aside=0, discarding=self.seat)
        return replace(state, phase=Phase.DISCARD, hand=hand), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the cards only to the seat that has drawn them."""
        line = self.line()
        if seat == self.seat and after.current.drawn:
            line["card" if after.rules.kitty is None else "cards"] = cards.hand_text(after.current.drawn)
        return line

    def hidden_cards(self, after: GameState) -> int:
        return after.current.drawn

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        words = "draws the extra card" if before.rules.kitty is None else "takes the kitty"
        return does(names[self.seat], words)


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
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] & ~card)
        thrown = changed_at(hand.thrown, self.seat, hand.thrown[self.seat] | card)
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
