"""The interface between a table's screens and the code that runs the game, and the table's pauses.

Only plain data crosses it: `Shown` one way, events and effects the other, so the table can be in another process.
`Controller` implements it for a table in this one, `LessonHost` for a lesson.

The host calls methods of its current screen, such as `show` and `refuse`, when something happens. One pause runs at a
time; it ends by time or any key, and waits while another screen is on top.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.message import Message
from textual.timer import Timer

from spades_tui.system.faults import write_once
from spades_tui.tui.app_host import Host

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.shown import Shown
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.seats import Observation
    from spades_tui.tui.table.effects import Effect
    from spades_tui.tui.widgets.card_faces import CardStyle


class Pace(Struct, frozen=True):
    """The pauses of one pace in seconds; any key ends one."""

    think: float
    """Before a computer player acts."""
    trick: float
    """While a complete trick is on the table."""
    only: float
    """Before a person's only card is played for them."""
    deal: float
    """While the deal is animated."""
    sheet: float
    """While a score sheet is shown at a table without people."""


PACES = {
    "instant": Pace(0.0, 0.7, 0.4, 0.0, 2.0),
    "brisk": Pace(0.55, 1.8, 1.0, 0.9, 6.0),
    "leisurely": Pace(1.3, 4.0, 2.2, 2.0, 12.0),
}
BID_CHANGE = 1.2
"""Minimum seconds to change a bid before the next player bids."""
USUAL_THINKING = 0.3
"""Seconds that a searching computer player takes to think; its pause is shorter by this."""
LEAST_SHOWN = 0.25
"""Minimum seconds that a complete trick is shown, so that a key typed ahead doesn't hide it unseen."""
ENTER_IGNORED = 0.3
"""Seconds after a pause in which Enter does nothing, because the user meant it for the pause and can't stop it."""
FOR_EVER = 10_000_000.0
"""Seconds; long enough to count as forever."""
COVERED_CHECK = 0.1
"""Seconds between checks whether the table is still covered."""


def _now() -> float:
    """Return the time in seconds, by the clock of keys and clicks."""
    return Message().time


