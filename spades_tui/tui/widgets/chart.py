"""Charts in the cells of a canvas: the totals after each hand, and plots by plotille."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise

from msgspec import Struct

from spades_tui.language.amounts import plain
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, fit_name

STROKES = "─━┄═┅"
"""A stroke for each side's line, to distinguish them without colours."""
WIDEST = 26
"""Maximum columns between two hands."""
LABEL = 18
"""Minimum columns for the names; they get a third of the chart if that is more."""
COUNTED = 9
"""Minimum rows for the numbers of the hands below the chart."""


def draw_chart(
    canvas: Canvas, x: int, y: int, width: int, height: int, totals: Sequence[Sequence[int]], names: Sequence[str],
    goal: int | None = None, unit: int = 1,
) -> None:  # fmt: skip
    """Draw a line for each side from 0 through its `totals` after each hand, with its name at the end.

    Each side's line has a different stroke; where lines run together, their strokes alternate. If there is room, the
    hands are numbered below. `unit`: the points that are written as 1 (`Ruleset.points_unit`).
    """
    points = len(totals) + 1
    if points < 2 or height < 3:
        return
    series: list[tuple[int, ...]] = [(0, *of_side) for of_side in zip(*totals, strict=True)]
    counted = height >= COUNTED
    height -= counted
    labels = min(max(LABEL, width // 3), max(len(name) for name in names) + 2)
    values = [value for of_side in series for value in of_side] + ([goal] if goal is not None else [])
    low, high = min(values), max(values)
    if low == high:
        high = low + 1
    axis = max(len(plain(low, unit)), len(plain(high, unit))) + 1
    room = width - axis - 2 - labels
    if room < 1:
        return
    step = max(1, min(WIDEST, room // (points - 1)))
    shown = min(points, room // step + 1)

    def row(value: int) -> int:
        return y + height - 1 - round((value - low) / (high - low) * (height - 1))

    left = x + axis + 1
    canvas.fill(left - 1, y, 1, height, inks.line, "│")
    marked = sorted({low, high, 0} & set(range(low, high + 1)) | ({goal} if goal is not None else set()), key=abs)
    for line, value in {row(value): value for value in reversed(marked)}.items():
        canvas.right(left - 2, line, [(plain(value, unit), inks.soft)])
        canvas.put(left - 1, line, "┼" if value == 0 else "┤", inks.line)
        if value == 0 or value == goal:
            canvas.put(left, line, "┈" * (step * (shown - 1)), inks.line)
    ends: list[tuple[int, str, inks.Ink]] = []
    strokes: defaultdict[tuple[int, int], list[tuple[str, inks.Ink]]] = defaultdict(list)
    for side, of_side in enumerate(series):
        style = inks.SIDES[side % len(inks.SIDES)]
        part = of_side[points - shown :]
        for cell, char in _line(left, [row(value) for value in part], step, STROKES[side % len(STROKES)]):
            strokes[cell].append((char, style))
        ends.append((row(part[-1]) - y, names[side], style))
    for (across, down), sides_here in strokes.items():
        canvas.put(across, down, *sides_here[(across + down) % len(sides_here)])
    if counted:
        every = max(1, -(-4 // step))
        for place in range(1, shown):
            if place % every == 0 or step >= 4:
                canvas.right(left + place * step, y + height, [(str(points - shown + place), inks.soft)])
        canvas.right(left - 2, y + height, [("hand", inks.soft)] if axis >= 5 else [])
    ends.sort(key=lambda end: end[0])
    _names(canvas, left + step * (shown - 1) + 1, y, height, ends, labels)


def _line(x: int, rows: list[int], step: int, stroke: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the places (column, row) and characters of a line through these rows, `step` columns apart."""
    for start, (here, there) in zip(count(x, step), pairwise(rows)):
        if here == there:
            for column in range(start, start + step):
                yield (column, here), stroke
            continue
        yield (start, here), "╯" if there < here else "╮"
        yield (start, there), "╭" if there < here else "╰"
        for between in range(min(here, there) + 1, max(here, there)):
            yield (start, between), "│"
        for column in range(start + 1, start + step):
            yield (column, there), stroke


def _names(canvas: Canvas, x: int, y: int, height: int, ends: list[tuple[int, str, inks.Ink]], width: int) -> None:
    """Draw names at the ends of their lines (by row from `y`), moved apart where two lines end at the same height."""
    free = 0
    for place, (row, name, style) in enumerate(ends):
        row = max(free, min(row, height - (len(ends) - place)))
        canvas.put(x, y + row, fit_name(name, width), style)
        free = row + 1


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
    style: inks.Ink = inks.gold


class Axes(Struct, frozen=True):
    """The values at the edges of a plot."""

    left: float
    right: float
    low: float
    high: float

    def row(self, value: float, height: int) -> int:
        """Return the row of a value, counted from above."""
        return round((self.high - value) / (self.high - self.low) * (height - 1))


def draw_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, series: Sequence[Series], *,
    below: tuple[str, str], letters: bool,
) -> None:  # fmt: skip
    """Draw lines with their names at the ends, and a dotted line at 0; `below` are the texts under both ends."""
    series = [one for one in series if one.points]
    named = max((len(one.name) for one in series), default=0)
    across = [point[0] for one in series for point in one.points] or [0.0]
    up = [point[1] for one in series for point in one.points] + [0.0]
    first, last, low, high = min(across), max(across), min(up), max(up)
    axes = Axes(first, last if last > first else first + 1, low, high if high > low else low + 1)
    labels = {axes.row(value, height - 1): plain(round(value)) for value in (axes.low, axes.high, 0)}
    edge = max(map(len, labels.values())) + 1
    ends = min(18, named + 1) if named else 0
    room, rows = width - edge - 1 - ends, height - 1
    if not series or room < 4 or rows < 2:
        return
    left = x + edge + 1
    for row in range(rows):
        canvas.put(left - 1, y + row, "┤" if row in labels else "│", inks.line)
        canvas.right(left - 2, y + row, [(labels.get(row, ""), inks.soft)])
    canvas.put(left, y + axes.row(0, rows), "┈" * room, inks.line)
    cells: dict[tuple[int, int], tuple[int, inks.Ink]] = {}
    for one in series:
        for row, line in enumerate(_dots(tuple(one.points), axes, room, rows)):
            for column, char in enumerate(line):
                if (bits := ord(char) - BLANK) > 0:
                    before = cells.get((column, row), (0, one.style))
                    cells[column, row] = (before[0] | bits, one.style)
    for (column, row), (bits, style) in cells.items():
        canvas.put(left + column, y + row, "*" if letters else quarter(bits), style)
    by_value = sorted(series, key=lambda one: -one.points[-1][1])
    named_ends = [(axes.row(one.points[-1][1], rows), one.name, one.style) for one in by_value]
    _names(canvas, left + room + 1, y, rows, named_ends, ends)
    canvas.put(left, y + rows, below[0], inks.soft)
    canvas.right(left + room, y + rows, [(below[1], inks.soft)])


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
    counts = Counter[tuple[int, int]]()
    for bid, tricks, often in pairs:
        counts[bid * (columns // 2 - 1) // top, axes.row(tricks, rows)] += often
    start = base - rows + 1
    for row, line in enumerate(_dots(((0, 0), (top, top)), axes, columns, rows)):
        for column, char in enumerate(line):
            if ord(char) > BLANK:
                canvas.put(x + 4 + column, start + row, "/" if letters else "∙", inks.line)
    most = max(counts.values())
    for (column, row), often in counts.items():
        shade = (SHADES_IN_LETTERS if letters else SHADES)[min(3, 4 * often // (most + 1))]
        canvas.put(x + 4 + 2 * column, start + row, shade, inks.gold)
    canvas.fill(x + 3, start, 1, rows, inks.line, "│")
    canvas.right(x + 2, start, [(str(top), inks.soft)])
    canvas.right(x + 2, base, [("0", inks.soft)])
    canvas.put(x + 4, base + 1, "0", inks.soft)
    canvas.right(x + 4 + columns, base + 1, [(str(top), inks.soft)])
