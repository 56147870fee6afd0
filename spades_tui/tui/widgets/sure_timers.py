"""Timers that ring once, on a busy machine too."""

from collections.abc import Callable
from typing import Any

from textual.message_pump import MessagePump
from textual.timer import Timer


class SureTimers(MessagePump):
    """An object with timers: those of `set_timer` always ring, even if late.

    Textual leaves out the ticks of a timer that are over when it looks at the clock. For a timer of one tick that is
    all of them: if the machine is busy just between two looks, it never rings.
    """

    def set_timer(
        self, delay: float, callback: Callable[[], Any] | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        """Call back once, after `delay` seconds or as soon as possible after them."""
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer
