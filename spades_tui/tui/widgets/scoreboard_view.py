"""The scoreboard of a table: a row for each person, with debts, streaks and recent events below."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import Struct
from textual.binding import Binding
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from spades_tui.presentation.scorebook_words import (
    NO_COUNT,
    STARS,
    board_games,
    counts_of,
    day,
    decks_owed,
    happening_lines,
    points,
    session,
    short_day,
    trays_due,
)
from spades_tui.scorebook.queries import Happened
from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit
from spades_tui.tui.widgets.choice_list import MARKER
from spades_tui.tui.widgets.paragraphs import wrapped
from spades_tui.tui.widgets.score_sheet import star_text

STAR_SIGNS = ("★", "☆", "✦", "✪")
"""Signs for a win of the session and for outside, gold and red stars, all of different shapes."""
STARS_IN_LETTERS = ("*", "O", "G", "R")
NAME, LONG_NAME = 10, 18
"""Minimum and maximum columns for a name."""
COLUMNS_FOR_LONG_NAMES = 86
"""Minimum columns of the screen for long names."""
TRAYS = 24
"""Columns for a person's trays beside their counts."""
LATELY = 12


class Row(Struct, frozen=True):
    """A line of the scoreboard."""

    pieces: tuple[Piece, ...] = ()
    person: int | None = None
    """The index of the person to whom it belongs."""


class Column(Struct, frozen=True):
    """A column on the screen: its head in words, in a short word and as a letter, and a text for each person."""

    heads: tuple[str, str, str]
    cells: tuple[str, ...]
    ink: inks.Ink | None = None

    def width(self, size: int) -> int:
        """Return the cells of the column with the space before it; `size` is the place of its head in `heads`."""
        return 1 + max(2, len(self.heads[size]), *map(len, self.cells))


class Layout(Struct, frozen=True):
    """What fits beside each other on the screen."""

    columns: list[Column]
    size: int
    """The place of the heads in `Column.heads`."""
    names: int
    """Cells for the names."""
    beside: bool
    """Whether the trays are beside the counts."""


STAR_INKS = (inks.text, inks.text, inks.gold, inks.red)


def shown_name(line: BoardLine) -> str:
    """Return a person's name; for a computer player with a long name, only its level."""
    return line.name.removeprefix("Computer ") if line.computer and len(line.name) > NAME else line.name


def layout(board: Scoreboard, width: int, letters: bool) -> Layout:
    """Return the columns that fit.

    Heads are words, shorter words or letters, by the room there is. Empty columns of stars go first.
    """
    longest = max((len(shown_name(line)) for line in board.lines), default=0)
    names = NAME if width < COLUMNS_FOR_LONG_NAMES else max(NAME, min(LONG_NAME, longest))
    signs = STARS_IN_LETTERS if letters else STAR_SIGNS
    stars = [
        Column((sign,) * 3, tuple(star_text(sign, getattr(line, name)) for line in board.lines), ink)
        for sign, name, ink in zip(signs, STARS, STAR_INKS, strict=True)
    ]
    some_stars = [star for star in stars if {*star.cells} - {NO_COUNT}]
    counts = []
    for one in counts_of(board):
        cells = tuple(map(partial(points, digits=0) if one.cell is points else one.cell, board.lines))
        if one.always or {*cells} - {NO_COUNT}:
            counts.append(Column(one.heads, cells))

    def taken(columns: list[Column], size: int) -> int:
        return names + 2 + sum(column.width(size) for column in columns)

    ways = [([*kept, *counts], size) for size in range(3) for kept in (stars, some_stars)]
    found, size = next((way for way in ways if taken(*way) <= width), ways[-1])
    while found and taken(found, size) > width:
        found.pop()
    return Layout(found, size, names, board.trays and taken(found, size) + 2 + TRAYS <= width)


