"""A few important words in a large frame."""

from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece
from spades_tui.tui.widgets.card_faces import frame


class Proclamation(CanvasWidget):
    """A few words in a heavy frame, and lines below."""

    DEFAULT_CSS = "Proclamation { width: 1fr; height: 12; }"

    def __init__(self) -> None:
        super().__init__(id="proclamation")
        self.small, self.large = "", ""
        self.lines: list[list[Piece]] = []

    def show(self, small: str, large: str, lines: list[list[Piece]]) -> None:
        """Show these words."""
        self.small, self.large, self.lines = small, large, lines
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the frame in the middle, and the lines under it."""
        spaced = " ".join(self.large.upper())
        large = spaced if len(spaced) < canvas.width - 10 else self.large
        width = min(canvas.width - 2, max(len(large), len(self.small)) + 8)
        y = max(0, (canvas.height - 6 - len(self.lines)) // 2)
        frame(canvas, (canvas.width - width) // 2, y, width, 4, palette.gold, heavy=True)
        canvas.centred(0, canvas.width, y + 1, [(self.small, palette.soft)])
        canvas.centred(0, canvas.width, y + 2, [(large, palette.gold)])
        for row, pieces in enumerate(self.lines):
            canvas.centred(0, canvas.width, y + 5 + row, pieces)
