"""Motion that shows a change, too short to delay the user; any key ends it.

Nothing depends on it: the result is already on disk and in the widget.
"""

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget

LONGEST = 0.24
"""Seconds from the beginning of a motion to its end."""


class Motion:
    """The motion of a widget, one at a time. It calls `draw` with the number of steps done and of all steps."""

    def __init__(self, widget: Widget, draw: Callable[[int, int], None]) -> None:
        self._widget, self._draw = widget, draw
        self._steps = 0
        self._begun = 0.0
        self._timer: Timer | None = None

    def begin(self, steps: int) -> None:
        """Begin a motion with this number of steps (1 or more)."""
        self.end()
        self._steps, self._begun = steps, monotonic()
        self._timer = self._widget.set_interval(LONGEST / steps, self._step)
        self._draw(0, steps)

    def _step(self) -> None:
        done = round((monotonic() - self._begun) / LONGEST * self._steps)  # a busy machine skips steps
        if done >= self._steps:
            self.end()
        else:
            self._draw(done, self._steps)

    def end(self) -> None:
        """End the motion at once, if there is one."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._draw(self._steps, self._steps)
