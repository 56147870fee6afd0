"""The scoreboard of a table: a row for each person; and in words its debts, streaks and recent events."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import product

from msgspec import Struct

from spades_tui.presentation import season_debts
from spades_tui.presentation.scorebook_words import (
    NO_COUNT,
    STARS,
    counts_of,
    day,
    happening_lines,
    points,
    short_day,
)
from spades_tui.scorebook.queries import Happened
from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece, fit, packed
from spades_tui.tui.widgets.paragraphs import Paragraph, heading
from spades_tui.tui.widgets.score_sheet import star_text
from spades_tui.tui.widgets.table import Head, Line

STAR_SIGNS = ("★", "☆", "✦", "✪")
"""Signs for a win of the session and for outside, gold and red stars, all of different shapes."""
STARS_IN_LETTERS = ("*", "O", "G", "R")
NAME, LONG_NAME = 10, 18
"""Columns reserved for a name with little room, and the most that it gets."""
COLUMNS_FOR_LONG_NAMES = 86
"""Minimum columns of the screen for long names."""
LATELY = 12


class Column(Struct, frozen=True):
    """A column: its head in words, in a short word and as a letter, and for each person text and a value to sort by."""

    heads: tuple[str, str, str]
    cells: tuple[str, ...]
    sorts: tuple[float, ...]
    """A value for each person to sort by."""
    ink: inks.Ink | None = None

    def width(self, size: int) -> int:
        """Return the cells of the column with the space before it; `size` is the place of its head in `heads`."""
        return 1 + max(2, len(self.heads[size]), *map(len, self.cells))


class Layout(Struct, frozen=True):
    """What fits beside each other on the screen."""

    columns: list[Column]
    size: int
    """The place of the heads in `Column.heads`."""


STAR_INKS = (inks.text, inks.text, inks.gold, inks.red)


def shown_name(line: BoardLine) -> str:
    """Return a person's name; for a computer player with a long name, only its level."""
    return line.name.removeprefix("Computer ") if line.computer and len(line.name) > NAME else line.name


def layout(board: Scoreboard, width: int, letters: bool) -> Layout:
    """Return the columns that fit.

    Heads are words, shorter words or letters, by the room there is. Empty columns go first.
    """
    longest = max((len(shown_name(line)) for line in board.lines), default=0)
    names = min(longest, NAME if width < COLUMNS_FOR_LONG_NAMES else LONG_NAME)
    signs = STARS_IN_LETTERS if letters else STAR_SIGNS
    stars = []
    for sign, name, ink in zip(signs, STARS, STAR_INKS, strict=True):
        numbers = tuple(float(getattr(line, name)) for line in board.lines)
        stars.append(Column((sign,) * 3, tuple(star_text(sign, round(count)) for count in numbers), numbers, ink))
    some_stars = [star for star in stars if any(star.sorts)]
    counts: list[Column] = []
    some_counts: list[Column] = []
    for count in counts_of(board):
        cell = partial(points, digits=0) if count.cell is points else count.cell
        cells = tuple(map(cell, board.lines))
        column = Column(count.heads, cells, tuple(map(first_number, cells)))
        if {*cells} - {NO_COUNT}:
            some_counts.append(column)
            counts.append(column)
        elif count.always:
            counts.append(column)
    room = width - names - 3
    for size, columns in product(range(3), ([*stars, *counts], [*some_stars, *counts], [*some_stars, *some_counts])):
        over = sum(column.width(size) for column in columns) - room
        if over <= 0:
            break
    while columns and over > 0:
        over -= columns.pop().width(size)
    return Layout(columns, size)


def first_number(cell: str) -> float:
    """Return the number at the beginning of a cell, to sort by; less than any other if there is none."""
    number = re.match(r"[+-]?[0-9.]+", cell.replace("−", "-"))
    return float(number[0]) if number is not None else float("-inf")


def table_of(board: Scoreboard, laid: Layout) -> tuple[list[Head], list[Line]]:
    """Return the columns and a row for each person."""
    heads = [Head(shrinks=True, gap=1)]
    heads += [Head(f"{column.heads[laid.size]:>2}", right=True, gap=1) for column in laid.columns]
    lines = []
    for place, line in enumerate(board.lines):
        name_ink, ink = inks.bold, inks.text
        if line.computer:
            name_ink, ink = inks.soft, inks.soft
        cells: list[Piece] = [(fit(shown_name(line), LONG_NAME), name_ink)]
        for column in laid.columns:
            cell = column.cells[place]
            cells.append((cell, inks.faint if cell == NO_COUNT else column.ink or ink))
        sorts = [column.sorts[place] for column in laid.columns]
        lines.append(Line(line.person, tuple(cells), (line.name, *sorts)))
    return heads, lines


def written_below(board: Scoreboard, lately: Sequence[Happened], laid: Layout, width: int, signs: Sequence[str]
                  ) -> list[Paragraph]:  # fmt: skip
    """Return digits, debts, what the columns mean, streaks and recent events."""
    page: list[Paragraph] = []
    names = min(LONG_NAME, max((len(shown_name(line)) for line in board.lines), default=0))
    for line in board.lines:
        digits, waiting = season_debts.digits(line), season_debts.waiting(line)
        if digits or waiting:
            lead = season_debts.digits_lead(f"{fit(shown_name(line), names):{names}}")
            page.append(Paragraph(f"{digits} {waiting}", inks.gold, lead, inks.soft))
    if page:
        page.append(Paragraph())
    for line in board.lines:
        if line.to_carry:
            done = f"Press {with_keys('{carried}')} when it's done."
            words = f"{season_debts.violator_words(board, line)}. {done}"
            page.append(Paragraph(words, lead="▲ ", lead_style=inks.red))
    for line in board.lines:
        if line.decks:
            paid = f"When it's paid, press {with_keys('{deck}')}."
            page.append(Paragraph(f"{season_debts.decks_owed(board, line)}. {paid}", lead="▪ "))
    if page and page[-1].text:
        page.append(Paragraph())
    meanings = ("win", "outside star", "gold of the year", "red for good")
    legend = [f"{sign} {words}" for sign, words in zip(signs, meanings, strict=True)]
    for column in laid.columns if laid.size == 2 else ():
        words, _, letter = column.heads
        if letter != words:
            legend.append(f"{letter} {words}")
    page += [Paragraph(line, inks.faint) for line in packed(legend, width, " · ")]
    page += [Paragraph(), heading("Longest streaks")]
    for streak in board.streaks[:10]:
        span = f"{fit(streak.name, 18)}  {day(streak.first)} – {day(streak.last)}"
        page.append(Paragraph(span, lead=f"{streak.length:>3} ", lead_style=inks.bold))
    if not board.streaks:
        page.append(Paragraph("no five wins in a row yet", inks.soft))
    happenings = happening_lines(lately, board.table)[-LATELY:]
    if happenings:
        page += [Paragraph(), heading("Lately")]
    for happening, words in reversed(happenings):
        page.append(Paragraph(words, lead=f"{short_day(happening.day):>6}  ", lead_style=inks.soft))
    return page
