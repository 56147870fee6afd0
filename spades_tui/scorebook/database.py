"""The scorebook's file: its tables and versions, transactions, and a new start after damage.

SQLite writes each transaction to disk before it ends. The journal is truncated rather than deleted,
because SQLite then syncs the end of a transaction too, and the folder needn't be synced. A log of
changes (WAL) would be faster, but it needs two more files and fails on network drives.

If the file is damaged, the newest good copy (`copies`) takes its place.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from spades_tui.rules.season_effects import VERDICTS
from spades_tui.scorebook import BookError, BookTrouble, copies
from spades_tui.scorebook.notes import TABLE_EVENTS, sql_list
from spades_tui.scorebook.statistics import SUMS
from spades_tui.system.disk import damaged_name, locked_folder, make_folder, sync_folder, write_whole
from spades_tui.system.output import os_words

GivenTs = TypeVarTuple("GivenTs")
AnswerT = TypeVar("AnswerT")

LOCK_SECONDS = 3.0
"""Seconds to wait for another program that is writing."""

MEMORY = 64 * 1024
"""KiB of the file to cache in memory, so that a long transaction doesn't write its changes twice."""

SEAT_COLUMNS = (
    "game", "seat", "person", "table_id", "variant", "day", "side", "place", "pairs", "player", "feats", "won", *SUMS
)  # fmt: skip
"""The columns of the table of seats, in the order in which its rows are written."""

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL,
                                  json TEXT NOT NULL, about TEXT, moment TEXT);
