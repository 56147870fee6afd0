"""The pauses of a table: one at a time, ended by its clock or by any key, and held up while something lies over it."""

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer

from spades_tui.tui.app_host import Host
from spades_tui.tui.table.pace import SEEN

FOR_EVER = 10_000_000.0
"""Seconds; a key comes before."""
AGAIN = 0.1
"""Seconds until it is looked again whether the table is still covered."""


class Pauses:
    """What is to be done when the pause is over. `covered` answers whether another screen lies over the table."""

    def __init__(self, app: Host, covered: Callable[[], bool]) -> None:
        self._app, self._covered = app, covered
        self._timer: Timer | None = None
        self._due: Callable[[], None] | None = None
        self._closed = False
        self._not_before = 0.0
        self._for_key = False
        self.seen = SEEN
        """How long a complete trick lies there at least, however somebody hurries."""
        self.hurried = False
        """A key has ended a pause, and no person has been asked since."""
        self.keyed = False
        """A pause that waited for a key was ended by one, and no person has been asked since."""
        self.held = False
        """The user has paused a table that he watches."""
        self._let = False

    @property
    def held_up(self) -> bool:
        """Whether nothing may happen: the table is paused, and no step of it was asked for."""
        return self.held and not self._let

    def one_step(self) -> None:
        """From now on the table is paused, but for one thing that may happen."""
        self.held, self._let = True, True
        self.hurry()

    def stepped(self) -> None:
        """Something has happened."""
        if self._let:
            self._let, self.hurried = False, False

    @property
    def waiting(self) -> bool:
        """A pause is going on."""
        return self._timer is not None

    @property
    def awaits_key(self) -> bool:
        """Whether the pause that is going on ends only by a key."""
        return self.waiting and self._for_key

    def after(self, seconds: float, then: Callable[[], None], least: float = 0.0) -> None:
        """Do something when so many seconds have gone by; what was to be done before is forgotten.

        A key that hurries does not make it less than `least`.
        """
        self.stop()
        self._due = then
        self._not_before, self._for_key = monotonic() + least, False
        self._timer = self._app.set_timer(max(seconds, 0.001), self._ring)

    def wait(self, then: Callable[[], None], least: float = 0.0) -> None:
        """Do something at the next key; no clock ends this pause, and nobody is hurried by that key."""
        self.after(FOR_EVER, then, least)
        self._for_key = True

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
        """The pause is over; while another screen lies over the table, everything waits."""
        then, self._due, self._timer = self._due, None, None
        if self._closed or then is None:
            return
        if self._covered():
            self.after(AGAIN, then)
            return
        then()
