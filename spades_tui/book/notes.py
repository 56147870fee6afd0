"""The book's own facts: what no record can tell. One JSON object a line, appended and never changed.

Which people make a table, who was renamed, who has carried, which decks were brought, how a hearing went, what was put
right by hand, which games were given up or deleted. Together with the records they are all that the book is computed
from, so `book rebuild` needs nothing else.
"""

import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from spades_tui.book.errors import BookError, BookTrouble
from spades_tui.book.given_up import FILE as FILE
from spades_tui.book.result import day_of, moment_of, result_from
from spades_tui.book.season import CORRECTABLE
from spades_tui.record.journal_lines import end_of_whole_lines, whole_lines

FORMAT = "spades-book/1"

Note = dict[str, Any]

_MAX_LINE = 256 * 1024


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 400


def _texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 1000 and all(_text(entry) for entry in value)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**6


def _measure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**6


def _settings(value: object) -> bool:
    if not isinstance(value, dict) or not set(value) <= {"session", "forfeit", "deck"}:
        return False
    return value.get("session", "day") in ("day", "week") and all(_text(entry) for entry in value.values())


def _people(value: object) -> bool:
    return isinstance(value, dict) and all(key.isdigit() and _text(entry) for key, entry in value.items())


def _votes(value: object) -> bool:
    return isinstance(value, dict) and all(_text(key) and isinstance(vote, bool) for key, vote in value.items())


def _game(value: object) -> bool:
    try:
        result_from(value)
    except BookError:
        return False
    return True


def _what(value: object) -> bool:
    return value in CORRECTABLE


_FORMS: dict[str, dict[str, Callable[[object], bool]]] = {
    "table": {"table": _text, "name?": _text, "people?": _texts, "settings?": _settings},
    "person": {"person": _text, "name": _text},
    "merge": {"person": _text, "into": _text},
    "assign": {"game": _text, "table": _text, "people?": _people},
    "carried": {"table": _text, "person": _text},
    "deck_paid": {"table": _text, "person": _text, "decks": _number},
    "hearing": {"game": _text, "mark": _text, "votes": _votes, "zero_buddy": lambda value: value in (True, False)},
    "correction": {"table": _text, "person": _text, "what": _what, "amount": _number, "why?": _text},
    "review": {"game": _text, "seat": _number, "luck": _measure, "play": _measure},
    "given_up": {"file": _text},
    "taken_up": {"file": _text},
    "deleted": {"game": _text},
    "restored": {"game": _text},
    "game": {"game": _game},
}
"""For each event its keys; one that ends in ``?`` may be absent."""

ABOUT = {
    "carried": "table", "deck_paid": "table", "correction": "table", "hearing": "game", "review": "game",
    "given_up": "file", "taken_up": "file",
}  # fmt: skip
"""The key that says what a fact is about."""

STRUCTURE = ("table", "person", "merge", "assign", "deleted", "restored", "game")
"""Events that decide who played and at which table: after them everything is computed anew."""


def check(note: object) -> Note:
    """A line of the book's own facts, if it is one. Raises BookError."""
    if not isinstance(note, dict):
        raise BookError("a fact of the book is a JSON object")
    event = note.get("event")
    form = _FORMS.get(event) if isinstance(event, str) else None
    if form is None:
        raise BookError(f"unknown event {str(event)[:40]!r}")
    if not _text(note.get("id")) or not isinstance(note.get("at"), str):
        raise BookError(f"{event}: the keys 'id' and 'at' are missing")
    try:
        moment_of(note["at"]), day_of(note["at"])
    except ValueError:
        raise BookError(f"{event}: at: {note['at'][:40]!r} is no time") from None
    known = {key.removesuffix("?"): test for key, test in form.items()}
    for key in note:
        if key not in known and key not in ("event", "id", "at"):
            raise BookError(f"{event}: unknown key {key[:40]!r}")
    for key, test in form.items():
        name = key.removesuffix("?")
        if name not in note:
            if key.endswith("?"):
                continue
            raise BookError(f"{event}: the key {name!r} is missing")
        if not test(note[name]):
            raise BookError(f"{event}: {name}: {str(note[name])[:60]!r} makes no sense here")
    return note


def new_note(event: str, at: str, **keys: object) -> Note:
    """A fact of the book with a name of its own. Raises BookError if it makes no sense."""
    note: Note = {"event": event, "id": secrets.token_hex(8), "at": at}
    note.update({key: value for key, value in keys.items() if value is not None})
    return check(note)


@dataclass(frozen=True, slots=True)
class Read:
    """Facts that were read, where the next one begins, and what could not be read."""

    notes: list[Note]
    size: int
    wrong: list[str]


def read_notes(path: Path, start: int = 0) -> Read:
    """The facts from a place in the file on. A last line that was cut off was never acknowledged and is left out;
    any other that is wrong is told and passed over. Raises BookTrouble if the file cannot be read."""
    try:
        with path.open("rb") as stream:
            stream.seek(start)
            raw = whole_lines(stream.read())
    except FileNotFoundError:
        return Read([], 0, [])
    except OSError as error:
        raise BookTrouble(f"The book's own facts in {path.name} cannot be read ({error.strerror or error}).") from None
    notes: list[Note] = []
    wrong: list[str] = []
    for line in raw.splitlines():
        try:
            if len(line) > _MAX_LINE:
                raise BookError("the line is too long")
            data = json.loads(line)
            if isinstance(data, dict) and data.get("event") == "book":
                continue
            notes.append(check(data))
        except (BookError, ValueError, RecursionError) as error:
            wrong.append(f"{path.name}: a line is passed over: {error}")
    return Read(notes, start + len(raw), wrong)


def append_notes(path: Path, *notes: Note) -> None:
    """Put facts on disk, all of them or none. Raises BookTrouble if the disk refuses."""
    data = b"".join((json.dumps(note, ensure_ascii=False) + "\n").encode() for note in notes)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "r+b", buffering=0) as stream:
            _lock(stream)
            good = end_of_whole_lines(stream)
            if good == 0:
                data = json.dumps({"event": "book", "format": FORMAT}).encode() + b"\n" + data
            try:
                stream.seek(good)
                stream.truncate(good)
                written = 0
                while written < len(data):
                    written += stream.write(data[written:])
                os.fsync(stream.fileno())
            except OSError:
                stream.truncate(good)
                raise
    except OSError as error:
        raise BookTrouble(f"The book cannot be written ({error.strerror or error}); nothing was noted.") from None


def _lock(stream: BinaryIO) -> None:
    """One writer at a time; the other waits. Let go when the file is closed."""
    try:
        import fcntl
    except ImportError:  # not a system with fcntl
        return
    fcntl.flock(stream.fileno(), fcntl.LOCK_EX)
