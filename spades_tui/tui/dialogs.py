"""Dialogs over another screen: a line of text, a choice, yes or no, a form, and the rescue of a broken game."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input

from spades_tui.language.address import capitalized
from spades_tui.play.game_code import CODE_MOST, CodeError, setup_by_code
from spades_tui.play.hosted_games import reopen_command
from spades_tui.play.rescue import GoodPart, good_part, rescue
from spades_tui.record import RecordError
from spades_tui.system.folders import invitations_file
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Answer, PushButton, labelled
from spades_tui.tui.widgets.paragraphs import Page, Paragraph


class AskLine(SpadesScreen):
    """A question for a line of text, such as a path. `taken` gets the text, or the old one if the line is empty."""

    BINDINGS = Bindings("ask_line")
    DEFAULT_CSS = """
    AskLine #asking { padding: 2 4; height: 1fr; }
    AskLine Input { width: 60; margin: 1 0; }
    """

    def __init__(self, title: str, words: str, value: str, taken: Callable[[str], object], length: int = 80) -> None:
        super().__init__()
        self.set_top([(title, inks.bold)])
        self.words, self.value, self.taken, self.length = words, value, taken, length

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the line."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            yield Answer(self.value, max_length=self.length, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close, and pass the text to `taken`."""
        event.stop()
        if self.app.screen is not self:
            return
        self.app.pop_screen()
        if event.value.strip():
            self.taken(event.value.strip())


class AskChoice(SpadesScreen):
    """A choice among several, or yes and no; `taken` gets the id of the answer, and Esc gives none.

    With `stays` it is a menu: a chosen screen opens over it, and Esc there leads back to it.
    """

    BINDINGS = Bindings("ask_choice")
    DEFAULT_CSS = """
    AskChoice #asking { padding: 2 4; height: 1fr; }
    AskChoice .scrolled { height: 1fr; margin: 1 0 0 0; overflow: hidden auto; }
    """

    def __init__(
        self, title: str, words: str, choices: list[Choice], taken: Callable[[str], object], key: str = "",
        *, stays: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.set_top([(title, inks.bold)])
        self.words, self.choices, self.taken, self.key, self.stays = words, choices, taken, key, stays

    def compose_body(self) -> ComposeResult:
        """Lay out the question and the answers."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words)])
            with Container(classes="scrolled"):
                yield ChoiceList(self.choices, key=self.key)

    def take_line(self, choice: Choice) -> None:
        """Close, unless it is a menu, and pass the answer to `taken`."""
        if not self.stays:
            self.app.pop_screen()
        self.taken(choice.key)


def confirmation(title: str, words: str, yes: str, taken: Callable[[], object], no: str, at: str = "yes") -> AskChoice:
    """Return a question to be answered with yes or no; `at` is preselected."""
    choices = [Choice("yes", yes, "", "y"), Choice("no", no, "", "n")]
    return AskChoice(title, words, choices, lambda key: taken() if key == "yes" else None, at)


class FormScreen(SpadesScreen):
    """A form to fill in; override `fields` and `keep`."""

    HELP_LINES: ClassVar[tuple[str, ...]] = ("Nothing changes until you save.",)
    BINDINGS = Bindings("form")
    DEFAULT_CSS = """
    FormScreen #fields { height: 1fr; padding: 1 3; }
    FormScreen .row { height: 1; margin-bottom: 1; }
    FormScreen .label { width: 20; }
    FormScreen Input { width: 1fr; max-width: 60; }
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
        except CodeError as error:
            ask_code(app, code, f"{error}.")
        else:
            app.try_table(setup)

    words = "Type or paste the code of a game, such as sandbags 0K7Q-F2M2."
    app.push_screen(AskLine("Play a code", f"{capitalized(wrong)}  {words}".strip(), typed, play, CODE_MOST))


def resume(app: Host, path: Path, sorry: Callable[[str], object], back: WayBack | None = None) -> None:
    """Resume a game, and set where leaving it leads. On failure, `sorry` gets one sentence with the reason.

    If guests play in it, first say how they can return, because this keyboard would show their cards.
    """
    go = partial(_resume, app, path, sorry, back)
    if not invitations_file(path).exists():
        go()
        return
    words = "Friends play in this game from elsewhere. To let them return to their seats, leave the program and type: "
    words += reopen_command(path)
    app.push_screen(confirmation("Game with friends", words, "Play at this keyboard", go, "Leave it", "no"))


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
        app.push_screen(confirmation("Broken game", words, yes, partial(_go_on, app, part, sorry), "Leave it"))


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
