"""When the game cannot be written down: the table stops, and the person says where it shall be kept, or that it is not.

Nothing has happened then, and all of the game is held in memory. What was to be done is done when there is an answer.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.host import Host
from spades_tui.table.not_kept import NotKept
from spades_tui.widgets import palette
from spades_tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.widgets.page import Page, Paragraph

HERE = Choice("here", "Write all of it again where it was", "", "h")
THERE = Choice("there", "Write all of it to another place …", "", "o")
UNKEPT = Choice("unkept", "Go on without keeping it", "it is lost when you leave", "w")
LEAVE = Choice("leave", "Leave the table", "", "l")
LOSE = Choice("lose", "Leave all the same", "", "l")
STAY = Choice("stay", "Stay at the table", "", "s")

HELD = "Nothing is lost yet: all of the game is held in memory. It goes on when you have said where it shall be kept."
STILL = "It did not help. "
LOST = "If you leave now, the part of the game that is not on disk is lost."


class Kept(Protocol):
    """What a table can do about its journal."""

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        ...

    def suspend(self) -> None:
        """Put the game aside, and close the journal. Raises NotKept, and nothing has changed then."""
        ...

    def leave(self) -> None:
        """Close the journal as it is."""
        ...

    def keep_anew(self, path: Path | None = None) -> None:
        """Write all of the game, where it was or to a new file. Raises NotKept."""
        ...

    def go_on_unkept(self) -> None:
        """Go on without writing."""
        ...


class Keeping:
    """What one table asks about its journal. `moved` is called when that is another file."""

    def __init__(self, app: Host, table: Kept, moved: Callable[[Path], None]) -> None:
        self._app, self._table, self._moved = app, table, moved

    def do(self, act: Callable[[], None], still: str = "") -> None:
        """Do something that is written down first. Where that fails it is done once the person has said how to go on;
        until then nothing has happened, and nothing more happens."""
        try:
            act()
        except NotKept as error:
            again = partial(self.do, act, STILL)
            self._push("The game stands still", (f"{still}{error}", HELD), (HERE, THERE, UNKEPT, LEAVE), again)

    def leave(self, then: Callable[[], None]) -> None:
        """Put the game aside and do something; where not all of it is on disk, the person is asked before."""
        if isinstance(self._app.screen, UnkeptScreen) and self._app.screen.leaving:
            return
        try:
            self._table.suspend()
        except NotKept as error:
            again = partial(self.leave, then)
            self._push("This game is not on disk", (str(error), LOST), (HERE, THERE, LOSE, STAY), again)
            return
        except Exception:  # the game is on disk; whoever closes the table says what is missing
            pass
        then()

    def _push(self, title: str, words: tuple[str, ...], choices: tuple[Choice, ...], again: Callable[[], None]) -> None:
        self._app.push_screen(UnkeptScreen(self, title, words, choices, again))

    def close(self) -> str:
        """The table is left and nobody can be asked: one more try, and a sentence if the game is not on disk."""
        for again in (False, True):
            try:
                if again:
                    self._table.keep_anew()
                self._table.suspend()
                return ""
            except NotKept as error:
                wrong = str(error)
        self._table.leave()
        return wrong

    # What is answered

    def save(self, path: Path | None) -> str:
        """Write the whole game; answers what is wrong, or nothing."""
        try:
            self._table.keep_anew(path)
        except NotKept as error:
            return str(error)
        if self._table.path is not None:
            self._moved(self._table.path)
        return ""

    def go_on_unkept(self) -> None:
        """The game goes on, and the table says that it is not kept."""
        self._table.go_on_unkept()

    def lose(self) -> None:
        """The table is left, and what is not on disk is lost."""
        self._table.leave()

    def another_place(self) -> Path:
        """What is suggested: a file of the same name among the person's own."""
        return Path.home() / (self._table.path.name if self._table.path is not None else "game.spades.jsonl")

    def go_home(self) -> None:
        """Leave the table."""
        self._app.open_home()


class UnkeptScreen(SpadesScreen):
    """The question. It stays until there is an answer that lets the game go on; `again` is called then."""

    HELP: ClassVar[tuple[str, ...]] = (
        "A fact of the game is on disk before anybody sees it. The file of this game cannot be written to as it was.",
        "A game that is written to another place is continued with `spades-tui play --resume FILE`.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]
    DEFAULT_CSS = """
    UnkeptScreen #asking { padding: 2 4; height: 1fr; }
    UnkeptScreen ChoiceList { margin: 1 0; }
    """

    def __init__(
        self, keeping: Keeping, title: str, words: tuple[str, ...], choices: tuple[Choice, ...],
        again: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__()
        self.keeping, self.title_words, self.words, self.choices, self.again = keeping, title, words, choices, again

    @property
    def leaving(self) -> bool:
        """Whether it was asked because the table is to be left."""
        return STAY in self.choices

    def compose_body(self) -> ComposeResult:
        """What has happened, what can be done, and what came of it."""
        with Vertical(id="asking"):
            yield Page([Paragraph(self.words[0], palette.bold), Paragraph(), *map(Paragraph, self.words[1:])])
            yield ChoiceList(list(self.choices))
            yield Page(id="came-of-it")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([(self.title_words, palette.bold)])
        self.query_one(ChoiceList).focus()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Do it."""
        event.stop()
        if not self.is_active:  # a second Enter, typed ahead
            return
        match event.choice.key:
            case "here":
                self._save(None)
            case "there":
                self._ask_where()
            case "unkept":
                self.keeping.go_on_unkept()
                self._go_on()
            case "leave":
                self.keeping.go_home()
            case "lose":
                self.keeping.lose()
                self._go_on()
            case _:
                self.action_back()

    def action_back(self) -> None:
        """Stay at the table, where it was to be left; else there is no way back."""
        if self.leaving:
            super().action_back()
        else:
            self._say("The game cannot go on before you have chosen.")

    def _ask_where(self) -> None:
        from spades_tui.screens.book.page import AskLine

        words = "Write the whole game to this new file. A folder that is there already gets it under its old name."
        place = self.keeping.another_place()

        def taken(text: str) -> None:
            path = Path(text).expanduser()
            self._save(path / place.name if path.is_dir() else path)

        self.app.push_screen(AskLine("Another place", words, str(place), taken, 400))

    def _save(self, path: Path | None) -> None:
        wrong = self.keeping.save(path)
        if wrong:
            self._say(wrong)
        else:
            self._go_on()

    def _go_on(self) -> None:
        self.dismiss()
        self.app.call_later(self.again)

    def _say(self, words: str) -> None:
        self.query_one("#came-of-it", Page).show([Paragraph(words, palette.red, "✗ ", palette.red)])
