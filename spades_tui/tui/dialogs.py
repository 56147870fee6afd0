"""Dialogs over another screen: a line of text, a choice, yes or no."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical

from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Answer, TextField
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class AskLine(SpadesScreen):
    """A line of text to write: a name, a path. `taken` gets the text, or the old text if the line is empty."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("ask_line")
    DEFAULT_CSS = """
    AskLine #asking { padding: 2 4; height: 1fr; }
    AskLine TextField { width: 60; margin: 1 0; }
    """

    def __init__(self, title: str, words: str, value: str, taken: Callable[[str], object], length: int = 80) -> None:
        super().__init__()
        self.title_words, self.words, self.value, self.taken, self.length = title, words, value, taken, length

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the line."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            yield Answer(self.value, max_length=self.length)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([(self.title_words, palette.bold)])
        self.query_one(TextField).focus()

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        """Close and hand over the text."""
        event.stop()
        if self.app.screen is not self:
            return
        self.app.pop_screen()
        if event.value.strip():
            self.taken(event.value.strip())


class AskChoice(SpadesScreen):
    """A choice among several, or yes and no; `taken` gets its key, and Esc gives no answer.

    With `stays` it is a menu: a chosen screen opens over it, and Esc there leads back to it.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("ask_choice")
    DEFAULT_CSS = """
    AskChoice #asking { padding: 2 4; height: 1fr; }
    AskChoice .scrolled { height: 1fr; margin: 1 0 0 0; overflow: hidden auto; }
    """

    def __init__(
        self, title: str, words: str, choices: list[Choice], taken: Callable[[str], object], key: str = "",
        *, stays: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title_words, self.words, self.choices, self.taken, self.key = title, words, choices, taken, key
        self.stays = stays

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the answers."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            with Container(classes="scrolled"):
                yield ChoiceList(self.choices, key=self.key)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([(self.title_words, palette.bold)])
        self.query_one(ChoiceList).focus()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Close, unless it is a menu, and hand over the key."""
        event.stop()
        if self.app.screen is self:
            if not self.stays:
                self.app.pop_screen()
            self.taken(event.choice.key)


def sure(title: str, words: str, yes: str, taken: Callable[[], object], no: str = "No", at: str = "yes") -> AskChoice:
    """Return a question to be answered with yes or no; `at` is preselected."""
    choices = [Choice("yes", yes, "", "y"), Choice("no", no, "", "n")]
    return AskChoice(title, words, choices, lambda key: taken() if key == "yes" else None, at)
