"""The user's form and feats at home, from the scorebook, once the first frame is on screen."""

from importlib import import_module
from typing import TYPE_CHECKING

from spades_tui.system.folders import data_folder
from spades_tui.tui.app_host import app_of
from spades_tui.tui.widgets import glyphs, palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget

if TYPE_CHECKING:
    from spades_tui.scorebook.scorebook import Book

BOOK = "book.sqlite3"
"""The scorebook's file; without it there is no form, and no row is kept for it."""


class FormLines(CanvasWidget):
    """One line with this week's figures and a sparkline, and one with feats if there is room."""

    DEFAULT_CSS = "FormLines { width: 1fr; height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[str, ...] = ()
        self.display = (data_folder() / BOOK).exists()

    def ask(self) -> None:
        """Ask the scorebook in its thread; the lines stay as they are if it can't answer."""
        if self.display:
            name, ascii_only = app_of(self.screen).settings.name, glyphs.plain()  # type: ignore[arg-type]
            keeper = import_module("spades_tui.tui.scorebook_thread").BookKeeper(self.app)
            keeper.ask(lambda book: _words(book, name, ascii_only), self._show, lambda _: None)

    def _show(self, lines: tuple[str, ...]) -> None:
        if self.is_attached and lines != self.lines:
            self.lines = lines
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the line in the middle."""
        for y, line in enumerate(self.lines[: canvas.height]):
            canvas.centred(0, canvas.width, y, [(line, palette.soft)])


def _words(book: "Book", name: str, ascii_only: bool) -> tuple[str, ...]:
    """Return the lines for a person. The thread of the scorebook imports what it needs, not the first frame."""
    lines: tuple[str, ...] = import_module("spades_tui.presentation.scorebook_words").lines_for(book, name, ascii_only)
    return lines
