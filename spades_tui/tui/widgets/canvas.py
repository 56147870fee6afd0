"""A grid of cells to draw on, and a widget that paints it at once, without layout or child widgets."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from sys import intern
from time import monotonic
from typing import Any, Generic, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from spades_tui.language.player_names import NameLine, PartnerNames, plain_name
from spades_tui.tui.styled_app import StyledApp
from spades_tui.tui.themes import Styles, theme_of
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.inks import Ink

LEAST_NAME = 4
"""Minimum cells for the beginning of a name to be useful."""

Piece = tuple[str, Ink]
"""A text with its style."""
Pieces = Iterable[Piece]


_PLAIN = Styles(theme_of("dark").variables)
"""The styles of the dark theme."""

_GROUND = Ink(intern(inks.ground))
_END: Piece = ("", Ink(""))
"""A cell after the last one of a row, with a style that no cell has."""


@lru_cache(maxsize=4096)
def _drawn_over(below: Ink, style: Ink) -> Ink:
    """Return a style drawn over another, whose ground is visible where the new one has none.

    Equal styles are the same object, so that they compare fast.
    """
    ground = "" if "on $" in style else " on $" + below.partition(" on $")[2].partition(" ")[0]
    return Ink(intern(style + ground))


@lru_cache(maxsize=4096)
def fit(text: str, width: int) -> str:
    """Return text cut to a width in cells, with an ellipsis if it was cut."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"  # no space before it: " …" means that a list continues


def fit_line(text: str, width: int) -> str:
    """Return text in `width` cells.

    In a `NameLine`, remarks behind names are left out first, then names, from the last; then the first name is
    shortened. Finally everything is cut as by `fit`.
    """
    if not isinstance(text, NameLine) or cell_len(text) <= width:
        return fit(text, width)
    before, names = "".join(map(plain_name, text.before)), list(map(plain_name, text.names))
    shorter = f"{before}{', '.join(names)}{text.after}"
    while cell_len(shorter) > width and len(names) > 1:
        names.pop()
        shorter = f"{before}{', '.join(names)} …{text.after}"
    room = width - cell_len(before) - cell_len(text.after)
    if cell_len(shorter) > width and names and room >= LEAST_NAME:
        shorter = f"{before}{fit(names[0], room)}{text.after}"
    return fit(shorter, width)


def first_fitting(ways: Sequence[str], width: int) -> str:
    """Return the first of several sentences that fits, or the last one cut."""
    for way in ways:
        if cell_len(way) <= width:
            return way
    return fit(ways[-1], width) if ways else ""


