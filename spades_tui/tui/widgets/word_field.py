"""The line for the word of a cut, which takes visible characters only."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from spades_tui.fair import WORD_MOST
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.fields import TextField


class WordField(TextField):
    """A word of at most `WORD_MOST` visible characters; while it has the focus, every letter goes into it."""

    DEFAULT_CSS = "WordField { width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings_of("deal_word")

    @dataclass
    class Pressed(Message):
        """Reports that a key was pressed here, whether or not it typed anything."""

        field: "WordField"

    def __init__(self) -> None:
        super().__init__("", max_length=WORD_MOST, id="word")

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text, if the new part is printable."""
        if text.isprintable():
            super().replace(text, start, end)

    def on_key(self) -> None:
        """Report every key, because it shows that a person is there."""
        self.post_message(self.Pressed(self))