def line_rows(place: int, line: BoardLine, laid: Layout, width: int) -> list[Row]:
    """Return a person's row, with the trays beside it, or below if there is no room."""
    ink = inks.soft if line.computer else inks.text
    name = f"{fit(shown_name(line), laid.names):{laid.names}}"
    pieces: list[Piece] = [(name, inks.soft if line.computer else inks.bold)]
    for column in laid.columns:
        cell = column.cells[place]
        pieces.append((f"{cell:>{column.width(laid.size)}}", inks.faint if cell == NO_COUNT else column.ink or ink))
    room = (TRAYS if laid.beside else width - 10) - 14
    told = line.trays if len(line.trays) <= room else "…" + line.trays[1 - room :]
    trays: list[Piece] = [(told, inks.gold)] if told else []
    if line.to_carry:
        trays.append((f"{' ' if told else ''}+{line.to_carry} to carry", inks.red))
    if laid.beside:
        return [Row((*pieces, ("  ", ink), *trays), place)]
    return [Row(tuple(pieces), place), *([Row((("trays ", inks.soft), *trays), place)] if trays else [])]


def paragraph(lead: str, text: str, width: int, ink: inks.Ink) -> list[Row]:
    """Return words on as many rows as they need, indented by the width of the lead; `ink` colours the lead."""
    lines = wrapped(text, width - len(lead))
    leads = [lead] + [" " * len(lead)] * (len(lines) - 1)
    return [Row(((first, ink), (line, inks.text))) for first, line in zip(leads, lines, strict=True)]


def wrapped_whole(parts: Sequence[str], width: int) -> list[Row]:
    """Return short explanations on as many rows as they need, without breaking any."""
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + 3 + len(part) > width:
            lines.append("")
        lines[-1] += f" · {part}" if lines[-1] else part
    return [Row(((line, inks.faint),)) for line in lines]


def board_rows(board: Scoreboard, lately: Sequence[Happened], width: int, letters: bool) -> list[Row]:
    """Return all rows."""
    signs = STARS_IN_LETTERS if letters else STAR_SIGNS
    laid = layout(board, width, letters)
    table = board.table
    meant = f" · {signs[0]} of {session(board.session)}"
    heads = "".join(f"{column.heads[laid.size]:>{column.width(laid.size)}}" for column in laid.columns)
    rows = [
        Row(((f"{board.year or 'All years'}", inks.gold), (f" · {board_games(board)}", inks.text),
             (meant, inks.soft))),
        Row(),
        Row(((f"{'':{laid.names + 2}}{heads}{'  trays' if laid.beside else ''}", inks.soft),)),
    ]  # fmt: skip
    for place, line in enumerate(board.lines):
        rows += line_rows(place, line, laid, width)
    if not board.lines:
        rows.append(Row((("Nobody has played here yet.", inks.soft),)))
    rows.append(Row())
    for line in board.lines:
        if line.to_carry:
            done = f"Press {with_keys('{carried}')} when it's done."
            rows += paragraph("▲ ", f"{trays_due(board, line)}. {done}", width, inks.red)
    for line in board.lines:
        if line.decks:
            paid = f"When it's paid, press {with_keys('{deck}')}."
            rows += paragraph("▪ ", f"{decks_owed(board, line)}. {paid}", width, inks.gold)
    if rows[-1].pieces:
        rows.append(Row())
    meanings = ("win", "outside star", "gold of the year", "red for good")
    legend = [f"{sign} {words}" for sign, words in zip(signs, meanings, strict=True)]
    if laid.size == 2:
        legend += [f"{one.heads[2]} {one.heads[0]}" for one in laid.columns if one.heads[2] != one.heads[0]]
    rows += wrapped_whole(legend, width)
    rows += [Row(), Row((("Longest streaks", inks.gold),))]
    for streak in board.streaks[:10]:
        name, span = (fit(streak.name, 18), inks.text), f"  {day(streak.first)} – {day(streak.last)}"
        rows.append(Row(((f"{streak.length:>3} ", inks.bold), name, (span, inks.soft))))
    if not board.streaks:
        rows.append(Row((("no five wins in a row yet", inks.soft),)))
    said = happening_lines(lately, table)[-LATELY:]
    if said:
        rows += [Row(), Row((("Lately", inks.gold),))]
        for one, words in reversed(said):
            rows += paragraph(f"{short_day(one.day):>6}  ", words, width, inks.soft)
    return rows


