"""The scorebook's notes: facts that aren't in any record, one JSON object per line of a file that only grows.

They cover the people of tables, renamed persons, carried trays, paid decks, hearings, corrections, days above
`expert`, and abandoned or deleted games. The scorebook follows from notes and records, so `scorebook rebuild` needs
nothing else. Each line has a checksum that includes the previous one, as in a journal (docs/record.md). Lines from
earlier versions have none. After them comes a `book` line whose `so_far` is a checksum over everything before it.
"""

import errno
import hashlib
import json
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from msgspec import Meta, Struct

from spades_tui.record.journal_lines import MAX_LINE, line_sum, whole_lines
from spades_tui.record.json_form import fits, loads
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.game_result import GameResult, day_of, moment_of, result_from
from spades_tui.scorebook.season import CORRECTABLE, Agreements, Words
from spades_tui.system.disk import (
    REPLACES_OPEN_FILES,
    damaged_name,
    flush_to_disk,
    lock,
    make_folder,
    sync_folder,
    write_new,
    write_whole,
)
from spades_tui.system.folders import open_plain
from spades_tui.system.output import is_unicode, os_words

FORMAT = "spades-book/1"

Note = dict[str, Any]


_Number = Annotated[int, Meta(gt=-(10**6), lt=10**6)]
_Measure = Annotated[float, Meta(gt=-(10**6), lt=10**6)]
_People = dict[Annotated[str, Meta(pattern=r"^\d+\Z")], Words]
"""Persons by seat."""
_What = Annotated[str, Meta(pattern=rf"^({'|'.join(CORRECTABLE)})\Z")]

_FORMS: dict[str, dict[str, Any]] = {
    "table": {"table": Words, "name?": Words, "people?": Annotated[list[Words], Meta(max_length=1000)],
              "settings?": Agreements},
    "person": {"person": Words, "name": Words},
    "merge": {"person": Words, "into": Words},
    "assign": {"game": Words, "table": Words, "people?": _People},
    "carried": {"table": Words, "person": Words},
    "struck": {"table": Words, "person": Words, "game": Words, "place": _Number},
    "deck_paid": {"table": Words, "person": Words, "decks": _Number},
    "hearing": {"game": Words, "mark": Words, "votes": dict[Words, bool], "zero_buddy": bool},
    "correction": {"table": Words, "person": Words, "what": _What, "amount": _Number, "why?": Words},
    "review": {"game": Words, "seat": _Number, "luck": _Measure, "play": _Measure},
    "above_expert": {"person": Words, "day": Words, "points": _Number, "expert": _Number},
    "given_up": {"file": Words},
    "taken_up": {"file": Words},
    "deleted": {"game": Words},
    "restored": {"game": Words},
    "game": {"game": GameResult},
}  # fmt: skip
"""The type of each event's keys; a key that ends in ``?`` is optional."""

ABOUT = {
    "carried": "table", "struck": "table", "deck_paid": "table", "correction": "table", "hearing": "game",
    "review": "game", "above_expert": "person", "given_up": "file", "taken_up": "file",
}  # fmt: skip
"""The key that says what a note is about."""

STRUCTURE = ("table", "person", "merge", "assign", "deleted", "restored", "game")
"""Events that decide who played and at which table, so that everything must be computed again."""


def check(note: object) -> Note:
    """Check a line of the notes, and return it. Raises BookError for an invalid one."""
    if not isinstance(note, dict):
        raise BookError("a note of the scorebook is a JSON object")
    event = note.get("event")
    form = _FORMS.get(event) if isinstance(event, str) else None
    if form is None:
        raise BookError(f"unknown event {str(event)[:40]!r}")
    if not fits(Words, note.get("id")) or not isinstance(note.get("at"), str):
        raise BookError(f"{event}: the keys 'id' and 'at' are missing")
    try:
        moment_of(note["at"]), day_of(note["at"])
    except ValueError:
        raise BookError(f"{event}: at: {note['at'][:40]!r} is not a time") from None
    known = {key.removesuffix("?"): kind for key, kind in form.items()}
    for key in note:
        if key not in known and key not in ("event", "id", "at"):
            raise BookError(f"{event}: unknown key {key[:40]!r}")
    for key, kind in known.items():
        if key not in note:
            if key in form:
                raise BookError(f"{event}: the key {key!r} is missing")
        elif kind is GameResult:
            result_from(note[key])
        elif not fits(kind, note[key]) or not is_unicode(json.dumps(note[key], ensure_ascii=False)):
            raise BookError(f"{event}: {key}: {str(note[key])[:60]!r} is not valid here")
    return note


def new_note(event: str, at: str, **keys: object) -> Note:
    """Return a note with a new id. Raises BookError for invalid values."""
    note: Note = {"event": event, "id": secrets.token_hex(8), "at": at}
    note.update({key: value for key, value in keys.items() if value is not None})
    return check(note)


# ---- the file

_SUM = re.compile(rb'"sum": "([0-9a-f]{16})"\}$')


class Broken(Exception):
    """The file has been damaged or changed."""


class KnownNotes(Struct, frozen=True):
    """How much of the file is known: its bytes, a digest over them, and the last checksum."""

    size: int = 0
    digest: str = hashlib.sha256().hexdigest()
    sum: str = ""


class NoteLine(Struct, frozen=True):
    """A complete line of the file."""

    number: int
    start: int
    """Its offset in the file, in bytes."""
    note: Note | None
    """Its note; None for a `book` line or an invalid note."""
    wrong: str
    """Why its content is invalid; empty if it's valid."""
    whole: bool
    """Whether it is undamaged: its checksum is right, or its version wrote none."""
    sum: str
    """Its checksum, if that is right; empty for a line without one."""


