"""Reneges and the books that are moved for them (JK-14, BM-13)."""

from spades_tui.game.state import GameState, HandState
from spades_tui.rules.ruleset import Ruleset


def found_renege(rules: Ruleset, hand: HandState, accused: int) -> int | None:
    """The place in `reneges` of one that this accusation finds (JK-14: any unpaid one; BM-13: in the last trick)."""
    if rules.enforcement is None:
        return None
    open_trick = len(hand.tricks) + (1 if hand.trick else 0)
    for place, renege in enumerate(hand.reneges):
        in_time = rules.enforcement.when == "hand" or (renege.trick == open_trick and hand.claimed is None)
        if renege.seat == accused and not renege.found and in_time:
            return place
    return None


def open_right(state: GameState, seat: int, accused: int) -> int | None:
    """The place in `rights` of one that this seat may use against that player in this hand."""
    for place, right in enumerate(state.rights):
        if (right.seat, right.accused) == (seat, accused) and right.declined != state.current.number:
            return place
    return None


def _moves(rules: Ruleset, hand: HandState) -> tuple[list[int], bool]:
    """Tricks of each side after the moves of books, and whether any book has moved."""
    tricks = [sum([hand.took[seat] for seat in seats]) for seats in rules.sides]
    moved = False
    for giver, taker, most in hand.books:
        count = min(most, tricks[giver])
        tricks[giver] -= count
        tricks[taker] += count
        moved = moved or count > 0
    return tricks, moved


def side_tricks(rules: Ruleset, hand: HandState) -> tuple[int, ...]:
    """Tricks of each side after the books were moved, in order, no more than a side has left (JK-14, BM-13)."""
    took = hand.took
    if hand.books:
        return tuple(_moves(rules, hand)[0])
    tricks = []
    for seats in rules.sides:
        together = 0
        for seat in seats:
            together += took[seat]
        tricks.append(together)
    return tuple(tricks)


def books_moved(rules: Ruleset, hand: HandState) -> bool:
    """Whether any book has changed sides in this hand."""
    return _moves(rules, hand)[1]
