"""The code of a finished game, which deals the same cards again."""

from spades_tui.play.game_code import code_of_hand
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.paragraphs import wrapped

CORNER = 45
"""Characters of the longest code that a top line of 80 columns has room for."""


def corner_code(code: str | None) -> str:
    """Return a code for the corner of a top line; "" if there is none, or it's too long."""
    return code if code is not None and len(code) <= CORNER else ""


def hand_code(code: str | None, number: int) -> str:
    """Return the code of one hand of a finished game with a code, or the game's; "" without one.

    While a game isn't over it has no code here, because a hand's code would reveal the other hands.
    """
    return (code_of_hand(code, number) or code) if code is not None else ""


class GameCode(CanvasWidget):
    """A finished game's whole code, in as many lines as it needs; hidden if the game has none."""

    DEFAULT_CSS = "GameCode { width: 1fr; height: auto; }"

    def __init__(self, code: str | None) -> None:
        super().__init__()
        self._words, self._label = code or "", "The same cards: "
        self.display = code is not None

    def show(self, label: str) -> None:
        """Show the code after another label."""
        self._label = label
        self.redraw()
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[str]:
        """Return the label and the code in lines, broken at the code's dashes."""
        breakable = f"{self._label}{self._words}".replace("-", "- ")
        return [line.replace("- ", "-") for line in wrapped(breakable, width - 4)]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the number of lines, and one more below them."""
        return len(self._lines(width)) + 1

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines in the middle."""
        for y, line in enumerate(self._lines(canvas.width)):
            label = self._label if not y else ""
            canvas.centred(0, canvas.width, y, [(label, palette.soft), (line.removeprefix(label), palette.gold)])
