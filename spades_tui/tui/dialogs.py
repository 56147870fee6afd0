"""Dialogs over another screen: a line of text, a choice, yes or no, a form, and the rescue of a broken game."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import CODE_MOST, setup_by_code
from spades_tui.play.hosted_games import reopen_command
from spades_tui.play.rescue import GoodPart, good_part, rescue
from spades_tui.record import RecordError
from spades_tui.system.folders import invitations_file
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.frame import Dialog
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import AnswerField, PushButton, labelled
from spades_tui.tui.widgets.paragraphs import Page


class AskLine(Dialog):
    """A question for a line of text, such as a path; dismissed with the text, if there is any."""

    def __init__(self, title: str, words: str, value: str, length: int = 80) -> None:
        super().__init__()
        self.title, self.words, self.value, self.length = title, words, value, length

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the line."""
        yield Static(self.words, markup=False)
        yield AnswerField(self.value, max_length=self.length, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the text; without any, go back."""
        event.stop()
        if not self.is_active:  # a second Enter, typed ahead
            return
        text = event.value.strip()
        if text:
            self.dismiss(text)
        else:
            self.action_back()


class AskChoice(Dialog):
    """A choice among several, dismissed with the key of the chosen line.

    With `opens` it is a menu, which stays: it calls `opens` with the key, and Esc there leads back to it.
    """

    def __init__(
        self, title: str, words: str, choices: list[Choice], key: str = "",
        opens: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title, self.words, self.choices, self.key, self.opens = title, words, choices, key, opens

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the answers."""
        yield Static(self.words, markup=False)
        yield ChoiceList(self.choices, key=self.key)

    def take_line(self, choice: Choice) -> None:
        """Answer, or open what the line of a menu opens."""
        (self.opens or self.dismiss)(choice.key)


class Confirmation(AskChoice):
    """A question answered with yes, which dismisses it, or no, which leads back; `at` is preselected."""

    def __init__(self, title: str, words: str, yes: str, no: str, at: str = "yes") -> None:
        super().__init__(title, words, [Choice("yes", yes, "", "y"), Choice("no", no, "", "n")], at)

    def take_line(self, choice: Choice) -> None:
        """Answer yes, or go back."""
        if choice.key == "yes":
            self.dismiss(True)
        else:
            self.action_back()


class FormScreen(Dialog):
    """A form to fill in; override `fields` and `keep`."""

    HELP_LINES: ClassVar[tuple[str, ...]] = ("Nothing changes until you save.",)
    BINDINGS = [
        Binding("up", "app.focus_previous", "move", key_display="↑↓"),
        Binding("down", "app.focus_next"),
        Binding("ctrl+s", "keep", "save", id="keep"),
    ]

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return each field with its label."""
        return ()

    def keep(self) -> None:
        """Save the form; called by the button."""

    def compose_body(self) -> ComposeResult:
        """Lay out the fields, the sentence and the button."""
        for label, field in self.fields():
            yield labelled(label, field)
        yield Page(id="about")
        yield PushButton("Save")

    def say(self, words: str, wrong: bool = False) -> None:
        """Say something below the fields; `wrong`: that something is wrong."""
        self.query_one("#about", Page).say(words, wrong)

    def written(self, field: str) -> str:
        """Return the text of a field with white space normalized."""
        return " ".join(self.query_one(f"#{field}", Input).value.split())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next field."""
        event.stop()
        self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Save the form."""
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Save the form only once, because a key typed ahead may arrive twice."""
        if self.app.screen is self:
            self.keep()


def ask_code(app: Host, typed: str = "", wrong: str = "") -> None:
    """Ask for the code of a game, and begin it; after a wrong code, say what is `wrong`, and ask again."""

    def play(code: str) -> None:
        try:
            setup = setup_by_code(code, app.settings.name)
        except UnusableError as error:
            ask_code(app, code, f"{error}.")
        else:
            app.try_table(setup)

    words = "Type or paste the code of a game, such as classic 06F2-TJWN."
    app.ask(AskLine("Play a code", f"{capitalized(wrong)}  {words}".strip(), typed, CODE_MOST), play)


def resume(app: Host, path: Path, sorry: Callable[[str], object], back: WayBack | None = None) -> None:
    """Resume a game, and set where leaving it leads. On failure, `sorry` gets one sentence with the reason.

    If guests play in it, first say how they can return, because this keyboard would show their cards.
    """
    if not invitations_file(path).exists():
        _resume(app, path, sorry, back)
        return
    choices = [
        Choice("again", "Open the table", "your friends come back with the same lines", "o"),
        Choice("here", "Play at this keyboard", "", "p"), Choice("no", "Leave it", "", "l"),
    ]  # fmt: skip
    words = "Friends play in this game from elsewhere. You can also leave the program and type: "

    def take(key: str) -> None:
        if key == "again":
            app.open_friends(app.invites_again, path)
        elif key == "here":
            _resume(app, path, sorry, back)

    app.ask(AskChoice("Game with friends", words + reopen_command(path), choices), take)


def _resume(app: Host, path: Path, sorry: Callable[[str], object], back: WayBack | None) -> None:
    """Resume a game at this keyboard; if its journal is broken, ask whether to resume the good part."""
    try:
        app.resume_table(path, back=back)
    except (RecordError, OSError) as error:
        wrong = f"The game can't be resumed: {os_words(error)}"
        part = good_part(path) if isinstance(error, RecordError) else None
        if part is None:
            sorry(wrong)
            return
        yes = "Copy the good part" if part.over else "Resume in a new file"
        words = f"{wrong}. {part.words} The broken file isn't changed."
        app.ask(Confirmation("Broken game", words, yes, "Leave it"), lambda _: _go_on(app, part, sorry))


def _go_on(app: Host, part: GoodPart, sorry: Callable[[str], object]) -> None:
    try:
        path = rescue(part)
    except OSError as error:
        sorry(f"The good part can't be saved ({os_words(error)}).")
        return
    if part.over:
        app.open_home()
    else:
        resume(app, path, sorry)
