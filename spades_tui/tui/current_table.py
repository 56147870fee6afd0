"""The app's table: start, resume or try a game, and leave it with its journal saved."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.play.bot_process import BotProcess
from spades_tui.system.faults import write_quietly
from spades_tui.system.folders import games_folder, is_fork
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.setup import TableSetup
    from spades_tui.play.table import Table
    from spades_tui.tui.table.controller import Controller


class AppWithTable(Host):
    """The part of the app that has the open table, if any.

    `keep`: whether games are saved; `thinks`: whether the computer players have their own process.
    """

    def __init__(self, keep: bool, thinks: bool) -> None:
        super().__init__()
        self.keep = keep
        self.apart = BotProcess(thinks)
        self.scorebook = BookKeeper(self)
        self.controller: Controller | None = None
        self.trouble = ""
        """A sentence about a failure when the last table was left."""

    @property
    def brain(self) -> "Brain":
        """The brain for computer players: a separate process if possible."""
        return self.apart

    @property
    def at_table(self) -> bool:
        """Whether a table is open."""
        return self.controller is not None

    @property
    def game_here(self) -> Path | None:
        """The journal of the game at the open table."""
        return self.controller.table.path if self.controller is not None else None

    def start_table(self, setup: "TableSetup", back: WayBack | None = None) -> None:
        """Begin a new game, or a hand on trial, of which nothing is saved; `back`: where leaving it leads.

        Raises OSError if its journal cannot be written, ValueError for impossible seats or options.
        """
        from spades_tui.play.table import Table

        saved = self.keep and not self.trial_hand_open
        self.sit_down(Table.create(setup, games_folder() if saved else None))
        self.way_back = back

    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game; `done`: the user's action here before a fork, which isn't preselected.

        `back`: where leaving it leads, if not home. Raises RecordError if its journal is broken.
        """
        from spades_tui.play.table import Table

        self.sit_down(Table.resume(path, wants_chit=True), done)
        self.way_back = back

    def sit_down(self, table: "Table", done: "SeatEvent | None" = None) -> None:
        """Show the screens of a table; `done` is not preselected for the first decision."""
        from spades_tui.tui.table.controller import Controller

        self.close_table()
        self.way_back = None
        if self.apart.wanted:
            table.brain = self.apart
        self.controller = Controller(self, table, self.season_of(table))
        self.controller.done = done
        self.controller.begin()

    def season_of(self, table: "Table") -> "TableSeason | None":
        """Return the scorebook's part in this table (tray-chits, hearings); None if there is no scorebook for it."""
        return None if table.path is None or is_fork(table.path) else TableSeason(self.scorebook, table.path)

    def leave_table(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""

        def left() -> None:
            self.close_table()
            then()

        if self.controller is None:
            then()
        else:
            self.controller.save_trouble.leave(left)

    def close_table(self) -> None:
        """Leave the table, if there is one, and keep its journal."""
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
