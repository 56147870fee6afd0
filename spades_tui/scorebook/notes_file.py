"""The file of the book's own facts: lines that are only added, each with a sum over it and the sum before.

The sums are those of a journal (docs/record.md). Lines that an earlier version wrote have none: the first line that is
added to them is a `book` line that holds, as `so_far`, a sum over all that stands before it.
"""

import errno
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from spades_tui.frozen import dataclass
from spades_tui.record.journal_lines import line_sum, whole_lines
from spades_tui.scorebook.notes import FORMAT, Note, check
from spades_tui.scorebook.scorebook_error import BookError, BookTrouble
from spades_tui.system.disk import lock, make_folder, sync_folder, write_new, write_whole
from spades_tui.system.folders import open_plain
from spades_tui.system.strict_json import loads

_MAX_LINE = 256 * 1024
_SUM = re.compile(rb'"sum": "([0-9a-f]{16})"\}$')


class Broken(Exception):
    """The file is not what was written."""


@dataclass(frozen=True, slots=True)
class Known:
    """How far the file has been taken in: so many bytes, with a digest over them, and the last sum."""

    size: int = 0
    digest: str = hashlib.sha256().hexdigest()
    sum: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line of the file."""

    number: int
    start: int
    """Its place in the file, in bytes."""
    note: Note | None
    """What it says; None for a `book` line, and for one that says nothing that makes sense."""
    wrong: str
    """Why its content cannot be taken; empty if it can."""
    whole: bool
    """It is what was written there: its sum says so, or it is of a version that wrote none."""
    checked: bool
    """A sum vouches for it."""


@dataclass(frozen=True, slots=True)
class Read:
    """The lines after a place, and how far the file is known with them."""

    lines: list[Line]
    known: Known

    @property
    def notes(self) -> list[Note]:
        """The facts that can be taken."""
        return [line.note for line in self.lines if line.note is not None and line.whole]


def load(path: Path) -> bytes:
    """All that is in the file, nothing if there is none. Raises BookTrouble if it cannot be read."""
    try:
        with open_plain(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BookTrouble(f"The book's own facts in {path.name} cannot be read ({error.strerror or error}).") from None


def _all_of(stream: BinaryIO) -> bytes:
    """The content of a plain file; others might never end. Raises OSError."""
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        raise OSError(errno.EINVAL, "not a plain file")
    stream.seek(0)
    return stream.read()


def read(raw: bytes, known: Known) -> Read:
    """The facts that follow what is known. Raises Broken if anything is not what was written."""
    if len(raw) < known.size or _digest(raw[: known.size]) != known.digest:
        raise Broken
    found = list(_lines(raw, known))
    if not all(line.whole for line in found):
        raise Broken
    size = len(whole_lines(raw))
    return Read(found, Known(size, _digest(raw[:size]), _last_sum(raw[known.size : size], known.sum)))


def salvage(raw: bytes) -> list[Line]:
    """Every line of a damaged file, each with a verdict. One that is cut off at the end counts too."""
    return list(_lines(raw + b"\n" if raw and not raw.endswith(b"\n") else raw, Known()))


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _last_sum(raw: bytes, before: str) -> str:
    lines = raw.splitlines()
    if not lines:
        return before
    data = _parsed(lines[-1])
    return str(data.get("sum", "")) if isinstance(data, dict) else ""


def _parsed(line: bytes) -> Any:
    try:
        return loads(line) if len(line) <= _MAX_LINE else None
    except (ValueError, RecursionError):
        return None


def _lines(raw: bytes, known: Known) -> Iterator[Line]:
    """The whole lines from a place on. A line after a damaged one counts if it follows what stands there."""
    place, stated, computed = known.size, known.sum, known.sum
    summed = bool(known.sum)
    for number, text in enumerate(whole_lines(raw[place:]).split(b"\n")[:-1], raw[:place].count(b"\n") + 1):
        data = _parsed(text)
        note, wrong = _content(data)
        has = isinstance(data, dict) and isinstance(data.get("sum"), str)
        whole = not summed
        if isinstance(data, dict) and has:
            sums = [line_sum(before, data) for before in dict.fromkeys((stated, computed))]
            whole = data["sum"] in sums and _holds(data, raw, place)
            stated, computed, summed = data["sum"], sums[0], True
        elif (told := _SUM.search(text)) is not None:
            stated, computed, summed, whole = told[1].decode(), "", True, False
        yield Line(number, place, note, wrong, whole, has and whole)
        place += len(text) + 1


def _content(data: object) -> tuple[Note | None, str]:
    """The fact of a line, and what is wrong with it."""
    if isinstance(data, dict) and data.get("event") == "book":
        return None, ""
    try:
        plain = {key: value for key, value in data.items() if key != "sum"} if isinstance(data, dict) else data
        return check(plain), ""
    except (BookError, ValueError, RecursionError) as error:
        return None, str(error)


def _holds(data: Note, raw: bytes, place: int) -> bool:
    """Return whether a line with a sum over all bytes before its `place` is right."""
    return data.get("event") != "book" or "so_far" not in data or data["so_far"] == _digest(raw[:place])[:16]


# ---- writing


def append(path: Path, notes: Iterable[Note], known: Known) -> tuple[Known, Known]:
    """Put facts on disk, all of them or none; never behind damage. Return how far the file is known before and after.

    Raises BookTrouble if the disk refuses, Broken if what is there is not what was written.
    """
    try:
        make_folder(path.parent)
        with _locked(path) as stream:
            raw = whole_lines(_all_of(stream))
            found = read(raw, known)
            data, last_sum = _text(_first(raw, found.known.sum), notes, found.known.sum)
            try:
                stream.seek(len(raw))
                stream.truncate(len(raw))
                written = 0
                while written < len(data):
                    written += stream.write(data[written:])
                os.fsync(stream.fileno())
                if not raw:
                    sync_folder(path.parent)
            except OSError:
                stream.truncate(len(raw))
                raise
            return found.known, Known(len(raw) + len(data), _digest(raw + data), last_sum)
    except OSError as error:
        raise BookTrouble(f"The book cannot be written ({error.strerror or error}); nothing was noted.") from None


def _first(raw: bytes, last_sum: str) -> list[Note]:
    """The line that stands before the next fact: at the beginning, and after lines without sums."""
    if last_sum:
        return []
    return [{"event": "book", "format": FORMAT, **({"so_far": _digest(raw)[:16]} if raw else {})}]


def _text(first: list[Note], notes: Iterable[Note], last_sum: str) -> tuple[bytes, str]:
    """Return lines for facts, and the sum of the last one; `first` come before them."""
    data = bytearray()
    for line in (*first, *notes):
        last_sum = line_sum(last_sum, line)
        data += (json.dumps({**line, "sum": last_sum}, ensure_ascii=False) + "\n").encode()
    return bytes(data), last_sum


def put_aside(path: Path, notes: Iterable[Note]) -> Path:
    """Write the file anew with these facts, and keep what was there under another name, which is told. OSError."""
    with _locked(path) as stream:
        aside = _free_name(path)
        write_new(aside, _all_of(stream))
        write_whole(path, _text(_first(b"", ""), notes, "")[0])
    return aside


def _free_name(path: Path) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for n in range(1, 1000):
        aside = path.with_name(f"book.damaged-{stamp}{'' if n == 1 else f'-{n}'}.spades-book.jsonl")
        if not aside.exists():
            break
    return aside


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The file, for one writer at a time; the other waits. Let go when the file is closed."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "r+b", buffering=0) as stream:
            lock(handle)
            if not _is_still(path, handle):  # written anew while this one waited
                continue
            yield stream
            return


def _is_still(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False
