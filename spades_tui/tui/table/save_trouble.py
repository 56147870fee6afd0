"""Handle a game that can't be written: stop, and ask where to save it or whether to continue unsaved.

The failed action hasn't happened yet, and the whole game is in memory. It happens after the answer.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.play.saved_games import NotSaved
from spades_tui.tui.app_host import Host

if TYPE_CHECKING:
    from spades_tui.play.table import Table
    from spades_tui.tui.table.save_question import SaveQuestionScreen

NOTHING_LOST = "Nothing is lost yet: the whole game is in memory. Choose where to save it."
FAILED_AGAIN = "That didn't work. "
LOSS_WARNING = "If you leave now, you lose the part of the game that isn't saved."


class SaveTrouble:
    """The questions about one table's journal; calls `moved` when the file changes."""

    def __init__(self, app: Host, table: "Table", moved: Callable[[Path], None]) -> None:
        self._app, self._table, self._moved = app, table, moved
        self._asking: SaveQuestionScreen | None = None
        self._failed_again = ""

    def ask(self, error: NotSaved, act: Callable[[], None]) -> None:
        """Ask how to continue after `error`, then call `act` again; until then, the game stops."""

        def again() -> None:
            self._failed_again = FAILED_AGAIN
            act()
            self._failed_again = ""

        words = (f"{self._failed_again}{error}", NOTHING_LOST)
        self._push("Saving failed", words, ("here", "there", "unkept", "leave"), again)

    def leave(self, then: Callable[[], None]) -> None:
        """Save the game and call `then`; if not all of it is on disk, ask first."""
        asking = self._asking
        if asking is not None and asking is self._app.screen and asking.leaving:
            return
        try:
            self._table.suspend()
        except NotSaved as error:
            again = partial(self.leave, then)
            self._push("Not saved", (str(error), LOSS_WARNING), ("here", "there", "lose", "stay"), again)
            return
        except Exception:  # the game is on disk, and the code that closes the table reports the rest
            pass
        then()

    def _push(self, title: str, words: tuple[str, ...], choices: tuple[str, ...], again: Callable[[], None]) -> None:
        from spades_tui.tui.table.save_question import SaveQuestionScreen

        self._asking = SaveQuestionScreen(self._table, title, words, choices, again, self._moved)
        self._app.push_screen(self._asking)

    def close(self) -> str:
        """Try once more to save, without asking. Return a warning if that fails, otherwise ""."""
        for again in (False, True):
            try:
                if again:
                    self._table.save_again()
                self._table.suspend()
                return ""
            except NotSaved as error:
                wrong = str(error)
        self._table.leave()
        return wrong
