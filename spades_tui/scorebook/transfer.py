"""Export the whole scorebook as JSON Lines or CSV, and import it.

Each game and each note has an id, so that known ones aren't imported twice.
"""

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from spades_tui.record.journal_lines import line_sum
from spades_tui.record.json_form import loads
from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import SeatResult
from spades_tui.scorebook.notes import FORMAT, Note, check
from spades_tui.scorebook.scorebook import Book
from spades_tui.system.disk import write_new
from spades_tui.system.folders import open_plain
from spades_tui.system.foreign_text import without_mark
from spades_tui.system.output import json_text, os_words

MOST_BYTES = 256 * 1024 * 1024
"""Maximum bytes of an exported scorebook."""

_LATER = frozenset(("off_hands", "off_over", "off_short", "blind_zeros_made"))
"""Counts of a seat that came after the columns; `data` has them."""
_SEAT = tuple(field for field in SeatResult.__struct_fields__ if field not in _LATER)
_GAME = ("variant", "title", "ended", "reason")
COLUMNS = ("event", "id", "at", "game", *_GAME, "seat", *_SEAT, "data")
"""``data`` has the whole game, in the row of its first seat, or the whole note, as JSON."""


def export_to(path: Path, book: Book, form: str | None = None) -> None:
    """Export the scorebook to a new file, as ``jsonl`` or ``csv``; without a form, the file's name decides.

    Raises BookError, also if the file exists: it is never overwritten.
    """
    if not form:
        form = "csv" if path.suffix.casefold() == ".csv" else "jsonl"
    try:
        write_new(path, exported(book, form))
    except FileExistsError:
        raise BookError(f"{path}: this file exists already; choose another name") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} can't be written ({os_words(error)}).") from None


def import_from(path: Path, book: Book) -> tuple[int, int]:
    """Import an exported scorebook; return how many games and notes were new. Raises BookError."""
    try:
        with open_plain(path) as stream:
            return import_stream(stream, book)
    except BookError as error:
        raise BookError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} can't be read ({os_words(error)}).") from None


def import_stream(stream: BinaryIO, book: Book) -> tuple[int, int]:
    """Import an exported scorebook from a stream. Raises BookError, or OSError if it can't be read."""
    raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BookError("too large for an exported scorebook")
    try:
        text = without_mark(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise BookError("not an exported scorebook: it isn't UTF-8") from None
    except UnicodeError as error:
        raise BookError(str(error)) from None
    return import_text(text, book)


def exported(book: Book, form: str = "jsonl") -> str:
    """Return every game and every note as ``jsonl`` or ``csv``. Raises BookError."""
    notes = book.database.ask(_every_note)
    if form == "jsonl":
        head = {"event": "book", "format": FORMAT}
        return "\n".join([*map(json_text, (head, *notes)), ""])
    if form != "csv":
        raise BookError(f"{form!r} is not an export format; choose jsonl or csv.")
    stream = io.StringIO()
    writer = csv.DictWriter(stream, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for note in notes:
        writer.writerows(_rows(note))
    return stream.getvalue()


def import_text(text: str, book: Book) -> tuple[int, int]:
    """Import an exported scorebook; return how many games and notes were new. Raises BookError, adding nothing."""
    new = book.notes.write(*_notes_from(text))
    games = sum(note["event"] == "game" for note in new)
    return games, len(new) - games


def _every_note(connection: sqlite3.Connection) -> list[Note]:
    """Return every game as a note, then the scorebook's own notes."""
    notes = []
    for (text,) in connection.execute(
        "SELECT r.json FROM results r LEFT JOIN games g ON g.id = r.id ORDER BY g.moment, r.id"
    ).fetchall():
        game = json.loads(text)
        notes.append({"event": "game", "id": f"game-{game['id']}", "at": game["ended"], "game": game})
    own = connection.execute("SELECT json FROM notes ORDER BY place")
    return notes + [json.loads(text) for (text,) in own]


def _rows(note: Note) -> Iterator[dict[str, Any]]:
    row: dict[str, Any] = {"event": note["event"], "id": note["id"], "at": note["at"]}
    if note["event"] != "game":
        yield {**row, "data": json_text(note)}
        return
    game = note["game"]
    row |= {"game": game["id"], **{key: game[key] for key in _GAME}}
    row["data"] = json_text(note)
    absent = {**dict.fromkeys(_SEAT, 0), "level": "", "pairs": "", "place": 1, "won": False}
    for n, seat in enumerate(game["seats"]):
        values = {**absent, **seat}
        yield {**row, "seat": n, **{key: _cell(values[key]) for key in _SEAT}}
        row.pop("data", None)


def _cell(value: object) -> object:
    """Return a number, or a text that no spreadsheet takes for a formula."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + value
    if value is None:
        return ""
    return value


def _notes_from(text: str) -> list[Note]:
    """Return the notes and games of an exported scorebook. Raises BookError with the first invalid line."""
    lines: Iterable[tuple[int, str]] = _csv_lines(text)
    if text.lstrip()[:1] == "{":
        lines = enumerate(text.split("\n"), 1)
    notes, before = [], ""
    for number, data in lines:
        if not data.strip():
            continue
        try:
            note = loads(data)
            if isinstance(note, dict) and "sum" in note:  # a line from the notes file of an earlier release
                if note["sum"] not in (line_sum(before, note), line_sum("", note)):
                    raise BookError("the line was changed, because its sum doesn't fit")
                before = note["sum"]
            if isinstance(note, dict) and note.get("event") == "book":
                if note.get("format") != FORMAT:
                    raise BookError(f"format {note.get('format')!r} is not {FORMAT!r}")
                continue
            if isinstance(note, dict):
                note.pop("sum", None)  # only the notes file of an earlier release needs checksums
            notes.append(check(note))
        except (BookError, ValueError) as error:
            raise BookError(f"line {number}: {error}") from None
    return notes


def _csv_lines(text: str) -> Iterator[tuple[int, str]]:
    csv.field_size_limit(1 << 20)
    reader = csv.DictReader(text.splitlines(keepends=True))
    if not {"event", "data"} <= set(reader.fieldnames or ()):
        raise BookError("line 1: not an exported scorebook: the columns 'event' and 'data' are missing")
    try:
        for row in reader:
            if row["data"]:
                yield reader.line_num, row["data"]
    except csv.Error as error:
        raise BookError(f"line {reader.line_num}: {error}") from None
