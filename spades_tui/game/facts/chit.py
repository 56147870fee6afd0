"""The tray-chit after the last hand (3B-27)."""

from collections.abc import Callable, Iterable
from typing import Self

from spades_tui.frozen import dataclass
from spades_tui.game.address import agreeing, does, whom
from spades_tui.game.closing import tray_person
from spades_tui.game.copying import replace
from spades_tui.game.facts.fact import AsideFact, Outcome, Public
from spades_tui.game.facts.form import SEAT, Form, Key, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Chit(Public, AsideFact):
    """The tray person spends a chit: names another, or loses it (3B-27)."""

    tray: int | None

    @classmethod
    def form(cls) -> Form:
        return Form("chit", (SEAT, Key("tray", Kind.SEAT_OR_NOBODY)))

    @classmethod
    def comes_up(cls, rules: Ruleset) -> bool:
        return rules.tray is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        if state.rules.tray is None or state.phase != Phase.OVER:
            return []
        return [cls(seat, other) for other in (*range(state.rules.seats), None) if other != seat]

    def seated(self, state: GameState) -> Refusal | None:
        """Who spends it is said by the refusal itself."""
        return None

    def refusal(self, state: GameState) -> Refusal | None:
        """The tray person, after the last hand, once, naming another player or nobody."""
        if state.rules.tray is None:
            return Refusal("3B-27", "There is no tray in this game")
        if state.phase != Phase.OVER:
            return Refusal("3B-27", "A chit is spent when the game is over")
        if state.chit is not None:
            return Refusal("3B-27", "The chit has been spent")
        tray = tray_person(state)
        if tray is None:
            return Refusal("3B-27", "The last place is level; no chit is asked for")
        if self.seat != tray:
            return Refusal("3B-27", f"Seat {tray} is the tray person, not seat {self.seat}")
        if self.tray == self.seat or (self.tray is not None and not 0 <= self.tray < state.rules.seats):
            return Refusal("3B-27", "Another player of this game is named, or nobody")
        return None

    def apply(self, state: GameState) -> Outcome:
        """The chit is spent."""
        return replace(state, chit=(self.seat, self.tray)), ()

    def thing(self, card: Callable[[int], str]) -> str:
        return "the tray-chit"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        name = names[self.seat]
        if self.tray is None:
            return f"{does(name, 'spends')} a tray-chit and {agreeing(name, 'loses')} it"
        tray = whom(names[self.tray])
        return f"{does(name, 'spends')} a tray-chit and {agreeing(name, 'names')} {tray} as tray person"
