"""A game of the scorebook, drawn: the players, the winners, and the totals after each hand."""

from typing import TYPE_CHECKING

from spades_tui.language.name_line import RemarkedName, bare
from spades_tui.presentation.scorebook_words import day
from spades_tui.rules.component import plain, plural
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Shrinking, Spare, squeezed
from spades_tui.tui.widgets.plot import Series, draw_lines

if TYPE_CHECKING:
    from spades_tui.scorebook.views import GameProgress, GameRow


class ProgressView(CanvasWidget):
    """A game: the players, the winners, and the totals after each hand."""

    DEFAULT_CSS = "ProgressView { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.line: GameRow | None = None
        self.course: GameProgress | None = None
        self.letters = False

    def show(self, line: "GameRow | None", course: "GameProgress | None", letters: bool = False) -> None:
        """Show this game."""
        self.line, self.course, self.letters = line, course, letters
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw words above, the chart below."""
        line, course = self.line, self.course
        canvas.rule(0)
        if line is None:
            return
        canvas.put(
            1, 1, f"{line.title} · {plural(line.hands, 'hand')} · {day(line.day)}", palette.gold, canvas.width - 2
        )
        pieces: list[Piece] = []
        for name, points in zip(line.players, line.points, strict=True):
            style = palette.bold if name in line.winners else palette.text
            remark = name.remark if isinstance(name, RemarkedName) else ""
            pieces += [(Shrinking(bare(name)), style), (Spare(remark), style), (f" {plain(points)}   ", style)]
        canvas.pieces(1, 2, squeezed(pieces, canvas.width + 1))  # the blanks at the end need no room
        if course is None or not course.totals:
            return
        series = [
            Series(
                tuple((hand, totals[side]) for hand, totals in enumerate(((0,) * len(course.sides), *course.totals))),
                name, palette.SIDES[side % len(palette.SIDES)],
            )
            for side, name in enumerate(course.sides)
        ]  # fmt: skip
        draw_lines(
            canvas, 1, 4, min(canvas.width - 2, 110), canvas.height - 4, series,
            below=("deal", f"hand {len(course.totals)}"), letters=self.letters,
        )  # fmt: skip
