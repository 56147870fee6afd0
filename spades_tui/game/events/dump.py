"""The declaration of a dump (3B-22)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.events.record_form import SEAT, Form
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.language.address import does
from spades_tui.rules.ruleset import Ruleset


class Dump(Public, AsideEvent, frozen=True, tag="dump"):
    """A player declares a dump (3B-22)."""

    @classmethod
    def form(cls) -> Form:
        return Form("dump", (SEAT,))

    @classmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        return rules.dump is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a second dump, one by a player with a trick, or one outside the time for dumps."""
        rules, hand = state.rules, state.hand
        if rules.dump is None:
            return Refusal("3B-22", "This game has no dump")
        rule = rules.dump.rule
        if hand is None or state.phase != Phase.PLAY or self.seat not in hand.table:
            return Refusal(rule, "Declare a dump after the bidding, in a hand that you play")
        begun = len(hand.tricks) + (1 if hand.trick else 0)
        if begun >= rules.dump.before_trick:
            return Refusal(rule, f"Declare a dump before the first card of trick {rules.dump.before_trick}")
        if hand.took[self.seat]:
            return Refusal(rule, "You can't declare a dump: you have taken a trick")
        if hand.dumped[self.seat]:
            return Refusal(rule, "You have declared a dump already")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Note the declaration for this hand."""
        hand = state.current
        dumped = tuple(was or seat == self.seat for seat, was in enumerate(hand.dumped))
        return replace(state, hand=replace(hand, dumped=dumped)), ()

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the dump"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], "declares a dump")
