"""A checksum of the whole database, in a file next to it, which detects changed bytes that SQLite can't.

It applies to one state of the file, which SQLite numbers in its header. If the file was written later, for example by a
program that was killed, the checksum is ignored and SQLite's integrity check decides.
"""

import hashlib
import json
import sqlite3
from pathlib import Path

from spades_tui.system.disk import write_whole

ENDING = ".sum"
"""Suffix of the checksum's file, after the name of the database."""
OFTEN = 32 * 1024 * 1024
"""Maximum bytes of a database to seal after each note; a larger one, with thousands of games, is sealed only at the
start.
"""

_COUNTER = slice(24, 28)

_sound: dict[Path, tuple[int, int]] = {}
"""Databases that this program has found sound, with size in bytes and time in ns."""


def file_of(path: Path) -> Path:
    """Return the file with the checksum of a database."""
    return path.with_name(path.name + ENDING)


def seal(connection: sqlite3.Connection, path: Path, most: int | None = None) -> None:
    """Save the checksum of the database, unless it has more than `most` bytes. Never raises."""
    try:
        if most is not None and path.stat().st_size > most:
            return
        image = connection.serialize()
        data = {"counter": image[_COUNTER].hex(), "sum": _sum(image)}
        write_whole(file_of(path), json.dumps(data) + "\n", sync=False)  # without it, SQLite's own check decides
    except (OSError, sqlite3.Error, MemoryError):
        return
    _remember(path)


def is_sound(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the database is undamaged, by its checksum or SQLite's integrity check. Raises sqlite3.Error."""
    if path in _sound and _sound[path] == _state(path):
        return True
    image = connection.serialize()
    holds = _holds(path, image)
    sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",) if holds is None else holds
    if sound:
        _remember(path)
    return sound


def checksum_matches(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the checksum confirms the database. Never raises."""
    try:
        return _holds(path, connection.serialize()) is True
    except (sqlite3.Error, MemoryError):
        return False


def _holds(path: Path, image: bytes) -> bool | None:
    """Return whether the checksum matches this image; None if it is for another state of the database."""
    told = _seal_of(path)
    return told.get("sum") == _sum(image) if told.get("counter") == image[_COUNTER].hex() else None


def _seal_of(path: Path) -> dict[str, object]:
    try:
        with file_of(path).open("rb") as stream:
            data = json.loads(stream.read(1000))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _sum(image: bytes) -> str:
    return hashlib.sha256(image).hexdigest()


def _state(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def _remember(path: Path) -> None:
    try:
        _sound[path] = _state(path)
    except OSError:
        _sound.pop(path, None)
