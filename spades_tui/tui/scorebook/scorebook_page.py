"""What every page of the book has: a keeper, and a line for what is said."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from spades_tui.rules.component import plural
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.scorebook_thread import BookKeeper
from spades_tui.tui.widgets import glyphs, palette
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

if TYPE_CHECKING:
    from spades_tui.scorebook.scorebook import Book

T = TypeVar("T")

OPENING = "Opening the book …"
WAITING = "One moment …"
WIDE = 110
"""From this width on there is room for longer lists."""


class BookPage(SpadesScreen):
    """A page of the book. Override `compose_page` and `load`; ask the book with `ask`."""

    HELP: ClassVar[tuple[str, ...]] = ()
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
    def keeper(self) -> BookKeeper:
        """Who opens the book."""
        return BookKeeper(self.app)

    @property
    def letters(self) -> bool:
        """Whether the user likes letters better than signs."""
        return glyphs.plain() or bool(getattr(getattr(self.app, "settings", None), "letters", False))

    def compose_body(self) -> ComposeResult:
        """The page, and a line for what is said."""
        with Container(id="page"):
            yield from self.compose_page()
        yield Page(id="message")

    def compose_page(self) -> ComposeResult:
        """What the page shows."""
        yield from ()

    def on_mount(self) -> None:
        """Open the book; until it is open this says so."""
        super().on_mount()
        self.on_resize()
        self.say(OPENING)
        self.load()

    def on_resize(self) -> None:
        """Longer lists where there is room."""
        self.set_class(self.app.size.width >= WIDE, "-wide")

    def on_screen_resume(self) -> None:
        """What another page has changed is shown."""
        super().on_screen_resume()
        if self._shown_before:
            self.load()
        self._shown_before = True

    def load(self) -> None:
        """Ask the book for what the page shows."""

    def ask(self, work: "Callable[[Book], T]", then: Callable[[T], object], about: str = "page") -> None:
        """Ask for what the page shows: only the answer to the last question about a thing counts."""
        mine = self._asked[about] = self._asked.get(about, 0) + 1

        def answered(answer: T) -> None:
            if mine == self._asked[about] and self.stands:
                if self.said == OPENING or about in self._troubled:
                    self.say("")
                self._troubled.discard(about)
                then(answer)

        def sorry(sentence: str) -> None:
            if mine == self._asked[about]:
                self._troubled.add(about)
                self.sorry(sentence)

        self.keeper.ask(work, answered, sorry)

    def come_back(self) -> None:
        """Take away what was opened over the page to change something, menus too."""
        while self in self.app.screen_stack and self.app.screen is not self:
            self.app.pop_screen()

    def change(self, work: "Callable[[Book], T]", said: Callable[[T], str]) -> None:
        """Tell the book something, say what came of it, and show the page anew."""

        def done(answer: T) -> None:
            if self.stands:
                self.say(said(answer))
                self.load()
            else:
                self.keeper.tell(said(answer))

        def progress(games: int, of: int) -> None:
            if self.stands:
                self.say(f"The book is computed anew: {games} of {plural(of, 'game')} …")

        self.come_back()
        self.say(WAITING)
        self.keeper.ask(work, done, self.sorry, progress)

    @property
    def said(self) -> str:
        """What is said below the page."""
        return self.query_one("#message", Page).words

    def say(self, sentence: str) -> None:
        """Say something below the page."""
        shown = [Paragraph(sentence, palette.soft)] if sentence else []
        self.query_one("#message", Page).show(shown)
        self.query_one("#message").display = bool(sentence)

    def sorry(self, sentence: str) -> None:
        """Say that something went wrong."""
        if not self.stands:
            self.keeper.tell(sentence)
            return
        self.query_one("#message", Page).show([Paragraph(sentence, palette.red, "✗ ", palette.red)])
        self.query_one("#message").display = True
