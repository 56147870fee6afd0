"""The base of the scorebook's pages, with a line for messages."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from spades_tui.rules.component import plural
from spades_tui.tui.dialogs import confirmation
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.paragraphs import Page

if TYPE_CHECKING:
    from spades_tui.scorebook.queries import TableView
    from spades_tui.scorebook.scoreboard import ScoreLine
    from spades_tui.scorebook.scorebook import Book

T = TypeVar("T")

OPENING = "Opening the scorebook …"
WAITING = "One moment …"
COLUMNS_FOR_LONG_LISTS = 110
"""Minimum columns for longer lists."""


class BookPage(SpadesScreen):
    """A page of the scorebook; override `compose_page` and `load`, and ask the scorebook with `ask`."""

    DEFAULT_CSS = """
    BookPage #page { width: 1fr; height: 1fr; }
    BookPage #message { padding: 0 1; max-height: 8; }
    BookPage .listed { width: 18; height: 1fr; overflow: hidden auto;
                       border-right: solid $surface-lighten-2; }
    BookPage.-wide .listed { width: 42; }
    BookPage .listed, BookPage .scrolled {
        scrollbar-size-vertical: 1; scrollbar-color: $surface-lighten-2; scrollbar-background: $background;
        scrollbar-background-hover: $background; scrollbar-background-active: $background;
    }
    BookPage .scrolled { width: 1fr; height: 1fr; overflow: hidden auto; padding: 0 0 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._asked: dict[str, int] = {}
        self._troubled: set[str] = set()
        self._shown_before = False

    @property
    def letters(self) -> bool:
        """Whether the user prefers letters to signs."""
        return glyphs.letters(self.app.settings)

    def compose_body(self) -> ComposeResult:
        """Lay out the page, and a line for messages."""
        with Container(id="page"):
            yield from self.compose_page()
        yield Page(id="message")

    def compose_page(self) -> ComposeResult:
        """Lay out the page."""
        yield from ()

    def on_mount(self) -> None:
        """Open the scorebook, with a message until it's open."""
        self.on_resize()
        self.say(OPENING)
        self.load()

    def on_resize(self) -> None:
        """Use longer lists if there is room."""
        self.set_class(self.app.size.width >= COLUMNS_FOR_LONG_LISTS, "-wide")

    def on_screen_resume(self) -> None:
        """Reload the page, because another one may have changed the scorebook."""
        if self._shown_before:
            self.load()
        self._shown_before = True

    def load(self) -> None:
        """Ask the scorebook for the page's content."""

    def ask(self, work: "Callable[[Book], T]", then: Callable[[T], object], about: str = "page") -> None:
        """Ask for the page's content; of several questions with the same `about`, use only the last answer."""
        mine = self._asked[about] = self._asked.get(about, 0) + 1

        def answered(answer: T) -> None:
            if mine == self._asked[about] and self.has_widgets:
                if self.said == OPENING or about in self._troubled:
                    self.say("")
                self._troubled.discard(about)
                then(answer)

        def sorry(sentence: str) -> None:
            if mine == self._asked[about]:
                self._troubled.add(about)
                self.sorry(sentence)

        self.app.scorebook.ask(work, answered, sorry)

    def close_dialogs(self) -> None:
        """Close dialogs and menus over the page."""
        while self in self.app.screen_stack and self.app.screen is not self:
            self.app.pop_screen()

    def change(self, work: "Callable[[Book], T]", said: Callable[[T], str]) -> None:
        """Change the scorebook with `work`, show the sentence that `said` returns, and reload the page."""

        def done(answer: T) -> None:
            if self.has_widgets:
                self.say(said(answer))
                self.load()
            else:
                self.app.scorebook.tell(said(answer))

        def progress(games: int, of: int) -> None:
            if self.has_widgets:
                self.say(f"Updating the scorebook: {games} of {plural(of, 'game')} …")

        self.close_dialogs()
        self.say(WAITING)
        self.app.scorebook.ask(work, done, self.sorry, progress)

    def ask_carried(self, table: "TableView", line: "ScoreLine", at: str) -> None:
        """Ask whether the violator has carried the trays, with this answer preselected, and note it (3B-26)."""
        name, trays = line.name, plural(line.to_carry, "tray")

        def tick() -> None:
            self.change(
                lambda book: book.tick_carried(line.person, table.id),
                lambda count: f"{name} has carried {plural(count, 'tray')}.",
            )

        words = f"Has {name} done it? ({table.settings.forfeit}) This ticks off {trays}."
        self.app.push_screen(confirmation("Carried", words, "Yes", tick, "Not yet", at))

    @property
    def said(self) -> str:
        """The message below the page."""
        return self.query_one("#message", Page).words

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message below the page; `wrong`: it says that something is wrong."""
        message = self.query_one("#message", Page)
        message.say(sentence, wrong)
        message.display = bool(sentence)

    def sorry(self, sentence: str) -> None:
        """Show a message that something went wrong."""
        if self.has_widgets:
            self.say(sentence, wrong=True)
        else:
            self.app.scorebook.tell(sentence)
