"""Paragraphs wrapped to the available width, for descriptions, rules and keys."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from spades_tui.tui.widgets import inks


class Paragraph(Struct, frozen=True):
    """A text with its style, and a lead before its first line; the other lines are indented by the lead's width."""

    text: str = ""
    style: inks.Ink = inks.text
    lead: str = ""
    lead_style: inks.Ink = inks.gold

    def lines(self, width: int) -> list[Content]:
        """Return the lead and the text in lines of at most `width` cells."""
        indent = cell_len(self.lead)
        first, *others = [Content.styled(line, self.style) for line in wrapped(self.text, width - indent)]
        return [Content.styled(self.lead, self.lead_style) + first, *(line.pad_left(indent) for line in others)]


def heading(text: str) -> Paragraph:
    """Return a heading."""
    return Paragraph(text, inks.gold)


def bullet(text: str, lead: str = "· ") -> Paragraph:
    """Return one point of a list."""
    return Paragraph(text, lead=lead)


def problem(text: str) -> Paragraph:
    """Return a sentence that something is wrong."""
    return Paragraph(text, inks.red, "✗ ", inks.red)


def wrapped(text: str, width: int) -> list[str]:
    """Return the words in lines of at most `width` cells; a longer word is broken."""
    lines = Content(" ".join(text.split())).wrap(max(4, width))
    return [line.plain.strip() for line in lines]


class Page(Widget):
    """Paragraphs below each other, in as many rows as they need."""

    DEFAULT_CSS = "Page { width: 1fr; height: auto; text-wrap: nowrap; }"
    WIDEST = 78
    """Maximum columns of a line, because longer lines are hard to read."""

    def __init__(self, paragraphs: Sequence[Paragraph] = (), *, id: str | None = None, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self._paragraphs = list(paragraphs)

    @property
    def words(self) -> str:
        """The text, a paragraph in each line."""
        return "\n".join(part.lead + part.text for part in self._paragraphs)

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show these paragraphs."""
        if list(paragraphs) != self._paragraphs:
            self._paragraphs = list(paragraphs)
            self.refresh(layout=True)

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show one sentence; `wrong`: it says that something is wrong."""
        self.show([problem(sentence) if wrong else Paragraph(sentence, inks.soft)])

    def _lines(self, width: int) -> list[Content]:
        room = min(width, self.WIDEST)
        lines: list[Content] = []
        for part in self._paragraphs:
            lines += part.lines(room)
        return lines

    def lines_at(self, width: int) -> int:
        """Return the number of lines at this width."""
        return len(self._lines(width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines, at least 1."""
        return max(1, self.lines_at(width))

    def render(self) -> Content:
        """Return the lines, wrapped to the width."""
        return Content("\n").join(self._lines(self.content_size.width))


class PageScroll(VerticalScroll, can_focus=False):
    """A page, perhaps with other widgets above and below it, which scrolls if it is longer than its place."""

    DEFAULT_CSS = "PageScroll { width: 1fr; height: 1fr; scrollbar-gutter: stable; }"

    def __init__(self, *content: Widget, id: str | None = None) -> None:
        super().__init__(*content, id=id, classes="thin-scrollbar")
        self.page = next(widget for widget in content if isinstance(widget, Page))

    def watch_show_vertical_scrollbar(self) -> None:
        """Show the keys of pages only while there is more than one."""
        self.screen.refresh_bindings()

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show other paragraphs from their beginning."""
        self.page.show(paragraphs)
        self.scroll_home(animate=False)
