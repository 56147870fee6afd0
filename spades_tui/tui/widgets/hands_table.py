"""A review hand by hand: cards, play, luck and the result, for each person."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.style import Style

from spades_tui.presentation.choice_words import points_words
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget

if TYPE_CHECKING:
    from spades_tui.analysis.review import Review


MEASURES = ("cards", "play", "luck", "result")


class HandsTable(CanvasWidget):
    """A row for each hand, for each person."""

    DEFAULT_CSS = "HandsTable { height: auto; }"

    def __init__(self, names: tuple[str, ...], review: "Review") -> None:
        super().__init__()
        self.rows: list[tuple[str, Style]] = []
        for seat in review.seats:
            self.rows += [(names[seat], palette.gold), (_row("", MEASURES), palette.soft)]
            for hand in review.hands:
                if hand.seat == seat:
                    numbers = [points_words(getattr(hand, what)) for what in MEASURES]
                    self.rows.append((_row(f"hand {hand.hand}", numbers), palette.text))
            sums = [points_words(review.total(seat, what)) for what in MEASURES]
            self.rows += [(_row("together", sums), palette.bold), ("", palette.text)]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows."""
        for y, (words, style) in enumerate(self.rows):
            canvas.put(0, y, words, style)


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:<10}" + "".join(f"{cell:>10}" for cell in cells)
