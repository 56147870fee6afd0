"""Paragraphs, wrapped to the room there is: what a variant is, the rules, the keys."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import VerticalScroll

from spades_tui.frozen import dataclass
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text, how it looks, and what stands before its first line; the other lines are indented as far."""

    text: str = ""
    style: Style = palette.text
    lead: str = ""
    lead_style: Style = palette.gold


def heading(text: str) -> Paragraph:
    """A heading."""
    return Paragraph(text, palette.gold)


def bullet(text: str, lead: str = "· ") -> Paragraph:
    """One point of a list."""
    return Paragraph(text, lead=lead)


def wrapped(text: str, width: int) -> list[str]:
    """The words in lines of at most `width` cells; a word that is longer is broken."""
    width = max(4, width)
    lines, line = [], ""
    for given in text.split():
        word = given
        while cell_len(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[: width // 2 if not word.isascii() else width])
            word = word[len(lines[-1]) :]
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line or not lines else lines


class Page(CanvasWidget):
    """Paragraphs one below the other, as high as they need."""

    DEFAULT_CSS = "Page { width: 1fr; height: auto; }"
    WIDEST = 78
    """Lines longer than this are hard to read."""

    def __init__(self, paragraphs: Sequence[Paragraph] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.paragraphs = list(paragraphs)

    @property
    def words(self) -> str:
        """Everything it says, a paragraph a line."""
        return "\n".join(part.lead + part.text for part in self.paragraphs)

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show other paragraphs."""
        paragraphs = list(paragraphs)
        if paragraphs != self.paragraphs:
            self.paragraphs = paragraphs
            self.redraw()
            self.refresh(layout=True)

    def _lines(self, width: int) -> list[tuple[Paragraph, str, bool]]:
        width = min(width, self.WIDEST)
        return [
            (part, line, n == 0)
            for part in self.paragraphs
            for n, line in enumerate(wrapped(part.text, width - cell_len(part.lead)))
        ]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """All the lines."""
        return max(1, self.lines_at(width))

    def lines_at(self, width: int) -> int:
        """How many lines there are at this width."""
        return len(self._lines(width))

    def draw(self, canvas: Canvas) -> None:
        """The lines."""
        for y, (part, line, first) in enumerate(self._lines(canvas.width)):
            indent = cell_len(part.lead)
            if first:
                canvas.put(0, y, part.lead, part.lead_style)
            canvas.put(indent, y, line, part.style)


class PageScroll(VerticalScroll, can_focus=False):
    """A page that may be longer than its place."""

    DEFAULT_CSS = """
    PageScroll { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    PageScroll { scrollbar-color: $surface-lighten-2; scrollbar-background: $background;
                 scrollbar-background-hover: $background; scrollbar-background-active: $background; }
    """

    def __init__(self, page: Page, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.page = page

    def compose(self) -> ComposeResult:
        """The page."""
        yield self.page

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show other paragraphs from their beginning."""
        self.page.show(paragraphs)
        self.scroll_home(animate=False)
