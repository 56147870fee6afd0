"""Taking books for a renege, in games where players take them in a later hand (BM-13)."""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.events.record_form import ACCUSED, SEAT, Form, Key, Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.reneges import open_right, side_tricks
from spades_tui.game.state import GameState, Right
from spades_tui.language.address import does, whom
from spades_tui.rules.component import plural
from spades_tui.rules.ruleset import Ruleset


class Books(Public, AsideEvent, frozen=True, tag="books"):
    """A player takes books for a renege (BM-13)."""

    accused: int
    count: int

    @classmethod
    def form(cls) -> Form:
        return Form("books", (SEAT, ACCUSED, Key("count", Kind.TRICKS)))

    @classmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        return rules.enforcement is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        enforcement = state.rules.enforcement
        if enforcement is None or state.phase != Phase.PLAYED:
            return []
        others = [other for other in range(state.rules.seats) if other != seat]
        return [cls(seat, other, count) for other in others for count in range(enforcement.books + 1)]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to take books before the last trick, without the right to them, or more than are left."""
        rules, hand = state.rules, state.hand
        if rules.enforcement is None or rules.enforcement.taken != "later" or not rules.challenged:
            return Refusal("BM-13", "In this game you can't choose how many tricks to take")
        rule = rules.enforcement.rule
        if hand is None or state.phase != Phase.PLAYED or hand.skipped:
            return Refusal(rule, "Take tricks after the last trick, before the hand is scored")
        right = open_right(state, self.seat, self.accused)
        if right is None:
            return Refusal(rule, "You can't take that player's tricks now")
        if not 0 <= self.count <= rules.enforcement.books:
            return Refusal(rule, f"Take 0 to {rules.enforcement.books} tricks, not {self.count}")
        left = side_tricks(rules, hand)[rules.side_of[self.accused]]
        if self.count > left:
            return Refusal(rule, f"That player has only {left} left")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Move the books and use up the right; taking 0 keeps the right for a later hand."""
        rules, hand = state.rules, state.current
        place = open_right(state, self.seat, self.accused)
        if place is None:
            raise ValueError("there is no right to take books")
        before, after = state.rights[:place], state.rights[place + 1 :]
        if self.count == 0:
            kept = Right(self.seat, self.accused, declined=hand.number)
            return replace(state, rights=(*before, kept, *after)), ()
        move = (rules.side_of[self.accused], rules.side_of[self.seat], self.count)
        hand = replace(hand, books=(*hand.books, move))
        return replace(state, hand=hand, rights=(*before, *after)), ()

    def undo_label(self, card: Callable[[int], str]) -> str:
        return "the taking of books"

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"takes {plural(self.count, 'book')} from {whom(names[self.accused])}")
