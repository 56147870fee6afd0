"""A question with its choices in rows: arrows, numbers and the mouse choose, Enter takes."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size
from textual.message import Message

from spades_tui.game.events import SeatEvent
from spades_tui.presentation.decisions import Offer
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece
from spades_tui.tui.widgets.card_faces import SUGGESTED, frame

_BOX = 4
"""Rows of a box that has a text under its label."""
_MOST = 7
"""Maximum number of boxes side by side."""


class _Cell(NamedTuple):
    """The place of a choice (its row and its index in it), and where to draw it."""

    place: tuple[int, int]
    x: int
    width: int

    @property
    def middle(self) -> int:
        """The column in its middle."""
        return self.x + self.width // 2


class ChoicePanel(CanvasWidget):
    """Rows of cells with one chosen, and its explanation below."""

    DEFAULT_CSS = "ChoicePanel { height: auto; width: 1fr; }"

    class Taken(Message):
        """Reports a click on the chosen choice."""

    def __init__(self, *, id: str = "choices") -> None:
        super().__init__(id=id)
        self.title = ""
        self.rows: tuple[tuple[Offer, ...], ...] = ()
        self.at: tuple[int, int] | None = None
        """The place of the chosen cell; None if none is chosen."""
        self.suggested: SeatEvent | None = None
        """The choice that a hint would name first; it says so while it is chosen."""
        self.context: list[Piece] = []
        self._laid_out: tuple[Size, int, bool, list[list[_Cell]]] | None = None
        """The size for which it was computed, and what `_layout` returns."""

    def ask(
        self, title: str, rows: Sequence[Sequence[Offer]], first: Offer | None, context: Sequence[Piece] = ()
    ) -> None:
        """Ask a question, with the choice `first` chosen, or none; `context` is shown above it."""
        self.context = list(context)
        self.title, self.rows = title, tuple(tuple(row) for row in rows if row)
        self.at, self._laid_out = next((at for at, choice in self._places() if choice is first), None), None
        self.redraw()

    def choose(self, event: SeatEvent) -> None:
        """Choose the cell of an event, if there is one."""
        at = next((at for at, choice in self._places() if choice.event == event), None)
        if at is not None:
            self.at = at
            self.redraw()

    def _places(self) -> Iterator[tuple[tuple[int, int], Offer]]:
        """Yield each choice with its row and its index in it."""
        return (((y, x), choice) for y, row in enumerate(self.rows) for x, choice in enumerate(row))

    @property
    def chosen(self) -> Offer | None:
        """The choice that Enter takes; None if none is chosen."""
        return next((choice for at, choice in self._places() if at == self.at), None)

    def move(self, across: int, down: int = 0) -> None:
        """Choose a neighbour; after the end of a row comes the next row. Without a chosen cell, begin at the end."""
        if not self.rows:
            return
        lines = self._layout()[2]
        places = [cell.place for line in lines for cell in line]
        if self.at is None:
            self.at = places[0 if across + down > 0 else -1]
        elif not down:
            self.at = places[(places.index(self.at) + across) % len(places)]
        else:
            row, old = next((n, cell) for n, line in enumerate(lines) for cell in line if cell.place == self.at)
            below = lines[(row + down) % len(lines)]
            self.at = min(below, key=lambda cell: abs(cell.middle - old.middle)).place
        self.redraw()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers that choose a cell."""
        return tuple(choice.number for _, choice in self._places() if choice.number is not None)

    def choose_number(self, number: int) -> bool:
        """Choose the cell with a number; return False if there is none."""
        at = next((at for at, choice in self._places() if choice.number == number), None)
        if at is not None:
            self.at = at
            self.redraw()
        return at is not None

    # Places of the cells

    def _layout(self) -> tuple[int, bool, list[list[_Cell]]]:
        """Return the rows of the longest explanation, whether each choice has a box, and the cells line by line.

        They are computed once for a question and a size.
        """
        if self._laid_out is None or self._laid_out[0] != self.size:
            words = max((len(self._told(choice)) for _, choice in self._places()), default=0)
            needed = sum(self._height(line, True) for line in self._cells(True))
            boxed = self.size.height >= needed + words + (3 if self.title else 1) and self.size.width >= 70
            self._laid_out = (self.size, words, boxed, self._cells(boxed))
        return self._laid_out[1:]

    def _told(self, choice: Offer) -> list[str]:
        return [part for line in choice.explain for part in wrap(line, max(20, self.size.width - 4))]

    def _height(self, line: list[_Cell], boxed: bool) -> int:
        """Return the rows of a line of cells, with the space below it."""
        under = any(choice.under for choice in self.rows[line[0].place[0]])
        return (_BOX if boxed else 3) - (not under)

    def _cells(self, boxed: bool) -> list[list[_Cell]]:
        """Return the cells, line by line; boxes break a long row into several lines."""
        lines = []
        for y, row in enumerate(self.rows):
            per = len(row)
            widest = max(max(cell_len(choice.label), cell_len(choice.under)) for choice in row)
            if boxed:
                per = -(-per // -(-per // _MOST)) if per > _MOST + 1 else per
                width = min(max(10, widest + 6), (self.size.width - 2) // per)
            elif per <= 3:
                width = widest + 4
            else:
                room = max(self.size.width, 80)
                width = min(max(widest + 2, min(8, (room - 4) // per)), (room - 2) // per)
            left = (self.size.width - width * per) // 2
            cells = [_Cell((y, x), left + width * (x % per), width) for x in range(len(row))]
            lines += [cells[n : n + per] for n in range(0, len(row), per)]
        return lines

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw question, rows and explanation."""
        words, boxed, lines = self._layout()
        cells = sum(self._height(line, boxed) for line in lines)
        spare = canvas.height - cells - words - (2 if self.title else 0) - (1 if boxed else 0)
        y = max(0, min(2, spare)) if not self.title else max(0, min(2, spare) if self.context else 0, spare // 2)
        if self.context and y >= 2:
            canvas.centred(0, canvas.width, y - 2, self.context)
        if self.title:
            canvas.centred(0, canvas.width, y, [(self.title, inks.gold)])
            y += 2
        for line in lines:
            for cell in line:
                self._draw_cell(canvas, y, cell, boxed)
            y += self._height(line, boxed)
        if self.chosen is not None:
            told = self._told(self.chosen)
            if self.suggested is not None and self.chosen.event == self.suggested:
                told = [f"{SUGGESTED} · {told[0]}", *told[1:]] if told else [SUGGESTED]
            if len(told) > canvas.height - y and len(told) > 1:
                told = [f"{told[0].rstrip('.')}; {told[1]}", *told[2:]]
            for part in told:
                canvas.centred(0, canvas.width, y + (1 if boxed else 0), [(part, inks.text)])
                y += 1

    def _draw_cell(self, canvas: Canvas, y: int, cell: _Cell, boxed: bool) -> None:
        place, x, width = cell
        row = self.rows[place[0]]
        choice, here, under = row[place[1]], place == self.at, any(other.under for other in row)
        text = f"▸{choice.label} " if here else choice.label
        label: Piece = (text, inks.chosen if here else inks.bold)
        tight = any(cell_len(other.under) >= width for other in row)
        under_it = choice.under.removeprefix("+") if tight else choice.under
        pay: Piece = (under_it, inks.gold if here else inks.soft)
        if boxed:
            height = _BOX if under else _BOX - 1
            frame(canvas, x, y, width - 1, height, inks.gold if here else inks.line, heavy=here)
            if here:
                canvas.fill(x + 1, y + 1, width - 3, 1, inks.chosen)
            canvas.spot(x, y, width - 1, height, place)
            y, width = y + 1, width - 1
        else:
            if here:
                canvas.fill(x, y, width, 1, inks.chosen)
            canvas.spot(x, y, width, 2 if under else 1, place)
        canvas.centred(x, width, y, [label])
        canvas.centred(x, width, y + 1, [pay] if under else [])

    def clicked(self, spot: tuple[int, int]) -> None:
        """Choose the clicked cell, or report a click on the chosen one."""
        if spot == self.at:
            self.post_message(self.Taken())
        else:
            self.at = spot
            self.redraw()
