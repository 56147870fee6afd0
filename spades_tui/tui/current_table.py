"""The app's table: start, resume or try a game, and leave it with its journal saved."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.play.bot_process import BotProcess
from spades_tui.system.faults import write_quietly
from spades_tui.system.folders import games_folder, is_fork
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.setup import TableSetup
    from spades_tui.play.table import Table
    from spades_tui.tui.scorebook_thread import TableSeason
    from spades_tui.tui.table.controller import Controller


class CurrentTable:
    """The open table, if any: its controller, and where leaving it leads.

    `folder`: where journals go, instead of the user's folder; `keep`: whether games are saved.
    """

    def __init__(self, app: Host, apart: BotProcess, folder: Path | None, keep: bool) -> None:
        self._app, self._apart, self.folder, self.keep = app, apart, folder, keep
        self.controller: Controller | None = None
        self.way_back: WayBack | None = None
        """The place to which leaving the open table leads; None for home."""
        self.trouble = ""
        """A sentence about a failure when the last table was left."""

    @property
    def path(self) -> Path | None:
        """The journal of the game at the open table."""
        return self.controller.table.path if self.controller is not None else None

    def start(self, setup: "TableSetup", *, on_trial: bool = False) -> None:
        """Begin a new game, or a hand on trial, of which nothing is saved.

        Raises OSError if its journal cannot be written, ValueError for impossible seats or options.
        """
        from spades_tui.play.table import Table

        saved = self.keep and not on_trial
        self.sit_down(Table.create(setup, (self.folder or games_folder()) if saved else None))

    def resume(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game; `done`: the user's action here before a fork, which isn't preselected.

        `back`: where leaving it leads, if not home. Raises RecordError if its journal is broken.
        """
        from spades_tui.play.table import Table

        self.sit_down(Table.resume(path, wants_chit=True), done)
        self.way_back = back

    def sit_down(self, table: "Table", done: "SeatEvent | None" = None) -> None:
        """Show the screens of a table; `done` is not preselected for the first decision."""
        from spades_tui.tui.table.controller import Controller

        self.close()
        self.way_back = None
        if self._apart.wanted:
            table.brain = self._apart
        self.controller = Controller(self._app, table, self.season_of(table))
        self.controller.done = done
        self.controller.begin()

    def counts_in_scorebook(self, path: Path) -> bool:
        """Return whether the scorebook includes the game of this journal; it doesn't include forks."""
        return self.folder is None and not is_fork(path)

    def season_of(self, table: "Table") -> "TableSeason | None":
        """Return the scorebook's part in this table (tray-chits, hearings); None if there is no scorebook for it."""
        if table.path is None or not self.counts_in_scorebook(table.path):
            return None
        from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason

        return TableSeason(BookKeeper(self._app), table.path)

    def catch_up(self) -> None:
        """Let the scorebook add all new records, except the game being played."""
        if self.keep and self.folder is None:
            from spades_tui.tui.scorebook_thread import BookKeeper

            BookKeeper(self._app).catch_up(self.path.name if self.path is not None else "")

    def leave(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""
        if self.controller is None:
            then()
        else:
            self.controller.leaving(then)

    def close(self) -> None:
        """Leave the table and keep its journal."""
        controller, self.controller = self.controller, None
        if controller is None:
            return
        try:
            wrong = controller.close()
        except Exception as error:  # every event is on disk, and only the line about the suspension is missing
            write_quietly(error)
            reason = os_words(error) if isinstance(error, OSError) and error.errno else type(error).__name__
            self.trouble = f"the game is saved, but not marked as left ({reason})"
        else:
            if wrong:
                self.trouble = f"the game isn't saved: {wrong}"
