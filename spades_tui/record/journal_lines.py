"""Where a file that is written line by line ends: a last line that was cut off was never acknowledged (promise 4).

Journals and the book's own facts are written so. Nothing heavy is imported here: the first screen asks too.
"""

import errno
import json
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 32 * 1024 * 1024
"""Bytes in the record of a game; the longest that can be played has some two million."""


def read_record(path: Path) -> bytes:
    """The bytes of a record. Raises OSError, also for what is no plain file, or far larger than any game."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        if state.st_size > LARGEST:
            raise OSError(errno.EFBIG, "larger than any record of a game", str(path))
        return stream.read(LARGEST)


def whole_lines(raw: bytes, *, by_hand: bool = False) -> bytes:
    """What was read, up to the end of its last whole line.

    `by_hand`: a last line that says all it has to say counts without its end too. A file that somebody has edited may
    end so; one that is written on must not be read so, or its next line would stand behind that one.
    """
    end = raw.rfind(b"\n") + 1
    if by_hand and end < len(raw) and _is_json(raw[end:]):
        return raw
    return raw[:end]


def end_of_whole_lines(stream: BinaryIO) -> int:
    """The place in a file where its last whole line ends, looked for from behind."""
    size = stream.seek(0, os.SEEK_END)
    while size > 0:
        start = max(0, size - 4096)
        stream.seek(start)
        found = len(whole_lines(stream.read(size - start)))
        if found:
            return start + found
        size = start
    return 0


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
