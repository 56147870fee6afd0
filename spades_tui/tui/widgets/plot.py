"""Plots drawn by plotille into the cells of a canvas, and the plot of a game's totals."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct
from rich.style import Style

from spades_tui.language.player_names import RemarkedName, plain_name
from spades_tui.presentation.scorebook_words import day
from spades_tui.rules.component import plain, plural
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Shrinking, Spare, fit, squeezed

if TYPE_CHECKING:
    from spades_tui.scorebook.queries import GameProgress, GameRow

Point = tuple[float, float]
BLANK = 0x2800
"""The braille character without any dot."""
CORNERS = ((0x03, 1), (0x18, 2), (0x44, 4), (0xA0, 8))
"""The dots of a braille character in each corner of its cell."""
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Block characters with the same corners filled; more fonts have these than braille."""
SHADES = ("░░", "▒▒", "▓▓", "██")
SHADES_IN_LETTERS = ("..", "::", "oo", "##")


class Series(Struct, frozen=True):
    """A line: its points, its name, which is written at its end, and its colour."""

    points: tuple[Point, ...]
    name: str = ""
    style: Style = palette.gold


class Axes(Struct, frozen=True):
    """The values at the edges of a plot."""

    left: float
    right: float
    low: float
    high: float

    def row(self, value: float, height: int) -> int:
        """Return the row of a value, counted from above."""
        return round((self.high - value) / (self.high - self.low) * (height - 1))

    def column(self, value: float, width: int) -> int:
        """Return the column of a value."""
        return round((value - self.left) / (self.right - self.left) * (width - 1))


def _number(value: float) -> str:
    return f"{value:.0f}".replace("-", "−")


def _axes_of(series: Sequence[Series]) -> Axes:
    """Return axes with room for all points, and for 0."""
    across = [point[0] for one in series for point in one.points] or [0.0]
    up = [point[1] for one in series for point in one.points] + [0.0]
    left, right, low, high = min(across), max(across), min(up), max(up)
    return Axes(left, right if right > left else left + 1, low, high if high > low else low + 1)


def draw_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, series: Sequence[Series], *,
    below: tuple[str, str], letters: bool,
) -> None:  # fmt: skip
    """Draw lines with their names at the ends, and a dotted line at 0; `below` are the texts under both ends."""
    series = [one for one in series if one.points]
    named = max((len(one.name) for one in series), default=0)
    axes = _axes_of(series)
    labels = {axes.row(value, height - 1): _number(value) for value in (axes.low, axes.high, 0)}
    edge = max(map(len, labels.values())) + 1
    ends = min(18, named + 1) if named else 0
    room, rows = width - edge - 1 - ends, height - 1
    if not series or room < 4 or rows < 2:
        return
    left = x + edge + 1
    for row in range(rows):
        canvas.put(left - 1, y + row, "┤" if row in labels else "│", palette.line)
        canvas.right(left - 2, y + row, [(labels.get(row, ""), palette.soft)])
    canvas.put(left, y + axes.row(0, rows), "┈" * room, palette.line)
    cells: dict[tuple[int, int], tuple[int, Style]] = {}
    for one in series:
        for row, line in enumerate(_dots(tuple(one.points), axes, room, rows)):
            for column, char in enumerate(line):
                if (bits := ord(char) - BLANK) > 0:
                    before = cells.get((column, row), (0, one.style))
                    cells[column, row] = (before[0] | bits, one.style)
    for (column, row), (bits, style) in cells.items():
        canvas.put(left + column, y + row, "*" if letters else quarter(bits), style)
    free = 0
    last = sorted(series, key=lambda one: -one.points[-1][1])
    for place, one in enumerate(last):
        free = max(free, min(axes.row(one.points[-1][1], rows), rows - (len(last) - place)))
        canvas.put(left + room + 1, y + free, fit(one.name, ends), one.style)
        free += 1
    canvas.put(left, y + rows, below[0], palette.soft)
    canvas.right(left + room, y + rows, [(below[1], palette.soft)])


def quarter(bits: int) -> str:
    """Return a block character with the corners filled in which a braille character (its dots as bits) has dots."""
    return QUARTERS[sum(corner for dots, corner in CORNERS if bits & dots)]


