"""Verify records in several processes, with verdicts in the order of the files.

This process reads slightly ahead and splits files into records. Whichever process verifies a record reports its invalid
lines, so the results are the same as with a single process.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO

from spades_tui.analysis.verify import Verified, verify
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.reader import Lines
from spades_tui.system.jobs import Job, Jobs

MOST_RECORD_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a record to send to another process; this one verifies larger ones while reading them."""


@dataclass(slots=True)
class Piece:
    """The lines of one record and the first of the next, because an error in that line comes before the verdict."""

    before: int
    """The number of lines of the file before it."""
    lines: bytes


@dataclass(slots=True)
class BigRecord:
    """A record too long to keep: its lines are read on demand, and must be used up before the next record."""

    before: int
    stream: "_Rest"


class _Rest:
    """Lines that have been read, followed by those of a stream."""

    def __init__(self, read: list[bytes], stream: Lines) -> None:
        self._read, self._stream = deque(read), stream
        self.taken = 0
        """The number of lines taken."""
        self.last = b""

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line."""
        line = self._read.popleft() if self._read else self._stream.readline(size)
        if line:
            self.taken, self.last = self.taken + 1, line
        return line


def pieces(stream: Lines) -> Iterator[Piece | BigRecord]:
    """Split a file into its records.

    An empty file is one empty piece, and a line that is too long ends the last one.
    """
    kept: list[bytes] = []
    before = size = 0
    while line := stream.readline(MAX_LINE + 1):
        if kept and _begins(line):
            yield Piece(before, b"".join([*kept, line]))
            before, kept, size = before + len(kept), [], 0
        kept.append(line)
        size += len(line)
        if len(line) > MAX_LINE:
            break
        if size > MOST_RECORD_BYTES:
            rest = _Rest(kept, stream)
            yield BigRecord(before, rest)
            if not _begins(rest.last):
                return
            before, kept, size = before + rest.taken - 1, [rest.last], len(rest.last)
    if kept or not before:
        yield Piece(before, b"".join(kept))


def _begins(line: bytes) -> bool:
    """Return whether a line is the first one of a record."""
    if b'"game"' not in line and b"\\u" not in line:
        return False
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("event") == "game"


def _verify_there(before: int, lines: bytes, file: str) -> Verified | RecordError:
    """Verify one record in another process."""
    try:
        return next(verify(BytesIO(lines), file, before))
    except RecordError as error:
        return error


Open = Callable[[str], AbstractContextManager[Lines]]
"""Open a file by its name. Raises OSError."""


@dataclass(slots=True)
class _Waiting:
    """The next verdict of a file."""

    file: int
    what: BigRecord | OSError | Job[Verified | RecordError]


class VerifyJobs:
    """The verdicts on the records of some files, to be asked for file by file."""

    def __init__(self, pool: Jobs, files: list[str], opened: Open, tick: Callable[[], None]) -> None:
        """Verify records; `tick` is called now and then while waiting."""
        self._pool, self._files, self._open, self._tick = pool, files, opened, tick
        self._waiting: deque[_Waiting] = deque()
        self._given_up = -1
        """The index of the last file that is done; all before it are done too."""
        self._reading = self._read()

    def verdicts(self, number: int) -> Iterator[Verified]:
        """Yield the verdicts of the file with this index. Raises RecordError at the first wrong line, and OSError."""
        try:
            while self._fill() and self._waiting[0].file == number:
                yield self._result(self._waiting.popleft().what, self._files[number])
        finally:
            self._given_up = number
            while self._waiting and self._waiting[0].file == number:
                self._waiting.popleft()

    def _result(self, what: BigRecord | OSError | Job[Verified | RecordError], file: str) -> Verified:
        if isinstance(what, OSError):
            raise what
        if isinstance(what, BigRecord):
            return next(verify(what.stream, file, what.before))
        found = what.answer(self._tick)
        if isinstance(found, RecordError):
            raise found
        return found

    def _fill(self) -> bool:
        """Submit more records until enough are being verified; return False if none is left."""
        while len(self._waiting) < self._pool.ahead:
            if self._waiting and isinstance(self._waiting[-1].what, BigRecord):
                break
            more = next(self._reading, None)
            if more is None:
                break
            self._waiting.append(more)
        return bool(self._waiting)

    def _read(self) -> Iterator[_Waiting]:
        for number, name in enumerate(self._files):
            try:
                with self._open(name) as stream:
                    for piece in pieces(stream):
                        if isinstance(piece, Piece):
                            asked = self._pool.ask(_verify_there, piece.before, piece.lines, name)
                            yield _Waiting(number, asked)
                        else:
                            yield _Waiting(number, piece)
                        if self._given_up >= number:
                            break
            except OSError as error:
                yield _Waiting(number, error)
