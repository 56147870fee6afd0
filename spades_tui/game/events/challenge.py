"""Challenges of a renege, and the tricks that a right one gives (C-11, JK-14, BM-13)."""

from collections.abc import Iterable
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind
from spades_tui.game.reneges import found_renege, open_right, side_tricks
from spades_tui.game.state import GameState, Right, changed_at, is_scored
from spades_tui.language.sentence_parts import capitalized, does, plural, whom, whose
from spades_tui.rules.ruleset import Ruleset


class Challenge(Public, AsideEvent, frozen=True, tag="challenge"):
    """A player is accused of a renege (JK-14, BM-13)."""

    accused: Annotated[int, FieldKind.SEAT]

    undone = "the challenge"
    word = "challenge"
    absent = Refusal("", "Nobody can renege at this table, so there's nothing to challenge.")
    later = Refusal("C-11", "There's no card you can challenge now.")
    question = ("Who reneged?",)
    undoable = "never"
    final = True

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.challenge is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, other) for other in range(state.rules.seats) if other != seat]

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        claim = "You claim that this player could have followed suit but didn't."
        enforcement = rules.challenge
        if enforcement is None or not enforcement.wrong_costs:
            return names[self.accused], (claim,)
        costs = [f"you lose {plural(enforcement.books, 'trick')}"] if enforcement.books else []
        if enforcement.sets:
            costs.append("your side is set" if rules.partners else "you are set")
        return names[self.accused], (claim, f"If you're wrong, {' and '.join(costs)}.")

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to accuse a partner, or to accuse before the first lead or after the score."""
        rules, hand = state.rules, state.hand
        if rules.challenge is None:
            return Refusal("C-11", "You can't challenge here: the table refuses a renege at once")
        if hand is None or is_scored(state) or not (hand.tricks or hand.trick or hand.claimed is not None):
            return Refusal("C-11", "Challenge between the first lead and the score")
        for seat in (self.seat, self.accused):
            if seat not in hand.table:
                return Refusal("C-11", f"Seat {seat} doesn't play this hand")
        if rules.side_of[self.seat] == rules.side_of[self.accused]:
            return Refusal("C-11", "You can challenge only an opponent")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Move books after a right accusation, or give the right to take them later; a wrong one may cost as many."""
        rules, hand, rights = state.rules, state.current, state.rights
        enforcement, place = rules.challenge, found_renege(rules, hand, self.accused)
        assert enforcement is not None
        payer, taker = self.seat, self.accused
        if place is not None:
            payer, taker = taker, payer
            hand = replace(hand, reneges=changed_at(hand.reneges, place, replace(hand.reneges[place], found=True)))
        if place is not None and enforcement.taken == "later":
            rights = (*rights, Right(self.seat, self.accused))
        elif place is not None or enforcement.wrong_costs:
            if enforcement.books:
                move = (rules.side_of[payer], rules.side_of[taker], enforcement.books)
                hand = replace(hand, books=(*hand.books, move))
            if enforcement.sets:
                hand = replace(hand, penalised=(*hand.penalised, payer))
        return replace(state, hand=hand, rights=rights), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"challenges {whom(names[self.accused])}")

    def announced(
        self, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return whether the accusation was right, and which books move."""
        rules, enforcement = after.rules, after.rules.challenge
        assert enforcement is not None
        right = found_renege(rules, before.current, self.accused) is not None
        accuser, accused = names[self.seat], whom(names[self.accused])
        tricks = plural(enforcement.books, "trick")
        if right and enforcement.taken == "later":
            return f"Right: {accused} reneged", f"{accuser} may take up to {tricks} from {accused} at the end of a hand"
        if not right and not enforcement.wrong_costs:
            return f"Wrong: the tricks so far show no renege by {accused}", "It costs nothing"
        ours, theirs = whom(side_names[rules.side_of[self.seat]]), whom(side_names[rules.side_of[self.accused]])
        payer, said, way = whom(accuser), [f"Wrong: {accused} did not renege"], f"{ours} to {theirs}"
        if right:
            payer, said, way = accused, [f"Right: {accused} reneged"], f"{theirs} to {ours} after the hand"
        if enforcement.books:
            said.append(f"{tricks} {'goes' if enforcement.books == 1 else 'go'} from {way}")
        if enforcement.sets:
            said.append(capitalized(f"{whose(payer)} side is set" if rules.partners else does(payer, "is set")))
        return tuple(said)


class Books(Public, AsideEvent, frozen=True, tag="books"):
    """A player takes books for a renege (BM-13)."""

    accused: Annotated[int, FieldKind.SEAT]
    count: Annotated[int, FieldKind.TRICKS]

    undone = "the taking of tricks"
    word = "books"
    absent = Refusal("", "Nobody takes tricks for a renege at this table.")
    later = Refusal("C-11", "You can't take tricks now.")
    question = ("How many tricks will you take for the renege?",)

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.challenge is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        enforcement = state.rules.challenge
        if enforcement is None or state.phase != Phase.PLAYED:
            return []
        others = [other for other in range(state.rules.seats) if other != seat]
        return [cls(seat, other, count) for other in others for count in range(enforcement.books + 1)]

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        name = names[self.accused]
        if not self.count:
            return f"None from {name}", ("Not in this hand; you keep the right for later.",)
        return f"{self.count} from {name}", (f"That many of {name}'s tricks count as yours.",)

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to take books before the last trick, without the right to them, or more than are left."""
        rules, hand, enforcement = state.rules, state.hand, state.rules.challenge
        if enforcement is None or enforcement.taken != "later":
            return Refusal("BM-13", "In this game you can't choose how many tricks to take")
        rule = enforcement.rule
        if hand is None or state.phase != Phase.PLAYED or hand.skipped:
            return Refusal(rule, "Take tricks after the last trick, before the hand is scored")
        right = open_right(state, self.seat, self.accused)
        if right is None:
            return Refusal(rule, "You can't take that player's tricks now")
        if not 0 <= self.count <= enforcement.books:
            return Refusal(rule, f"Take 0 to {enforcement.books} tricks, not {self.count}")
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

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"takes {plural(self.count, 'trick')} from {whom(names[self.accused])}")
