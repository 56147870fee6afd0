"""Keep the scorebook's notes: first in their file, then in the database. Repair a damaged file from both.

If the program ends in between, the next one that opens the scorebook adds them to the database. If new notes move games
to other tables or people, everything is computed again.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from spades_tui.language.quoting import either
from spades_tui.play.saved_games import NOTES_FILE
from spades_tui.scorebook import BookTrouble, database_store, notes_file
from spades_tui.scorebook.database import OpenDatabase, state_of
from spades_tui.scorebook.database_store import Changes, file_games
from spades_tui.scorebook.game_result import moment_of, trusted_result
from spades_tui.scorebook.notes_file import STRUCTURE, Note, NoteLine, new_note
from spades_tui.scorebook.people import Directory, directory, person_id
from spades_tui.system.output import os_words

Clock = Callable[[], datetime]
Progress = Callable[[int, int], object]
"""Called with the number of files or games done, and of all."""


MOST_ADDED = 200
"""Maximum number of noted games to add one by one; with more, the whole scorebook is computed again."""


class NoteKeeper:
    """Writes notes, and adds the notes of other programs to the database."""

    def __init__(self, folder: Path, database: OpenDatabase, clock: Clock) -> None:
        self.clock = clock
        self.progress: Progress | None = None
        """Called with the number of games done and of all while everything is computed again."""
        self.wrong: tuple[str, ...] = ()
        """A sentence for each line of the file that was skipped."""
        self._path = folder / NOTES_FILE
        self._database = database

    def new(self, event: str, **keys: object) -> Note:
        """Return a new note of this time. Raises BookError for invalid values."""
        return new_note(event, self.clock().isoformat(timespec="microseconds"), **keys)

    def tell(self, event: str, **keys: object) -> None:
        """Write one new note. Raises BookTrouble, and BookError for invalid values."""
        self.write(self.new(event, **keys))

    def catch_up_at_opening(self) -> None:
        """Add notes of other programs; compute everything if a new version of the database needs it."""
        size, _ = state_of(self._path) or (0, 0)
        ask = self._database.ask
        if size != ask(database_store.meta, "notes") or ask(database_store.meta, "stale"):
            self.catch_up()

    def catch_up(self) -> None:
        """Add notes that the database doesn't have, after repairing a damaged file."""
        known = self._database.ask(database_store.known_notes)
        stale = self._database.ask(database_store.meta, "stale")
        try:
            same = notes_file.read(notes_file.load(self._path), known).known == known
        except notes_file.Broken:
            self._database.check()
            same = False
        if stale or not same:
            with self._database.writing():
                self.take_all()

    def take_all(self) -> None:
        """Add notes that the database doesn't have. Call it within a transaction."""
        connection = self._database.connection
        stale = database_store.meta(connection, "stale")  # a new version of the database has tables to fill
        known = database_store.known_notes(connection)
        try:
            found = notes_file.read(notes_file.load(self._path), known)
            there = {note["id"] for note in found.notes}  # a file read from its beginning has every note
            if not known.size and any(row[0] not in there for row in connection.execute("SELECT id FROM notes")):
                raise notes_file.Broken
        except notes_file.Broken:
            self._database.notice = _repair_notes(connection, self._path, self._database.notice)
            known = notes_file.KnownNotes()
            found = notes_file.read(notes_file.load(self._path), known)
        self.wrong = tuple(f"{self._path.name}: a line was skipped: {line.wrong}" for line in found.lines if line.wrong)
        if stale:
            database_store.set_meta(connection, "stale", 0)
        self._take(found.notes, found.known, anew=known.size == 0 or bool(stale))

    def _take(self, notes: Iterable[Note], known: notes_file.KnownNotes, anew: bool) -> None:
        """Add notes that are on disk, and compute the consequences: everything if `anew` or if notes move games.

        Call it within a transaction.
        """
        connection = self._database.connection
        new = database_store.put_notes(connection, notes)
        database_store.set_known_notes(connection, known)
        added = {note["game"]["id"] for note in new if note["event"] == "game"}
        who = directory(connection)
        if anew or len(added) > MOST_ADDED or not all(_is_light(connection, who, note) for note in new):
            database_store.compute_all(connection, self.progress)
            return
        changes = Changes()
        for note in new:
            match note["event"]:
                case "hearing":
                    row = connection.execute("SELECT table_id FROM games WHERE id = ?", (note["game"],)).fetchone()
                    if row is not None:
                        changes.touch(row[0], _first_heard(connection, note))
                case "carried" | "struck" | "deck_paid" | "correction":
                    changes.touch(note["table"], moment_of(note["at"]))
                case "review":
                    database_store.put_review(connection, note)
        results = [
            trusted_result(json.loads(text))
            for game in sorted(added)
            for (text,) in connection.execute("SELECT json FROM results WHERE id = ?", (game,))
        ]
        file_games(connection, who, results, changes)
        database_store.follow_up(connection, who, changes)

    def write(self, *notes: Note) -> None:
        """Write notes to disk, then add them to the database. Raises BookTrouble."""
        before, after = self.append(*notes)
        try:
            with self._database.writing() as connection:
                if database_store.known_notes(connection) == before and not database_store.meta(connection, "stale"):
                    self._take(notes, after, anew=before.size == 0)
                else:
                    self.take_all()
        except BookTrouble:
            if database_store.known_notes(self._database.connection) != notes_file.KnownNotes():
                raise
            with self._database.writing():  # the database was damaged, and an empty one has replaced it
                self.take_all()

    def append(self, *notes: Note) -> tuple[notes_file.KnownNotes, notes_file.KnownNotes]:
        """Write notes to disk, repairing damage first. Return how far the file was known before, and is now."""
        for _ in range(2):
            known = self._database.ask(database_store.known_notes)
            try:
                return notes_file.append(self._path, notes, known)
            except notes_file.Broken:
                self.catch_up()
        raise BookTrouble("The notes of the scorebook are damaged; nothing was saved.")