class Pauses:
    """Runs an action when a pause is over; `covered` returns whether another screen covers the table."""

    def __init__(self, app: Host, covered: Callable[[], bool]) -> None:
        self._app, self._covered = app, covered
        self._timer: Timer | None = None
        self._due: Callable[[], None] | None = None
        self.closed = False
        """Whether the user has left the table."""
        self._not_before = 0.0
        self._ends_by_key = False
        self.seen = LEAST_SHOWN
        """Minimum seconds of the running pause, even if someone presses a key."""
        self.hurried = False
        """Whether a key has ended a pause, and no person has been asked since."""
        self.skipped_wait = False
        """Whether a key has ended a pause that waited for one, and no person has been asked since."""
        self._ran_out = False
        """Whether a pause that a key could have ended is over without one, and no person has been asked since."""
        self._lasts = 0.0
        self.held = False
        """Whether the user has paused a table that they watch."""
        self._step_allowed = False
        self._asked_since = self._suggested_at = -ENTER_IGNORED

    def ask_person(self, after_hurry: bool = True) -> None:
        """Note that a person is asked from now on, so that a key may still be meant for the pause that has ended.

        `after_hurry`: also if a key has ended it.
        """
        if self._ran_out or (after_hurry and (self.hurried or self.skipped_wait)):
            self._asked_since = _now()
        self.hurried = self.skipped_wait = self._ran_out = False

    def warn(self) -> None:
        """Note that a warning appears now, so that a second press of Enter doesn't confirm it unseen."""
        self._asked_since = _now()

    def too_soon(self, at: float | None = None) -> bool:
        """Return whether a key or click at this time, now by default, may be meant for what was shown before."""
        return (_now() if at is None else at) - max(self._asked_since, self._suggested_at) < ENTER_IGNORED

    def suggested(self, now: bool = True) -> None:
        """Note that a suggestion appears now, which Enter can't have been meant for; or that another key has come."""
        self._suggested_at = _now() if now else -ENTER_IGNORED

    def hold(self, on: bool) -> None:
        """Pause a table that the user watches, or resume it."""
        self.held = on
        self.stepped()

    @property
    def awaits_step(self) -> bool:
        """Whether the table is paused, and the user hasn't asked for a step."""
        return self.held and not self._step_allowed

    def one_step(self) -> None:
        """Allow one event, then pause the table."""
        self.held, self._step_allowed = True, True
        self.hurry()

    def stepped(self) -> None:
        """Note that an event has happened."""
        if self._step_allowed:
            self._step_allowed, self.hurried = False, False

    @property
    def waiting(self) -> bool:
        """Whether a pause is running."""
        return self._timer is not None

    @property
    def awaits_key(self) -> bool:
        """Whether the running pause ends only by a key."""
        return self.waiting and self._ends_by_key

    def after(self, seconds: float | None, then: Callable[[], None], least: float = 0.0) -> None:
        """Call `then` after some seconds, or at the next key if None, instead of any earlier plan.

        A key ends the pause early, but not before `least` seconds; it shortens later pauses unless this waited for it.
        """
        self.stop()
        self._due = then
        self._not_before, self._ends_by_key = monotonic() + least, seconds is None
        self._lasts = FOR_EVER if seconds is None else max(seconds, 0.001)
        self._timer = self._app.set_timer(self._lasts, partial(self._end_by_time, then))

    def keep(self, then: Callable[[], None]) -> None:
        """Remember what to do if the user closes a question over the table without an answer."""
        self._due = then

    def question_closed(self) -> None:
        """Continue after such a question."""
        if self._due is not None and self._timer is None:
            self.after(0.0, self._due)

    def stop(self) -> None:
        """Cancel the pause and its action."""
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._due = None, None

    def close(self) -> None:
        """Stop for good, when the user leaves the table."""
        self.closed = True
        self.stop()

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        then = self._due
        if self._timer is None or then is None or self._covered():
            return False
        self.hurried, self.skipped_wait = not self._ends_by_key, self._ends_by_key
        still = self._not_before - monotonic()
        if still > 0:
            self.after(still, then, still)
            return True
        self.stop()
        self._app.call_later(self._run_unless_covered, then)
        return True

    def _run_unless_covered(self, then: Callable[[], None]) -> None:
        if self.closed or self._timer is not None or self._due is not None:
            return
        if not self._app.screen_stack:  # the program is ending
            return
        if self._covered():
            self.after(COVERED_CHECK, then)
        else:
            then()

    def _end_by_time(self, then: Callable[[], None]) -> None:
        """Run the action of the finished pause, or wait while another screen covers the table."""
        if then is self._due and self._timer is not None:  # otherwise the timer was stopped while this was in the queue
            self._due = self._timer = None
            self._ran_out = self._ran_out or self._lasts > ENTER_IGNORED
            self._run_unless_covered(then)


class TableHost:
    """A table as its screens see it."""

    look: "CardStyle"
    """The players' names and seats, and how this user likes cards to look."""
    pauses: Pauses
    """The running pause, which screens end early or, at a table that the user watches, stop."""
    late = False
    """Whether the time to cut ran out.

    Until the user presses a new key on purpose, keys meant for the cut are ignored.
    """

    @property
    def shown(self) -> "Shown":
        """The table as the person at the keyboard may see it; while the curtain is down, as everyone may."""
        raise NotImplementedError

    def open_game(self) -> "OpenGame":
        """Return the scored hands with all cards open; at a table without people, also the current one."""
        raise NotImplementedError

    def stars(self, then: Callable[[dict[str, int]], object]) -> None:
        """Call `then` with each person's wins in today's session (3B-28), if there is a scorebook."""

    @property
    def opens_later(self) -> bool:
        """Whether the scored hands open only when the game is over."""
        return False

    def suggest(self, seen: "Observation", then: "Callable[[SeatEvent], object]") -> None:
        """Call `then` later with the first choice of the hint for what a person sees; never without suggestions."""

    @property
    def coach_from(self) -> float | None:
        """The cost in points from which the coach speaks here; None if it's off."""
        return None

    def note_coached(self, seat: int) -> None:
        """Note for the record that the coach has spoken to this seat."""

    def note_fault(self, told: str, error: Exception) -> None:
        """Keep a report on a computer player's fault; `told`: what a table with a log says there."""
        write_once(error)

    def act(self, wanted: "SeatEvent | Effect") -> None:
        """Apply a decision of the person at the keyboard, or carry out an effect.

        If a decision is refused, show why and change nothing.
        """
        raise NotImplementedError

    def leave(self) -> None:
        """Save the game and go home."""
        raise NotImplementedError

    def question_closed(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        raise NotImplementedError
