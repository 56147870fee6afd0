"""A table with a head over each column, a cursor line that needs no colour, and rows sorted by a click on a head."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text
from textual.binding import Binding
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import DataTable

from spades_tui.tui.styled_app import StyledApp
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece, fit_line, length
from spades_tui.tui.widgets.choice_list import MARKER

LEAST_CELL = 8
"""Minimum cells of a column that is shortened so that the others fit."""


class Head(Struct, frozen=True):
    """The head of a column."""

    words: str = ""
    ink: inks.Ink = inks.soft
    right: bool = False
    """Whether the column is aligned at the right, as numbers are."""
    shrinks: bool = False
    """Whether its texts are shortened if the table is wider than its place; the last such column first."""
    gap: int = 2
    """Cells after the column."""


class Line(Struct, frozen=True):
    """A row of a table: an id, a text with its style or several for each column, and values to sort by."""

    key: str
    cells: tuple[Piece | tuple[Piece, ...], ...]
    sorts: tuple[Any, ...] = ()
    """A comparable value for each column; empty if the rows keep their order."""


def pieces_of(cell: Piece | tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the texts of a cell."""
    return (cell,) if isinstance(cell[0], str) else cell


class Cell:
    """A text in the style that the current theme gives it, shortened to its column."""

    def __init__(self, table: "ListTable", place: int, cell: Piece | tuple[Piece, ...], row: str = "") -> None:
        """Take the text; `place`: the index of its column; `row`: the id of its row, "" for the head."""
        self._table, self._place, self._row = table, place, row
        self.pieces = pieces_of(cell)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Return the text, with the marker if its row is the chosen one."""
        styles, (whole, ink) = self._table.app.ink_styles, self.pieces[0]
        if len(self.pieces) > 1:  # a single piece may be a line of names, which knows how to get shorter
            whole = "".join(part for part, _ in self.pieces)
        aligned = self._table.aligned(self._place, whole, options.max_width, self._row)
        text = Text(aligned, styles[ink], no_wrap=True, end="")
        at = aligned.find(whole)
        for part, own in self.pieces if at >= 0 else ():
            text.stylize(styles[own], at, at + len(part))
            at += len(part)
        yield text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the width of the column, which the table has computed."""
        return Measurement(1, 1)


