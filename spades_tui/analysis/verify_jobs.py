"""Verify records in several processes, with verdicts in the order of the files.

This process reads slightly ahead and splits files into records. Whichever process verifies a record
reports its invalid lines, so the results are the same as with a single process.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from io import BytesIO
from itertools import groupby, islice
from operator import itemgetter

from spades_tui.analysis.verify import Verified, verify
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.reader import Lines
from spades_tui.system.jobs import Job, Jobs

MOST_RECORD_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a record to send to another process.

This one verifies a larger one, and all after it.
"""


class _Rest:
    """Lines that have been read, followed by those of a stream."""

    def __init__(self, read: list[bytes], stream: Lines) -> None:
        self._read = deque(read)
        self._stream = stream

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line."""
        if self._read:
            return self._read.popleft()
        return self._stream.readline(size)


def pieces(stream: Lines) -> Iterator[tuple[int, bytes | _Rest]]:
    """Split a file into its records: the number of lines before each, and its lines.

    These include the first line of the next record, because an error in that line comes before the
    verdict. From a record that is too long to keep on, the rest of the file is one piece. An empty
    file is one empty piece, and a line that is too long ends the last one.
    """
    kept: list[bytes] = []
    before = size = 0
    while line := stream.readline(MAX_LINE + 1):
        if kept and _begins(line):
            yield before, b"".join([*kept, line])
            before += len(kept)
            kept = []
            size = 0
        kept.append(line)
        size += len(line)
        if len(line) > MAX_LINE:
            break
        if size > MOST_RECORD_BYTES:
            yield before, _Rest(kept, stream)
            return
    if kept or not before:
        yield before, b"".join(kept)


def _begins(line: bytes) -> bool:
    """Return whether a line is the first one of a record."""
    if b'"game"' not in line and b"\\u" not in line:
        return False
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("event") == "game"


def _verified(before: int, lines: bytes, file: str) -> Verified | RecordError:
    """Verify one record in another process."""
    try:
        return next(verify(BytesIO(lines), file, before))
    except RecordError as error:
        return error


Open = Callable[[str], AbstractContextManager[Lines]]
"""Open a file by its name. Raises OSError."""
Verdict = Verified | RecordError | OSError
"""The verdict on a record, or why there is none."""


class VerifyJobs:
    """The verdicts on the records of some files, to be asked for file by file."""

    def __init__(
        self, pool: Jobs, files: list[str], opened: Open, tick: Callable[[], None]
    ) -> None:
        """Verify records; `tick` is called now and then while waiting."""
        self._pool = pool
        self._files = files
        self._open = opened
        self._tick = tick
        self._done = -1
        """The index of the last file that is done; all before it are done too."""
        self._by_file = groupby(self._in_order(), itemgetter(0))

    def verdicts(self, number: int) -> Iterator[Verified]:
        """Yield the verdicts of the next file, which has this index.

        Raises RecordError at the first wrong line.
        """
        try:
            for _, verdict in next(self._by_file)[1]:
                if isinstance(verdict, Exception):
                    raise verdict
                yield verdict
        finally:
            self._done = number

    def _in_order(self) -> Iterator[tuple[int, Verdict]]:
        """Yield the index of a file with the verdict on each record.

        Meanwhile, enough others are being verified.
        """
        waiting: deque[tuple[int, Verdict | Job[Verified | RecordError]]] = deque()
        reading = self._read()
        while True:
            waiting.extend(islice(reading, self._pool.ahead - len(waiting)))
            if not waiting:
                return
            number, verdict = waiting.popleft()
            if isinstance(verdict, Job):
                verdict = verdict.answer(self._tick)
            yield number, verdict

    def _read(self) -> Iterator[tuple[int, Verdict | Job[Verified | RecordError]]]:
        for number, name in enumerate(self._files):
            try:
                with self._open(name) as stream:
                    for before, lines in pieces(stream):
                        if isinstance(lines, bytes):
                            yield number, self._pool.ask(_verified, before, lines, name)
                        else:
                            for verdict in verify(lines, name, before):
                                yield number, verdict
                        if self._done >= number:
                            break
            except (OSError, RecordError) as error:
                yield number, error
