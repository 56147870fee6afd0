"""A question with its choices in rows: arrows, numbers and the mouse choose, Enter takes."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
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
        self.title, self.rows = title, tuple(map(tuple, filter(None, rows)))
        self.at, self._laid_out = None, None
        self._choose_first(lambda choice: choice is first)
        self.redraw()

    def choose(self, event: SeatEvent | None) -> None:
        """Choose the cell of an event, if there is one; None chooses none."""
        if event is None:
            self.at = None
            self.redraw()
            return
        self._choose_first(lambda choice: choice.event == event)

    def _choose_first(self, suits: Callable[[Offer], bool]) -> bool:
        """Choose the first cell that suits; return False if there is none."""
        for at, choice in self._places():
            if suits(choice):
                self.at = at
                self.redraw()
                return True
        return False

    def _places(self) -> Iterator[tuple[tuple[int, int], Offer]]:
        """Yield each choice with its row and its index in it."""
        for y, row in enumerate(self.rows):
            for x, choice in enumerate(row):
                yield (y, x), choice

    @property
    def chosen(self) -> Offer | None:
        """The choice that Enter takes; None if none is chosen."""
        if self.at is None:
            return None
        y, x = self.at
        return self.rows[y][x]

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
            for row, line in enumerate(lines):
                for old in line:
                    if old.place == self.at:
                        middle, below = old.middle, lines[(row + down) % len(lines)]
            self.at = min(below, key=lambda cell: abs(cell.middle - middle)).place
        self.redraw()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers that choose a cell."""
        return tuple(choice.number for _, choice in self._places() if choice.number is not None)

    def choose_number(self, number: int) -> bool:
        """Choose the cell with a number; return False if there is none."""
        return self._choose_first(lambda choice: choice.number == number)

    # Places of the cells

    def _layout(self) -> tuple[int, bool, list[list[_Cell]]]:
        """Return the rows of the longest explanation, whether each choice has a box, and the cells line by line.

        They are computed once for a question and a size.
        """
        if self._laid_out is None or self._laid_out[0] != self.size:
            words = max((len(self._explained(choice)) for _, choice in self._places()), default=0)
            needed = sum(self._height(line, True) for line in self._cells(True)) + words + 1
            if self.title:
                needed += 2
            boxed = self.size.height >= needed and self.size.width >= 70
            self._laid_out = (self.size, words, boxed, self._cells(boxed))
        return self._laid_out[1:]

    def _explained(self, choice: Offer) -> list[str]:
        lines = []
        for line in choice.explain:
            lines += wrap(line, max(20, self.size.width - 4))
        return lines

    def _height(self, line: list[_Cell], boxed: bool) -> int:
        """Return the rows of a line of cells, with the space below it."""
        under = any(choice.under for choice in self.rows[line[0].place[0]])
        return 2 + boxed + under

    def _cells(self, boxed: bool) -> list[list[_Cell]]:
        """Return the cells, line by line; boxes break a long row into several lines."""
        lines: list[list[_Cell]] = []
        for y, row in enumerate(self.rows):
            per = len(row)
            widest = max(max(cell_len(choice.label), cell_len(choice.under)) for choice in row)
            if boxed:
                if per > _MOST + 1:
                    per = ceil(per / ceil(per / _MOST))
                width = min(max(10, widest + 6), (self.size.width - 2) // per)
            elif per <= 3:
                width = widest + 4
            else:
                room = max(self.size.width, 80)
                width = min(max(widest + 2, min(8, (room - 4) // per)), (room - 2) // per)
            left = (self.size.width - width * per) // 2
            for x in range(len(row)):
                if x % per == 0:
                    lines.append(list[_Cell]())
                lines[-1].append(_Cell((y, x), left + width * (x % per), width))
        return lines

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw question, rows and explanation."""
        words, boxed, lines = self._layout()
        cells = sum(self._height(line, boxed) for line in lines)
        spare = canvas.height - cells - words - boxed
        if self.title:
            spare -= 2
        y = 0
        if self.context or not self.title:
            y = max(y, min(2, spare))
        if self.title:
            y = max(y, spare // 2)
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
            explained = self._explained(self.chosen)
            if self.suggested is not None and self.chosen.event == self.suggested:
                explained[:1] = [" · ".join([SUGGESTED, *explained[:1]])]
            if len(explained) > canvas.height - y and len(explained) > 1:
                explained[:2] = [f"{explained[0].rstrip('.')}; {explained[1]}"]
            for row, part in enumerate(explained, y + boxed):
                canvas.centred(0, canvas.width, row, [(part, inks.text)])

    def _draw_cell(self, canvas: Canvas, y: int, cell: _Cell, boxed: bool) -> None:
        place, x, width = cell
        row = self.rows[place[0]]
        choice, here, under = row[place[1]], place == self.at, any(other.under for other in row)
        label: Piece = (choice.label, inks.bold)
        pay, pay_ink, edge_ink = choice.under, inks.soft, inks.line
        if any(cell_len(other.under) >= width for other in row):
            pay = pay.removeprefix("+")
        if here:
            label = (f"▸{choice.label} ", inks.chosen)
            pay_ink, edge_ink = inks.gold, inks.gold
        if boxed:
            height = _BOX if under else _BOX - 1
            frame(canvas, x, y, width - 1, height, edge_ink, heavy=here)
            if here:
                canvas.fill(x + 1, y + 1, width - 3, 1, inks.chosen)
            canvas.spot(x, y, width - 1, height, place)
            y, width = y + 1, width - 1
        else:
            if here:
                canvas.fill(x, y, width, 1, inks.chosen)
            canvas.spot(x, y, width, 2 if under else 1, place)
        canvas.centred(x, width, y, [label])
        if under:
            canvas.centred(x, width, y + 1, [(pay, pay_ink)])

    def clicked(self, spot: tuple[int, int]) -> None:
        """Choose the clicked cell, or report a click on the chosen one."""
        if spot == self.at:
            self.post_message(self.Taken())
        else:
            self.at = spot
            self.redraw()
