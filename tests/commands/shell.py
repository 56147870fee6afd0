"""The program as a command, in a separate process."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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
    """Processor time in seconds, which a busy machine doesn't change."""

    @property
    def error(self) -> str:
        """The only line on standard error; nothing may be on standard output then."""
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
        input=given, capture_output=True, check=False, timeout=120, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode(), _seconds_of_children() - before)


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spades(
    *arguments: str, given: bytes = b"", output: str | None = None, closed: int | None = None, **environment: str
) -> Done:
    """Run the program; unless Python itself would have other settings, its imports are made once for many commands.

    `output` is a file that takes the place of its standard output, `closed` a standard stream that it starts without.
    """
    changed = {**os.environ, **environment}
    if at_start(changed) != _forks().settings:
        assert (output, closed) == (None, None)
        return python("-m", "spades_tui", *arguments, given=given, **environment)
    status, out, err, seconds = _forks().run(list(arguments), given, changed, 120, output, closed)
    return Done(status, out.decode(), err.decode(), seconds)


@cache
def _forks() -> Forks:
    return Forks()
