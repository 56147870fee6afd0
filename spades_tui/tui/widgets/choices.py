"""A question with its choices in rows: arrows, numbers and the mouse choose, Enter takes."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from textual.geometry import Size
from textual.message import Message

from spades_tui.presentation.decisions import Offer
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece
from spades_tui.tui.widgets.card_faces import frame

_BOX = 4
"""Rows of a box that has a text under its label."""
_MOST = 7
"""Maximum number of boxes side by side."""


class ChoicePanel(CanvasWidget):
    """Rows of cells with one chosen, and its explanation below."""

    DEFAULT_CSS = "ChoicePanel { height: auto; width: 1fr; }"

    class Taken(Message):
        """Reports a click on the chosen choice."""

    def __init__(self, *, id: str = "choices") -> None:
        super().__init__(id=id)
        self.title = ""
        self.rows: tuple[tuple[Offer, ...], ...] = ()
        self.at = (0, 0)
        self.arrow = "▸"
        self.context: list[Piece] = []
        self._fits: tuple[Size, int, bool] | None = None
        """The size for which they were computed, and what `_fitting` returns; cached, because each cell needs it."""

    def ask(
        self, title: str, rows: Sequence[Sequence[Offer]], first: Offer | None, context: Sequence[Piece] = ()
    ) -> None:
        """Ask a question; `context` is shown above it."""
        self.context = list(context)
        self.title, self.rows = title, tuple(tuple(row) for row in rows if row)
        self.at, self._fits = (0, 0), None
        for y, row in enumerate(self.rows):
            for x, choice in enumerate(row):
                if first is not None and choice is first:
                    self.at = (y, x)
        self.redraw()

    @property
    def chosen(self) -> Offer | None:
        """The choice that Enter takes."""
        y, x = self.at
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else None

    def move(self, across: int, down: int = 0) -> None:
        """Choose a neighbour; after the end of a row comes the next row."""
        if not self.rows:
            return
        places = [place for line in self._lines() for place in line]
        if not down:
            self.at = places[(places.index(self.at) + across) % len(places)]
        else:
            lines = self._lines()
            here = next(n for n, line in enumerate(lines) if self.at in line)
            old = self._middle(self.at)
            self.at = min(lines[(here + down) % len(lines)], key=lambda place: abs(self._middle(place) - old))
        self.redraw()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers that choose a cell."""
        return tuple(choice.number for row in self.rows for choice in row if choice.number is not None)

    def choose_number(self, number: int) -> bool:
        """Choose the cell with a number; return False if there is none."""
        for y, row in enumerate(self.rows):
            for x, choice in enumerate(row):
                if choice.number == number:
                    self.at = (y, x)
                    self.redraw()
                    return True
        return False

    # Places of the cells

    @property
    def _boxed(self) -> bool:
        """Whether there is room for a box around every choice."""
        return self._fitting()[1]

    def _fitting(self) -> tuple[int, bool]:
        """Return the rows of the longest explanation, and `_boxed`, computed once for a question and a size."""
        if self._fits is None or self._fits[0] != self.size:
            words = max((len(self._told(choice)) for row in self.rows for choice in row), default=0)
            needed = sum(_BOX if self._under(line[0][0]) else _BOX - 1 for line in self._broken(True))
            room = self.size.height >= needed + words + (3 if self.title else 1) and self.size.width >= 70
            self._fits = (self.size, words, room)
        return self._fits[1:]

    def _told(self, choice: Offer) -> list[str]:
        """Return a choice's explanation in lines that fit."""
        return [part for line in choice.explain for part in wrap(line, max(20, self.size.width - 4))]

    def _under(self, row: int) -> bool:
        return any(choice.under for choice in self.rows[row])

    def _per_line(self, row: int, boxed: bool) -> int:
        count = len(self.rows[row])
        return -(-count // -(-count // _MOST)) if boxed and count > _MOST + 1 else count

    def _broken(self, boxed: bool) -> list[list[tuple[int, int]]]:
        """Return the places of the cells, line by line; boxes break a long row into several lines."""
        lines = []
        for y, row in enumerate(self.rows):
            per = self._per_line(y, boxed)
            lines += [[(y, x) for x in range(n, min(n + per, len(row)))] for n in range(0, len(row), per)]
        return lines

    def _lines(self) -> list[list[tuple[int, int]]]:
        return self._broken(self._boxed)

    def _cell(self, y: int) -> int:
        """Return the width of a cell in a row."""
        row = self.rows[y]
        widest = max(max(cell_len(choice.label), cell_len(choice.under)) for choice in row)
        room = max(self.size.width, 80)
        if self._boxed:
            return min(max(10, widest + 6), (self.size.width - 2) // self._per_line(y, True))
        if len(row) <= 3:
            return widest + 4
        return min(max(widest + 2, min(8, (room - 4) // len(row))), (room - 2) // len(row))

    def _left(self, place: tuple[int, int]) -> int:
        """Return the first column of a cell."""
        y, x = place
        per, width = self._per_line(y, self._boxed), self._cell(y)
        return (self.size.width - width * per) // 2 + width * (x % per)

    def _middle(self, place: tuple[int, int]) -> int:
        return self._left(place) + self._cell(place[0]) // 2

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw question, rows and explanation."""
        (words, boxed), lines = self._fitting(), self._lines()
        tall = _BOX if boxed else 3
        cells = sum(tall if self._under(line[0][0]) else tall - 1 for line in lines)
        spare = canvas.height - cells - words - (2 if self.title else 0) - (1 if boxed else 0)
        y = max(0, min(2, spare)) if not self.title else max(0, min(2, spare) if self.context else 0, spare // 2)
        if self.context and y >= 2:
            canvas.centred(0, canvas.width, y - 2, self.context)
        if self.title:
            canvas.centred(0, canvas.width, y, [(self.title, palette.gold)])
            y += 2
        for line in lines:
            under = self._under(line[0][0])
            for place in line:
                self._draw_cell(canvas, y, place, under, boxed)
            y += tall if under else tall - 1
        if self.chosen is not None:
            told = self._told(self.chosen)
            if len(told) > canvas.height - y and len(told) > 1:
                told = [f"{told[0].rstrip('.')}; {told[1]}", *told[2:]]
            for part in told:
                canvas.centred(0, canvas.width, y + (1 if boxed else 0), [(part, palette.text)])
                y += 1

    def _draw_cell(self, canvas: Canvas, y: int, place: tuple[int, int], under: bool, boxed: bool) -> None:
        choice, here = self.rows[place[0]][place[1]], place == self.at
        x, width = self._left(place), self._cell(place[0])
        text = f"{self.arrow}{choice.label} " if here else choice.label
        label: Piece = (text, palette.chosen if here else palette.bold)
        tight = any(cell_len(other.under) >= width for other in self.rows[place[0]])
        under_it = choice.under.removeprefix("+") if tight else choice.under
        pay: Piece = (under_it, palette.gold if here else palette.soft)
        if boxed:
            height = _BOX if under else _BOX - 1
            frame(canvas, x, y, width - 1, height, palette.gold if here else palette.line, heavy=here)
            if here:
                canvas.fill(x + 1, y + 1, width - 3, 1, palette.chosen)
            canvas.centred(x, width - 1, y + 1, [label])
            canvas.centred(x, width - 1, y + 2, [pay] if under else [])
            canvas.spot(x, y, width - 1, height, place)
            return
        if here:
            canvas.fill(x, y, width, 1, palette.chosen)
        canvas.centred(x, width, y, [label])
        if under:
            canvas.centred(x, width, y + 1, [pay])
        canvas.spot(x, y, width, 2 if under else 1, place)

    def clicked(self, spot: tuple[int, int]) -> None:
        """Choose the clicked cell, or report a click on the chosen one."""
        if spot == self.at:
            self.post_message(self.Taken())
        else:
            self.at = spot
            self.redraw()
