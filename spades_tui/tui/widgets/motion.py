"""Motion that explains what goes where: so short that nobody waits for it, and over at any key.

Nothing depends on it. What it leads to is there already, on disk and in the widget; only how that is drawn is late.
"""

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget

LONGEST = 0.24
"""Seconds from the beginning of a motion to its end."""


class Motion:
    """One motion of a widget at a time. `draw` is told how many of its steps are done, at last all of them."""

    def __init__(self, widget: Widget, draw: Callable[[int, int], None]) -> None:
        self._widget, self._draw = widget, draw
        self._steps = 0
        self._begun = 0.0
        self._timer: Timer | None = None

    def begin(self, steps: int) -> None:
        """Begin, in so many steps (1 or more)."""
        self.end()
        self._steps, self._begun = steps, monotonic()
        self._timer = self._widget.set_interval(LONGEST / steps, self._step)
        self._draw(0, steps)

    def _step(self) -> None:
        done = round((monotonic() - self._begun) / LONGEST * self._steps)  # a busy machine leaves some steps out
        if done >= self._steps:
            self.end()
        else:
            self._draw(done, self._steps)

    def end(self) -> None:
        """Be done at once, if it is going on."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._draw(self._steps, self._steps)
