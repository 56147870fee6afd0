"""Charts in the cells of a canvas: lines of values, such as the totals after each hand, and a grid of counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from spades_tui.game.findings import HandScore
from spades_tui.language.amounts import plain
from spades_tui.rules.ruleset import Ruleset
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
FAR_GOAL = 8
"""Minimum rows for a goal more than twice as high as all totals; in fewer, the lines would share a row."""


def draw_chart(
    canvas: Canvas, x: int, y: int, width: int, height: int, totals: Sequence[Sequence[int]], names: Sequence[str],
    goal: int | None = None, unit: int = 1,
) -> None:  # fmt: skip
    """Draw a line for each side from 0 through its `totals` after each hand, with its name at the end.

    If there is room, the hands are numbered below. `unit`: the points that are written as 1 (`Ruleset.points_unit`).
    """
    counted = height >= COUNTED
    series = [(0, *of_side) for of_side in zip(*totals, strict=True)]
    columns = draw_lines(canvas, x, y, width, height - counted, series, names, goal, unit)
    if not counted or not columns:
        return
    below, step, first = y + height - 1, columns.step, len(totals) + 1 - len(columns)
    every = max(1, -(-4 // step))
    for place in range(1, len(columns)):
        if place % every == 0:
            canvas.right(columns[place], below, [(str(first + place), inks.soft)])
    if columns[0] - x >= 6:
        canvas.right(columns[0] - 2, below, [("hand", inks.soft)])


def draw_totals(
    canvas: Canvas, x: int, y: int, width: int, height: int, rules: Ruleset, scores: Sequence[HandScore],
    names: Sequence[str],
) -> None:  # fmt: skip
    """Draw the chart of a game: each side's total after each scored hand."""
    totals = [score.totals for score in scores]
    draw_chart(canvas, x, y, width, height, totals, names, rules.goal, rules.points_unit)


def draw_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, series: Sequence[Sequence[int]], names: Sequence[str],
    goal: int | None = None, unit: int = 1,
) -> range:  # fmt: skip
    """Draw a line through each series of values, with its name at the end; return the columns of the values.

    Each line has a different stroke; where lines run together, their strokes alternate. Without room for all values,
    the last ones are drawn; without room for any, the columns are empty.
    """
    if not series or len(series[0]) < 2 or height < 2:
        return range(0)
    points = len(series[0])
    labels = min(max(LABEL, width // 3), max(len(name) for name in names) + 2)
    values = [value for line in series for value in line]
    if goal is not None and height < FAR_GOAL and goal > 2 * max(values):
        goal = None
    if goal is not None:
        values.append(goal)
    low, high = min(0, *values), max(0, *values)
    if low == high:
        high = low + 1
    axis = max(len(plain(low, unit)), len(plain(high, unit))) + 1
    room = width - axis - 2 - labels
    if room < 1:
        return range(0)
    step = max(1, min(WIDEST, room // (points - 1)))
    shown = min(points, room // step + 1)

    def row(value: int) -> int:
        return y + height - 1 - round((value - low) / (high - low) * (height - 1))

    left = x + axis + 1
    canvas.fill(left - 1, y, 1, height, inks.line, "│")
    marked = {low, high, 0}
    if goal is not None:
        marked.add(goal)
    for line, value in {row(value): value for value in sorted(marked, key=abs)[::-1]}.items():
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
    for (across, down), sides_here in strokes.items():
        canvas.put(across, down, *sides_here[(across + down) % len(sides_here)])
    for side in sorted(range(len(series)), key=lambda side: -series[side][-1]):
        ends.append((row(series[side][-1]) - y, names[side], inks.SIDES[side % len(inks.SIDES)]))
    _names(canvas, left + step * (shown - 1) + 1, y, height, ends, labels)
    return range(left, left + step * shown, step)


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


SHADES = ("░░", "▒▒", "▓▓", "██")
SHADES_IN_LETTERS = ("..", "::", "oo", "##")


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
    start = base - rows + 1

    def row(tricks: int) -> int:
        return rows - 1 - round(tricks / top * (rows - 1))

    counts = Counter[tuple[int, int]]()
    for bid, tricks, often in pairs:
        counts[bid * (columns // 2 - 1) // top, row(tricks)] += often
    for column in range(columns):
        height = round(column / (columns - 1) * (rows - 1))
        canvas.put(x + 4 + column, base - height, "/" if letters else "∙", inks.line)
    most = max(counts.values())
    for (column, down), often in counts.items():
        shade = (SHADES_IN_LETTERS if letters else SHADES)[min(3, 4 * often // (most + 1))]
        canvas.put(x + 4 + 2 * column, start + down, shade, inks.gold)
    canvas.fill(x + 3, start, 1, rows, inks.line, "│")
    canvas.right(x + 2, start, [(str(top), inks.soft)])
    canvas.right(x + 2, base, [("0", inks.soft)])
    canvas.put(x + 4, base + 1, "0", inks.soft)
    canvas.right(x + 4 + columns, base + 1, [(str(top), inks.soft)])
