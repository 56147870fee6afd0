"""A disk that loses power keeps only what was synced, as ext4, XFS and APFS may do it."""

import os
import stat
from pathlib import Path

import pytest


class Power:
    """Watch `os.fsync` below a folder; `left` says what a power cut now would leave of a file."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._root = root
        self._names: dict[Path, dict[str, int]] = {}
        """The inode for each name in each synced folder."""
        self._contents: dict[int, bytes] = {}
        """The content of each synced file, by inode."""
        self._sync = os.fsync
        monkeypatch.setattr(os, "fsync", self._fsync)
        for folder, folders, files in os.walk(root):
            self._note(Path(folder))
            for name in files:
                self._note(Path(folder) / name)
            assert all((Path(folder) / name).exists() for name in folders)

    def _fsync(self, handle: int) -> None:
        self._sync(handle)
        self._note(Path(os.readlink(f"/proc/self/fd/{handle}")))

    def _note(self, path: Path) -> None:
        state = path.stat()
        if stat.S_ISDIR(state.st_mode):
            self._names[path] = {entry.name: entry.inode() for entry in os.scandir(path)}
        else:
            self._contents[state.st_ino] = path.read_bytes()

    def left(self, path: Path) -> bytes | None:
        """Return a file's content after the cut; None if the file is gone."""
        for folder in [*path.parents][::-1]:
            if self._root in folder.parents and not self._has(folder):
                return None
        return self._contents.get(path.stat().st_ino, b"") if self._has(path) else None

    def _has(self, path: Path) -> bool:
        return self._names.get(path.parent, {}).get(path.name) == path.stat().st_ino