def _repair_notes(connection: sqlite3.Connection, path: Path, notice: str | None) -> str:
    """Write the file again. Return an earlier `notice` followed by a sentence about the repair.

    Call it within a transaction: it deletes the database's notes, which are added again later. Raises BookTrouble if
    the write fails.
    """
    raw = notes_file.load(path)
    lines = notes_file.salvage(raw)
    kept = database_store.all_notes(connection)
    size = database_store.known_notes(connection).size if kept else 0
    more, missing = _more(lines, {note["id"] for note in kept}, size)
    try:
        aside = notes_file.replace_keeping_old(path, [*kept, *more])
    except OSError as error:
        raise BookTrouble(f"The scorebook can't be written ({os_words(error)}).") from None
    connection.execute("DELETE FROM notes")
    told = f"The notes of the scorebook were damaged. The damaged file is kept as {aside.name}; "
    numbers = either([str(line.number) for line in missing], "and")
    if len(missing) == 1:
        told += f"line {numbers} of it is missing: no copy has it."
    else:
        told += f"lines {numbers} of it are missing: no copy has them." if missing else "nothing is missing."
    return f"{notice} {told}" if notice else told


def _more(lines: Sequence[NoteLine], known: set[str], size: int) -> tuple[list[Note], list[NoteLine]]:
    """Return notes of the file that the database doesn't have, and lines that are lost.

    The database has the notes of the first `size` bytes, so damage there is harmless. A note without a checksum counts
    only after them.
    """
    more: list[Note] = []
    missing: list[NoteLine] = []
    for line in lines:
        taken_in = line.start < size
        if line.note is not None and line.whole and (line.sum or not taken_in):
            if line.note["id"] not in known:
                known.add(line.note["id"])
                more.append(line.note)
        elif not taken_in and not (line.note is None and line.whole and not line.wrong):
            missing.append(line)
    return more, missing


def _first_heard(connection: sqlite3.Connection, note: Note) -> str:
    """Return when a mark was first heard, because another hearing replaces the earlier one at its time."""
    rows = connection.execute("SELECT moment, json FROM notes WHERE event = 'hearing' AND about = ?", (note["game"],))
    return min(str(moment) for moment, text in rows if json.loads(text)["mark"] == note["mark"])


def _is_light(connection: sqlite3.Connection, who: Directory, note: Note) -> bool:
    """Return whether a note about persons or tables changes only names and settings, so that no game moves."""
    match note["event"]:
        case "person":
            alias = person_id(note["name"], False, None)
            known = {row[0] for row in connection.execute("SELECT id FROM persons UNION SELECT person FROM members")}
            return alias == note["person"] or (note["person"] in known and alias not in known)
        case "table":
            named = who.tables[note["table"]].since
            return "people" not in note and ("name" not in note or named < moment_of(note["at"]))
        case event:
            return event == "game" or event not in STRUCTURE
