"""The database: its tables and versions, transactions, the checksum, and a new start after damage.

A checksum of the whole database, in a file next to it, detects changed bytes that SQLite can't. It applies to one state
of the file, which SQLite numbers in its header. If the file was written later, for example by a program that was
killed, the checksum is ignored and SQLite's integrity check decides.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.statistics import SUMS
from spades_tui.system.disk import damaged_name, make_folder, sync_folder, write_whole
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import os_words

GivenTs = TypeVarTuple("GivenTs")
AnswerT = TypeVar("AnswerT")

FILE = "book.sqlite3"
LOCK_SECONDS = 3.0
"""Seconds to wait for another program that is writing."""

MEMORY = 64 * 1024
"""KiB of the database to cache in memory, so that a long transaction doesn't write its changes twice."""

SCHEMA = f"""
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL,
                                  json TEXT NOT NULL, about TEXT, moment TEXT);
CREATE INDEX IF NOT EXISTS notes_by_event ON notes (event);
CREATE INDEX IF NOT EXISTS notes_by_about ON notes (event, about, moment);
CREATE TABLE IF NOT EXISTS results (id TEXT PRIMARY KEY, file TEXT, json TEXT NOT NULL);
CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, state TEXT NOT NULL,
                    why TEXT) WITHOUT ROWID;
CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, named_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE members (table_id TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (table_id, person)) WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY REFERENCES results (id) DEFERRABLE INITIALLY DEFERRED,
                    table_id TEXT NOT NULL, variant TEXT NOT NULL, title TEXT NOT NULL, moment TEXT NOT NULL,
                    day TEXT NOT NULL, season TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX games_by_table ON games (table_id, moment, id);
CREATE INDEX games_by_moment ON games (moment, id);
CREATE INDEX games_by_day ON games (table_id, day);
CREATE TABLE seats (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
                    person TEXT NOT NULL REFERENCES persons (id) DEFERRABLE INITIALLY DEFERRED,
                    variant TEXT NOT NULL, day TEXT NOT NULL, side INTEGER NOT NULL, place INTEGER NOT NULL,
                    pairs TEXT NOT NULL, player TEXT NOT NULL, won INTEGER NOT NULL,
                    {", ".join(f'"{name}" INTEGER NOT NULL' for name in SUMS)}, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE INDEX seats_by_person ON seats (person, variant, day);
CREATE TABLE entries (table_id TEXT NOT NULL, place INTEGER NOT NULL, moment TEXT NOT NULL, day TEXT NOT NULL,
                      person TEXT NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL, game TEXT, other TEXT,
                      PRIMARY KEY (table_id, place)) WITHOUT ROWID;
CREATE INDEX entries_by_kind ON entries (table_id, kind, day);
CREATE INDEX entries_by_moment ON entries (table_id, moment);
CREATE TABLE reviews (game TEXT NOT NULL, seat INTEGER NOT NULL, luck REAL NOT NULL, play REAL NOT NULL,
                      PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE tallies (person TEXT NOT NULL, variant TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
                      amount INTEGER NOT NULL, PRIMARY KEY (person, variant, what, key)) WITHOUT ROWID;
CREATE TABLE totals (table_id TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, year INTEGER NOT NULL,
                     amount INTEGER NOT NULL, PRIMARY KEY (table_id, person, kind, year)) WITHOUT ROWID;
CREATE TABLE checkpoints (table_id TEXT NOT NULL, moment TEXT NOT NULL, place INTEGER NOT NULL, state TEXT NOT NULL,
                          PRIMARY KEY (table_id, moment)) WITHOUT ROWID;
CREATE TABLE uncounted (table_id TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID;
INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1)
"""
"""Make all tables, but keep the results, the notes and `meta` of an earlier version; the rest is computed again."""

VERSION = 10
"""Raise it with each change of `SCHEMA` or `SUMS`."""

COMPUTED = ("totals", "entries", "tallies", "seats", "games", "members", "persons", "reviews")
"""Tables that follow from `results` and `notes`, children first."""

CACHES = ("uncounted", "checkpoints")
"""Tables that follow from those and only save time, so equal scorebooks may differ in them."""


