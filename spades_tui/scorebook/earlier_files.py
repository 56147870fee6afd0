"""Take over the scorebook of releases up to 1.1: a file of notes, and a database.

Both files stay as they are. Each line of the notes has a checksum that includes the previous one,
as in a journal (docs/record.md). The lines of the first releases have none. After them comes a
`book` line whose `so_far` is a checksum over everything before it.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, field

from spades_tui.language.quoting import either
from spades_tui.play.saved_games import EARLIER_NOTES
from spades_tui.record.journal_lines import MAX_LINE, line_sum, whole_lines
from spades_tui.record.json_form import loads, mapping
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.database import is_damage
from spades_tui.scorebook.database_store import put_notes, put_result
from spades_tui.scorebook.game_result import GameResult, result_from
from spades_tui.scorebook.notes import Note, check
from spades_tui.system.folders import open_plain
from spades_tui.system.output import os_words

DATABASE = "book.sqlite3"
_SUM = re.compile(rb'"sum": "([0-9a-f]{16})"\}$')


def take_over(connection: sqlite3.Connection, folder: Path) -> str:
    """Add notes and games of the earlier files in a folder, within a transaction.

    Return sentences about damage that no copy repairs, usually none. Raises BookTrouble if a file
    can't be read now.
    """
    try:
        database = _read_database(folder / DATABASE)
        raw = _content_of(folder / EARLIER_NOTES)
    except (OSError, sqlite3.Error) as error:
        raise BookTrouble(f"The earlier scorebook can't be read ({os_words(error)}).") from None
    notes = {note["id"]: note for note in database.notes}
    missing: list[str] = []
    for line in _lines(raw):
        if line.good and line.note is not None:
            if line.summed:
                notes[line.note["id"]] = line.note
            else:
                notes.setdefault(line.note["id"], line.note)
        elif not line.good and line.start >= database.known_bytes:
            missing.append(str(line.number))
    put_notes(connection, notes.values())
    for result, file in database.games:
        put_result(connection, result, file)
    said = []
    if missing:
        lines = "line" if len(missing) == 1 else "lines"
        which = f"{lines} {either(missing, 'and')}"
        said.append(f"The notes in {EARLIER_NOTES} were damaged: {which} can't be read.")
    if database.damaged:
        said.append(f"{DATABASE} was damaged: games without a file may be missing.")
    return " ".join(said)


# ---- the database


class _EarlierDatabase(Struct):
    """What could be read of an earlier database."""

    notes: list[Note] = field(default_factory=list)
    games: list[tuple[GameResult, str]] = field(default_factory=list)
    """Games from records, each with the record's name; others are notes."""
    known_bytes: int = 0
    """Its notes are those of so many bytes of the file of notes."""
    damaged: bool = False


def _read_database(path: Path) -> _EarlierDatabase:
    """Read notes and games as far as possible. Raises OSError, sqlite3.Error.

    Read a copy, because SQLite may finish a transaction of a program that was killed.
    """
    known = _EarlierDatabase()
    if not path.is_file():
        return known
    with TemporaryDirectory() as folder:
        for ending in ("", "-journal", "-wal"):
            beside = path.with_name(path.name + ending)
            if beside.is_file():
                shutil.copyfile(beside, Path(folder, beside.name))
        try:
            with closing(sqlite3.connect(Path(folder, path.name))) as connection:
                known.damaged = _is_changed(connection, path.with_name(f"{path.name}.sum"))
                if not known.damaged:
                    _read_rows(connection, known)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            known.damaged = True
    return known


def _is_changed(connection: sqlite3.Connection, beside: Path) -> bool:
    """Return whether the checksum in the file beside a database is for this state and is wrong."""
    image = connection.serialize()
    try:
        known = mapping(loads(_content_of(beside)))
    except ValueError:
        return False
    counter = image[24:28].hex()  # SQLite's number of the state
    return known.get("counter") == counter and known.get("sum") != sha256(image).hexdigest()


def _read_rows(connection: sqlite3.Connection, known: _EarlierDatabase) -> None:
    """Read all rows that make sense. Raises sqlite3.Error."""
    for (size,) in connection.execute("SELECT value FROM meta WHERE key = 'notes'"):
        known.known_bytes = size if isinstance(size, int) else 0
    for (text,) in connection.execute("SELECT json FROM notes ORDER BY place"):
        try:
            known.notes.append(check(loads(text)))
        except (BookError, ValueError, TypeError):
            known.damaged = True
            known.known_bytes = 0  # whatever the file of notes lacks may be lost
    query = "SELECT file, json FROM results WHERE file IS NOT NULL ORDER BY id"
    for file, text in connection.execute(query):
        try:
            known.games.append((result_from(loads(text)), str(file)))
        except (BookError, ValueError, TypeError):
            known.damaged = True


# ---- the notes


class _NoteLine(Struct, frozen=True):
    """A line of the notes."""

    number: int
    start: int
    """Its offset in the file, in bytes."""
    note: Note | None
    """Its note; None for a `book` line, and for a note of an unknown kind."""
    good: bool
    """Whether it can be read, and its checksum fits, if it has one."""
    summed: bool
    """Whether it has a checksum."""


def _content_of(path: Path) -> bytes:
    """Return the content of a file, empty if there is none. Raises OSError."""
    try:
        with open_plain(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""


def _lines(raw: bytes) -> Iterator[_NoteLine]:
    """Yield the complete lines. A line after a damaged one is good if its checksum fits."""
    start = 0
    before = sha256()
    stated = computed = ""  # the previous line's checksum as written, and as it should be
    for number, text in enumerate(whole_lines(raw).split(b"\n")[:-1], 1):
        data = _parsed(text)
        note = _note_in(data)
        good = note is not None or data.get("event") == "book"
        written = _SUM.search(text)
        summed = "sum" in data
        if summed:
            sums = [line_sum(stated, data), line_sum(computed, data)]
            good = good and data["sum"] in sums
            if "so_far" in data:
                good = good and data["so_far"] == before.hexdigest()[:16]
            stated, computed = str(data["sum"]), sums[0]
        elif written is not None:  # the rest of the line is damaged
            good = False
            stated, computed = written[1].decode(), ""
        elif stated:  # later lines all have one
            good = False
        yield _NoteLine(number, start, note, good, summed)
        start += len(text) + 1
        before.update(text + b"\n")


def _parsed(line: bytes) -> dict[str, Any]:
    """Return the object of a line; an empty one if there is none."""
    try:
        data = loads(line) if len(line) <= MAX_LINE else None
    except ValueError:
        data = None
    return data if isinstance(data, dict) else {}


def _note_in(data: dict[str, Any]) -> Note | None:
    """Return the note of a line; None for a `book` line and an unknown or invalid note."""
    plain = {key: value for key, value in data.items() if key != "sum"}
    try:
        return check(plain)
    except (BookError, ValueError):
        return None
