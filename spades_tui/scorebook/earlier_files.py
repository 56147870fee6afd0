"""Take over the scorebook of releases up to 1.1: a file of notes, and a database computed from notes and records.

Both files stay as they are. Each line of the notes has a checksum that includes the previous one, as in a journal
(docs/record.md). The lines of the first releases have none. After them comes a `book` line whose `so_far` is a checksum
over everything before it.
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, field

from spades_tui.language.quoting import either
from spades_tui.play.saved_games import EARLIER_NOTES
from spades_tui.record.journal_lines import MAX_LINE, line_sum, whole_lines
from spades_tui.record.json_form import loads
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.database_store import put_notes, put_result
from spades_tui.scorebook.game_result import GameResult, result_from
from spades_tui.scorebook.notes import Note, check
from spades_tui.system.folders import open_plain
from spades_tui.system.output import os_words

DATABASE = "book.sqlite3"
_SUM = re.compile(rb'"sum": "([0-9a-f]{16})"\}$')


def take_over(connection: sqlite3.Connection, folder: Path) -> str:
    """Add notes and games of the earlier files in a folder, within a transaction.

    Return a sentence about lines that no copy has, usually empty. Raises BookTrouble if the notes can't be read now.
    """
    database = _read_database(folder / DATABASE)
    notes = {note["id"]: note for note in database.notes}
    missing: list[str] = []
    for line in _lines(_content_of(folder / EARLIER_NOTES)):
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
    if not missing:
        return ""
    which = f"line {missing[0]}" if len(missing) == 1 else f"lines {either(missing, 'and')}"
    return f"The notes in {EARLIER_NOTES} were damaged: {which} can't be read, and no copy has what is missing."


# ---- the database


class _EarlierDatabase(Struct):
    """What could be read of an earlier database."""

    notes: list[Note] = field(default_factory=list)
    games: list[tuple[GameResult, str]] = field(default_factory=list)
    """Games from records, each with the record's name; others are notes."""
    known_bytes: int = 0
    """Its notes are those of so many bytes of the file of notes."""


def _read_database(path: Path) -> _EarlierDatabase:
    """Read notes and games as far as possible, from a copy, because SQLite may have to finish a transaction."""
    known = _EarlierDatabase()
    if not path.is_file():
        return known
    with suppress(sqlite3.Error, OSError), TemporaryDirectory() as folder:
        for ending in ("", "-journal", "-wal"):
            beside = path.with_name(path.name + ending)
            if beside.is_file():
                shutil.copyfile(beside, Path(folder, beside.name))
        with closing(sqlite3.connect(Path(folder, path.name))) as connection:
            for (text,) in connection.execute("SELECT json FROM notes ORDER BY place"):
                with suppress(BookError, ValueError, TypeError):
                    known.notes.append(check(json.loads(text)))
            for file, text in connection.execute("SELECT file, json FROM results WHERE file IS NOT NULL ORDER BY id"):
                with suppress(BookError, ValueError, TypeError):
                    known.games.append((result_from(json.loads(text)), str(file)))
            row = connection.execute("SELECT value FROM meta WHERE key = 'notes'").fetchone()
            known.known_bytes = int(row[0]) if row else 0
    return known


# ---- the notes


class _Line(Struct, frozen=True):
    """A line of the notes."""

    number: int
    start: int
    """Its offset in the file, in bytes."""
    note: Note | None
    """Its note; None for a `book` line, and for a note of an unknown kind."""
    good: bool
    """Whether it is undamaged, as far as its checksum says."""
    summed: bool
    """Whether it has a checksum."""


def _content_of(path: Path) -> bytes:
    """Return the content of the notes, empty if there are none. Raises BookTrouble if they can't be read."""
    try:
        with open_plain(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BookTrouble(f"The notes in {path.name} can't be read ({os_words(error)}).") from None


def _lines(raw: bytes) -> Iterator[_Line]:
    """Yield the complete lines. A line after a damaged one is good if its checksum fits."""
    start = 0
    stated = computed = ""  # the previous line's checksum as written, and as it should be
    for number, text in enumerate(whole_lines(raw).split(b"\n")[:-1], 1):
        data = _parsed(text)
        written = _SUM.search(text)
        if isinstance(data, dict) and isinstance(data.get("sum"), str):
            sums = [line_sum(stated, data), line_sum(computed, data)]
            good = data["sum"] in sums and data.get("so_far") in (None, sha256(raw[:start]).hexdigest()[:16])
            stated, computed = data["sum"], sums[0]
            yield _Line(number, start, _note_in(data), good, True)
        elif written is not None:
            stated, computed = written[1].decode(), ""
            yield _Line(number, start, None, False, False)
        else:
            yield _Line(number, start, _note_in(data), isinstance(data, dict) and not stated, False)
        start += len(text) + 1


def _parsed(line: bytes) -> Any:
    if len(line) > MAX_LINE:
        return None
    try:
        return loads(line)
    except ValueError:
        return None


def _note_in(data: object) -> Note | None:
    """Return the note of a line; None for a `book` line and an unknown or invalid note."""
    if not isinstance(data, dict) or data.get("event") == "book":
        return None
    plain = {key: value for key, value in data.items() if key != "sum"}
    try:
        return check(plain)
    except (BookError, ValueError):
        return None
