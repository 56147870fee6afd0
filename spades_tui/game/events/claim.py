"""The claim of all remaining tricks (C-12)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.claims import is_sure_claim, tricks_left
from spades_tui.game.events.event import Outcome, Public, TurnEvent
from spades_tui.game.events.record_form import SEAT, TRICKS, Form
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.language.address import does
from spades_tui.rules.component import last_in_words


class Claim(Public, TurnEvent, frozen=True, tag="claim"):
    """A player claims all remaining tricks (C-12)."""

    tricks: int

    @classmethod
    def form(cls) -> Form:
        return Form("claim", (SEAT, TRICKS))

    @classmethod
    def phases(cls) -> tuple[Phase, ...]:
        """Return no phase: an offer would reveal whether the claim is accepted."""
        return ()

    @classmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        return []

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a claim out of turn, for fewer than all remaining tricks, or if a trick could be lost."""
        rules, hand = state.rules, state.hand
        if rules.claim is None:
            return Refusal("C-12", "You can't claim tricks in this game")
        if hand is None or state.phase != Phase.PLAY or hand.player != self.seat:
            return Refusal("C-12", "You can claim only on your turn")
        if self.tricks != tricks_left(rules, hand):
            return Refusal("C-12", f"A claim is for all {tricks_left(rules, hand)} tricks that remain")
        if not is_sure_claim(state):
            return Refusal("C-12", "Claim refused: you could still lose a trick")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Give the remaining tricks to the claimer, and end the play of the hand."""
        hand = state.current
        left = tricks_left(state.rules, hand)
        hand = replace(
            hand,
            claimed=self.seat,
            winners=hand.winners + (self.seat,) * left,
            took=tuple(n + left * (seat == self.seat) for seat, n in enumerate(hand.took)),
        )
        return replace(state, hand=hand, phase=Phase.PLAYED), ()

    final = True

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        return "" if undo else "You can't undo that"

    def short_label(self, card: Callable[[int], str]) -> str:
        return f"claim {self.tricks}"

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the claim"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"claims {last_in_words(self.tricks, 'trick')}")