@lru_cache(maxsize=32)
def _dots(points: tuple[Point, ...], axes: Axes, width: int, height: int) -> list[str]:
    """Return a line through points as rows of braille; cached, because a page is first drawn several times."""
    import plotille  # type: ignore[import-untyped]

    dots = plotille.Canvas(width, height, axes.left, axes.low, axes.right, axes.high)
    dots.point(*points[0])
    for here, there in pairwise(points):
        dots.line(*here, *there)
    return str(dots.plot(linesep="\n")).split("\n")


def draw_pairs(
    canvas: Canvas, x: int, y: int, width: int, height: int, pairs: Sequence[tuple[int, int, int]], *,
    letters: bool,
) -> None:  # fmt: skip
    """Draw how often each bid (across) took each number of tricks (up), darker for more; the line is bid = tricks."""
    top = max((max(bid, tricks) for bid, tricks, _ in pairs), default=0)
    rows, room = height - 1, width - 4
    if not pairs or rows < 3 or room < 8:
        return
    top = max(top, 1)
    columns = min(room, 2 * (top + 1))
    rows = min(rows, top + 1)
    base = y + height - 2
    axes = Axes(0, top, 0, top)
    counts: dict[tuple[int, int], int] = {}
    for bid, tricks, count in pairs:
        cell = (bid * (columns // 2 - 1) // top, axes.row(tricks, rows))
        counts[cell] = counts.get(cell, 0) + count
    start = base - rows + 1
    for row, line in enumerate(_dots(((0, 0), (top, top)), axes, columns, rows)):
        for column, char in enumerate(line):
            if ord(char) > BLANK:
                canvas.put(x + 4 + column, start + row, "/" if letters else "∙", palette.line)
    often = max(counts.values())
    for (column, row), count in counts.items():
        shade = (SHADES_IN_LETTERS if letters else SHADES)[min(3, 4 * count // (often + 1))]
        canvas.put(x + 4 + 2 * column, start + row, shade, palette.gold)
    canvas.fill(x + 3, start, 1, rows, palette.line, "│")
    canvas.right(x + 2, start, [(str(top), palette.soft)])
    canvas.right(x + 2, base, [("0", palette.soft)])
    canvas.put(x + 4, base + 1, "0", palette.soft)
    canvas.right(x + 4 + columns, base + 1, [(str(top), palette.soft)])


class ProgressView(CanvasWidget):
    """A game: the players, the winners, and the totals after each hand."""

    DEFAULT_CSS = "ProgressView { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.line: GameRow | None = None
        self.course: GameProgress | None = None
        self.letters = False

    def show(self, line: "GameRow | None", course: "GameProgress | None", letters: bool = False) -> None:
        """Show this game."""
        self.line, self.course, self.letters = line, course, letters
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw words above, the chart below."""
        line, course = self.line, self.course
        canvas.rule(0)
        if line is None:
            return
        canvas.put(
            1, 1, f"{line.title} · {plural(line.hands, 'hand')} · {day(line.day)}", palette.gold, canvas.width - 2
        )
        pieces: list[Piece] = []
        for name, points in zip(line.players, line.points, strict=True):
            style = palette.bold if name in line.winners else palette.text
            remark = name.remark if isinstance(name, RemarkedName) else ""
            pieces += [(Shrinking(plain_name(name)), style), (Spare(remark), style), (f" {plain(points)}   ", style)]
        canvas.pieces(1, 2, squeezed(pieces, canvas.width + 1))  # the spaces at the end may be cut off
        if course is None or not course.totals:
            return
        series = [
            Series(
                tuple((hand, totals[side]) for hand, totals in enumerate(((0,) * len(course.sides), *course.totals))),
                name, palette.SIDES[side % len(palette.SIDES)],
            )
            for side, name in enumerate(course.sides)
        ]  # fmt: skip
        draw_lines(
            canvas, 1, 4, min(canvas.width - 2, 110), canvas.height - 4, series,
            below=("deal", f"hand {len(course.totals)}"), letters=self.letters,
        )  # fmt: skip