_NONSENSE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""Errors raised by impossible contents, such as a date that doesn't exist or an altered text."""


class Damaged(Exception):
    """The file is no longer a valid database."""


@contextmanager
def reporting_trouble(doing: str) -> Iterator[None]:
    """Turn an error of SQLite into one sentence, and contents that make no sense into damage.

    Raises BookTrouble, or Damaged with the original error as its cause.
    """
    try:
        yield
    except BookError:
        raise
    except _NONSENSE as error:
        raise Damaged(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.Error) and _is_damage(error):
            raise Damaged(str(error)) from None
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        why = _WORDS.get(code) or os_words(error)
        sentence = f"The scorebook can't be {doing} ({why}). No game is lost; it will be counted later."
        raise BookTrouble(sentence) from None


_DAMAGE = (
    sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_TOOBIG,
)  # fmt: skip
"""Errors of SQLite about tables, columns or rows that this program didn't make."""


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # for example a text that isn't UTF-8
        return not isinstance(error, sqlite3.ProgrammingError)
    return code & 0xFF in _DAMAGE


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
    """Open a database, create it if it's missing, and update it to this version.

    Raises BookTrouble if that is impossible now or the file is of a later version, Damaged if it isn't a database.
    """
    with reporting_trouble("opened"):
        make_folder(path.parent)
        if not path.exists() or not path.stat().st_size:
            checksum_file(path).unlink(missing_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        with reporting_trouble("opened"):
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA fullfsync = ON")  # on macOS, to the disk itself (`flush_to_disk`)
            connection.execute(f"PRAGMA cache_size = -{MEMORY}")
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                if not is_sound(connection, path):
                    raise Damaged("its version is not what was written")
                raise BookTrouble(
                    f"A newer spades-tui wrote the scorebook (version {version}; this one reads up to {VERSION}). "
                    "Update spades-tui."
                )
            if version < VERSION:
                _migrate(connection)
            connection.execute("SELECT count(*) FROM meta").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    """Make the tables of this version in one transaction.

    Version 1 lacks some columns of the notes; drop its copy. Up to version 8, `tables` repeated what the notes say.
    """
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version < VERSION:  # another program may have updated it meanwhile
            outdated = (*CACHES, *COMPUTED, "tables", "files", *(("notes", "meta") if version < 2 else ()))
            for statement in (*(f"DROP TABLE IF EXISTS {table}" for table in outdated), *SCHEMA.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def set_aside(path: Path) -> Path:
    """Rename a damaged database with its companion files; return the new path. Raises BookTrouble."""
    aside = damaged_name(path)
    with reporting_trouble("set aside"):
        for ending in ("-journal", "-wal", "-shm", CHECKSUM, ""):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                os.replace(beside, aside.with_name(aside.name + ending))
        sync_folder(path.parent)
    return aside


# ---- the checksum

CHECKSUM = ".sum"
"""Suffix of the checksum's file, after the name of the database."""
OFTEN = 32 * 1024 * 1024
"""Maximum bytes of a database to seal after each note; a larger one, with thousands of games, is sealed only at the
start.
"""

_COUNTER = slice(24, 28)

_sound: dict[Path, tuple[int, int] | None] = {}
"""Databases that this program has found sound, with size in bytes and time in ns."""


def checksum_file(path: Path) -> Path:
    """Return the file with the checksum of a database."""
    return path.with_name(path.name + CHECKSUM)


def is_sound(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the database is undamaged, by its checksum or SQLite's integrity check. Raises sqlite3.Error."""
    state = state_of(path)
    if state is not None and _sound.get(path) == state:
        return True
    confirmed = _is_confirmed(connection, path)
    if confirmed is None:
        confirmed = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    if confirmed:
        _sound[path] = state
    return confirmed


def _is_confirmed(connection: sqlite3.Connection, path: Path) -> bool | None:
    """Return whether the checksum matches the database; None if it is for another state of it."""
    now = _checksum(connection)
    try:
        with checksum_file(path).open("rb") as stream:
            known = json.loads(stream.read(1000))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(known, dict) or known.get("counter") != now["counter"]:
        return None
    return known.get("sum") == now["sum"]


def _checksum(connection: sqlite3.Connection) -> dict[str, str]:
    """Return SQLite's number of the state of the database, and the checksum over its bytes."""
    image = connection.serialize()
    return {"counter": image[_COUNTER].hex(), "sum": hashlib.sha256(image).hexdigest()}


def state_of(path: Path) -> tuple[int, int] | None:
    """Return size in bytes and time in ns of a file; None if it is gone."""
    with suppress(OSError):
        state = path.stat()
        return state.st_size, state.st_mtime_ns
    return None


class OpenDatabase:
    """A connection that is replaced by one to an empty database if the file is damaged."""

    def __init__(self, path: Path, patience: float, records: Callable[[], Iterable[str]]) -> None:
        """Open the database. `records` returns the names of the records in the games folder. Raises BookTrouble."""
        self.notice: str | None = None
        """A sentence for the user about opening the scorebook, or None."""
        self.anew = False
        """Whether the database was damaged and is now empty, until catching up fills it."""
        self._path = path
        self._patience = patience
        self._records = records
        self._written = False
        try:
            self.connection = connect(path, patience)
        except Damaged:
            self.connection = self._begin_anew()

    def close(self) -> None:
        """Close the file."""
        self.seal(OFTEN)
        self.connection.close()

    def _begin_anew(self) -> sqlite3.Connection:
        aside = set_aside(self._path)
        self.anew = True
        self.notice = (
            f"The scorebook was damaged. The damaged file is kept as {aside.name}; the records are counted again."
        )
        lost = sorted(set(_records_named(aside)).difference(self._records()))
        if lost:
            self.notice += f" Games without a record are missing: {', '.join(lost[:5])}"
            self.notice += f" and {len(lost) - 5} more." if len(lost) > 5 else "."
        try:
            return connect(self._path, self._patience)
        except Damaged as error:
            raise BookTrouble(f"The scorebook can't be opened ({error}).") from None

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

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a block in one transaction. Raises BookTrouble."""
        connection = self.connection
        try:
            with reporting_trouble("written"):
                connection.execute("BEGIN IMMEDIATE")
                with connection:
                    yield connection
                self._written = True
        except Damaged as damage:
            raise self._damaged(damage) from None

    def seal(self, most: int | None = None) -> None:
        """Save the checksum of a changed database, unless it has more than `most` bytes. Never raises."""
        if not self._written:
            return
        self._written = False
        with suppress(OSError, sqlite3.Error, MemoryError):  # without it, SQLite's own check decides
            if most is None or self._path.stat().st_size <= most:
                text = json.dumps(_checksum(self.connection)) + "\n"
                write_whole(checksum_file(self._path), text, sync=False)
                _sound[self._path] = state_of(self._path)

    def check(self) -> None:
        """Check the database; if it's damaged, set it aside and begin with an empty one."""
        try:
            with reporting_trouble("read"):
                if is_sound(self.connection, self._path):
                    return
        except Damaged:
            pass
        self.connection.close()
        self.connection = self._begin_anew()

    def _damaged(self, damage: Damaged) -> Exception:
        """Set the database aside, and return the error to raise.

        If the checksum is right, the fault is the program's: keep the database, and return the original error.
        """
        cause = damage.__cause__
        if isinstance(cause, _NONSENSE):
            with suppress(sqlite3.Error, MemoryError):
                if _is_confirmed(self.connection, self._path):
                    return cause
        self.connection.close()
        self.connection = self._begin_anew()
        return BookTrouble(self.notice or "The scorebook was damaged.")


def _records_named(aside: Path) -> list[str]:
    """Return the names of the records in a damaged database, as far as it can be read."""
    names: list[str] = []
    with suppress(sqlite3.Error, ValueError):
        connection = sqlite3.connect(f"{aside.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        with closing(connection):
            for (name,) in connection.execute("SELECT DISTINCT file FROM results WHERE file IS NOT NULL"):
                if isinstance(name, str) and is_game_file(name) and name.isprintable():
                    names.append(name)
    return names
