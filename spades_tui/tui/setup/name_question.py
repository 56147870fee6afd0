"""The only question at the first start, for the user's name, in place of the menu."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.widgets import Static

from spades_tui.language.player_names import NAME_MOST, fault, login_name, tidy
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.fields import Answer
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

WRONG = {
    "empty": "Type a name, or press Esc to use the suggestion.",
    "odd": "The name has a character that can't be shown.",
    "long": f"The name is too long; the maximum is {NAME_MOST} characters.",
}
"""Messages for impossible names."""


class NameQuestion(Container):
    """The question for the user's name; it suggests a name made from the login."""

    BINDINGS = Bindings("name_question")
    DEFAULT_CSS = """
    NameQuestion { height: 5; width: 60; padding-top: 1; layout: vertical; }
    NameQuestion Horizontal { height: 2; }
    NameQuestion Static { width: 34; }
    NameQuestion Answer { width: 22; }
    """

    @dataclass
    class Given(Message):
        """Reports the name to be saved."""

        name: str

    def __init__(self) -> None:
        super().__init__()
        self.suggested = login_name()

    def compose(self) -> ComposeResult:
        """Lay out the question, the line for the answer, and a line for a message."""
        with Horizontal():
            yield Static("What's your name at the table?", markup=False)
            yield Answer(self.suggested, max_length=40, compact=True, id="name")
        yield Page([Paragraph("Press Enter, or type another. Change it in Settings later.", inks.soft)])

    def on_input_submitted(self, event: Answer.Submitted) -> None:
        """Accept the name, or show why it's impossible."""
        event.stop()
        name = tidy(event.value)
        wrong = fault(name)
        if wrong is None:
            self.post_message(self.Given(name))
        else:
            self.query_one(Page).say(WRONG[wrong], wrong=True)

    def action_decline(self) -> None:
        """Take the suggested name."""
        self.post_message(self.Given(self.suggested))