CREATE INDEX IF NOT EXISTS notes_by_event ON notes (event);
CREATE INDEX IF NOT EXISTS notes_by_about ON notes (event, about, moment);
CREATE TABLE IF NOT EXISTS results (id TEXT PRIMARY KEY, file TEXT, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
                                  state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, named_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE members (table_id TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (table_id, person)) WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY REFERENCES results (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                    table_id TEXT NOT NULL, variant TEXT NOT NULL, title TEXT NOT NULL, moment TEXT NOT NULL,
                    day TEXT NOT NULL, season TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX games_by_table ON games (table_id, moment, id);
CREATE INDEX games_by_moment ON games (moment, id);
CREATE INDEX games_by_day ON games (table_id, day);
CREATE TABLE seats (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
                    person TEXT NOT NULL REFERENCES persons (id) DEFERRABLE INITIALLY DEFERRED,
                    table_id TEXT NOT NULL, variant TEXT NOT NULL, day TEXT NOT NULL, side INTEGER NOT NULL,
                    place INTEGER NOT NULL, pairs TEXT NOT NULL, player TEXT NOT NULL, feats TEXT NOT NULL,
                    won INTEGER NOT NULL,
                    {", ".join(f'"{name}" INTEGER NOT NULL' for name in SUMS)},
                    PRIMARY KEY (person, game, seat)) WITHOUT ROWID;
CREATE UNIQUE INDEX seats_by_game ON seats (game, seat, person, player, side, place);
CREATE INDEX seats_by_person ON seats (person, variant, day);
CREATE TABLE entries (table_id TEXT NOT NULL, place INTEGER NOT NULL, moment TEXT NOT NULL, day TEXT NOT NULL,
                      person TEXT NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL, game TEXT, other TEXT,
                      PRIMARY KEY (table_id, place)) WITHOUT ROWID;
CREATE INDEX entries_by_kind ON entries (table_id, kind, day);
CREATE INDEX entries_by_moment ON entries (table_id, moment);
CREATE TABLE totals (table_id TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, year INTEGER NOT NULL,
                     amount INTEGER NOT NULL, PRIMARY KEY (table_id, person, kind, year)) WITHOUT ROWID;
CREATE VIEW reviews AS SELECT about AS game, json_extract(json, '$.seat') AS seat, json_extract(json, '$.luck') AS luck,
    json_extract(json, '$.play') AS play, max(place) AS place FROM notes WHERE event = 'review' GROUP BY about, 2;
CREATE TABLE uncounted (table_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER game_added AFTER INSERT ON games BEGIN INSERT OR IGNORE INTO uncounted VALUES (new.table_id); END;
CREATE TRIGGER game_gone AFTER DELETE ON games BEGIN INSERT OR IGNORE INTO uncounted VALUES (old.table_id); END;
CREATE TRIGGER note_added AFTER INSERT ON notes BEGIN INSERT OR IGNORE INTO uncounted
    SELECT new.about WHERE new.event IN {sql_list(TABLE_EVENTS)} UNION
    SELECT table_id FROM games WHERE new.event IN {sql_list(VERDICTS)} AND id = new.about; END;
INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1)
"""
"""The results, the notes and `meta` stay, whatever the version; everything else is computed again.

Triggers note in `uncounted` which table's season must be computed again.
"""

VERSION = 15
"""Raise it with each change of `SCHEMA` or `SUMS`."""

KEPT = ("meta", "notes", "results")
"""Tables from which the others follow."""


def make_tables(connection: sqlite3.Connection, *kept: str) -> None:
    """Make all tables empty but those of `KEPT` and some others, within a transaction."""
    old = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite_%' "
        f"AND name NOT IN {sql_list((*KEPT, *kept))} ORDER BY type = 'table', rowid DESC"
    )
    for kind, name in old.fetchall():
        connection.execute(f"DROP {kind} IF EXISTS {name}")
    for statement in SCHEMA.split(";\n"):
        connection.execute(statement)


_NONSENSE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""Errors raised by impossible contents, such as a date that doesn't exist or an altered text."""


class Damaged(Exception):
    """The file is no longer a valid database."""


@contextmanager
def reporting_trouble(doing: str) -> Iterator[None]:
    """Turn an error of SQLite into one sentence, and contents that make no sense into damage.

    Raises BookTrouble, or Damaged with the original error as its cause, which may also be a fault of the program.
    """
    try:
        yield
    except BookError:
        raise
    except _NONSENSE as error:
        raise Damaged(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise Damaged(str(error)) from error
        why = _WORDS.get(_code(error)) or os_words(error)
        saved = "; nothing was saved" if doing == "written" else ""
        sentence = f"The scorebook can't be {doing} ({why}){saved}. No game is lost; it will be counted later."
        raise BookTrouble(sentence) from None


_NO_DATABASE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
"""Errors of SQLite about a file that isn't a whole database."""
_MISFITS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG)
"""Errors of SQLite about tables, columns or rows that this program didn't make, or about its own faults."""


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error comes from the contents of a file, rather than from the disk or the system."""
    if _code(error) == 0:  # for example a text that isn't UTF-8
        return not isinstance(error, sqlite3.ProgrammingError)
    return _code(error) in (*_NO_DATABASE, *_MISFITS)


def _code(error: BaseException) -> int:
    """Return SQLite's number for an error; 0 without one."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


_WORDS = {
    sqlite3.SQLITE_BUSY: "another program is writing in it",
    sqlite3.SQLITE_LOCKED: "another program is writing in it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "its file can't be opened",
    sqlite3.SQLITE_IOERR: "the disk failed",
}
"""Our words for errors of SQLite."""


def connect(path: Path, patience: float = LOCK_SECONDS) -> sqlite3.Connection:
    """Open a scorebook, create it if it's missing, and update it to this version.

    Raises BookTrouble if that is impossible now or the file is of a later version, Damaged if it
    isn't a whole database.
    """
    with reporting_trouble("opened"):
        make_folder(path.parent)
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            sync_folder(path.parent)
        elif not path.is_file():  # a pipe, for example
            raise OSError(errno.EINVAL, "not a plain file")
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        with reporting_trouble("opened"):
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA journal_mode = TRUNCATE")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # on macOS, to the disk itself (`flush_to_disk`)
            connection.execute(f"PRAGMA cache_size = -{MEMORY}")
            with reporting_trouble("read"):
                if not copies.is_sound(connection, path):
                    raise Damaged("its bytes have changed")
            version = copies.header_number(connection, "user_version")
            if version > VERSION:
                raise BookTrouble(
                    f"A newer spades-tui wrote the scorebook (version {version}; this one reads up to {VERSION}). "
                    "Update spades-tui."
                )
            if version < VERSION:
                _migrate(connection)
                copies.trust(path)
            connection.execute("SELECT count(*) FROM meta").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    """Make the tables of this version in one transaction. Raises Damaged if another program made the file."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and not tables.issuperset(KEPT):
            raise Damaged("another program made it")
        # another program may have updated it meanwhile
        if copies.header_number(connection, "user_version") < VERSION:
            make_tables(connection)
        copies.break_seal(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def set_aside(path: Path) -> Path:
    """Rename a damaged file with its companions; return the new path. Raises BookTrouble.

    If the file is gone, rename only its companions: SQLite would apply a journal to a copy in its place.
    """
    aside = damaged_name(path)
    with reporting_trouble("set aside"):
        for ending in ("-journal", "-wal", "-shm", ""):
            beside = path.with_name(path.name + ending)
            if beside.exists() and (not ending or beside.stat().st_size):
                os.replace(beside, aside.with_name(aside.name + ending))
        sync_folder(path.parent)
    return aside


def _linked_file(path: Path) -> Path:
    """Return the file that a symbolic link leads to, or `path` if it is none.

    The journal and the copies are beside that file, so a restored file doesn't replace the link.
    Raises BookTrouble if the folder of that file is missing, for example on a drive that isn't there.
    """
    if not os.path.islink(path):  # false also where nobody may look
        return path
    file = Path(os.path.realpath(path))
    if not file.parent.is_dir():
        why = f"{path.name} is a link into the folder {file.parent}, which is missing"
        raise BookTrouble(f"The scorebook can't be opened ({why}). No game is lost; it will be counted later.")
    return file


class OpenDatabase:
    """A connection to the scorebook; if the file is damaged, to the newest good copy in its place."""

    def __init__(self, path: Path, patience: float) -> None:
        """Open the scorebook. Raises BookTrouble."""
        self.notice: str | None = None
        """A sentence for the user about opening the scorebook, or None."""
        self.restored = False
        """Whether the file was damaged, so that later games must be added again by catching up."""
        self._path = _linked_file(path)
        self._patience = patience
        self._uncopied = False
        self._open()

    def _open(self) -> None:
        """Open the file, or the newest good copy if it is damaged or gone. Raises BookTrouble."""
        path = self._path
        state = copies.state_of(path)
        empty = state is None or state[0] == 0
        try:
            with reporting_trouble("opened"):
                if empty and any(copy.exists() for copy in copies.names(path)):
                    raise Damaged("it is empty")
            self._connect()
        except Damaged:
            self._restore(state)

    def _connect(self) -> None:
        """Open the file and check it. Raises BookTrouble, Damaged."""
        self.connection = connect(self._path, self._patience)
        with reporting_trouble("read"):
            self._inode = self._path.stat().st_ino

    def _is_open(self) -> bool:
        """Return whether the open file still has its name: another program may have replaced it."""
        return self._path.exists() and self._path.stat().st_ino == self._inode

    def _is_ours(self) -> bool:
        """Return whether only this program has changed the open file since it was checked."""
        return self._is_open() and copies.is_trusted(self._path)

    def close(self) -> None:
        """Close the file; seal and copy it if it has changed."""
        if self._uncopied and self._is_ours():
            # without a seal, SQLite's own check decides
            with suppress(OSError, sqlite3.Error, MemoryError):
                copies.seal(self.connection, self._path)
                copies.keep_copy(self.connection, self._path)
        self.connection.close()

    def _restore(self, state: tuple[int, int] | None) -> None:
        """Put the newest good copy in the place of a file damaged in this state. Raises BookTrouble."""
        with reporting_trouble("restored"), locked_folder(self._path.parent):
            if copies.state_of(self._path) == state:  # otherwise another program has done so
                self._use_copy()
        try:
            self._connect()
        except Damaged as error:
            raise BookTrouble(f"The scorebook can't be opened ({error}).") from None

    def _use_copy(self) -> None:
        """Set the file and damaged copies aside, put the newest good copy in its place, and say so.

        Raises BookTrouble, OSError.
        """
        path = self._path
        copy = copies.good_copy(path)
        self.restored = True
        gone = not path.exists()
        aside = set_aside(path)
        if gone:
            self.notice = f"The scorebook {path.name} was gone; "
        else:
            self.notice = f"The scorebook was damaged. The damaged file is kept as {aside.name}; "
        newer = takewhile(lambda name: name != copy, copies.names(path))
        damaged = [name for name in newer if name.exists()]
        for name in damaged:
            set_aside(name)  # otherwise a later copy would replace it
        if copy is None:
            self.notice += "there is no good copy"
            self.notice += ", and damaged ones are renamed too. " if damaged else ". "
            self.notice += "Games are counted again from their files; notes are missing."
            return
        when = datetime.fromtimestamp(copy.stat().st_mtime)
        self.notice += f"its copy of {when:%Y-%m-%d %H:%M} is used. "
        if not gone and copies.seal_in(aside) == copies.seal_in(copy) != 0:
            self.notice += "Nothing is missing."
        else:
            self.notice += "Later notes may be missing; later games are counted again from their files."
        write_whole(path, copy.read_bytes())

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run a block that only reads. Raises BookTrouble."""
        try:
            with reporting_trouble("read"):
                yield self.connection
        except Damaged as damage:
            raise self._damaged(damage) from None

    def ask(self, query: Callable[[sqlite3.Connection, *GivenTs], AnswerT], *given: *GivenTs) -> AnswerT:
        """Return the answer of a function that only reads. Raises BookTrouble."""
        with self.reading() as connection:
            return query(connection, *given)

    def rows(self, query: str, *given: object) -> list[Any]:
        """Return all rows of an SQL query. Raises BookTrouble."""
        with self.reading() as connection:
            return connection.execute(query, given).fetchall()

    def column(self, query: str, *given: object) -> list[Any]:
        """Return the first column of an SQL query. Raises BookTrouble."""
        return [row[0] for row in self.rows(query, *given)]

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a block in one transaction, which writes all or nothing to disk. Raises BookTrouble.

        A block that changes nothing leaves the seal, and needs no copy.
        """
        if not self._is_ours():
            self.connection.close()
            self._open()
        connection = self.connection
        try:
            with reporting_trouble("written"):
                connection.execute("BEGIN IMMEDIATE")
                before = connection.total_changes
                with connection:
                    yield connection
                    changed = connection.total_changes > before
                    if changed:
                        copies.break_seal(connection)
                self._uncopied |= changed
                if not self._is_open():
                    raise OSError(errno.EBUSY, "another program has replaced it meanwhile")
            copies.trust(self._path)
        except Damaged as damage:
            raise self._damaged(damage) from None

    def copy_if_uncopied(self) -> None:
        """Copy the file on closing, if a program was killed before it did. Raises BookTrouble."""
        with reporting_trouble("read"):
            if not copies.is_copied(self.connection, self._path):
                self._uncopied = True

    def _damaged(self, damage: Damaged) -> Exception:
        """Continue with the newest good copy, and return the error to raise.

        If the seal is right, or was when this program began to change the file, the fault is the program's: keep the
        file, and return the original error.
        """
        cause = damage.__cause__
        if isinstance(cause, _NONSENSE) or (isinstance(cause, sqlite3.Error) and _code(cause) in _MISFITS):
            if copies.was_sealed(self._path) and self._is_ours():
                return cause
            with suppress(sqlite3.Error, MemoryError):
                if copies.is_sealed(self.connection):
                    return cause
        self.connection.close()
        if self._is_open():
            self._restore(copies.state_of(self._path))
        else:
            self._open()
        return BookTrouble(self.notice or "The scorebook was damaged.")
