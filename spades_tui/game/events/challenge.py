"""The challenge of a renege, and the books taken for it in a later hand (C-11, JK-14, BM-13)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from msgspec.structs import replace

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.events.record_form import Kind
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.reneges import found_renege, open_right, side_tricks
from spades_tui.game.state import GameState, HandState, Renege, Right, is_scored
from spades_tui.language.address import capitalized, does, whom, whose
from spades_tui.rules.component import plural
from spades_tui.rules.ruleset import Ruleset


class Challenge(Public, AsideEvent, frozen=True, tag="challenge"):
    """A player is accused of a renege (JK-14, BM-13)."""

    accused: Annotated[int, Kind.SEAT]

    undone = "the challenge"
    needs = "challenged"
    undoable = "never"
    final = True

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        return [cls(seat, other) for other in range(state.rules.seats) if other != seat]

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to accuse a partner, or to accuse before the first lead or after the score."""
        rules, hand = state.rules, state.hand
        if rules.enforcement is None or not rules.challenged:
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
        rules, hand = state.rules, state.current
        enforcement = rules.enforcement
        if enforcement is None:
            raise ValueError("nothing is challenged in this game")
        place = found_renege(rules, hand, self.accused)
        ours, theirs = rules.side_of[self.seat], rules.side_of[self.accused]
        rights = state.rights
        if place is not None:
            found = Renege(hand.reneges[place].seat, hand.reneges[place].trick, found=True)
            hand = replace(hand, reneges=(*hand.reneges[:place], found, *hand.reneges[place + 1 :]))
            if enforcement.taken == "later":
                rights = (*rights, Right(self.seat, self.accused))
            else:
                hand = _pay(rules, hand, self.accused, theirs, ours)
        elif enforcement.wrong_costs:
            hand = _pay(rules, hand, self.seat, ours, theirs)
        return replace(state, hand=hand, rights=rights), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"challenges {whom(names[self.accused])}")

    def announced(
        self, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return whether the accusation was right, and which books move."""
        rules = after.rules
        enforcement = rules.enforcement
        if enforcement is None:
            return ()
        was = sum(renege.found for renege in before.current.reneges)
        right = sum(renege.found for renege in after.current.reneges) > was
        accuser, accused = names[self.seat], whom(names[self.accused])
        tricks = plural(enforcement.books, "trick")
        ours, theirs = whom(side_names[rules.side_of[self.seat]]), whom(side_names[rules.side_of[self.accused]])
        if right and enforcement.taken == "at_once":
            return f"Right: {accused} reneged", *_price(rules, accused, f"{theirs} to {ours} after the hand")
        if right:
            return f"Right: {accused} reneged", f"{accuser} may take up to {tricks} from {accused} at the end of a hand"
        if enforcement.wrong_costs:
            return f"Wrong: {accused} did not renege", *_price(rules, whom(accuser), f"{ours} to {theirs}")
        return f"Wrong: the tricks so far show no renege by {accused}", "It costs nothing"


def _price(rules: Ruleset, who: str, way: str) -> Iterator[str]:
    """Yield what a renege or a wrong challenge costs `who`; `way`: whose books go to whom."""
    enforcement = rules.enforcement
    if enforcement is not None and enforcement.books:
        yield f"{plural(enforcement.books, 'trick')} {'goes' if enforcement.books == 1 else 'go'} from {way}"
    if enforcement is not None and enforcement.sets:
        yield capitalized(f"{whose(who)} side is set" if rules.partners else does(who, "is set"))


def _pay(rules: Ruleset, hand: HandState, seat: int, giver: int, taker: int) -> HandState:
    """Return the hand after a renege or a wrong challenge: books move, and the seat may be set (JK-14, HR-6)."""
    enforcement = rules.enforcement
    if enforcement is not None and enforcement.books:
        hand = replace(hand, books=(*hand.books, (giver, taker, enforcement.books)))
    if enforcement is not None and enforcement.sets:
        hand = replace(hand, penalised=(*hand.penalised, seat))
    return hand


class Books(Public, AsideEvent, frozen=True, tag="books"):
    """A player takes books for a renege (BM-13)."""

    accused: Annotated[int, Kind.SEAT]
    count: Annotated[int, Kind.TRICKS]

    undone = "the taking of tricks"
    needs = "enforcement"

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

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"takes {plural(self.count, 'trick')} from {whom(names[self.accused])}")
