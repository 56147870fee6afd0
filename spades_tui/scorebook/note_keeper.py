"""Keep the scorebook's notes: first in their file, then in the database. Repair a damaged file from both.

If the program ends in between, the next one that opens the scorebook adds them to the database. New notes move a few
games to other tables or people, or everything is computed again.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from spades_tui.play.saved_games import NOTES_FILE
from spades_tui.scorebook import BookTrouble, database_store, notes_file
from spades_tui.scorebook.database import OpenDatabase
from spades_tui.scorebook.database_store import Changes, file_games, name_tables, seat_at, seats_of
from spades_tui.scorebook.game_result import moment_of, trusted_result
from spades_tui.scorebook.notes_file import STRUCTURE, Line, Note, new_note
from spades_tui.scorebook.people import Directory, directory, person_id
from spades_tui.scorebook.season import is_computer
from spades_tui.system.output import os_words

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]
"""Called with the number of files or games done, and of all."""


OF_A_GAME = ("assign", "deleted", "restored", "game")
"""Events that change one game."""
MOST_MOVED = 200
"""Maximum number of games to move; with more, the whole scorebook is computed again."""


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
        ask = self._database.ask
        if self._size() != ask(database_store.meta, "notes") or ask(database_store.meta, "stale"):
            self.catch_up()

    def _size(self) -> int:
        try:
            return self._path.stat().st_size
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise BookTrouble(f"The notes of the scorebook can't be read ({os_words(error)}).") from None

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
            known = notes_file.Known()
            found = notes_file.read(notes_file.load(self._path), known)
        self.wrong = tuple(
            f"{self._path.name}: a line was skipped: {line.wrong}" for line in found.lines if line.wrong
        )
        if stale:
            database_store.set_meta(connection, "stale", 0)
        self._take(found.notes, found.known, anew=known.size == 0 or bool(stale))

    def _take(self, notes: Iterable[Note], known: notes_file.Known, anew: bool) -> None:
        """Add notes that are on disk, and compute the consequences. Call it within a transaction."""
        connection = self._database.connection
        new = database_store.put_notes(connection, notes)
        database_store.set_known_notes(connection, known)
        follow_notes(connection, new, anew, self.progress)

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
            if database_store.known_notes(self._database.connection) != notes_file.Known():
                raise
            with self._database.writing():  # the database was damaged, and an empty one has replaced it
                self.take_all()

    def append(self, *notes: Note) -> tuple[notes_file.Known, notes_file.Known]:
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
    them = "it" if len(missing) == 1 else "them"
    told += f"{_lines(missing)} missing: no copy has {them}." if missing else "nothing is missing."
    return f"{notice} {told}" if notice else told


def _more(lines: Sequence[Line], known: set[str], size: int) -> tuple[list[Note], list[Line]]:
    """Return notes of the file that the database doesn't have, and lines that are lost.

    The database has the notes of the first `size` bytes, so damage there is harmless. A note without a checksum counts
    only after them.
    """
    more: list[Note] = []
    missing: list[Line] = []
    for line in lines:
        taken_in = line.start < size
        if line.note is not None and line.whole and (line.sum or not taken_in):
            if line.note["id"] not in known:
                known.add(line.note["id"])
                more.append(line.note)
        elif not taken_in and not (line.note is None and line.whole and not line.wrong):
            missing.append(line)
    return more, missing


def _lines(missing: Sequence[Line]) -> str:
    numbers = [str(line.number) for line in missing]
    if len(numbers) == 1:
        return f"line {numbers[0]} of it is"
    return f"lines {', '.join(numbers[:-1])} and {numbers[-1]} of it are"


# ---- the consequences of new notes


def follow_notes(
    connection: sqlite3.Connection, new: list[Note], anew: bool, progress: Progress | None
) -> None:
    """Compute the consequences of new notes, as few as possible; `anew`: compute everything, with `progress`."""
    heavy = [note for note in new if note["event"] in STRUCTURE and not _is_light(connection, note)]
    if anew or any(note["event"] not in (*OF_A_GAME, "table") for note in heavy):
        database_store.compute_all(connection, progress)
        return
    who = directory(connection)
    games = games_of(connection, who, new)
    if len(games) > MOST_MOVED:
        database_store.compute_all(connection, progress)
        return
    changes = Changes()
    for note in new:
        match note["event"]:
            case "table":
                seat_at(connection, who, note["table"], note.get("people", ()))
                settle_members(connection, who, note["table"])
            case "person":
                database_store.name_persons(connection, who)
                name_tables(connection)
                alias = person_id(note["name"], False, None)
                for info in who.tables.values():
                    if alias in info.people:
                        settle_members(connection, who, info.id)
            case "hearing":
                row = connection.execute("SELECT table_id FROM games WHERE id = ?", (note["game"],)).fetchone()
                if row is not None:
                    changes.touch(row[0], _first_heard(connection, note))
            case "carried" | "struck" | "deck_paid" | "correction":
                changes.touch(note["table"], moment_of(note["at"]))
            case "review":
                database_store.put_review(connection, note)
    refile(connection, who, games, changes)
    database_store.follow_up(connection, who, changes)


def _first_heard(connection: sqlite3.Connection, note: Note) -> str:
    """Return when a mark was first heard, because another hearing replaces the earlier one at its time."""
    rows = connection.execute("SELECT moment, json FROM notes WHERE event = 'hearing' AND about = ?", (note["game"],))
    return min(str(moment) for moment, text in rows if json.loads(text)["mark"] == note["mark"])


def _is_light(connection: sqlite3.Connection, note: Note) -> bool:
    """Return whether a note changes only names and settings."""
    if note["event"] == "person":
        known = connection.execute("SELECT id FROM persons").fetchall()
        alias = person_id(note["name"], False, None)
        return alias == note["person"] or ((note["person"],) in known and (alias,) not in known)
    if note["event"] == "table":
        known = connection.execute("SELECT named FROM tables WHERE id = ?", (note["table"],)).fetchone()
        return known is not None and "people" not in note and (bool(known[0]) or "name" not in note)
    return False


def games_of(connection: sqlite3.Connection, who: Directory, notes: Iterable[Note]) -> set[str]:
    """Return the games that notes change.

    These are the games that they name, and those that belong to another table because of a new table or name.
    """
    notes = tuple(notes)
    named = [note["game"] for note in notes if note["event"] in OF_A_GAME]
    found = {game["id"] if isinstance(game, dict) else game for game in named}
    naming = [note for note in notes if note["event"] in ("person", "table")]
    if any(note["event"] == "person" or "people" in note or "name" in note for note in naming):
        rows = connection.execute("SELECT id, table_id, moment, season FROM games").fetchall()
        for game, table, moment, season in rows:
            if who.table_of(game, moment, tuple(json.loads(season)["players"])) != table:
                found.add(game)
    return found


def refile(connection: sqlite3.Connection, who: Directory, games: Iterable[str], changes: Changes) -> None:
    """Move games to the right tables and people, and remove tables and persons without games."""
    persons: set[str] = set()
    tables: set[str] = set()
    found = []
    for game in sorted(games):
        row = connection.execute("SELECT json FROM results WHERE id = ?", (game,)).fetchone()
        if row is None:
            continue
        for at in connection.execute("SELECT table_id FROM games WHERE id = ?", (game,)):
            tables.add(at[0])
            persons |= {seat.person for seat in seats_of(connection, game)}
        found.append(trusted_result(json.loads(row[0])))
    met = file_games(connection, who, found, changes)
    for person in sorted(persons):
        met = _settle_person(connection, who, person) or met
    for table in sorted(tables):
        settle_members(connection, who, table)
    if met:
        name_tables(connection)


def _settle_person(connection: sqlite3.Connection, who: Directory, person: str) -> bool:
    """Give a person without a given name the one in the earliest record; drop a person without games.

    Return whether the name has changed or is gone.
    """
    if person in who.names:
        return False
    rows = connection.execute(
        "SELECT g.moment, r.json, s.seat FROM seats s JOIN games g ON g.id = s.game JOIN results r ON r.id = g.id "
        "WHERE s.person = ? AND g.moment = (SELECT min(h.moment) FROM seats t JOIN games h ON h.id = t.game "
        "WHERE t.person = ?)",
        (person, person),
    ).fetchall()
    if not rows:
        connection.execute("DELETE FROM persons WHERE id = ?", (person,))
        return True
    if is_computer(person):
        return False
    named_at, name = min(
        (f"{moment} {name}", name.strip())
        for moment, text, seat in rows
        for name in (json.loads(text)["seats"][seat]["name"],)
    )
    done = connection.execute(
        "UPDATE persons SET name = ?, named_at = ? WHERE id = ? AND named_at <> ?", (name, named_at, person, named_at)
    )
    return done.rowcount > 0


def settle_members(connection: sqlite3.Connection, who: Directory, table: str) -> None:
    """Set the people of a table: those named in notes, and those who have played there.

    A table that the scorebook made is dropped after its last game.
    """
    rows = connection.execute(
        "SELECT DISTINCT s.person FROM games g JOIN seats s ON s.game = g.id WHERE g.table_id = ?", (table,)
    ).fetchall()
    people = {row[0] for row in rows if not is_computer(row[0])}
    info = who.tables.get(table)
    if info is None and not rows:
        connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
        connection.execute("DELETE FROM tables WHERE id = ?", (table,))
        return
    people |= {who.person(person) for person in info.people} if info is not None else set()
    known = {row[0] for row in connection.execute("SELECT person FROM members WHERE table_id = ?", (table,))}
    if known != people:
        connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
        seat_at(connection, who, table, sorted(people))
