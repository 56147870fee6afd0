"""A lesson's panel beside the table or above the choices: a verdict, the words, and how to continue."""

from typing import Literal

from msgspec import Struct
from textual import events
from textual.message import Message

from spades_tui.presentation.lesson_hints import RIGHT, WRONG
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.paragraphs import wrapped

SIDE_WIDTH, SIDE_WIDE = 28, 44
"""Columns of the panel beside the table: in a terminal of 80 columns, and in a wider one."""
ABOVE_HEIGHT = 7
"""Rows of the panel above the choices of a bid."""

Verdict = Literal["", "right", "wrong"]


class LessonText(Struct, frozen=True):
    """The content of the panel."""

    text: str = ""
    verdict: Verdict = ""
    foot: str = ""
    """The sentence on how to continue."""
    bids: str = ""
    """The bids so far, if there is no room for the bid board."""
    progress: str = ""


class LessonPanel(CanvasWidget):
    """The words of a lesson; a click continues."""

    DEFAULT_CSS = f"""
    LessonPanel {{ dock: right; width: {SIDE_WIDTH}; height: 1fr; }}
    """

    class Clicked(Message):
        """Reports a click on the words."""

    def __init__(self) -> None:
        super().__init__(id="lesson")
        self.content = LessonText()
        self.look: CardStyle | None = None

    def show(self, content: LessonText, look: CardStyle) -> None:
        """Show this text."""
        if (content, look) != (self.content, self.look):
            self.content, self.look = content, look
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw a line at the edge, verdict and words, and at the foot how to continue."""
        content, look = self.content, self.look
        if look is None:
            return
        beside = canvas.height > ABOVE_HEIGHT
        left = 2 if beside else 1
        if beside:
            for row in range(canvas.height):
                canvas.put(0, row, "│", palette.line)
        else:
            canvas.rule(canvas.height - 1)
        width = canvas.width - left - 1
        y = 1 if canvas.height > 24 else 0
        marks = ("x ", "+ ") if look.letters else ("✗ ", "✓ ")
        head = {"wrong": (f"{marks[0]}{WRONG}", palette.red), "right": (f"{marks[1]}{RIGHT}", palette.green)}
        if content.verdict:
            canvas.put(left, y, *head[content.verdict])
            y += 1
        for line in wrapped(look.words(content.text), width) if content.text else []:
            canvas.put(left, y, line, palette.text)
            y += 1
        last = canvas.height - 1 if beside else canvas.height - 2
        canvas.put(left, last, content.foot or content.bids, palette.gold if content.foot else palette.soft, width)
        if content.progress:
            room = width - len(content.foot or content.bids) - 2
            if room >= len(content.progress):
                canvas.right(canvas.width - 1, last, [(content.progress, palette.faint)])

    def on_click(self, event: events.Click) -> None:
        """Report the click."""
        event.stop()
        self.post_message(self.Clicked())
