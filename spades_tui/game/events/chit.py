"""Spending a tray-chit after the last hand (3B-27)."""

from collections.abc import Iterable
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui.game.events.event import EndDecision, Outcome, Public
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind
from spades_tui.game.state import GameState
from spades_tui.language.sentence_parts import agreeing, does, whom
from spades_tui.rules.customs.tray import Tray, is_lost, tray_row
from spades_tui.rules.ledger import Noted
from spades_tui.rules.ruleset import Ruleset


class Chit(Public, EndDecision, frozen=True, tag="chit"):
    """The tray person spends a chit: they name another player, or lose the chit (3B-27)."""

    tray: Annotated[int | None, FieldKind.SEAT_OR_NOBODY]

    undone = "the tray-chit"
    word = "chit"
    absent = Refusal("", "This game has no tray-chits.")
    later = Refusal("3B-27", "Only the tray person can use a chit, after the game.")
    question = ("You hold a tray-chit.", "Who is the tray person instead of you?")
    entitlement = "holds a tray-chit"
    not_yours = Refusal("3B-27", "You hold no tray-chit to decide about now")

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.custom(Tray) is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        if state.phase != Phase.OVER:
            return []
        been = tray_row(state)
        return [cls(seat, other) for other in (*range(state.rules.seats), None) if other not in been]

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        if self.tray is None:
            return "Nobody (you lose the chit)", ()
        return names[self.tray], ()

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a chit before the end, from anyone but the tray person, or for a player named before."""
        if state.rules.custom(Tray) is None:
            return Refusal("3B-27", "This game has no tray")
        if state.phase != Phase.OVER:
            return Refusal("3B-27", "You can use a chit only when the game is over")
        if is_lost(state.noted):
            return Refusal("3B-27", "The chit is lost, and you have no other")
        row = tray_row(state)
        if not row:
            return Refusal("3B-27", "Players are tied for last place, so no chit is used")
        if self.seat != row[-1]:
            return Refusal("3B-27", f"Seat {row[-1]} is the tray person, not seat {self.seat}")
        if self.tray in row:
            return Refusal("3B-27", "Name a player who hasn't been the tray person in this game, or nobody")
        if self.tray is not None and not 0 <= self.tray < state.rules.seats:
            return Refusal("3B-27", "Name another player of this game, or nobody")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Spend the chit. A player who is named becomes the tray person, and must spend a chit next."""
        note = Noted("tray", self.seat, self.tray)
        return replace(state, noted=(*state.noted, note)), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        name = names[self.seat]
        if self.tray is None:
            return f"{does(name, 'spends')} a tray-chit and {agreeing(name, 'loses')} it"
        tray = whom(names[self.tray])
        return f"{does(name, 'spends')} a tray-chit and {agreeing(name, 'names')} {tray} as tray person"
