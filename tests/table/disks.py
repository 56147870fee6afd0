"""Make disks that refuse writes, and harm a journal, for tests of the journal."""

import errno
import os
import random
import shutil
from pathlib import Path
from typing import Any

from spades_tui.play.table import Table


class FullDisk:
    """A stream whose disk refuses writes, sometimes in the middle of a line."""

    def __init__(self, stream: object, rng: random.Random, code: int = errno.ENOSPC) -> None:
        self._stream: Any = stream
        self._rng = rng
        self.refuses = True
        self.refuses_only = b""
        """Text that a refused line contains."""
        self.code = code

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def write(self, data: bytes) -> int:
        if not self.refuses or self.refuses_only not in data:
            return int(self._stream.write(data))
        self._stream.write(data[: self._rng.randrange(len(data))])
        raise OSError(self.code, os.strerror(self.code))


def fill(table: Table, rng: random.Random, code: int = errno.ENOSPC) -> FullDisk:
    """Let the disk of a table refuse writes from now on."""
    assert table._journal is not None
    disk = FullDisk(table._journal._stream, rng, code)
    table._journal._stream = disk  # type: ignore[assignment]
    return disk


def removed(path: Path) -> None:
    path.unlink()


def folder_gone(path: Path) -> None:
    shutil.rmtree(path.parent)


def folder_a_file(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.write_text("a file where the folder was")


def replaced(path: Path) -> None:
    other = path.with_suffix(".other")
    shutil.copy(path, other)
    os.replace(other, path)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut_off(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 10)


def written_to(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b"mine\n")
