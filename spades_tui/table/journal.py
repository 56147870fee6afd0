"""The journal of a running game: each line is on disk before anybody sees what it says."""

import os
from pathlib import Path
from typing import BinaryIO

from spades_tui.record.write import JsonLine, dump, line_sum


class JournalBusy(OSError):
    """The journal is open in another program."""


class Journal:
    """Appends lines with their sums. A line that cannot be written is kept and tried again with the next.

    `trouble` is a sentence while something is not on disk, and None otherwise.
    """

    def __init__(self, path: Path, *, size: int = 0, last_sum: str = "", new: bool = True) -> None:
        """Open a journal; `size` and `last_sum` tell where an old one ends. Raises OSError, JournalBusy."""
        self.path = path
        self.trouble: str | None = None
        self._good = size
        self._sum = last_sum
        self._unwritten: list[bytes] = []
        if new:
            for folder in (path.parent.parent, path.parent):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_RDWR | (os.O_CREAT | os.O_EXCL if new else 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags, 0o600)
        self._stream: BinaryIO = os.fdopen(handle, "r+b", buffering=0)
        try:
            _lock(self._stream)
        except OSError as error:
            self._stream.close()
            raise JournalBusy(f"{path.name} is open in another window") from error

    def write(self, *lines: JsonLine) -> None:
        """Put lines on disk. Never raises for a disk that refuses: see `trouble`."""
        for line in lines:
            self._sum = line_sum(self._sum, line)
            self._unwritten.append((dump({**line, "sum": self._sum}) + "\n").encode())
        data = b"".join(self._unwritten)
        try:
            self._stream.seek(self._good)
            self._stream.truncate(self._good)
            written = 0
            while written < len(data):
                written += self._stream.write(data[written:])
            os.fsync(self._stream.fileno())
        except OSError as error:
            reason = error.strerror or str(error)
            self.trouble = f"The game cannot be kept on disk ({reason}); it goes on, and is tried again at each turn."
            return
        self._good += len(data)
        self._unwritten.clear()
        self.trouble = None

    def close(self) -> None:
        """Let the file go."""
        self._stream.close()


def _lock(stream: BinaryIO) -> None:
    """Claim the file for this program; another that tries is refused. Raises OSError."""
    try:
        import fcntl
    except ImportError:  # not a system with fcntl; two windows there must not open one game
        return
    fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
