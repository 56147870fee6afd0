"""The database: its tables and versions; open it, update it, or set a damaged one aside."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from spades_tui.scorebook import BookError, BookTrouble, database_seal
from spades_tui.system.disk import make_folder, sync_folder
from spades_tui.system.output import os_words

FILE = "book.sqlite3"
LOCK_SECONDS = 3.0
"""Seconds to wait for another program that is writing."""

MEMORY = 64 * 1024
"""KiB of the database to cache in memory, so that a long transaction doesn't write its changes twice."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, event TEXT NOT NULL,
                                  json TEXT NOT NULL, about TEXT, moment TEXT);
CREATE INDEX IF NOT EXISTS notes_by_event ON notes (event);
CREATE INDEX IF NOT EXISTS notes_by_about ON notes (event, about, moment);
CREATE TABLE IF NOT EXISTS results (id TEXT PRIMARY KEY, file TEXT, json TEXT NOT NULL);
CREATE TABLE files (name TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime INTEGER NOT NULL, state TEXT NOT NULL,
                    why TEXT) WITHOUT ROWID;
CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, named_at TEXT NOT NULL,
                      computer INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tables (id TEXT PRIMARY KEY, name TEXT NOT NULL, named INTEGER NOT NULL, session TEXT NOT NULL,
                     forfeit TEXT NOT NULL, deck TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE members (table_id TEXT NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
                      person TEXT NOT NULL, PRIMARY KEY (table_id, person)) WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY REFERENCES results (id) DEFERRABLE INITIALLY DEFERRED,
                    table_id TEXT NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
                    variant TEXT NOT NULL, title TEXT NOT NULL, ended TEXT NOT NULL, moment TEXT NOT NULL,
                    day TEXT NOT NULL, hands INTEGER NOT NULL, reason TEXT NOT NULL,
                    season TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX games_by_table ON games (table_id, moment, id);
CREATE INDEX games_by_moment ON games (moment, id);
CREATE INDEX games_by_day ON games (table_id, day);
CREATE TABLE seats (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL,
                    person TEXT NOT NULL REFERENCES persons (id) DEFERRABLE INITIALLY DEFERRED,
                    variant TEXT NOT NULL, day TEXT NOT NULL, side INTEGER NOT NULL, place INTEGER NOT NULL,
                    won INTEGER NOT NULL, points INTEGER NOT NULL, hands INTEGER NOT NULL, bid INTEGER NOT NULL,
                    tricks INTEGER NOT NULL, made INTEGER NOT NULL, "set" INTEGER NOT NULL, bags INTEGER NOT NULL,
                    zeros INTEGER NOT NULL, zeros_made INTEGER NOT NULL, blinds INTEGER NOT NULL,
                    blinds_made INTEGER NOT NULL, bemos INTEGER NOT NULL, bemos_kept INTEGER NOT NULL,
                    bones INTEGER NOT NULL, pairs TEXT NOT NULL, player TEXT NOT NULL, off_hands INTEGER NOT NULL,
                    off_over INTEGER NOT NULL, off_short INTEGER NOT NULL, take_backs INTEGER NOT NULL,
                    blind_zeros_made INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE INDEX seats_by_person ON seats (person, variant, day);
CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                      place INTEGER NOT NULL, moment TEXT NOT NULL, day TEXT NOT NULL, person TEXT NOT NULL,
                      kind TEXT NOT NULL, amount INTEGER NOT NULL, game TEXT, other TEXT,
                      PRIMARY KEY (table_id, place)) WITHOUT ROWID;
CREATE INDEX entries_by_kind ON entries (table_id, kind, day);
CREATE INDEX entries_by_moment ON entries (table_id, moment);
CREATE TABLE reviews (game TEXT NOT NULL, seat INTEGER NOT NULL, luck REAL NOT NULL, play REAL NOT NULL,
                      PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE tallies (person TEXT NOT NULL, variant TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
                      amount INTEGER NOT NULL, PRIMARY KEY (person, variant, what, key)) WITHOUT ROWID;
CREATE TABLE totals (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                     person TEXT NOT NULL, kind TEXT NOT NULL, year INTEGER NOT NULL, amount INTEGER NOT NULL,
                     PRIMARY KEY (table_id, person, kind, year)) WITHOUT ROWID;
CREATE TABLE checkpoints (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE
                          DEFERRABLE INITIALLY DEFERRED, moment TEXT NOT NULL, place INTEGER NOT NULL,
                          state TEXT NOT NULL, PRIMARY KEY (table_id, moment)) WITHOUT ROWID;
CREATE TABLE uncounted (table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE
                        DEFERRABLE INITIALLY DEFERRED, since TEXT NOT NULL) WITHOUT ROWID;
INSERT OR REPLACE INTO meta (key, value) VALUES ('stale', 1)
"""
"""Make all tables, but keep the results, the notes and `meta` of an earlier version; the rest is computed again."""

VERSION = 8
"""Raise it with each change of `SCHEMA`."""

COMPUTED = ("totals", "entries", "tallies", "seats", "games", "members", "tables", "persons", "reviews")
"""Tables that follow from `results` and `notes`, children first."""

CACHES = ("uncounted", "checkpoints")
"""Tables that follow from those and only save time, so equal scorebooks may differ in them."""


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
    except NONSENSE as error:
        raise Damaged(str(error)) from error
    except sqlite3.Error as error:
        if _is_damage(error):
            raise Damaged(str(error)) from None
        raise BookTrouble(_sentence(doing, _plain(error))) from None
    except OSError as error:
        raise BookTrouble(_sentence(doing, os_words(error))) from None


def _sentence(doing: str, why: str) -> str:
    return f"The scorebook can't be {doing} ({why}). No game is lost; it will be counted later."


NONSENSE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""Errors raised by impossible contents, such as a date that doesn't exist or an altered text."""

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


def _plain(error: sqlite3.Error) -> str:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return {
        sqlite3.SQLITE_BUSY: "another program is writing in it",
        sqlite3.SQLITE_LOCKED: "another program is writing in it",
        sqlite3.SQLITE_READONLY: "it is read-only",
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_CANTOPEN: "its file can't be opened",
        sqlite3.SQLITE_IOERR: "the disk failed",
    }.get(code, str(error))


def connect(path: Path, patience: float = LOCK_SECONDS) -> sqlite3.Connection:
    """Open a database, create it if it's missing, and update it to this version.

    Raises BookTrouble if that is impossible now or the file is of a later version, Damaged if it isn't a database.
    """
    with reporting_trouble("opened"):
        make_folder(path.parent)
        if not path.exists() or not path.stat().st_size:
            database_seal.file_of(path).unlink(missing_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        with reporting_trouble("opened"):
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA cache_size = -{MEMORY}")
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > VERSION:
                if not database_seal.is_sound(connection, path):
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
    """Make the tables of this version in one transaction. Version 1 lacks some columns of the notes; drop its copy."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version < VERSION:  # another program may have updated it meanwhile
            outdated = (*CACHES, *COMPUTED, "files", *(("notes", "meta") if version < 2 else ()))
            for statement in (*(f"DROP TABLE IF EXISTS {table}" for table in outdated), *SCHEMA.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def set_aside(path: Path) -> Path:
    """Rename a damaged database with its companion files; return the new path. Raises BookTrouble."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    with reporting_trouble("set aside"):
        for n in range(1, 1000):
            aside = path.with_name(f"book.damaged-{stamp}{'' if n == 1 else f'-{n}'}.sqlite3")
            if not aside.exists():
                break
        for ending in ("-journal", "-wal", "-shm", database_seal.ENDING, ""):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                os.replace(beside, aside.with_name(aside.name + ending))
        sync_folder(path.parent)
    return aside
