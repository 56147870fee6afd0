"""A moment of the game in one line, and what a player says, beside their seat."""

from collections.abc import Iterable

from msgspec import Struct

from spades_tui.record.event_words import LogEntry
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, first_fitting
from spades_tui.tui.widgets.inks import Ink
from spades_tui.tui.widgets.paragraphs import wrapped

SUCCESS, FAILURE, OTHER_NEWS = "✓", "✗", "✦"
"""The signs before a piece of news: an own success, anybody's failure, and all other news."""
SPEECH_WIDTHS = (36, 26, 20)
"""The widths in cells in which words beside a seat are tried: in one line, or in two."""


class MomentLine(Struct, frozen=True):
    """A moment of the game, such as a set, in words."""

    words: tuple[str, ...]
    """Versions of its sentences, each behind its sign, longest first."""
    seats: tuple[int, ...]
    """Whose moment it is; their beans move with it."""
    strength: int
    """From 1 to 3; a stronger one has another form."""
    good: bool | None
    """Whether it's good for the person at the keyboard; None if neither."""
    unfolded: float = 1.0
    """The share of its line that is shown, and of its beans that are inverted, while it moves: 0 to 1."""
    failed: bool = False
    """Whether it's a failure of anybody."""

    @property
    def ink(self) -> Ink:
        """Return the ink of its line, which says no more than the signs and the words."""
        if self.good:
            return inks.gold
        return inks.with_style(inks.red, "bold") if self.failed else inks.bold


def moment_line(canvas: Canvas, y: int, moment: MomentLine) -> None:
    """Draw a moment in one line.

    With strength 2, rules reach out from the words; with 3, the whole line is inverted.
    """
    ink, words = moment.ink, first_fitting(moment.words, canvas.width - 4)
    rules = max(0, (canvas.width - 4 - len(words)) // 2)
    if moment.strength == 1:
        canvas.centred(1, canvas.width - 2, y, [(words, ink)])
        return
    reach = round(rules * moment.unfolded)
    if moment.strength == 2:
        line: list[Piece] = [("━" * reach, ink), (f" {words} ", ink), ("━" * reach, ink)]
    else:
        space = " " * reach
        line = [(f"{space} {words} {space}", inks.with_style(ink, "reverse"))]
    canvas.centred(1, canvas.width - 2, y, line)


Spot = tuple[int, int, bool]
"""A column and a row from which words may be drawn, and whether they end before that column."""


def draw_speech(canvas: Canvas, entry: LogEntry, spots: Iterable[Spot]) -> bool:
    """Draw what a player says at the first of these spots with empty cells; return whether there is one."""
    for x, y, ends in spots:
        for width in SPEECH_WIDTHS:
            lines = wrapped(entry.first, width)
            widest = max(map(len, lines))
            left = x - widest if ends else x
            if len(lines) > 2 or not canvas.is_empty(left - 1, y, widest + 2, len(lines)):
                continue
            for row, line in enumerate(lines, y):
                canvas.put(x - len(line) if ends else x, row, line, inks.bold)
            return True
    return False
