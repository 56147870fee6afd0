"""The seal of a scorebook's file, and the copies of the file.

The seal is a checksum in the file's header. It detects changed bytes that SQLite can't. A
transaction breaks it, and the end of a run makes it again. Without a seal, for example after a
kill, SQLite's integrity check decides. Every release must keep the seal as it is, so that an
earlier one doesn't take a later file for a damaged one.

At the end of a run that has changed the scorebook, SQLite makes a copy. The last three runs keep
theirs.
"""

import os
import sqlite3
import zlib
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

from spades_tui.system.disk import flush_to_disk, locked_folder, sync_folder

_SEAL = slice(68, 72)
"""Bytes of the file's header that SQLite calls the application's id."""
_VARYING = (slice(24, 28), slice(40, 44), _SEAL, slice(92, 100))
"""Bytes of the header that the seal leaves out: itself, SQLite's counters and its release."""

_sound: dict[Path, tuple[int, int] | None] = {}
"""Files that this program has found sound, with size in bytes and time in ns."""
_proven: set[Path] = set()
"""Files of which the last check has found a right seal, or no content."""


def header_number(connection: sqlite3.Connection, name: str) -> int:
    """Return one of the numbers that SQLite keeps in the file's header for its user."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _checksum(connection: sqlite3.Connection) -> int:
    """Return the CRC-32 of the file as a signed number; never 0."""
    image = memoryview(connection.serialize())
    checksum = start = 0
    for part in _VARYING:
        checksum = zlib.crc32(image[start : part.start], checksum)
        start = part.stop
    checksum = zlib.crc32(image[start:], checksum)
    return int.from_bytes(checksum.to_bytes(4), signed=True) or 1


def break_seal(connection: sqlite3.Connection) -> None:
    """Take the seal off, within a transaction that changes the file."""
    connection.execute("PRAGMA application_id = 0")


def seal(connection: sqlite3.Connection, path: Path) -> None:
    """Seal a file in a transaction of its own. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        connection.execute(f"PRAGMA application_id = {_checksum(connection)}")
    trust(path)


def trust(path: Path) -> None:
    """Take a file for sound as it is now, because this program has written it."""
    _sound[path] = state_of(path)


def is_trusted(path: Path) -> bool:
    """Return whether this program has found the file sound as it is now, or has written it."""
    state = state_of(path)
    return state is not None and _sound.get(path) == state


def is_sealed(connection: sqlite3.Connection) -> bool:
    """Return whether a file has a seal and the seal is right. Raises sqlite3.Error."""
    number = header_number(connection, "application_id")
    return number != 0 and number == _checksum(connection)


def is_sound(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether a file is undamaged, by its seal or SQLite's check. Raises sqlite3.Error."""
    if is_trusted(path):
        return True
    state = state_of(path)
    _proven.discard(path)
    if header_number(connection, "application_id"):
        sound = proven = is_sealed(connection)
    else:
        sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        proven = header_number(connection, "page_count") == 0
    if proven:
        _proven.add(path)
    if sound:
        _sound[path] = state
    return sound


def was_sealed(path: Path) -> bool:
    """Return whether a file had a right seal, or no content, when this program last checked it."""
    return path in _proven


def seal_in(path: Path) -> int:
    """Return the seal in a file that isn't in use; 0 without one. Raises OSError.

    Don't call it for the scorebook itself: closing a file ends the locks that SQLite has on it in
    this program.
    """
    with path.open("rb") as stream:
        return int.from_bytes(stream.read(_SEAL.stop)[_SEAL], signed=True)


def state_of(path: Path) -> tuple[int, int] | None:
    """Return size in bytes and time in ns of a file; None if it is gone."""
    with suppress(OSError):
        state = path.stat()
        return state.st_size, state.st_mtime_ns
    return None


COPIES = 3
"""The number of copies to keep, each from another run of the program."""

_copied: set[Path] = set()
"""Scorebooks of which the newest copy is from this run."""


def names(path: Path) -> list[Path]:
    """Return the names of a scorebook's copies, the newest first; not all of them exist."""
    numbers = range(1, COPIES + 1)
    return [path.with_name(f"{path.stem}.copy-{number}{path.suffix}") for number in numbers]


def keep_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Copy the scorebook, and drop the oldest copy; a copy from this run is replaced.

    Raises OSError, sqlite3.Error.
    """
    scratch = path.with_name(f".{path.stem}.copy{path.suffix}")
    newest = names(path)[0]
    with locked_folder(path.parent):
        try:
            _write_copy(connection, scratch)
        except BaseException:
            scratch.unlink(missing_ok=True)  # on a full disk, a game needs its place
            raise
        if path not in _copied:
            for newer, older in reversed([*pairwise(names(path))]):
                if newer.exists():
                    os.replace(newer, older)
        os.replace(scratch, newest)
        sync_folder(path.parent)
    _copied.add(path)


def _write_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Write a copy to the disk itself. Raises OSError, sqlite3.Error."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with closing(sqlite3.connect(path)) as target:
            target.execute("PRAGMA journal_mode = OFF")
            target.execute("PRAGMA synchronous = OFF")  # the whole file is flushed at the end
            connection.backup(target)
        flush_to_disk(handle)
    finally:
        os.close(handle)


def is_copied(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the newest copy of a scorebook can be read and has everything that it has.

    Raises sqlite3.Error.
    """
    seal = header_number(connection, "application_id")
    with suppress(OSError):
        return seal != 0 and seal_in(names(path)[0]) == seal
    return False


def good_copy(path: Path) -> Path | None:
    """Return the newest undamaged copy of a scorebook; None without one."""
    for copy in names(path):
        place = f"{copy.absolute().as_uri()}?mode=ro&immutable=1"
        with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(place, uri=True)) as connection:
            connection.execute("SELECT count(*) FROM notes")
            if is_sound(connection, copy):
                return copy
    return None
