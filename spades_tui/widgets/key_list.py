"""The keys of a screen, and what the screen says about itself."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget


class KeyList(CanvasWidget):
    """Keys in a column, and sentences above them."""

    @dataclass
    class Pressed(Message):
        """A click on a line."""

        place: int

    DEFAULT_CSS = "KeyList { width: 1fr; height: 1fr; }"

    def __init__(self, sentences: tuple[str, ...], keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self.sentences, self.keys = sentences, keys

    def show(self, keys: list[tuple[str, str]]) -> None:
        """Show these keys."""
        if keys != self.keys:
            self.keys = keys
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Sentences, then keys, in two columns where one is too short."""
        y = 1
        for sentence in self.sentences:
            for line in _wrapped(sentence, canvas.width - 8):
                canvas.put(4, y, line, palette.text)
                y += 1
        y += 1 if self.sentences else 0
        rows = max(1, canvas.height - y)
        width = max(30, (canvas.width - 8) // (1 + (len(self.keys) - 1) // rows))
        x = 4
        for first in range(0, len(self.keys), rows):
            column = self.keys[first : first + rows]
            for row, (name, words) in enumerate(column):
                canvas.put(x, y + row, f"{name:>9}", palette.key, 12)
                canvas.put(x + 12, y + row, words, palette.text, canvas.width - x - 13)
                canvas.spot(x, y + row, 13 + cell_len(words), 1, first + row)
            x += min(width, 14 + max(cell_len(words) for _, words in column))


    def on_click(self, event: Click) -> None:
        """A click on a line is its key."""
        place = self.spot_at(event.x, event.y)
        if isinstance(place, int):
            event.stop()
            self.post_message(self.Pressed(place))


def _wrapped(sentence: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(sentence, max(20, width)) or [""]
