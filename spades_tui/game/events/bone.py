"""The bonehead: players cite themselves (3B-29)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.events.record_form import SEAT, Form
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.language.address import does
from spades_tui.rules.ruleset import Ruleset


class Bone(Public, AsideEvent, frozen=True, tag="bone"):
    """A player cites their own last card (3B-29)."""

    @classmethod
    def form(cls) -> Form:
        return Form("bone", (SEAT,))

    @classmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        return rules.bone is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return the citation, unless the card has been cited."""
        if state.rules.bone is None:
            return []
        last = state.hand.last_card(seat) if state.hand is not None else None
        said = state.hand is not None and last is not None and last[0] in state.hand.boned
        return [] if said else [cls(seat)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a citation if the seat has no card in this hand to cite, or after the next deal."""
        rules, hand = state.rules, state.hand
        if rules.bone is None:
            return Refusal("3B-29", "This game doesn't count boneheads")
        last = hand.last_card(self.seat) if hand and self.seat in hand.table else None
        if hand is None or last is None:
            return Refusal(rules.bone.rule, "You haven't played a card yet")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Note the cited card; nothing in the game changes."""
        hand = state.current
        last = hand.last_card(self.seat)
        return replace(state, hand=replace(hand, boned=(*hand.boned, last[0] if last else -1))), ()

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the bonehead"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], "owns up to a bonehead play")
