"""Drawing the extra card, or taking the kitty (3B-6, 3B-7, HR-9)."""

from collections.abc import Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import JsonLine
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import draw_rule, on_turn
from spades_tui.game.state import GameState
from spades_tui.language.address import does


class Draw(TurnEvent, frozen=True, tag="draw"):
    """A player takes the extra card or the kitty into their hand (3B-6, 3B-7, HR-9)."""

    phases = (Phase.DRAW,)
    label = "draw"
    undone = "the draw"
    undoable = "by_option"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat)]

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
        holding = tuple(held | hand.aside if seat == self.seat else held for seat, held in enumerate(hand.holding))
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
