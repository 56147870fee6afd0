"""Let a disk fail, or kill the program, at the n-th call that uses a file."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NAMED = ("open", "replace", "link", "mkdir", "unlink")
"""Functions of `os` that get a path; `pathlib` uses them too. `fsync` and writes are counted as well."""


class Calls:
    """Count the calls that use files in a folder, and call `strike` at number `at`, after half of a write."""

    def __init__(self, root: Path, at: int, strike: Callable[[], None]) -> None:
        self._root = str(root)
        self._strike, self._at = strike, at
        self.made: list[str] = []

    def __enter__(self) -> "Calls":
        self._patch = pytest.MonkeyPatch()
        for name in NAMED:
            self._patch.setattr(os, name, self._counting(name, getattr(os, name)))
        sync, opened = os.fsync, os.fdopen

        def fsync(handle: int) -> None:
            self._count("fsync")
            sync(handle)

        def fdopen(handle: int, *given: Any, **named: Any) -> Any:
            return _Stream(opened(handle, *given, **named), self)

        self._patch.setattr(os, "fsync", fsync)
        self._patch.setattr(os, "fdopen", fdopen)
        return self

    def __exit__(self, *error: object) -> None:
        self._patch.undo()

    def _counting(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *given: Any, **named: Any) -> Any:
            if str(path).startswith(self._root):
                self._count(f"{name} {Path(path).name}")
            return real(path, *given, **named)

        return call

    def _count(self, what: str) -> None:
        self.made.append(what)
        if len(self.made) == self._at:
            self._strike()


class _Stream:
    """An open file whose writes are counted."""

    def __init__(self, stream: Any, calls: Calls) -> None:
        self._stream, self._calls = stream, calls

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> "_Stream":
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()

    def write(self, data: bytes) -> int:
        """Write everything, or half of it if this is the call that fails."""
        calls = self._calls
        if len(calls.made) + 1 == calls._at:
            self._stream.write(data[: len(data) // 2])
            self._stream.flush()
        calls._count("write")
        return int(self._stream.write(data))


def failing(code: int) -> Callable[[], None]:
    """Let the call fail with this error."""

    def strike() -> None:
        raise OSError(code, os.strerror(code))

    return strike


def kill() -> None:
    """End this process at once, without any cleanup."""
    os.kill(os.getpid(), signal.SIGKILL)
