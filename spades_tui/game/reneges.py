"""Reneges, and the books that are moved for them (JK-14, BM-13)."""

from spades_tui.game.state import GameState, HandState
from spades_tui.rules.ruleset import Ruleset


def found_renege(rules: Ruleset, hand: HandState, accused: int) -> int | None:
    """Return the index in `hand.reneges` of the renege that an accusation catches, or None.

    By JK-14 that's any renege not yet paid for; by BM-13, one in the last trick.
    """
    if rules.challenge is None:
        return None
    open_trick = len(hand.tricks) + bool(hand.trick)
    for place, renege in enumerate(hand.reneges):
        in_time = rules.challenge.when == "hand" or (renege.trick == open_trick and hand.claimed is None)
        if renege.seat == accused and not renege.found and in_time:
            return place
    return None


def open_right(state: GameState, seat: int, accused: int) -> int | None:
    """Return the index in `rights` of the right that this seat may use against `accused` in this hand, or None."""
    for place, right in enumerate(state.rights):
        is_open = right.declined != state.current.number
        if is_open and (right.seat, right.accused) == (seat, accused):
            return place
    return None


def _moves(rules: Ruleset, hand: HandState) -> tuple[list[int], bool]:
    """Return each side's tricks after moving books, and whether any book moved."""
    tricks = [0] * len(rules.sides)
    for seat, side in enumerate(rules.side_of):
        tricks[side] += hand.took[seat]
    moved = False
    for giver, taker, most in hand.books:
        count = min(most, tricks[giver])
        tricks[giver] -= count
        tricks[taker] += count
        moved = moved or count > 0
    return tricks, moved


def side_tricks(rules: Ruleset, hand: HandState) -> tuple[int, ...]:
    """Return the tricks of each side after moving books in order, never more than a side has (JK-14, BM-13)."""
    return tuple(_moves(rules, hand)[0])


def books_moved(rules: Ruleset, hand: HandState) -> bool:
    """Return whether any book has changed sides in this hand."""
    return _moves(rules, hand)[1]
