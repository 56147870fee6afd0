"""A small picture of the new table: the seats and the sides."""

from collections.abc import Sequence

from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Pieces, fit
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, frame


def mark_of(seat: int, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> Piece:
    """Return the mark of a seat's side, the same as at the table; an empty piece if every player is alone."""
    if len(sides) == seats:
        return ("", palette.text)
    side = next(n for n, members in enumerate(sides) if seat in members)
    return ((SIDE_LETTERS if letters else SIDE_MARKS)[side], palette.SIDES[side])


class SeatMark(CanvasWidget):
    """The number of a seat and the mark of its side, before its name."""

    DEFAULT_CSS = "SeatMark { width: 5; height: 1; }"

    def __init__(self, seat: int, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> None:
        super().__init__()
        self.seat = seat
        self.mark = mark_of(seat, sides, seats, letters)

    def draw(self, canvas: Canvas) -> None:
        """Draw number and mark."""
        canvas.pieces(0, 0, [(f"{self.seat + 1} ", palette.soft), self.mark])


class TablePlan(CanvasWidget):
    """The seats around a table, the first one at the bottom; partners have the same mark."""

    DEFAULT_CSS = "TablePlan { width: 1fr; height: 9; }"

    def __init__(self, sides: Sequence[Sequence[int]], seats: int, letters: bool) -> None:
        super().__init__(id="plan")
        self.sides, self.seats, self.letters = sides, seats, letters
        self.names: list[tuple[str, bool]] = [("", False)] * seats

    def show(self, names: Sequence[tuple[str, bool]]) -> None:
        """Show the names, each with whether it belongs to a person."""
        if list(names) != self.names:
            self.names = list(names)
            self.redraw()

    def _named(self, seat: int, width: int) -> Pieces:
        name, person = self.names[seat]
        mark, style = mark_of(seat, self.sides, self.seats, self.letters)
        pieces = [(fit(name, width - 2 if mark else width), palette.gold if person else palette.text)]
        return [*pieces, (f" {mark}", style)] if mark else pieces

    def draw(self, canvas: Canvas) -> None:
        """Draw the table in the middle, a name on each side of it."""
        aside = 2 if self.seats == 3 else max(2, min(12, (canvas.width - 10) // 2))
        left, top = aside, 2
        width, height = canvas.width - 2 * aside, canvas.height - 4
        frame(canvas, left, top, width, height, palette.line)
        middle = top + height // 2
        suits = "S H D C" if self.letters else "♠ ♥ ♦ ♣"
        canvas.centred(left, width, middle, [(suits if width > 10 else suits[0], palette.faint)])
        canvas.centred(0, canvas.width, top + height, self._named(0, canvas.width))
        half, beside = canvas.width // 2 - 1, aside - 1
        for seat in range(1, self.seats):
            # Seats are clockwise, so the second is on the left of the first.
            if self.seats % 2 == 0 and seat == self.seats // 2:
                canvas.centred(0, canvas.width, top - 1, self._named(seat, canvas.width))
            elif self.seats == 3 or (self.seats == 5 and seat in (2, 3)):
                start = 0 if seat < self.seats / 2 else canvas.width - half
                canvas.centred(start, half, top - 1, self._named(seat, half))
            elif seat < self.seats // 2:
                canvas.right(aside - 1 + (aside == 2), middle + self._lower(seat), self._named(seat, beside))
            else:
                canvas.pieces(left + width + 1, middle + self._lower(seat), self._named(seat, beside))

    def _lower(self, seat: int) -> int:
        """Return how many rows below the middle a seat at the side is: six seats have two at each side."""
        return 0 if self.seats < 6 else 1 if seat in (1, 5) else -1
