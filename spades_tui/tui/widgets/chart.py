"""Charts in the cells of a canvas: lines of values, such as the totals after each hand, and a grid of counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise

from spades_tui.game.findings import HandScore
from spades_tui.language.sentence_parts import plain
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, fit_name
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, CardStyle

STROKES = ("#", "##.", "#####...", "#..", "###.#.")
"""Which dots of a side's line are drawn, in turn, to distinguish lines without colours."""
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot of a Braille letter, by column and row."""
BRAILLE = 0x2800
"""The Braille letter without dots."""
MARKED = 3
"""Minimum columns between two hands for a side's mark at each of its totals."""
WIDEST = 26
"""Maximum columns between two hands."""
LABEL = 18
"""Minimum columns for the names; they get a third of the chart if that is more."""
VALUES_FROM = 40
"""Minimum columns of a chart for the last values beside the names."""
COUNTED = 9
"""Minimum rows for the numbers of the hands below the chart."""
FAR_GOAL = 16
"""Minimum rows for a goal more than twice as high as all totals; in fewer, the lines would be flat."""


def draw_chart(
    canvas: Canvas, x: int, y: int, width: int, height: int, totals: Sequence[Sequence[int]], names: Sequence[str],
    marks: Sequence[str] = SIDE_MARKS, goal: int | None = None, unit: int = 1,
) -> None:  # fmt: skip
    """Draw a line for each side from 0 through its `totals` after each hand, with its name and total at the end.

    Each total has its side's mark. If there is room, the hands are numbered below. `unit`: the points that are written
    as 1 (`Ruleset.points_unit`).
    """
    counted = height >= COUNTED
    series = [(0, *of_side) for of_side in zip(*totals, strict=True)]
    columns = draw_lines(canvas, x, y, width, height - counted, series, names, marks, goal, unit)
    if not counted or not columns:
        return
    below, step, first = y + height - 1, columns.step, len(totals) + 1 - len(columns)
    every = max(1, -(-4 // step))
    for place in range(1, len(columns)):
        if place % every == 0:
            canvas.right(columns[place] + 1, below, [(str(first + place), inks.soft)])
    if columns[0] - x >= 6:
        canvas.right(columns[0] - 2, below, [("hand", inks.soft)])


def draw_totals(
    canvas: Canvas, x: int, y: int, width: int, height: int, rules: Ruleset, scores: Sequence[HandScore],
    look: CardStyle, names: Sequence[str] = (),
) -> None:  # fmt: skip
    """Draw the chart of a game: each side's total after each scored hand; `names`: others than the sides' own."""
    totals = [score.totals for score in scores]
    marks = SIDE_LETTERS if look.letters and rules.partners else SIDE_MARKS
    names = names or look.side_names(rules)
    draw_chart(canvas, x, y, width, height, totals, names, marks, rules.goal, rules.points_unit)


def draw_lines(
    canvas: Canvas, x: int, y: int, width: int, height: int, series: Sequence[Sequence[int]], names: Sequence[str],
    marks: Sequence[str] = SIDE_MARKS, goal: int | None = None, unit: int = 1,
) -> range:  # fmt: skip
    """Draw a line through each series of values, with its mark, name and last value; return the values' columns.

    Each line has a different stroke; where lines run together, their inks alternate. Without room for all values, the
    last ones are drawn; without room for any, the columns are empty.
    """
    if not series or len(series[0]) < 2 or height < 2:
        return range(0)
    points = len(series[0])
    ends = [f" {plain(line[-1], unit)}" if width >= VALUES_FROM else "" for line in series]
    longest = max(len(name) + len(end) for name, end in zip(names, ends, strict=True))
    labels = min(max(LABEL, width // 3), longest + len("◆ ")) if any(names) else 0
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

    def dot_row(value: int) -> int:
        return round((high - value) / (high - low) * (4 * height - 1))

    left = x + axis + 1
    canvas.fill(left - 1, y, 1, height, inks.line, "│")
    marked = {low, high, 0}
    if goal is not None:
        marked.add(goal)
    for line, value in {y + dot_row(value) // 4: value for value in sorted(marked, key=abs)[::-1]}.items():
        canvas.right(left - 2, line, [(plain(value, unit), inks.soft)])
        canvas.put(left - 1, line, "┼" if value == 0 else "┤", inks.line)
        if value == 0 or value == goal:
            canvas.put(left, line, "┈" * (step * (shown - 1)), inks.line)
    columns = range(left, left + step * shown, step)
    dots: dict[tuple[int, int], list[int]] = defaultdict(list)
    for side, of_side in enumerate(series):
        rows = list(map(dot_row, of_side[points - shown :]))
        for dot in _stroked(step, rows, STROKES[side % len(STROKES)]):
            dots[dot].append(side)
    _draw_dots(canvas, left, y, dots)
    labelled: list[tuple[int, str, str, inks.Ink]] = []
    for side in sorted(range(len(series)), key=lambda side: -series[side][-1]):
        ink, mark = inks.SIDES[side % len(inks.SIDES)], marks[side % len(marks)]
        for column, value in zip(columns[:-1], series[side][points - shown :], strict=False):
            if any(names) and step >= MARKED and column > left:
                canvas.put(column, y + dot_row(value) // 4, mark, ink)
        labelled.append((dot_row(series[side][-1]) // 4, f"{mark} {names[side]}", ends[side], ink))
    if labels:
        _draw_names(canvas, columns[-1] + 1, y, height, labelled, labels)
    return columns


def _stroked(step: int, rows: list[int], stroke: str) -> Iterator[tuple[int, int]]:
    """Yield the dots (column and row) of a line through these rows, 2 × `step` dots apart, that its stroke draws."""
    passed = count()
    for place, (here, there) in enumerate(pairwise(rows)):
        across, down = 2 * step, there - here
        length = max(across, abs(down))
        for done in range(length):
            if stroke[next(passed) % len(stroke)] == "#":
                yield 2 * step * place + done * across // length, here + round(done * down / length)
    yield 2 * step * (len(rows) - 1), rows[-1]


def _draw_dots(canvas: Canvas, x: int, y: int, dots: Mapping[tuple[int, int], Sequence[int]]) -> None:
    """Draw dots as Braille letters, two across and four down; `dots` has the sides of each."""
    letters = Counter[tuple[int, int]]()
    sides: dict[tuple[int, int], set[int]] = defaultdict(set)
    for (across, down), of_dot in dots.items():
        cell = across // 2, down // 4
        letters[cell] |= DOTS[across % 2][down % 4]
        sides[cell].update(of_dot)
    for (column, row), bits in letters.items():
        here = sorted(sides[column, row])
        ink = inks.SIDES[here[(column + row) % len(here)] % len(inks.SIDES)]
        canvas.put(x + column, y + row, chr(BRAILLE + bits), ink)


def _draw_names(
    canvas: Canvas, x: int, y: int, height: int, labelled: list[tuple[int, str, str, inks.Ink]], width: int
) -> None:
    """Draw names with their values at the ends of their lines (by row), moved apart where two end at one height."""
    free = 0
    for place, (row, name, value, ink) in enumerate(labelled):
        row = max(free, min(row, height - (len(labelled) - place)))
        name = fit_name(name, width - len(value))
        canvas.pieces(x, y + row, [(name, ink), (value, inks.text)])
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