class ScoreboardView(CanvasWidget, can_focus=True):
    """A table's scoreboard; arrows choose a person."""

    DEFAULT_CSS = "ScoreboardView { width: 1fr; height: auto; min-height: 100%; }"
    BINDINGS = [
        Binding("up", "move(-1)", "previous person", show=False),
        Binding("down", "move(1)", "next person", show=False),
        Binding("pageup", "turn(-1)", "page up", show=False),
        Binding("pagedown", "turn(1)", "page down", show=False),
        Binding("enter", "take", "person"),
        Binding("space", "take"),
    ]
    at = reactive(0, layout=False)

    @dataclass
    class Taken(Message):
        """Reports that a person's line has been taken."""

        person: str

    class Moved(Message):
        """Reports that another person is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.board: Scoreboard | None = None
        self.lately: tuple[Happened, ...] = ()
        self.letters = False

    def show(self, board: Scoreboard, lately: tuple[Happened, ...], letters: bool) -> None:
        """Show a scoreboard; the same person stays chosen."""
        person = self.person
        self.board, self.lately, self.letters = board, lately, letters
        self.at = next((n for n, line in enumerate(board.lines) if line.person == person), 0)
        self.redraw()
        self.refresh(layout=True)

    @property
    def _lines(self) -> tuple[BoardLine, ...]:
        return self.board.lines if self.board is not None else ()

    @property
    def chosen(self) -> BoardLine | None:
        """The chosen line."""
        return self._lines[self.at] if self.at < len(self._lines) else None

    @property
    def person(self) -> str:
        """The chosen person's id; "" if none."""
        return self.chosen.person if self.chosen is not None else ""

    def _rows(self, width: int) -> list[Row]:
        return board_rows(self.board, self.lately, width, self.letters) if self.board is not None else []

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the number of rows, at least 1."""
        return max(1, len(self._rows(width)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows; the chosen person is marked."""
        before = None
        style = inks.chosen if self.has_focus else inks.raised
        for y, row in enumerate(self._rows(canvas.width)):
            mine = row.person is not None and row.person == self.at
            first, before = row.person != before, row.person
            if mine:
                canvas.fill(0, y, canvas.width, 1, style)
            x = 0 if row.person is None else 2
            if mine and first:
                canvas.put(0, y, MARKER, style)
            for text, own in row.pieces:
                x = canvas.put(x, y, text, style if mine and self.has_focus else own, canvas.width - x)
            if row.person is not None:
                canvas.spot(0, y, canvas.width, 1, row.person)

    def watch_at(self) -> None:
        """Draw, and scroll the line into view."""
        self.redraw()
        self.post_message(self.Moved())
        rows = self._rows(self.size.width)
        self.reveal(next((n for n, row in enumerate(rows) if row.person == self.at), 0) if self.at else 0, 2)

    def action_move(self, step: int) -> None:
        """Choose the next person; below the last one, scroll."""
        if 0 <= self.at + step < max(1, len(self._lines)):
            self.at += step
        elif isinstance(self.parent, Widget):
            self.parent.scroll_relative(y=3 * step, animate=False)

    def action_turn(self, step: int) -> None:
        """Scroll a page."""
        if isinstance(self.parent, Widget):
            self.parent.scroll_relative(y=step * max(1, self.parent.size.height - 2), animate=False)

    def action_take(self) -> None:
        """Open the person's page."""
        if self.person:
            self.post_message(self.Taken(self.person))

    def clicked(self, spot: int) -> None:
        """Choose the clicked person, or open the page of the chosen one."""
        again = spot == self.at and self.has_focus
        self.focus()
        self.at = spot
        if again:
            self.action_take()