class NotesRead(Struct, frozen=True):
    """The lines after an offset, and how much of the file is known with them."""

    lines: list[NoteLine]
    known: KnownNotes

    @property
    def notes(self) -> list[Note]:
        """The valid notes."""
        return [line.note for line in self.lines if line.note is not None and line.whole]


def load(path: Path) -> bytes:
    """Return the content of the file, empty if there is none. Raises BookTrouble if it can't be read."""
    try:
        with open_plain(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BookTrouble(f"The notes in {path.name} can't be read ({os_words(error)}).") from None


def _all_of(stream: BinaryIO) -> bytes:
    """Return the content of a regular file; reading a pipe might never end. Raises OSError."""
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        raise OSError(errno.EINVAL, "not a plain file")
    stream.seek(0)
    return stream.read()


def read(raw: bytes, known: KnownNotes) -> NotesRead:
    """Return the notes after the known part. Raises Broken if anything is damaged."""
    if len(raw) < known.size or _digest(raw[: known.size]) != known.digest:
        raise Broken
    found = list(_lines(raw, known))
    if not all(line.whole for line in found):
        raise Broken
    size = len(whole_lines(raw))
    return NotesRead(found, KnownNotes(size, _digest(raw[:size]), found[-1].sum if found else known.sum))


def salvage(raw: bytes) -> list[NoteLine]:
    """Return every line of a damaged file with a verdict. A line cut off at the end counts too."""
    return list(_lines(raw + b"\n" if raw and not raw.endswith(b"\n") else raw, KnownNotes()))


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _parsed(line: bytes) -> Any:
    try:
        return loads(line) if len(line) <= MAX_LINE else None
    except ValueError:
        return None


def _lines(raw: bytes, known: KnownNotes) -> Iterator[NoteLine]:
    """Yield the complete lines after the known part. A line after a damaged one counts if its checksum fits."""
    place, stated, computed = known.size, known.sum, known.sum
    summed = bool(known.sum)
    for number, text in enumerate(whole_lines(raw[place:]).split(b"\n")[:-1], raw[:place].count(b"\n") + 1):
        data = _parsed(text)
        note, wrong = _content(data)
        has = isinstance(data, dict) and isinstance(data.get("sum"), str)
        whole = not summed
        if isinstance(data, dict) and has:
            sums = [line_sum(before, data) for before in dict.fromkeys((stated, computed))]
            begun = data.get("so_far") if data.get("event") == "book" else None  # a checksum over all bytes before
            whole = data["sum"] in sums and (begun is None or begun == _digest(raw[:place])[:16])
            stated, computed, summed = data["sum"], sums[0], True
        elif (told := _SUM.search(text)) is not None:
            stated, computed, summed, whole = told[1].decode(), "", True, False
        yield NoteLine(number, place, note, wrong, whole, stated if has and whole else "")
        place += len(text) + 1


def _content(data: object) -> tuple[Note | None, str]:
    """Return the note of a line, and what is wrong with it."""
    if isinstance(data, dict) and data.get("event") == "book":
        return None, ""
    try:
        plain = {key: value for key, value in data.items() if key != "sum"} if isinstance(data, dict) else data
        return check(plain), ""
    except (BookError, ValueError) as error:
        return None, str(error)


# ---- writing


def append(path: Path, notes: Iterable[Note], known: KnownNotes) -> tuple[KnownNotes, KnownNotes]:
    """Write all notes to disk or none, and never after damage. Return what was known before, and what is now.

    Raises BookTrouble if the write fails, Broken if the file is damaged.
    """
    try:
        make_folder(path.parent)
        with _locked(path) as stream:
            raw = whole_lines(_all_of(stream))
            found = read(raw, known)
            data, last_sum = _with_sums(raw, notes, found.known.sum)
            try:
                stream.seek(len(raw))
                stream.truncate(len(raw))
                written = 0
                while written < len(data):
                    written += stream.write(data[written:])
                flush_to_disk(stream.fileno())
                if not raw:
                    sync_folder(path.parent)
            except OSError:
                stream.truncate(len(raw))
                raise
            return found.known, KnownNotes(len(raw) + len(data), _digest(raw + data), last_sum)
    except OSError as error:
        raise BookTrouble(f"The scorebook can't be written ({os_words(error)}); nothing was saved.") from None


def _with_sums(raw: bytes, notes: Iterable[Note], last_sum: str) -> tuple[bytes, str]:
    """Return lines for notes after the content `raw`, and the checksum of the last one.

    A `book` line comes first at the beginning, and after lines without checksums.
    """
    first: list[Note] = []
    if not last_sum:
        first = [{"event": "book", "format": FORMAT, **({"so_far": _digest(raw)[:16]} if raw else {})}]
    data = bytearray()
    for line in (*first, *notes):
        last_sum = line_sum(last_sum, line)
        data += (json.dumps({**line, "sum": last_sum}, ensure_ascii=False) + "\n").encode()
    return bytes(data), last_sum


def replace_keeping_old(path: Path, notes: Iterable[Note]) -> Path:
    """Write the file again with these notes; rename the old file and return its path. Raises OSError."""
    with _locked(path) as stream:
        aside = damaged_name(path)
        write_new(aside, _all_of(stream))
        if not REPLACES_OPEN_FILES:
            stream.close()
        write_whole(path, _with_sums(b"", notes, "")[0])
    return aside


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """Open the file for one writer at a time; others wait until it is closed."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "r+b", buffering=0) as stream:
            lock(handle)
            if path.exists() and os.path.samestat(path.stat(), os.fstat(handle)):
                yield stream
                return
            # replaced while this writer waited