class ListTable(DataTable[Cell], inherit_bindings=False):
    """A table; arrows choose a row, Enter or a second click takes it, and a click on a head sorts."""

    app: StyledApp
    BINDINGS = [
        Binding("up", "move(-1)", "choose", key_display="↑↓"),
        Binding("down", "move(1)"),
        Binding("home", "go(0)", "first line", show=False),
        Binding("end", "go(-1)", "last line", show=False),
        Binding("enter", "take", "select"),
        Binding("space", "take", "select", show=False),
    ]
    DEFAULT_CSS = """
    ListTable {
        background: $background; width: 1fr; overflow-x: hidden;
        scrollbar-size-vertical: 1; scrollbar-color: $surface-lighten-2; scrollbar-background: $background;
        scrollbar-background-hover: $background; scrollbar-background-active: $background;
        &:focus { background-tint: $background 0%; }
        & > .datatable--hover { background: $surface; }
        & > .datatable--header-hover { background: $surface; }
        & > .datatable--cursor { background: $surface; color: $foreground; text-style: bold; }
        & > .datatable--header-cursor { background: $background; color: $soft; }
        &:focus > .datatable--cursor { background: $chosen; color: $on-chosen; text-style: bold; }
    }
    """

    def __init__(self, *, cursor: bool = True, takes: bool = True, id: str | None = None, classes: str = "") -> None:
        """Create an empty table; without a cursor, nothing can be chosen; if it takes nothing, Enter does nothing."""
        super().__init__(cursor_type="row", show_cursor=cursor, cell_padding=0, id=id, classes=classes)
        self.can_focus = cursor
        self._takes = takes
        self._given: tuple[tuple[Head, ...], tuple[Line, ...]] = (), ()
        """The columns and the rows in their given order."""
        self._heads: tuple[Head, ...] = ()
        self._lines: list[Line] = []
        self._sorted_by: tuple[int, bool] | None = None
        """The column to sort by, and whether from the largest; None for the given order."""
        self._wide = 0
        """The columns of the terminal that the table was made for."""

    @property
    def chosen(self) -> str:
        """The id of the chosen row; "" if there is none."""
        return self._lines[self.cursor_row].key if self.cursor_row < len(self._lines) else ""

    def show(self, heads: Iterable[Head], lines: Iterable[Line], key: str | None = None) -> None:
        """Show these rows, with the one of this key chosen, by default the same as before."""
        chosen, given = self.chosen if key is None else key, (tuple(heads), tuple(lines))
        if given != self._given or chosen != self.chosen:
            self._given, self._heads, self._lines = given, given[0], [*given[1]]
            self._fill(chosen)

    def _fill(self, key: str) -> None:
        """Make columns and rows, without a message about the chosen row."""
        with self.prevent(DataTable.RowHighlighted):
            self._make_rows(key)

    def _make_rows(self, key: str) -> None:
        """Make columns as wide as their texts or the place allow, and the rows in order."""
        self._wide = self.size.width
        if self._sorted_by is not None:
            column, largest = self._sorted_by
            self._lines.sort(key=lambda line: line.sorts[column], reverse=largest)
        self.clear(columns=True)
        self.show_header = any(head.words for head in self._heads)
        for place, (head, width) in enumerate(zip(self._heads, self._widths(), strict=True)):
            sorted_by = self._sorted_by is not None and self._sorted_by[0] == place
            ink = inks.with_style(head.ink, "underline") if sorted_by else head.ink
            self.add_column(Cell(self, place, (head.words, ink)), width=width)  # type: ignore[arg-type]  # it's drawn
        for line in self._lines:
            cells = [Cell(self, place, cell, line.key) for place, cell in enumerate(line.cells)]
            self.add_row(*cells, key=line.key)
        place = next((n for n, line in enumerate(self._lines) if line.key == key), 0)
        self.move_cursor(row=place)
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells of all columns."""
        return sum(self._widths())

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows with the head; Textual itself knows them only once it has measured every cell."""
        return len(self._lines) + self.show_header

    def _lead(self, place: int) -> int:
        """Return the cells for the marker before a column."""
        return len(MARKER) if self.show_cursor and not place else 0

    def aligned(self, place: int, words: str, width: int, row: str = "") -> str:
        """Return the words of a column in this width, behind the marker if it's the first one of the chosen row."""
        head, lead = self._heads[place], self._lead(place)
        room = width - head.gap - lead
        cut = fit_line(words, room)
        space = " " * (room - cell_len(cut))
        marker = MARKER if row and row == self.chosen else " " * lead
        return f"{marker[:lead]}{space}{cut}" if head.right else f"{marker[:lead]}{cut}{space}"

    def _widths(self) -> list[int]:
        """Return the width of each column with the gap after it; those that shrink leave room for the others."""
        widths = []
        for place, head in enumerate(self._heads):
            texts = [length(pieces_of(line.cells[place])) for line in self._lines]
            widths.append(max(cell_len(head.words), *texts, 0) + head.gap + self._lead(place))
        over = sum(widths) - self._wide + 1
        for place, head in [*enumerate(self._heads)][::-1]:
            if head.shrinks and over > 0:
                cut = max(0, min(over, widths[place] - LEAST_CELL))
                widths[place] -= cut
                over -= cut
        return widths

    def on_resize(self, event: Resize) -> None:
        """Make the columns again for another width, if that depends on it, and keep the chosen row in view."""
        if self.size.width != self._wide and any(head.shrinks for head in self._heads):
            self._fill(self.chosen)
        if self.show_cursor:
            self.call_after_refresh(lambda: self.move_cursor(row=self.cursor_row))

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        """Sort by the clicked column; numbers begin with the largest, and a second click reverses."""
        event.stop()
        place = event.column_index
        if self._lines and self._lines[0].sorts:
            first = (place, self._heads[place].right)
            self._sorted_by = (place, not first[1]) if self._sorted_by == first else first
            self._fill(self.chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible; a table may take nothing."""
        return self._takes or action != "take"

    def action_move(self, step: int) -> None:
        """Choose the next row; after the last comes the first."""
        if self._lines:
            self.move_cursor(row=(self.cursor_row + step) % len(self._lines))

    def action_go(self, place: int) -> None:
        """Choose the first row (0) or the last one (-1)."""
        self.move_cursor(row=place % max(1, len(self._lines)))

    def action_take(self) -> None:
        """Take the chosen row."""
        self.action_select_cursor()
