"""The progress of a command with an estimate, on a line of the terminal that disappears at the end.

It is shown only if standard error is a terminal, and only after half a second.
"""

import os
import sys
import time
from typing import Protocol

from spades_tui.system import output

PATIENCE = 0.5
"""Seconds before anything is shown."""
STEP = 0.2
"""Seconds between updates."""
SURE = 2.0
"""Seconds before the remaining time is estimated."""


class Lines(Protocol):
    """A stream that is read line by line."""

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line, or part of it."""
        ...


class Progress:
    """The progress of one command. Call `at` as often as you like, and `close` at the end."""

    def __init__(self, total: float | None, what: str = "") -> None:
        """Take the `total`, in any unit, or None if unknown, and `what` is counted, such as ``games``."""
        self._total, self._what = total, what
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._done = 0.0

    def at(self, done: float | None = None) -> None:
        """Set how much is done; without a number, only the clock moves."""
        if done is not None:
            self._done = done
        if not self._on:
            return
        now = time.monotonic()
        if now >= self._next:
            self._next = now + STEP
            output.pass_by(self._words(now - self._begun))

    def further(self, more: float) -> None:
        """Add to how much is done."""
        self.at(self._done + more)

    @property
    def counts_all(self) -> bool:
        """Whether the total is known."""
        return self._total is not None

    def close(self) -> None:
        """Remove the line from the terminal."""
        output.wipe()

    def _words(self, elapsed: float) -> str:
        """Return ``34 of 200 games, about 1:20 left``, as far as it is known."""
        if self._total is None:
            return f"{self._done:.0f} {self._what}, {_clock(elapsed)}"
        share = self._done / self._total if self._total else 1.0
        told = f"{self._done:.0f} of {self._total:.0f} {self._what}" if self._what else f"{share:.0%}"
        if self._done <= 0 or elapsed < SURE:
            return f"{told}, {_clock(elapsed)}"
        return f"{told}, about {_rough(elapsed / share - elapsed)} left"


def _clock(seconds: float) -> str:
    """Return a duration: ``7 s``, ``1:20 min``, ``2:01:05 h``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02} h"
    return f"{minutes}:{rest:02} min" if minutes else f"{rest} s"


def _rough(seconds: float) -> str:
    """Return an estimated duration: ``7 s``, ``2 min``, ``1 h 20 min``."""
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def size_of(name: str) -> int | None:
    """Return the bytes of a regular file; None if unknown, as for ``-``; 0 for a missing file."""
    if name == "-":
        return None
    if os.path.isfile(name):
        return os.path.getsize(name)
    return None if os.path.exists(name) and not os.path.isdir(name) else 0


class Watched:
    """A stream whose lines are counted as they are read."""

    def __init__(self, stream: Lines, progress: Progress) -> None:
        self._stream, self._progress = stream, progress

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line, or part of it."""
        line = self._stream.readline(size)
        self._progress.further(len(line) if self._progress.counts_all else bool(line))
        return line
