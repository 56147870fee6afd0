"""Keeping the top card of the stock, or throwing it away for the next one (TW-1)."""

from collections.abc import Callable, Iterable
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.events.record_form import JsonLine, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sequence import next_in_bidding, on_turn
from spades_tui.game.state import Drafted, GameState, changed_at
from spades_tui.language.address import agreeing, does

RULE = "TW-1"


class Draft(TurnEvent, frozen=True, tag="draft"):
    """A player keeps the top card and throws the next away, or the other way round (TW-1)."""

    keep: Annotated[bool, Kind.CHOICE]

    phases = (Phase.DRAFT,)
    undone = "the draft"

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, True), cls(seat, False)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a draft out of turn, or from an empty stock."""
        if state.phase != Phase.DRAFT:
            return Refusal(RULE, "There's no card to keep or throw away now")
        if on_turn(state) != self.seat:
            return Refusal(RULE, "It isn't your turn to take a card from the stock")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Add one of two cards to the hand, and remove the other."""
        hand = state.current
        first, second, *rest = hand.stock
        seen = not self.keep or state.rules.variant.deal.draft == "seen"
        drafted = Drafted(self.seat, self.keep, first, second, seen)
        holding = changed_at(hand.holding, self.seat, hand.holding[self.seat] | 1 << drafted.kept)
        hand = replace(hand, holding=holding, stock=tuple(rest), drafts=(*hand.drafts, drafted))
        return (replace(state, hand=hand), ()) if rest else (next_in_bidding(state, hand), ())

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the decision, and the second card if this seat sees it."""
        line = self.line()
        drafted = after.current.drafts[-1]
        if seat == self.seat and drafted.seen:
            line["card"] = cards.text(drafted.second)
        return line

    def final_reason(self, now: GameState) -> str:
        """Return a reason once a player has seen the next card (TW-1)."""
        return "You can't undo a draft decision"

    def short_label(self, card: Callable[[int], str]) -> str:
        return "keep" if self.keep else "throw away"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        name = names[self.seat]
        if self.keep:
            return does(name, "keeps the card")
        return f"{does(name, 'throws the card away')} and {agreeing(name, 'takes')} the next"
