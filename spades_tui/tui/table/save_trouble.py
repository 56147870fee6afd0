"""The question about a game that can't be written: where to save it, or whether to continue unsaved.

The failed action hasn't happened yet, and the whole game is in memory. It happens after the answer.
"""

import os
from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from spades_tui.play.saved_games import NotSaved
from spades_tui.play.table import Table
from spades_tui.system.folders import typed_path
from spades_tui.tui.frame import Dialog
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page

NOTHING_LOST = "Nothing is lost yet: the whole game is in memory. Choose where to save it."
FAILED_AGAIN = "That didn't work. "
LOSS_WARNING = "If you leave now, you lose the part of the game that isn't saved."

SAVE_CHOICES = (
    Choice("here", "Try the same place again", "", "h"), Choice("there", "Save in another place …", "", "o"),
)  # fmt: skip
STOPPED_CHOICES = [
    *SAVE_CHOICES, Choice("unkept", "Play on without saving", "the game is lost when you leave", "w"),
    Choice("leave", "Leave the table", "", "l"),
]  # fmt: skip
LEAVING_CHOICES = [
    *SAVE_CHOICES, Choice("lose", "Leave anyway", "", "l"), Choice("stay", "Stay at the table", "", "s"),
]  # fmt: skip


class SaveQuestionScreen(Dialog):
    """The question, which stays until it's answered.

    It calls `moved` with the new file of a game saved in another place. `leaving`: the user wants to leave the table,
    which the answer may allow.
    """

    HELP_LINES = (
        "Every bid and card is saved before anyone sees it. This game's file can't be written any more.",
        "To resume a game saved in another place, run `spades-tui play --resume FILE`.",
    )
    BINDINGS = [Binding("escape", "back")]

    def __init__(
        self, table: Table, words: tuple[str, ...], moved: Callable[[Path], None], *, leaving: bool = False
    ) -> None:
        super().__init__()
        self.title = "Not saved" if leaving else "Saving failed"
        self.table, self.words, self.moved, self.leaving = table, words, moved, leaving

    def compose_body(self) -> ComposeResult:
        """Show the problem, the choices, and the result of the last answer."""
        first, *more = self.words
        yield Static(Content.assemble((first, "bold"), "\n\n", "\n".join(more)))
        yield ChoiceList(LEAVING_CHOICES if self.leaving else STOPPED_CHOICES)
        yield Page(id="result")

    def take_line(self, choice: Choice) -> None:
        """Do what was chosen."""
        match choice.key:
            case "here":
                self._save(None)
            case "there":
                self._ask_where()
            case "unkept":
                self.table.continue_unsaved()
                self.dismiss(True)
            case "leave":
                self.app.open_home()
            case "lose":
                self.table.leave()
                self.dismiss(True)
            case _:
                self.action_back()

    def action_back(self) -> None:
        """Stay at the table, if the question came on leaving; otherwise there is no way back."""
        if self.leaving:
            super().action_back()
        else:
            self._say("Choose one of these to keep playing.")

    def _ask_where(self) -> None:
        from spades_tui.tui.dialogs import AskLine

        words = "Save the whole game in a new file. If you name a folder, the file keeps its name."
        place = Path.home() / (self.table.path.name if self.table.path is not None else "game.spades.jsonl")

        def taken(text: str) -> None:
            path = typed_path(text)
            # unlike Path.is_dir, os.path.isdir never raises
            self._save(path / place.name if os.path.isdir(path) else path)

        self.app.ask(AskLine("Save in another place", words, str(place), 400), taken)

    def _save(self, path: Path | None) -> None:
        try:
            self.table.save_again(path)
        except NotSaved as error:
            self._say(str(error))
            return
        if self.table.path is not None:
            self.moved(self.table.path)
        self.dismiss(True)

    def _say(self, words: str) -> None:
        self.query_one("#result", Page).say(words, wrong=True)
