"""Take over the scorebook of releases up to 1.1: a file of notes, and a database.

Both files stay as they are. Each line of the notes has a checksum that includes the previous one,
as in a journal (docs/record.md). The lines of the first releases have none. After them comes a
`book` line whose `so_far` is a checksum over everything before it.
"""

import re
import shutil
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
    earlier = _EarlierFiles()
    try:
        earlier.read_database(folder / DATABASE)
        earlier.read_notes(_content_of(folder / EARLIER_NOTES))
    except (OSError, sqlite3.Error) as error:
        raise BookTrouble(f"The earlier scorebook can't be read ({os_words(error)}).") from None
    put_notes(connection, earlier.notes.values())
    for result, file in earlier.games:
        put_result(connection, result, file)
    sentences = []
    if earlier.missing:
        lines = "line" if len(earlier.missing) == 1 else "lines"
        which = f"{lines} {either(earlier.missing, 'and')}"
        sentences.append(f"The notes in {EARLIER_NOTES} were damaged: {which} can't be read.")
    if earlier.damaged:
        sentences.append(f"{DATABASE} was damaged: games without a file may be missing.")
    return " ".join(sentences)


class _EarlierFiles:
    """What can be read of the earlier files; read the database first."""

    def __init__(self) -> None:
        self.notes: dict[str, Note] = {}
        self.games: list[tuple[GameResult, str]] = []
        """Games from records, each with the record's name; others are notes."""
        self.damaged = False
        """Whether rows of the database can't be read."""
        self.missing: list[str] = []
        """The numbers of lines that can't be read and weren't in the database."""
        self._known_bytes = 0
        """The database has the notes in so many bytes of the file of notes."""

    def read_database(self, path: Path) -> None:
        """Read notes and games as far as possible. Raises OSError, sqlite3.Error.

        Read a copy, because SQLite may finish a transaction of a program that was killed.
        """
        if not path.is_file():
            return
        with TemporaryDirectory() as folder:
            for ending in ("", "-journal", "-wal"):
                beside = path.with_name(path.name + ending)
                if beside.is_file():
                    shutil.copyfile(beside, Path(folder, beside.name))
            try:
                with closing(sqlite3.connect(Path(folder, path.name))) as connection:
                    self.damaged = _is_changed(connection, path.with_name(f"{path.name}.sum"))
                    if not self.damaged:
                        self._read_rows(connection)
            except sqlite3.Error as error:
                if not is_damage(error):
                    raise
                self.damaged = True

    def _read_rows(self, connection: sqlite3.Connection) -> None:
        """Read all rows that make sense. Raises sqlite3.Error."""
        for (size,) in connection.execute("SELECT value FROM meta WHERE key = 'notes'"):
            self._known_bytes = size if isinstance(size, int) else 0
        for (text,) in connection.execute("SELECT json FROM notes ORDER BY place"):
            try:
                note = check(loads(text))
                self.notes[note["id"]] = note
            except (BookError, ValueError, TypeError):
                self.damaged = True
                self._known_bytes = 0  # whatever the file of notes lacks may be lost
        query = "SELECT file, json FROM results WHERE file IS NOT NULL ORDER BY id"
        for file, text in connection.execute(query):
            try:
                self.games.append((result_from(loads(text)), str(file)))
            except (BookError, ValueError, TypeError):
                self.damaged = True

    def read_notes(self, raw: bytes) -> None:
        """Read the complete lines of the notes. A line after a damaged one is good if its checksum fits."""
        start = 0  # of the line, in bytes
        before = sha256()
        stated = computed = ""  # the previous line's checksum as written, and as it should be
        for number, text in enumerate(whole_lines(raw).split(b"\n")[:-1], 1):
            data, note = _parsed(text)
            good = note is not None or data.get("event") == "book"
            written = _SUM.search(text)
            if "sum" in data:
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
            if good and note is not None:
                if "sum" in data or note["id"] not in self.notes:
                    self.notes[note["id"]] = note
            elif not good and start >= self._known_bytes:
                self.missing.append(str(number))
            start += len(text) + 1
            before.update(text + b"\n")


def _is_changed(connection: sqlite3.Connection, beside: Path) -> bool:
    """Return whether the checksum in the file beside a database is for this state and is wrong."""
    image = connection.serialize()
    try:
        stored = mapping(loads(_content_of(beside)))
    except ValueError:
        return False
    counter = image[24:28].hex()  # SQLite's number of the state
    return stored.get("counter") == counter and stored.get("sum") != sha256(image).hexdigest()


def _content_of(path: Path) -> bytes:
    """Return the content of a file, empty if there is none. Raises OSError."""
    try:
        with open_plain(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""


def _parsed(line: bytes) -> tuple[dict[str, Any], Note | None]:
    """Return the object of a line, an empty one if there is none; and its note, if it has one of a known kind."""
    data: dict[str, Any] = {}
    try:
        if len(line) <= MAX_LINE:
            data = mapping(loads(line))
        return data, check({key: value for key, value in data.items() if key != "sum"})
    except (BookError, ValueError):
        return data, None
