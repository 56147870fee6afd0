"""What is shown on screens is plain text, whatever stands in files: names with letters that nobody sees, or that turn
the direction of writing, would otherwise act on the terminal."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from spades_tui.system.output import harmless


class Plain(LineFilter):
    """Takes out of every line what acts on a terminal; where it has a width, a dot stands for it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line as it is shown; nothing moves in it."""
        if harmless("".join([segment.text for segment in segments])):
            return segments
        return [
            segment if segment.control or harmless(segment.text) else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]


def plain(text: str) -> str:
    """A text of the same width, without what acts on a terminal."""
    return "".join(letter if harmless(letter) else "·" * max(0, cell_len(letter)) for letter in text)
