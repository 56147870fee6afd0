"""A progress bar for slow commands, removed when the command is done.

It appears only if standard error is a terminal, after half a second, so quick commands show and load nothing.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from spades_tui.system import output

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SECONDS_BEFORE_BAR = 0.5
"""Seconds before the bar is shown."""
HOUR = 3600
"""Seconds of progress from which to estimate the speed; many, because a game between slow players can take minutes."""
STEP = 0.2
"""Seconds between two updates of the bar."""


class Progress:
    """The progress of one command. Call `at` as often as you like, and `close` at the end."""

    def __init__(self, total: float | None, what: str = "") -> None:
        """Create a bar for `total` units, or None if unknown; `what`: the name of the unit, such as ``games``."""
        self.total, self._what = total, what
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + SECONDS_BEFORE_BAR
        self._done = 0.0
        self._bar: Bar | None = None

    def at(self, done: float | None = None) -> None:
        """Set how much is done; without a number, only the clock moves."""
        if done is not None:
            self._done = done
        if not self._on or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + STEP
        bar = self._bar = self._bar or self._made()
        output.remove_before_output(bar.stop)  # registered before the bar appears, so that Ctrl+C leaves nothing of it
        bar.update(bar.task_ids[0], completed=self._done)
        bar.refresh() if bar.live.is_started else bar.start()

    def advance_by(self, more: float) -> None:
        """Add to how much is done."""
        self.at(self._done + more)

    def close(self) -> None:
        """Remove the bar from the terminal."""
        output.remove_temporary()

    def _made(self) -> Bar:
        from rich import progress
        from rich.console import Console

        counted: list[progress.ProgressColumn] = [progress.TextColumn(f"{{task.completed:.0f}} {self._what}")]
        if self.total is None:
            counted.append(progress.TimeElapsedColumn())
        else:
            words = f"{{task.completed:.0f}} of {{task.total:.0f}} {self._what}"
            counted = [
                progress.TextColumn(words if self._what else "{task.percentage:.0f}%"),
                progress.BarColumn(),
                progress.TimeRemainingColumn(compact=True),
            ]
        bar = progress.Progress(
            *counted, console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False,
            redirect_stderr=False, get_time=time.monotonic, speed_estimate_period=HOUR,
        )  # fmt: skip
        bar.add_task("", total=self.total, completed=int(self._done))
        return bar
