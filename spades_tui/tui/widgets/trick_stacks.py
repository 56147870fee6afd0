"""The tricks that each side has taken, as stacks in the empty middle of the table."""

from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, Shrinking, length, squeezed
from spades_tui.tui.widgets.card_faces import CardStyle

TAKEN, NEEDED, BEYOND = "▮▯✚"
"""A trick taken for the bid, one still needed for it, and one beyond it."""
TAKEN_IN_LETTERS, NEEDED_IN_LETTERS, BEYOND_IN_LETTERS = "#.+"


def stack(look: CardStyle, rules: Ruleset, side: int, bid: int | None, took: int) -> list[Piece]:
    """Return a side's tricks: those taken for its bid, those still needed, and those beyond it."""
    taken, needed, beyond = TAKEN, NEEDED, BEYOND
    if look.letters:
        taken, needed, beyond = TAKEN_IN_LETTERS, NEEDED_IN_LETTERS, BEYOND_IN_LETTERS
    if bid is None:
        return [(taken * took, inks.SIDES[side])]
    return [
        (taken * min(bid, took), inks.SIDES[side]),
        (needed * max(0, bid - took), inks.soft),
        (beyond * max(0, took - bid), inks.orange),
    ]


def draw_stacks(
    canvas: Canvas, x: int, y: int, width: int, height: int, look: CardStyle, seen: Observation, names: list[str]
) -> None:  # fmt: skip
    """Draw each side's name, bid and tricks in numbers, and its stack, if all sides fit into these cells."""
    rules, sides = seen.rules, len(names)
    each = min(3, (height + 1) // sides)
    if each < 2:
        return
    top = y + (height + 1 - each * sides) // 2
    for side, name in enumerate(names):
        bid, took = seen.contracts[side], seen.side_tricks[side]
        words = f" {took} of {bid}" if bid is not None else f" took {took}"
        line = [*look.marked(rules, side), (Shrinking(name), inks.text), (words, inks.soft)]
        pieces = stack(look, rules, side, bid, took)
        canvas.centred(x, width, top + side * each, squeezed(line, width))
        if length(pieces) <= width:
            canvas.centred(x, width, top + side * each + 1, pieces)
