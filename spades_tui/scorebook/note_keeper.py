"""Keep the scorebook's notes, and compute what follows from them.

A small consequence is computed in the note's own transaction. If a note moves games to other tables
or people, everything is computed again in a second transaction. If the program ends in between, the
next one does that.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from spades_tui.rules import season_effects
from spades_tui.scorebook import database_store
from spades_tui.scorebook.database import OpenDatabase
from spades_tui.scorebook.database_store import Since, file_games, touch
from spades_tui.scorebook.earlier_files import take_over
from spades_tui.scorebook.game_result import GameResult, moment_of, trusted_result
from spades_tui.scorebook.notes import STRUCTURE, Note, new_note
from spades_tui.scorebook.people import Directory, directory

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

    def write(self, *notes: Note) -> None:
        """Write notes to disk, and compute what follows from them.

        Raises BookTrouble. If its sentence says so, nothing was saved.
        """
        with self._database.writing() as connection:
            self._take_over_once(connection)  # earlier notes come first
            new = database_store.put_notes(connection, notes)
            games = sum(note["event"] == "game" for note in new)
            who = directory(connection)
            if games <= MOST_ADDED and not any(map(_moves_games, new)):
                _add(connection, who, new)
            else:
                database_store.set_meta(connection, "stale", 1)
        self.catch_up()


def _moves_games(note: Note) -> bool:
    """Return whether a note may change who played a game and at which table."""
    return note["event"] in STRUCTURE and note["event"] != "game"


def _add(connection: sqlite3.Connection, who: Directory, notes: Iterable[Note]) -> None:
    """Compute the consequences of notes that move no games. Call it within a transaction."""
    since: Since = {}
    results: list[GameResult] = []
    for note in notes:
        match note["event"]:
            case "game":
                results.append(trusted_result(note["game"]))
            case event if event in season_effects.VERDICTS:
                query = "SELECT table_id FROM games WHERE id = ?"
                for (table,) in connection.execute(query, (note["game"],)).fetchall():
                    touch(since, table, _first_judged(connection, note))
            case event if event == "correction" or event in season_effects.NOTES:
                touch(since, note["table"], moment_of(note["at"]))
            case "review":
                database_store.put_review(connection, note)
    file_games(connection, who, results, since)
    database_store.follow_up(connection, who, since)


def _first_judged(connection: sqlite3.Connection, note: Note) -> str:
    """Return the moment of the first verdict on a card: a later one replaces the earlier one at its time."""
    query = "SELECT moment, json FROM notes WHERE event = ? AND about = ?"
    rows = connection.execute(query, (note["event"], note["game"]))
    return min(str(moment) for moment, text in rows if json.loads(text)["mark"] == note["mark"])
