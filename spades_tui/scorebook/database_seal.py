"""A checksum of the whole database, in a file next to it, which detects changed bytes that SQLite can't.

It applies to one state of the file, which SQLite numbers in its header. If the file was written later, for example by a
program that was killed, the checksum is ignored and SQLite's integrity check decides.
"""

import hashlib
import json
import sqlite3
from contextlib import suppress
from pathlib import Path

from spades_tui.system.disk import write_whole

ENDING = ".sum"
"""Suffix of the checksum's file, after the name of the database."""
OFTEN = 32 * 1024 * 1024
"""Maximum bytes of a database to seal after each note; a larger one, with thousands of games, is sealed only at the
start.
"""

_COUNTER = slice(24, 28)

_sound: dict[Path, tuple[int, int] | None] = {}
"""Databases that this program has found sound, with size in bytes and time in ns."""


def file_of(path: Path) -> Path:
    """Return the file with the checksum of a database."""
    return path.with_name(path.name + ENDING)


def seal(connection: sqlite3.Connection, path: Path, most: int | None = None) -> None:
    """Save the checksum of the database, unless it has more than `most` bytes. Never raises."""
    with suppress(OSError, sqlite3.Error, MemoryError):  # without it, SQLite's own check decides
        if most is None or path.stat().st_size <= most:
            write_whole(file_of(path), json.dumps(_checksum(connection)) + "\n", sync=False)
            _sound[path] = _state(path)


def is_sound(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the database is undamaged, by its checksum or SQLite's integrity check. Raises sqlite3.Error."""
    state = _state(path)
    if state is not None and _sound.get(path) == state:
        return True
    confirmed = _is_confirmed(connection, path)
    if confirmed is None:
        confirmed = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    if confirmed:
        _sound[path] = state
    return confirmed


def checksum_matches(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the checksum confirms the database. Never raises."""
    try:
        return _is_confirmed(connection, path) is True
    except (sqlite3.Error, MemoryError):
        return False


def _is_confirmed(connection: sqlite3.Connection, path: Path) -> bool | None:
    """Return whether the checksum matches the database; None if it is for another state of it."""
    now = _checksum(connection)
    try:
        with file_of(path).open("rb") as stream:
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


def _state(path: Path) -> tuple[int, int] | None:
    """Return size and time of a file; None if it is gone."""
    with suppress(OSError):
        state = path.stat()
        return state.st_size, state.st_mtime_ns
    return None
