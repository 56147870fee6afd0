"""Drawing the extra card (3B-6, 3B-7)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import SEAT, Form, JsonLine
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import draw_rule, on_turn
from spades_tui.game.state import GameState
from spades_tui.language.address import does


class Draw(TurnEvent, frozen=True, tag="draw"):
    """A player takes the extra card into their hand (3B-6, 3B-7)."""

    @classmethod
    def form(cls) -> Form:
        return Form("draw", (SEAT,))

    @classmethod
    def phases(cls) -> tuple[Phase, ...]:
        return (Phase.DRAW,)

    @classmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a draw by anyone but a zero bidder or, after the bidding, the highest bidder."""
        if state.phase != Phase.DRAW or on_turn(state) != self.seat:
            return Refusal(draw_rule(state), "You can't draw the extra card now")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add the extra card to the hand; the player must then throw one back."""
        hand = state.current
        if hand.extra is None:
            raise ValueError("there is no extra card to draw")
        holding = tuple(held | 1 << hand.extra if seat == self.seat else held for seat, held in enumerate(hand.holding))
        if hand.drawing is not None:
            hand = replace(hand, zero_drawn=(*hand.zero_drawn, self.seat), drawing=None)
        else:
            hand = replace(hand, high_drawer=self.seat)
        hand = replace(hand, holding=holding, drawn=hand.extra, extra=None, discarding=self.seat)
        return replace(state, phase=Phase.DISCARD, hand=hand), ()

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the card only to the seat that has drawn it."""
        line = self.line()
        if seat == self.seat and after.hand is not None and after.hand.drawn is not None:
            line["card"] = cards.text(after.hand.drawn)
        return line

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        return "" if undo else "You can't undo that"

    def short_label(self, card: Callable[[int], str]) -> str:
        return "draw"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the draw"

    def hidden_cards(self, after: GameState) -> int:
        drawn = after.current.drawn
        return 1 << drawn if drawn is not None else 0

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], "draws the extra card")
