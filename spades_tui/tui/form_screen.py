"""A form: fields one below the other, a sentence about them, and a button that saves them."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.fields import PushButton, TextField
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class FormScreen(SpadesScreen):
    """A form to fill in; override `fields` and `keep`."""

    HELP: ClassVar[tuple[str, ...]] = ("Nothing changes until you save.",)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of("form")
    DEFAULT_CSS = """
    FormScreen #fields { height: 1fr; padding: 1 3; }
    FormScreen .row { height: 1; margin-bottom: 1; }
    FormScreen .label { width: 20; }
    FormScreen TextField { width: 1fr; max-width: 60; }
    FormScreen #about { height: 3; }
    """

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return each field with its label."""
        return ()

    def keep(self) -> None:
        """Save the form; called by the button."""

    def compose_body(self) -> ComposeResult:
        """Lay out the fields, the sentence and the button."""
        with Vertical(id="fields"):
            for label, field in self.fields():
                with Horizontal(classes="row"):
                    yield Static(label, classes="label", markup=False)
                    yield field
            yield Page(id="about")
            yield PushButton("Save")

    def say(self, words: str) -> None:
        """Say something below the fields."""
        self.query_one("#about", Page).show([Paragraph(words, palette.soft)])

    def written(self, field: str) -> str:
        """Return the text of a field with white space normalized."""
        return " ".join(self.query_one(f"#{field}", TextField).value.split())

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        """Go to the next field."""
        event.stop()
        self.focus_next()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Save the form."""
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Save the form, once: a key typed ahead finds another screen."""
        if self.app.screen is self:
            self.keep()
