"""A question with its choices in rows: arrows, numbers and the mouse choose, Enter takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece


class Choice(Protocol):
    """What the panel must know of a choice."""

    @property
    def label(self) -> str:
        """What stands in its cell."""
        ...

    @property
    def under(self) -> str:
        """What stands under it."""
        ...

    @property
    def explain(self) -> tuple[str, ...]:
        """What it means, said while it is chosen."""
        ...

    @property
    def number(self) -> int | None:
        """The number that chooses it."""
        ...


class ChoicePanel(CanvasWidget):
    """Rows of cells with one chosen, and below what that one means."""

    DEFAULT_CSS = "ChoicePanel { height: auto; width: 1fr; }"

    @dataclass
    class Taken(Message):
        """A choice was clicked while it was chosen: it is meant."""

        panel: "ChoicePanel"

    def __init__(self, *, id: str = "choices") -> None:
        super().__init__(id=id)
        self.title = ""
        self.rows: tuple[tuple[Choice, ...], ...] = ()
        self.at = (0, 0)
        self.arrow = "▸"
        self.context: list[Piece] = []

    def ask(
        self, title: str, rows: Sequence[Sequence[Choice]], first: Choice | None, context: Sequence[Piece] = ()
    ) -> None:
        """Ask a question; `context` stands above it."""
        self.context = list(context)
        self.title, self.rows = title, tuple(tuple(row) for row in rows if row)
        self.at = (0, 0)
        for y, row in enumerate(self.rows):
            for x, choice in enumerate(row):
                if first is not None and choice is first:
                    self.at = (y, x)
        self.redraw()

    @property
    def chosen(self) -> Choice | None:
        """The choice that Enter takes."""
        y, x = self.at
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else None

    def move(self, across: int, down: int = 0) -> None:
        """Choose a neighbour; from the end of a row to the beginning of the next."""
        if not self.rows:
            return
        y, x = self.at
        if down:
            old = self._place(*self.at)
            y = (y + down) % len(self.rows)
            x = min(range(len(self.rows[y])), key=lambda n: abs(self._place(y, n) - old))
        else:
            flat = [(row, n) for row, cells in enumerate(self.rows) for n in range(len(cells))]
            y, x = flat[(flat.index((y, x)) + across) % len(flat)]
        self.at = (y, x)
        self.redraw()

    def choose_number(self, number: int) -> bool:
        """Choose the cell with a number. False if there is none."""
        for y, row in enumerate(self.rows):
            for x, choice in enumerate(row):
                if choice.number == number:
                    self.at = (y, x)
                    self.redraw()
                    return True
        return False

    def _cell(self, row: tuple[Choice, ...]) -> int:
        """The width of a cell in a row."""
        widest = max(max(cell_len(choice.label), cell_len(choice.under)) for choice in row)
        width = widest + 4
        if len(row) > 3:
            width = max(widest + 2, min(8, (max(self.size.width, 80) - 4) // len(row)))
            width = min(width, (max(self.size.width, 80) - 2) // len(row))
        return width

    def _place(self, y: int, x: int) -> int:
        """The middle column of a cell."""
        row = self.rows[y]
        width = self._cell(row)
        left = (self.size.width - width * len(row)) // 2
        return left + width * x + width // 2

    def draw(self, canvas: Canvas) -> None:
        """Question, rows, meaning."""
        cells = sum(3 if any(choice.under for choice in row) else 2 for row in self.rows)
        words = max((len(choice.explain) for row in self.rows for choice in row), default=0)
        spare = canvas.height - cells - words - (2 if self.title else 0)
        y = max(0, min(2, spare)) if not self.title else max(0, spare // 2)
        if self.context and y >= 2:
            canvas.centred(0, canvas.width, y - 2, self.context)
        if self.title:
            canvas.centred(0, canvas.width, y, [(self.title, palette.gold)])
            y += 2
        for n, row in enumerate(self.rows):
            y = self._row(canvas, y, n, row)
        chosen = self.chosen
        if chosen is not None:
            lines = list(chosen.explain)
            if len(lines) > canvas.height - y and len(lines) > 1:
                lines = ["; ".join(lines[:2]), *lines[2:]]
            for line in lines:
                canvas.centred(0, canvas.width, y, [(line, palette.text)])
                y += 1

    def _row(self, canvas: Canvas, y: int, n: int, row: tuple[Choice, ...]) -> int:
        width = self._cell(row)
        left = (canvas.width - width * len(row)) // 2
        under = any(choice.under for choice in row)
        for x, choice in enumerate(row):
            start = left + width * x
            here = (n, x) == self.at
            style = palette.chosen if here else palette.bold
            text = f"{self.arrow}{choice.label}" if here else choice.label
            if here:
                canvas.fill(start, y, width, 1, palette.chosen)
            canvas.centred(start, width, y, [(f"{text} " if here else text, style)])
            if under:
                canvas.centred(start, width, y + 1, [(choice.under, palette.gold if here else palette.faint)])
            canvas.spot(start, y, width, 2 if under else 1, (n, x))
        return y + (3 if under else 2)

    def on_click(self, event: Click) -> None:
        """The first click chooses; a click on the chosen one means it."""
        place = self.spot_at(event.x, event.y)
        if not isinstance(place, tuple):
            return
        event.stop()
        if place == self.at:
            self.post_message(self.Taken(self))
        else:
            self.at = place
            self.redraw()
