"""What every page of the book has: a keeper, a line for what is said, and questions of one line."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.widget import Widget

from spades_tui.rules.component import plural
from spades_tui.screens.book.keeper import BookKeeper
from spades_tui.screens.frame import SpadesScreen
from spades_tui.widgets import glyphs, palette
from spades_tui.widgets.bindings import bindings_of
from spades_tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.widgets.fields import Answer, TextField
from spades_tui.widgets.page import Page, Paragraph

if TYPE_CHECKING:
    from spades_tui.book.book import Book

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
    BookPage #message { padding: 0 1; max-height: 3; }
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


class AskLine(SpadesScreen):
    """A line of text to write: a name, a path. `taken` gets what was written, or what was there if nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("ask_line")
    DEFAULT_CSS = """
    AskLine #asking { padding: 2 4; height: 1fr; }
    AskLine TextField { width: 60; margin: 1 0; }
    """

    def __init__(self, title: str, words: str, value: str, taken: Callable[[str], object], length: int = 80) -> None:
        super().__init__()
        self.title_words, self.words, self.value, self.taken, self.length = title, words, value, taken, length

    def compose_body(self) -> ComposeResult:
        """What is asked, and the line."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            yield Answer(self.value, max_length=self.length)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([(self.title_words, palette.bold)])
        self.query_one(TextField).focus()

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        """Take what is written."""
        event.stop()
        if self.app.screen is not self:
            return
        self.app.pop_screen()
        if event.value.strip():
            self.taken(event.value.strip())


class AskChoice(SpadesScreen):
    """One of several, or yes and no. `taken` gets its key; Esc is no answer."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("ask_choice")
    DEFAULT_CSS = """
    AskChoice #asking { padding: 2 4; height: 1fr; }
    AskChoice .scrolled { height: 1fr; margin: 1 0 0 0; overflow: hidden auto; }
    """

    def __init__(
        self, title: str, words: str, choices: list[Choice], taken: Callable[[str], object], key: str = ""
    ) -> None:
        super().__init__()
        self.title_words, self.words, self.choices, self.taken, self.key = title, words, choices, taken, key

    def compose_body(self) -> ComposeResult:
        """What is asked, and the answers."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            with Container(classes="scrolled"):
                yield ChoiceList(self.choices, key=self.key)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([(self.title_words, palette.bold)])
        self.query_one(ChoiceList).focus()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Take it."""
        event.stop()
        if self.app.screen is self:
            self.app.pop_screen()
            self.taken(event.choice.key)


def sure(title: str, words: str, yes: str, taken: Callable[[], object], no: str = "No", at: str = "yes") -> AskChoice:
    """A question that is answered with yes or no; `at` is preselected."""
    choices = [Choice("yes", yes, "", "y"), Choice("no", no, "", "n")]
    return AskChoice(title, words, choices, lambda key: taken() if key == "yes" else None, at)


def relist(
    holder: Widget,
    choices: list[Choice],
    key: str,
    *,
    focus: bool = True,
    click_takes: bool = False,
    kind: type[ChoiceList] = ChoiceList,
) -> None:
    """Put a new list into its holder, the line with this key chosen; the old one goes."""
    old = holder.query(ChoiceList)
    had = bool(old) and old.first().has_focus
    if old and old.first().choices == choices:
        return
    new = kind(choices, key=key, click_takes=click_takes)
    holder.remove_children()
    holder.mount(new)
    if had or focus:
        new.focus()
