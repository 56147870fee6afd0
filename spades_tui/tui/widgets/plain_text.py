"""Filtering characters that would act on the terminal.

Names from files may have invisible letters, or ones that change the direction of writing.
"""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from spades_tui.system.output import harmless


class Plain(LineFilter):
    """Removes characters that act on a terminal from every line; those with a width become dots."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without such characters; its width is the same."""
        if harmless("".join([segment.text for segment in segments])):
            return segments
        return [
            segment if segment.control or harmless(segment.text) else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]


def plain(text: str) -> str:
    """Return a text of the same width without characters that act on a terminal."""
    return "".join(letter if harmless(letter) else "·" * max(0, cell_len(letter)) for letter in text)
