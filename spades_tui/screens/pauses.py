"""The pauses of a table: one at a time, ended by its clock or by any key, and held up while something lies over it."""

from collections.abc import Callable

from textual.timer import Timer

from spades_tui.screens.host import Host

AGAIN = 0.1
"""Seconds until it is looked again whether the table is still covered."""


class Pauses:
    """What is to be done when the pause is over. `covered` answers whether another screen lies over the table."""

    def __init__(self, app: Host, covered: Callable[[], bool]) -> None:
        self._app, self._covered = app, covered
        self._timer: Timer | None = None
        self._due: Callable[[], None] | None = None
        self._closed = False
        self.hurried = False
        """A key has ended a pause, and no person has been asked since."""

    @property
    def waiting(self) -> bool:
        """A pause is going on."""
        return self._timer is not None

    def after(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something when so many seconds have gone by; what was to be done before is forgotten."""
        self.stop()
        self._due = then
        self._timer = self._app.set_timer(max(seconds, 0.001), self._ring)

    def keep(self, then: Callable[[], None]) -> None:
        """Something to go on with when a question over the table is closed without an answer."""
        self._due = then

    def go_on(self) -> None:
        """Such a question has been closed."""
        if self._due is not None and self._timer is None:
            self.after(0.0, self._due)

    def stop(self) -> None:
        """Nothing is waited for any more."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._due = None, None

    def close(self) -> None:
        """The table is left."""
        self._closed = True
        self.stop()

    def hurry(self) -> bool:
        """End the pause that is going on; True if there was one."""
        then = self._due
        if self._timer is None or then is None or self._covered():
            return False
        self.hurried = True
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
        """The pause is over; while another screen lies over the table, everything waits."""
        then, self._due, self._timer = self._due, None, None
        if self._closed or then is None:
            return
        if self._covered():
            self.after(AGAIN, then)
            return
        then()
