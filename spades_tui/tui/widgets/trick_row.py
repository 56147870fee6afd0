"""A trick in a row, in the order of play: for the curtain, and for another look at the last trick."""

from rich.cells import cell_len

from spades_tui.game.trick import Trick
from spades_tui.play.shown import FinishedTrick
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, fit
from spades_tui.tui.widgets.card_faces import CardStyle, frame, paint_card


def trick_row(
    canvas: Canvas, y: int, width: int, height: int, look: CardStyle, trick: Trick, winner: int | None, takes: str
) -> None:
    """Draw the cards of a trick side by side, `width` × `height` cells each, with the players' names below.

    `takes` goes below the winning card. The row is `height` + 2 lines high.
    """
    names = [look.name(played.seat) for played in trick]
    room = (canvas.width - 2) // len(trick)
    cell = min(room, max(14, width + 4, min(max(map(cell_len, names)) + 2, room)))
    left = (canvas.width - cell * len(trick)) // 2
    for place, played in enumerate(trick):
        x = left + place * cell
        wins = played.seat == winner
        paint_card(
            canvas, x + (cell - width) // 2, y, width, height, look, played.card, heavy=wins, low=played.low
        )
        told = [*(["led"] if place == 0 else []), *([takes] if wins else [])]
        canvas.centred(x, cell, y + height, [(fit(names[place], cell - 2), palette.gold if wins else palette.text)])
        canvas.centred(x, cell, y + height + 1, [(", ".join(told), palette.gold if wins else palette.soft)])


class LastTrickView(CanvasWidget):
    """The last trick over the table, in a labelled frame, so that nobody mistakes it for the current one."""

    DEFAULT_CSS = """
    LastTrickView { width: 1fr; height: 1fr; display: none; }
    LastTrickView.-open { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(id="last-trick")
        self._finished_trick: FinishedTrick | None = None
        self._look: CardStyle | None = None

    @property
    def open(self) -> bool:
        """Whether the last trick is shown."""
        return self._finished_trick is not None

    def show(self, finished_trick: FinishedTrick, look: CardStyle) -> None:
        """Show this trick over the table."""
        self._finished_trick, self._look = finished_trick, look
        self.add_class("-open")
        self.redraw()

    def close(self) -> None:
        """Hide the last trick."""
        self._finished_trick = None
        self.remove_class("-open")

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame with the number of the trick above, the key for closing below, and the cards between them."""
        finished_trick, look = self._finished_trick, self._look
        if finished_trick is None or look is None:
            return
        frame(canvas, 0, 0, canvas.width, canvas.height, palette.gold, heavy=True)
        title = f" Last trick: number {finished_trick.number} of this hand "
        canvas.centred(0, canvas.width, 0, [(fit(title, canvas.width - 4), palette.chosen)])
        back = with_keys(" {last_trick} or Esc brings the table back ")
        canvas.centred(0, canvas.width, canvas.height - 1, [(fit(back, canvas.width - 4), palette.gold)])
        width, height = (9, 5) if canvas.height >= 20 and canvas.width >= 70 else (6, 3)
        top = max(1, (canvas.height - height - 2) // 2)
        trick_row(canvas, top, width, height, look, finished_trick.trick, finished_trick.winner, "took it")
