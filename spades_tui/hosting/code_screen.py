"""A line as a QR code, for a friend who sits beside the host or sees their screen."""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import zip_longest

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from spades_tui.system.installing import missing
from spades_tui.tui.frame import Dialog
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.paragraphs import Page

HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""A light or dark square above another."""
BORDER = 2  # light squares around the code
AROUND = 5  # lines of the window and its keys


class CodeScreen(Dialog):
    """The QR code of a line's last word, which is what *Join a friend* needs."""

    TITLE = "QR code of the line"

    def __init__(self, line: str) -> None:
        super().__init__()
        self._word = line.split()[-1]

    def compose_body(self) -> ComposeResult:
        """Lay out the code, or why it can't be shown."""
        if self._why_not():
            yield Page(id="told")
        else:
            yield Static(Text("\n".join(code_rows(self._word)), "#ffffff on #000000"), id="code")

    def on_mount(self) -> None:
        """Say why there is no code."""
        for page in self.query("#told").results(Page):
            page.say(self._why_not(), wrong=True)

    def _why_not(self) -> str:
        if find_spec("segno") is None:
            return missing("segno", "friends")
        if glyphs.plain():
            return f"A QR code needs characters beyond ASCII. Send this instead: {self._word}"
        needed = len(list(code_rows(self._word))) + AROUND
        if needed > self.app.size.height:
            return f"This QR code needs a terminal with {needed} lines. Make yours larger, or send this: {self._word}"
        return ""


def code_rows(word: str) -> Iterator[str]:
    """Yield the rows of a QR code; light squares are blocks, so that it reads on a dark background."""
    import segno  # only who asks for a code needs it

    code = segno.make(word, error="l", micro=False)
    rows = list(map(list, code.matrix_iter(border=BORDER)))
    for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows)):
        yield "".join(HALVES[not dark, not below[place]] for place, dark in enumerate(above))
