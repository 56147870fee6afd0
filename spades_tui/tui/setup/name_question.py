"""The only question at the first start, for the user's name, in a window over home."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from spades_tui.language.player_names import NAME_MOST, login_name, new_fault, tidy
from spades_tui.tui.frame import Dialog
from spades_tui.tui.widgets.fields import NameAnswer
from spades_tui.tui.widgets.paragraphs import Page

WRONG = {
    "empty": "Type a name, or press Esc to use the suggestion.",
    "odd": "The name has a character that can't be shown.",
    "long": f"The name is too long; the maximum is {NAME_MOST} characters.",
    "signs": "The name needs a letter or a digit.",
}
"""Messages for impossible names."""


class NameQuestion(Dialog):
    """The question for the user's name, which suggests a name made from the login; always dismissed with a name."""

    TITLE = "What's your name at the table?"
    BINDINGS = [Binding("escape", "back", "use suggestion")]

    def compose_body(self) -> ComposeResult:
        """Lay out the line for the answer, and a line for a message."""
        yield Static("Press Enter, or type another. Change it in Settings later.")
        yield NameAnswer(login_name(), max_length=40, compact=True)
        yield Page()

    def on_input_submitted(self, event: NameAnswer.Submitted) -> None:
        """Accept the name, or show why it's impossible."""
        event.stop()
        name = tidy(event.value)
        wrong = new_fault(name)
        if wrong is not None:
            self.query_one(Page).say(WRONG[wrong], wrong=True)
        elif self.is_active:  # otherwise it's a second Enter, typed ahead
            self.dismiss(name)

    def action_back(self) -> None:
        """Take the suggested name."""
        if self.is_active:
            self.dismiss(login_name())
