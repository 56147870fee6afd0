"""Run the program as a command in a separate process."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests import LONG
from tests.commands.forked import Forks, at_start

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"


@dataclass(frozen=True)
class Done:
    """The result of a command."""

    status: int
    out: str
    err: str
    seconds: float
    """Processor time in seconds, which a busy machine doesn't change; on Windows, elapsed time."""

    @property
    def error(self) -> str:
        """Return the only line on standard error; standard output must be empty."""
        assert self.out == ""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removesuffix("\n")


def python(*arguments: str, given: bytes = b"", **environment: str) -> Done:
    """Run Python with these arguments."""
    before = _seconds_of_children()
    done = subprocess.run(
        [sys.executable, *arguments],
        input=given, capture_output=True, check=False, timeout=LONG, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode(), _seconds_of_children() - before)


def _seconds_of_children() -> float:
    used = os.times()
    return used.children_user + used.children_system if sys.platform != "win32" else time.monotonic()


def spades(*arguments: str, given: bytes = b"", **environment: str) -> Done:
    """Run the program; commands share their imports unless Python itself needs other settings."""
    changed = {**os.environ, **environment}
    if sys.platform != "linux" or at_start(changed) != _forks().settings:
        return python("-m", "spades_tui", *arguments, given=given, **environment)
    return _forked(arguments, given, changed)


def spades_without_stream(*arguments: str, closed: int) -> Done:
    """Run the program with one of its three standard streams closed."""
    return _forked(arguments, b"", dict(os.environ), closed=closed)


def spades_into(output: str, *arguments: str) -> Done:
    """Run the program with a file as its standard output."""
    return _forked(arguments, b"", dict(os.environ), output=output)


def _forked(
    arguments: tuple[str, ...], given: bytes, environment: dict[str, str],
    output: str | None = None, closed: int | None = None,
) -> Done:  # fmt: skip
    status, out, err, seconds = _forks().run(list(arguments), given, environment, 120, output, closed)
    return Done(status, out.decode(), err.decode(), seconds)


@cache
def _forks() -> Forks:
    if sys.platform != "linux":
        pytest.skip("the program is forked only on Linux")
    return Forks()