def packed(parts: Iterable[str], width: int, gap: str) -> list[str]:
    """Return parts in as few lines of `width` cells as they need, with `gap` between them; none is broken."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1] + gap + part) <= width:
            lines[-1] += gap + part
        else:
            lines.append(part)
    return lines


def fit_name(name: str, width: int) -> str:
    """Return a side's name in at most `width` cells; if partners' names don't fit, the beginning of each."""
    if cell_len(name) <= width:
        return name
    if isinstance(name, PartnerNames) and len(name.names) > 1:
        each = max(1, (width + 1) // len(name.names) - 1)
        return "&".join(set_cell_size(part, each).rstrip() for part in name.names)
    return set_cell_size(name, max(1, width)) if width <= 4 else fit(name, width)


def two_lines(name: str, first: int, second: int) -> list[str]:
    """Return a name in one line, or in two of these widths, broken between words if possible, and cut if necessary."""
    if cell_len(name) <= first:
        return [name]
    between = [n for n in range(1, len(name)) if name[n - 1] in " -"]
    full = next((n for n in range(len(name), 0, -1) if cell_len(name[:n]) <= first), 0)
    for n in [*reversed(between), full]:
        parts = [name[:n].rstrip(), name[n:].lstrip()]
        if n and cell_len(parts[0]) <= first and cell_len(parts[1]) <= second:
            return parts
    return [fit(name, first)]


class Shrinking(str):
    """A name in a line, to shorten if the line is too long."""

    def __init__(self, name: str) -> None:
        """Take a name, which may be a side's."""
        self.name = name


class Spare(str):
    """Words in a line to leave out if the line is too long; those with the lowest `turn` go first."""

    turn: int

    def __new__(cls, text: str, turn: int = 1) -> "Spare":
        """Return the words, with the turn at which to leave them out."""
        made = super().__new__(cls, text)
        made.turn = turn
        return made


_SQUEEZES = ((8, 0), (8, 1), (5, 1), (8, 2), (5, 2), (8, 3), (5, 3), (3, 3), (5, 4), (3, 4))
"""Steps of shortening: the minimum cells of a name, and the last turn of `Spare` words to leave out."""


def squeezed(pieces: Pieces, width: int) -> list[Piece]:
    """Return pieces in `width` cells if possible, by shortening names and leaving out spare words step by step."""
    return both_squeezed((), pieces, width)[1]


def both_squeezed(left: Pieces, right: Pieces, width: int) -> tuple[list[Piece], list[Piece]]:
    """Return both parts of a line, shortened like `squeezed` to `width` cells together."""
    parts = list(left), list(right)
    longest = 0
    for text, _ in chain(*parts):
        if isinstance(text, Shrinking):
            longest = max(longest, cell_len(text))
    for least, turn in _SQUEEZES:
        kept = _without_spare(parts[0], turn), _without_spare(parts[1], turn)
        for room in range(longest, min(least, longest) - 1, -1):
            shorter = _shortened(kept[0], room), _shortened(kept[1], room)
            if sum(map(length, shorter)) <= width:
                return shorter
    return shorter


def _without_spare(pieces: list[Piece], turn: int) -> list[Piece]:
    return [piece for piece in pieces if getattr(piece[0], "turn", turn + 1) > turn]


def _shortened(pieces: list[Piece], room: int) -> list[Piece]:
    shorter = []
    for text, style in pieces:
        if isinstance(text, Shrinking):
            text = fit_name(text.name, room)
        shorter.append((text, style))
    return shorter


def length(pieces: Pieces) -> int:
    """Return the width of pieces in cells."""
    return sum(cell_len(piece[0]) for piece in pieces)


def clip(pieces: Pieces, width: int) -> list[Piece]:
    """Return pieces cut to a width in cells."""
    kept: list[Piece] = []
    for text, style in pieces:
        text = fit(text, width)
        if text:
            kept.append((text, style))
        width -= cell_len(text)
    return kept


class Canvas:
    """The cells of one widget. Anything that doesn't fit is cut off without an error."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Piece]] = [[(" ", _GROUND)] * width for _ in range(height)]
        self.spots: list[tuple[Region, object]] = []
        """The rectangles that react to the mouse, each with its value."""

    def put(self, x: int, y: int, text: str, style: Ink = inks.text, width: int | None = None) -> int:
        """Write text from a cell on, cut to `width`; return the column after it."""
        if width is not None:
            text = fit(text, width)
        if not 0 <= y < self.height:
            return x + cell_len(text)
        row = self._cells[y]
        under: Ink | None = None
        for char in text:
            size = cell_len(char)
            if size == 0:
                continue
            if x >= 0 and x + size <= self.width:
                if row[x][1] is not under:  # usually the same style as the cell before
                    under = row[x][1]
                    over = _drawn_over(under, style)
                row[x] = (char, over)
                if size == 2:
                    row[x + 1] = ("", over)
            x += size
        return x

    def pieces(self, x: int, y: int, pieces: Pieces) -> int:
        """Write several pieces side by side; return the column after them."""
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

    def fill(self, x: int, y: int, width: int, height: int, style: Ink, char: str = " ") -> None:
        """Fill a rectangle."""
        for row in self._cells[max(0, y) : max(0, y + height)]:
            under: Ink | None = None
            for column in range(max(0, x), min(self.width, x + width)):
                if row[column][1] is not under:  # usually the same style as the cell before
                    under = row[column][1]
                    cell = (char, _drawn_over(under, style))
                row[column] = cell

    def stamp(self, x: int, y: int, picture: "Canvas") -> None:
        """Copy a picture onto the cells, which it hides."""
        left, right = max(0, x), min(self.width, x + picture.width)
        for row, cells in enumerate(picture._cells, y):
            if 0 <= row < self.height and left < right:
                self._cells[row][left:right] = cells[left - x : right - x]

    def is_empty(self, x: int, y: int, width: int, height: int) -> bool:
        """Return whether a rectangle is on the canvas and has no signs in it."""
        if x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            return False
        return all(char == " " for row in self._cells[y : y + height] for char, _ in row[x : x + width])

    def rule(self, y: int) -> None:
        """Draw a line from edge to edge."""
        self.put(0, y, "─" * self.width, inks.line)

    def spot(self, x: int, y: int, width: int, height: int, value: object) -> None:
        """Let a rectangle react to the mouse with this value; later rectangles cover earlier ones."""
        self.spots.append((Region(x, y, width, height), value))

    def at(self, x: int, y: int) -> object | None:
        """Return the value of the rectangle at a cell; None if there is none."""
        return next((value for region, value in reversed(self.spots) if region.contains(x, y)), None)

    def strips(self, styles: Styles = _PLAIN) -> list[Strip]:
        """Return the rows as strips, with equal neighbours joined."""
        return [self._strip(row, styles) for row in self._cells]

    def _strip(self, row: list[Piece], styles: Styles) -> Strip:
        segments: list[Segment] = []
        run, style = "", _GROUND
        for char, own in (*row, _END):
            if own is not style:
                if run:
                    segments.append(Segment(run, styles[style]))
                run, style = char, own
            else:
                run += char
        return Strip(segments, self.width)


class CanvasWidget(Widget):
    """A widget that draws itself on a canvas."""

    app: StyledApp
    ALLOW_SELECT = False
    ALLOW_MAXIMIZE = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas: Canvas | None = None
        self._strips: list[Strip] = []

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw again."""
        self._canvas = None
        self.refresh()

    def _drawn(self) -> Canvas:
        """Return the canvas, drawn first if it's out of date."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height)
            self.draw(self._canvas)
            self._strips = self._canvas.strips(self.app.ink_styles)
        return self._canvas

    def on_click(self, event: Click) -> None:
        """Handle a click on a rectangle that reacts to the mouse."""
        spot = self._drawn().at(event.x, event.y)  # the press may have changed the style, before the next painting
        if spot is not None:
            event.stop()
            self.clicked(spot)

    def clicked(self, spot: Any) -> None:
        """React to a click on the rectangle with this value."""

    def on_focus(self) -> None:
        """Draw the focus, or draw without it."""
        self.redraw()

    on_blur = on_focus

    def notify_style_update(self) -> None:
        """Draw again, because colours may have changed."""
        super().notify_style_update()
        self._canvas = None

    def render_line(self, y: int) -> Strip:
        """Return one row of the canvas."""
        self._drawn()
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width, self.app.ink_styles[inks.ground])


State = TypeVar("State")
"""Everything that a widget shows."""


class StateView(CanvasWidget, Generic[State]):
    """A widget that draws one state object; it's empty until it gets one."""

    def __init__(self, state: State | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.state = state

    def show(self, state: State) -> None:
        """Show this state; paint nothing if it equals the last one."""
        if state != self.state:
            self.state = state
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the state, if there is one."""
        if self.state is not None:
            self.picture(canvas, self.state)

    def picture(self, canvas: Canvas, state: State) -> None:
        """Draw this state."""
        raise NotImplementedError


LONGEST_MOTION = 0.24
"""Seconds from the beginning of a motion to its end."""


class Motion:
    """The motion of a widget, one at a time. It calls `draw` with the number of steps done and of all steps."""

    def __init__(self, widget: Widget, draw: Callable[[int, int], None]) -> None:
        self._widget, self._draw = widget, draw
        self._steps = 0
        self._begun = 0.0
        self._timer: Timer | None = None

    def begin(self, steps: int) -> None:
        """Begin a motion with this number of steps (1 or more)."""
        self.end()
        self._steps, self._begun = steps, monotonic()
        self._timer = self._widget.set_interval(LONGEST_MOTION / steps, self._step)
        self._draw(0, steps)

    def _step(self) -> None:
        done = round((monotonic() - self._begun) / LONGEST_MOTION * self._steps)  # a busy machine skips steps
        if done >= self._steps:
            self.end()
        else:
            self._draw(done, self._steps)

    def end(self) -> None:
        """End the motion at once, if there is one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._draw(self._steps, self._steps)
