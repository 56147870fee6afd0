"""When the game cannot be written down: the table stops, and the person says where it shall be kept, or that it is not.

Nothing has happened then, and all of the game is held in memory. What was to be done is done when there is an answer.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from spades_tui.play.save_error import NotKept
from spades_tui.tui.app_host import Host

if TYPE_CHECKING:
    from spades_tui.tui.table.save_question import UnkeptScreen

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
        self._asking: UnkeptScreen | None = None

    def do(self, act: Callable[[], None], still: str = "") -> None:
        """Do something that is written down first. Where that fails it is done once the person has said how to go on;
        until then nothing has happened, and nothing more happens."""
        try:
            act()
        except NotKept as error:
            again = partial(self.do, act, STILL)
            self._push("The game stands still", (f"{still}{error}", HELD), ("here", "there", "unkept", "leave"), again)

    def leave(self, then: Callable[[], None]) -> None:
        """Put the game aside and do something; where not all of it is on disk, the person is asked before."""
        asking = self._asking
        if asking is not None and asking is self._app.screen and asking.leaving:
            return
        try:
            self._table.suspend()
        except NotKept as error:
            again = partial(self.leave, then)
            self._push("This game is not on disk", (str(error), LOST), ("here", "there", "lose", "stay"), again)
            return
        except Exception:  # the game is on disk; whoever closes the table says what is missing, and reports it
            pass
        then()

    def _push(self, title: str, words: tuple[str, ...], choices: tuple[str, ...], again: Callable[[], None]) -> None:
        from spades_tui.tui.table.save_question import UnkeptScreen

        self._asking = UnkeptScreen(self, title, words, choices, again)
        self._app.push_screen(self._asking)

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
