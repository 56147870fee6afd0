"""Declaring a dump (3B-22)."""

from collections.abc import Iterable, Sequence
from typing import Self

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.state import GameState, noting
from spades_tui.rules.customs.dump import LEAST_MISSED, DumpDeclaration, has_dumped
from spades_tui.rules.ledger import Noted
from spades_tui.rules.ruleset import Ruleset


class Dump(Public, AsideEvent, frozen=True, tag="dump"):
    """A player declares a dump (3B-22)."""

    undone = "the dump"
    word = "dump"
    glossary_word = "dump"
    absent = Refusal("", "This game has no dumps.")
    later = Refusal("3B-22", "You can't declare a dump now.")
    question = ("Declare a dump?",)
    yes_or_no = True
    verb = "declares a dump"

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.custom(DumpDeclaration) is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat)]

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        words = "If you take no tricks in this hand, it counts as 0 tricks off your bid."
        return "Declare it", (words, f"With a bid of {LEAST_MISSED} or more, it does so without a dump, too.")

    def matters(self, bids: Sequence[int | None]) -> bool:
        """Return whether the bid is so low that a hand without a trick isn't 0 off anyway (3B-22)."""
        return 0 < (bids[self.seat] or 0) < LEAST_MISSED

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a second dump, one by a player with a trick, or one outside the time for dumps."""
        rules, hand = state.rules, state.hand
        declaration = rules.custom(DumpDeclaration)
        if declaration is None:
            return Refusal("3B-22", "This game has no dump")
        rule = declaration.rule
        if hand is None or state.phase != Phase.PLAY or self.seat not in hand.table:
            return Refusal(rule, "Declare a dump after the bidding, in a hand that you play")
        begun = len(hand.tricks) + bool(hand.trick)
        if begun >= declaration.before_trick:
            return Refusal(rule, f"Declare a dump before the first card of trick {declaration.before_trick}")
        if hand.took[self.seat]:
            return Refusal(rule, "You can't declare a dump: you have taken a trick")
        if has_dumped(hand.noted, self.seat):
            return Refusal(rule, "You have declared a dump already")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Note the declaration for this hand."""
        return noting(state, Noted("dump", self.seat)), ()
