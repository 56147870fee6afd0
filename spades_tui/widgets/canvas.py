"""A grid of cells to draw on, and the widget that shows one: no layout, no children, one paint."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from spades_tui.widgets import palette

Piece = tuple[str, Style]
"""Text and how it looks."""
Pieces = Iterable[Piece]


@lru_cache(maxsize=4096)
def _over(below: Style, style: Style) -> Style:
    """A style drawn over another: the ground shows through where the new one has none."""
    if style.bgcolor is None:
        return Style(bgcolor=below.bgcolor) + style
    return style


@lru_cache(maxsize=4096)
def fit(text: str, width: int) -> str:
    """Text cut to a width in cells, with an ellipsis where something is lost."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1) + "…" if width > 1 else "…"


def length(pieces: Pieces) -> int:
    """The width of pieces in cells."""
    return sum(cell_len(piece[0]) for piece in pieces)


def clip(pieces: Pieces, width: int) -> list[Piece]:
    """Pieces cut to a width in cells."""
    kept: list[Piece] = []
    for text, style in pieces:
        text = fit(text, width)
        if text:
            kept.append((text, style))
        width -= cell_len(text)
    return kept


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle that answers to the mouse."""

    x: int
    y: int
    width: int
    height: int
    value: object

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """Cells of one widget. What does not fit is left out, never an error."""

    def __init__(self, width: int, height: int, style: Style = palette.ground) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, Style]]] = [[(" ", style)] * width for _ in range(height)]
        self.spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: Style = palette.text, width: int | None = None) -> int:
        """Write text from a cell on, cut to `width`; answers the cell after it."""
        if width is not None:
            text = fit(text, width)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        row = self._cells[y]
        for char in text:
            size = cell_len(char)
            if size == 0:
                continue
            if x >= 0 and x + size <= self.width:
                row[x] = (char, _over(row[x][1], style))
                if size == 2:
                    row[x + 1] = ("", row[x][1])
            x += size
        return x

    def pieces(self, x: int, y: int, pieces: Pieces) -> int:
        """Write several pieces, one after another."""
        for text, style in pieces:
            x = self.put(x, y, text, style)
        return x

    def centred(self, left: int, width: int, y: int, pieces: Pieces) -> None:
        """Write pieces in the middle of a space."""
        pieces = list(pieces)
        self.pieces(left + max(0, (width - length(pieces)) // 2), y, pieces)

    def right(self, edge: int, y: int, pieces: Pieces) -> None:
        """Write pieces so that they end before a column."""
        pieces = list(pieces)
        self.pieces(edge - length(pieces), y, pieces)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fill a rectangle."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._cells[row][column] = (char, _over(self._cells[row][column][1], style))

    def rule(self, y: int, style: Style = palette.line, char: str = "─") -> None:
        """A line from edge to edge."""
        self.put(0, y, char * self.width, style)

    def spot(self, x: int, y: int, width: int, height: int, value: object) -> None:
        """Let a rectangle answer to the mouse; later ones lie above earlier ones."""
        self.spots.append(Spot(x, y, width, height, value))

    def at(self, x: int, y: int) -> object | None:
        """What a cell answers with."""
        return next((spot.value for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def strips(self) -> list[Strip]:
        """The cells as strips, equal neighbours joined."""
        strips = []
        for row in self._cells:
            segments: list[Segment] = []
            run = ""
            style: Style | None = None
            for char, own in row:
                if own is not style and own != style:
                    if run and style is not None:
                        segments.append(Segment(run, palette.shade(style)))
                    run, style = char, own
                else:
                    run += char
            if run and style is not None:
                segments.append(Segment(run, palette.shade(style)))
            strips.append(Strip(segments, self.width))
        return strips


class CanvasWidget(Widget):
    """A widget that draws itself on a canvas when it must, and keeps the strips until something changes."""

    ALLOW_SELECT = False
    ALLOW_MAXIMIZE = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._canvas: Canvas | None = None
        self._strips: list[Strip] = []

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Something has changed."""
        self._canvas = None
        self.refresh()

    def spot_at(self, x: int, y: int) -> object | None:
        """What lies under the mouse."""
        return self._canvas.at(x, y) if self._canvas is not None else None

    def notify_style_update(self) -> None:
        """Colours may have changed."""
        super().notify_style_update()
        self._canvas = None

    def render_line(self, y: int) -> Strip:
        """One row of the canvas."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height)
            self.draw(self._canvas)
            self._strips = self._canvas.strips()
        return self._strips[y] if y < len(self._strips) else Strip.blank(width, palette.shade(palette.ground))


State = TypeVar("State")
"""All that a widget shows."""


class StateView(CanvasWidget, Generic[State]):
    """A widget that is handed everything it shows in one piece; without it there is nothing to see."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.state: State | None = None

    def show(self, state: State) -> None:
        """Show this; nothing is painted if it is what is there already."""
        if state != self.state:
            self.state = state
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw what was handed over."""
        if self.state is not None:
            self.picture(canvas, self.state)

    def picture(self, canvas: Canvas, state: State) -> None:
        """Draw this."""
        raise NotImplementedError
