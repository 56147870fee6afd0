"""Records verified by several processes; what comes of them is told in the order in which they stand in their files.

This process reads a little ahead, record by record. It cuts no finer than that, and says nothing of what it reads: what
is wrong with a line is found where its record is verified, as if one process did it all.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO

from spades_tui.analysis.verify import Verified, verify
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.reader import Lines
from spades_tui.record.record_error import RecordError
from spades_tui.system.faults import remember_places
from spades_tui.system.processes import Processes, answer

LONGEST = 4 * 1024 * 1024
"""Bytes of a record that is handed to another process; one that is longer is verified here, as it is read."""


@dataclass(slots=True)
class Piece:
    """The lines of one record, and the first one of the next: what is wrong with that is told before the verdict."""

    before: int
    """So many lines of the file stand before it."""
    lines: bytes


@dataclass(slots=True)
class Long:
    """A record that is too long to be kept: its lines, as they are read. It is to be used up before what follows."""

    before: int
    stream: "_Rest"


class _Rest:
    """Lines that have been read, and then those of a stream."""

    def __init__(self, read: list[bytes], stream: Lines) -> None:
        self._read, self._stream = deque(read), stream
        self.taken = 0
        """How many lines have been taken."""
        self.last = b""

    def readline(self, size: int = -1, /) -> bytes:
        """The next one."""
        line = self._read.popleft() if self._read else self._stream.readline(size)
        if line:
            self.taken, self.last = self.taken + 1, line
        return line


def pieces(stream: Lines) -> Iterator[Piece | Long]:
    """A file cut into its records; an empty one is one empty piece. A line that is too long is the last one."""
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
        if size > LONGEST:
            rest = _Rest(kept, stream)
            yield Long(before, rest)
            if not _begins(rest.last):
                return
            before, kept, size = before + rest.taken - 1, [rest.last], len(rest.last)
    if kept or not before:
        yield Piece(before, b"".join(kept))


def _begins(line: bytes) -> bool:
    """Whether a line is the first one of a record."""
    if b'"game"' not in line and b"\\u" not in line:
        return False
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("event") == "game"


def _verify_there(before: int, lines: bytes, file: str) -> Verified | RecordError:
    """The verdict on one record, in another process, which tells where it has gone wrong."""
    try:
        return next(verify(BytesIO(lines), file, before))
    except RecordError as error:
        return error
    except Exception as error:
        remember_places(error)
        raise


Open = Callable[[str], AbstractContextManager[Lines]]
"""Opens a file by its name. Raises OSError."""


@dataclass(slots=True)
class _Waiting:
    """What is to be told next of a file."""

    file: int
    what: Long | OSError | Future[Verified | RecordError]


class VerifyJobs:
    """The verdicts on the records of some files, to be asked for file by file."""

    def __init__(self, pool: Processes, ahead: int, files: list[str], opened: Open, tick: Callable[[], None]) -> None:
        """`ahead`: so many records are under way at once; `tick` is called every now and then while they are."""
        self._pool, self._ahead, self._files, self._open, self._tick = pool, ahead, files, opened, tick
        self._waiting: deque[_Waiting] = deque()
        self._given_up = -1
        """This file, and all before it, is done with."""
        self._reading = self._read()

    def verdicts(self, number: int) -> Iterator[Verified]:
        """Those of a file, by its place. Raises RecordError at the first line that does not hold, and OSError."""
        try:
            while self._fill() and self._waiting[0].file == number:
                yield self._told(self._waiting.popleft().what, self._files[number])
        finally:
            self._given_up = number
            while self._waiting and self._waiting[0].file == number:
                self._waiting.popleft()

    def _told(self, what: Long | OSError | Future[Verified | RecordError], file: str) -> Verified:
        if isinstance(what, OSError):
            raise what
        if isinstance(what, Long):
            return next(verify(what.stream, file, what.before))
        found = answer(what, self._tick)
        if isinstance(found, RecordError):
            raise found
        return found

    def _fill(self) -> bool:
        """Have enough records under way; False where none is left."""
        while len(self._waiting) < self._ahead and not (self._waiting and isinstance(self._waiting[-1].what, Long)):
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
