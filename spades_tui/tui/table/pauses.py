"""The pauses of a table: one at a time, ended by a clock or any key, and held while a screen covers the table."""

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer

from spades_tui.tui.app_host import Host
from spades_tui.tui.table.pace import SEEN

FOR_EVER = 10_000_000.0
"""Seconds; longer than anyone waits for a key."""
AGAIN = 0.1
"""Seconds between checks whether the table is still covered."""


class Pauses:
    """Runs an action when a pause is over; `covered` returns whether another screen covers the table."""

    def __init__(self, app: Host, covered: Callable[[], bool]) -> None:
        self._app, self._covered = app, covered
        self._timer: Timer | None = None
        self._due: Callable[[], None] | None = None
        self._closed = False
        self._not_before = 0.0
        self._for_key = False
        self.seen = SEEN
        """Minimum seconds that a complete trick is shown, even if someone hurries."""
        self.hurried = False
        """Whether a key has ended a pause, and no person has been asked since."""
        self.keyed = False
        """Whether a key has ended a pause that waited for one, and no person has been asked since."""
        self.held = False
        """Whether the user has paused a table that they watch."""
        self._let = False

    @property
    def held_up(self) -> bool:
        """Whether nothing may happen, because the table is paused and no step was asked for."""
        return self.held and not self._let

    def one_step(self) -> None:
        """Allow one event, then pause the table."""
        self.held, self._let = True, True
        self.hurry()

    def stepped(self) -> None:
        """Note that an event has happened."""
        if self._let:
            self._let, self.hurried = False, False

    @property
    def waiting(self) -> bool:
        """Whether a pause is running."""
        return self._timer is not None

    @property
    def awaits_key(self) -> bool:
        """Whether the running pause ends only by a key."""
        return self.waiting and self._for_key

    def after(self, seconds: float, then: Callable[[], None], least: float = 0.0) -> None:
        """Call `then` after some seconds, and cancel what was planned before.

        A key ends the pause early, but not before `least` seconds.
        """
        self.stop()
        self._due = then
        self._not_before, self._for_key = monotonic() + least, False
        self._timer = self._app.set_timer(max(seconds, 0.001), self._ring)

    def wait(self, then: Callable[[], None], least: float = 0.0) -> None:
        """Call `then` at the next key, which doesn't shorten later pauses; no clock ends this pause."""
        self.after(FOR_EVER, then, least)
        self._for_key = True

    def keep(self, then: Callable[[], None]) -> None:
        """Remember what to do when a question over the table is closed without an answer."""
        self._due = then

    def go_on(self) -> None:
        """Continue after such a question."""
        if self._due is not None and self._timer is None:
            self.after(0.0, self._due)

    def stop(self) -> None:
        """Cancel the pause and its action."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._due = None, None

    def close(self) -> None:
        """Stop for good, because the table is left."""
        self._closed = True
        self.stop()

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        then = self._due
        if self._timer is None or then is None or self._covered():
            return False
        self.hurried, self.keyed = not self._for_key, self._for_key
        still = self._not_before - monotonic()
        if still > 0:
            self.after(still, then, still)
            return True
        self.stop()
        self._app.call_later(self._hurry_to, then)
        return True

    def _hurry_to(self, then: Callable[[], None]) -> None:
        if self._closed or self._timer is not None or self._due is not None:
            return
        if self._covered():
            self.after(AGAIN, then)
        else:
            then()

    def _ring(self) -> None:
        """Run the action of the finished pause, or wait while another screen covers the table."""
        then, self._due, self._timer = self._due, None, None
        if self._closed or then is None:
            return
        if self._covered():
            self.after(AGAIN, then)
            return
        then()
