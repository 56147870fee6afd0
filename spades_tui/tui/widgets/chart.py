"""A chart of the totals after each hand, drawn with lines."""

from collections.abc import Sequence

from rich.style import Style

from spades_tui.rules.component import plain
from spades_tui.tui.widgets import palette
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
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    series: Sequence[Sequence[int]],
    names: Sequence[str],
    goal: int | None = None,
) -> None:
    """Draw a line for each side from 0 through its totals (`series`), with its name at the end.

    Each side's line has a different stroke. If there is room, the hands are numbered below.
    """
    series = [(0, *totals) for totals in series]
    points = len(series[0])
    if points < 2 or height < 3:
        return
    counted = height >= COUNTED
    height -= counted
    labels = min(max(LABEL, width // 3), max(len(name) for name in names) + 2)
    values = [value for totals in series for value in totals] + ([goal] if goal is not None else [])
    low, high = min(values), max(values)
    if low == high:
        high = low + 1
    axis = max(len(str(low)), len(str(high))) + 1
    room = width - axis - 2 - labels
    if room < 1:
        return
    step = max(1, min(WIDEST, room // (points - 1)))
    shown = min(points, room // step + 1)

    def row(value: int) -> int:
        return y + height - 1 - round((value - low) / (high - low) * (height - 1))

    left = x + axis + 1
    canvas.fill(left - 1, y, 1, height, palette.line, "│")
    marked = sorted({low, high, 0} & set(range(low, high + 1)) | ({goal} if goal is not None else set()), key=abs)
    taken: set[int] = set()
    for value in marked:
        line = row(value)
        if line in taken:
            continue
        taken.add(line)
        canvas.right(left - 2, line, [(plain(value), palette.soft)])
        canvas.put(left - 1, line, "┼" if value == 0 else "┤", palette.line)
        if value == 0 or value == goal:
            canvas.put(left, line, "┈" * (step * (shown - 1)), palette.line)
    ends: dict[int, list[tuple[str, Style]]] = {}
    for side, totals in enumerate(series):
        style = palette.SIDES[side % len(palette.SIDES)]
        part = totals[points - shown :]
        _line(canvas, left, [row(value) for value in part], step, style, STROKES[side % len(STROKES)])
        ends.setdefault(row(part[-1]), []).append((names[side], style))
    if counted:
        every = max(1, -(-4 // step))
        for place in range(1, shown):
            if place % every == 0 or step >= 4:
                canvas.right(left + place * step, y + height, [(str(points - shown + place), palette.soft)])
        canvas.right(left - 2, y + height, [("hand", palette.soft)] if axis >= 5 else [])
    _names(canvas, left + step * (shown - 1) + 1, y, height, ends, labels)


def _line(canvas: Canvas, x: int, rows: list[int], step: int, style: Style, stroke: str) -> None:
    for place in range(len(rows) - 1):
        here, there = rows[place], rows[place + 1]
        start = x + place * step
        if here == there:
            canvas.put(start, here, stroke * step, style)
            continue
        canvas.put(start, here, "╯" if there < here else "╮", style)
        canvas.put(start, there, "╭" if there < here else "╰", style)
        for between in range(min(here, there) + 1, max(here, there)):
            canvas.put(start, between, "│", style)
        canvas.put(start + 1, there, stroke * (step - 1), style)


def _names(canvas: Canvas, x: int, y: int, height: int, ends: dict[int, list[tuple[str, Style]]], width: int) -> None:
    """Draw names at the ends of their lines, moved apart where two lines end at the same height."""
    free = y
    flat = [(line, entry) for line in sorted(ends) for entry in ends[line]]
    for place, (line, (name, style)) in enumerate(flat):
        line = max(free, min(line, y + height - (len(flat) - place)))
        canvas.put(x, line, fit_name(name, width), style)
        free = line + 1
