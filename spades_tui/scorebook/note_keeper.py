"""Keep the scorebook's notes, and compute what follows from them.

A small consequence is computed in the note's own transaction. If a note moves games to other tables
or people, everything is computed again in a second transaction. If the program ends in between, the
next one does that.
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from spades_tui.scorebook import database_store
from spades_tui.scorebook.database import OpenDatabase
from spades_tui.scorebook.earlier_files import take_over
from spades_tui.scorebook.game_result import trusted_result
from spades_tui.scorebook.notes import STRUCTURE, Note, new_note
from spades_tui.scorebook.people import directory

Clock = Callable[[], datetime]
Progress = Callable[[int, int], object]
"""Called with the number of files or games done, and of all."""


MOST_ADDED = 200
"""Maximum number of noted games to add one by one; with more, everything is computed again."""


class NoteKeeper:
    """Writes notes, and computes everything again if necessary."""

    def __init__(self, folder: Path, database: OpenDatabase, clock: Clock) -> None:
        self.clock = clock
        self.progress: Progress | None = None
        """Called with the number of games done and of all while everything is computed again."""
        self._folder = folder
        self._database = database

    def new(self, event: str, **keys: object) -> Note:
        """Return a new note of this time. Raises BookError for invalid values."""
        return new_note(event, self.clock().isoformat(timespec="microseconds"), **keys)

    def tell(self, event: str, **keys: object) -> None:
        """Write one new note. Raises BookTrouble, and BookError for invalid values."""
        self.write(self.new(event, **keys))

    def catch_up(self) -> None:
        """Compute everything if a new file, a new version or a note needs it. Raises BookTrouble."""
        if not self._database.ask(database_store.meta, "stale"):
            return
        with self._database.writing() as connection:
            self._take_over_once(connection)
            database_store.compute_all(connection, self.progress)

    def _take_over_once(self, connection: sqlite3.Connection) -> None:
        """Take over the scorebook of an earlier release, unless that's done. Raises BookTrouble."""
        if database_store.meta(connection, "taken_over"):
            return
        lost = take_over(connection, self._folder)
        database_store.set_meta(connection, "taken_over", 1)
        if lost:
            self._database.notice = " ".join(filter(None, (self._database.notice, lost)))

    def write(self, *notes: Note) -> list[Note]:
        """Write those notes and games to disk that are new, compute what follows, and return them.

        Raises BookTrouble. If its sentence says so, nothing was saved.
        """
        with self._database.writing() as connection:
            self._take_over_once(connection)  # earlier notes come first
            new = database_store.put_notes(connection, notes)
            games = [note["game"] for note in new if note["event"] == "game"]
            if len(games) > MOST_ADDED or any(note["event"] in STRUCTURE for note in new):
                database_store.set_meta(connection, "stale", 1)
            else:
                who = directory(connection)
                database_store.file_games(connection, who, map(trusted_result, games))
                database_store.count_seasons(connection, who)
        self.catch_up()
        return new
