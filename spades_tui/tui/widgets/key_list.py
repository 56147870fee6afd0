"""The keys of a screen, and the screen's help."""

from dataclasses import dataclass
from textwrap import wrap

from rich.cells import cell_len
from textual.events import Click
from textual.geometry import Size
from textual.message import Message

from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget

GAP = 3
"""Cells between a key and its words."""
NAME = 6
"""Cells for the names of keys, at least; they are aligned at the right."""
LEFT, BETWEEN = 4, 2
"""Cells before the first column, and between two."""


class KeyList(CanvasWidget):
    """Keys in columns, and sentences above them; higher than its place if necessary."""

    @dataclass
    class Pressed(Message):
        """Reports a click on a line."""

        place: int

    DEFAULT_CSS = "KeyList { width: 1fr; height: auto; }"

    def __init__(self, sentences: tuple[str, ...], keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self.sentences, self.keys = sentences, keys
        self._room = 0
        """The rows that are visible at once."""

    def show(self, keys: list[tuple[str, str]]) -> None:
        """Show these keys."""
        if keys != self.keys:
            self.keys = keys
            self.redraw()
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of rows of sentences and keys."""
        self._room = container.height
        lines = len(self._lines(width))
        return lines + self._rows(width, lines)

    def _lines(self, width: int) -> list[str]:
        """Return an empty line, the sentences, and another empty line if there are any."""
        told = [line for sentence in self.sentences for line in _wrapped(sentence, width - 2 * LEFT)]
        return ["", *told, ""] if told else [""]

    def _rows(self, width: int, above: int) -> int:
        """Return the rows of the columns: as many as are visible, or more if the words would be cut."""
        least = max(1, self._room - above)
        return next((rows for rows in range(least, len(self.keys)) if self._fits(rows, width)), len(self.keys))

    def _columns(self, rows: int) -> list[list[tuple[str, str]]]:
        return [self.keys[first : first + rows] for first in range(0, len(self.keys), rows)]

    def _fits(self, rows: int, width: int) -> bool:
        widths = [sum(_widths(column)) + BETWEEN for column in self._columns(rows)]
        return LEFT + sum(widths) - BETWEEN < width

    def draw(self, canvas: Canvas) -> None:
        """Draw sentences, then keys in as many columns as necessary."""
        lines = self._lines(canvas.width)
        for y, line in enumerate(lines):
            canvas.put(LEFT, y, line, palette.text)
        if not self.keys:
            return
        rows, x = self._rows(canvas.width, len(lines)), LEFT
        for n, column in enumerate(self._columns(rows)):
            names, words_wide = _widths(column)
            for row, (name, words) in enumerate(column):
                y = len(lines) + row
                canvas.right(x + names - GAP, y, [(name, palette.key)])
                canvas.put(x + names, y, words, palette.text, canvas.width - x - names - 1)
                canvas.spot(x, y, names + cell_len(words), 1, n * rows + row)
            x += names + words_wide + BETWEEN

    def on_click(self, event: Click) -> None:
        """Press the key of the clicked line."""
        place = self.spot_at(event.x, event.y)
        if isinstance(place, int):
            event.stop()
            self.post_message(self.Pressed(place))


def _widths(column: list[tuple[str, str]]) -> tuple[int, int]:
    """Return the width of the keys with the gap behind them, and that of the words."""
    names = max(NAME, *(cell_len(name) for name, _ in column))
    return names + GAP, max(cell_len(words) for _, words in column)


def _wrapped(sentence: str, width: int) -> list[str]:
    return wrap(sentence, max(20, width)) or [""]
