"""The waits of a table: for an answer, for some seconds, or for a key; and keys meant for what was shown before.

While a screen or a question covers the table, no pause ends.
"""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from msgspec import Struct
from textual.message import Message

from spades_tui.tui.table.answers import Answer, Hurry

T = TypeVar("T")


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
    moment: float = 0.0
    """Longer for a complete trick with a moment of strength 2, such as a set; twice for one of strength 3."""
    unseen_waits: bool = False
    """Whether a complete trick that can't be seen again waits for a key (C-10)."""


PACES = {
    "instant": Pace(0.0, 0.7, 0.4, 0.0, 2.0),
    "lively": Pace(0.3, 1.0, 0.6, 0.5, 4.0, 0.3),
    "brisk": Pace(0.55, 1.8, 1.0, 0.9, 6.0, 0.5, True),
    "leisurely": Pace(1.3, 4.0, 2.2, 2.0, 12.0, 0.9, True),
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
    """Waits for answers in an inbox; `covered` returns whether another screen or a question covers the table."""

    def __init__(self, inbox: asyncio.Queue[Answer], covered: Callable[[], bool]) -> None:
        self._inbox, self._covered = inbox, covered
        self.waiting = False
        """Whether a pause is running."""
        self.awaits_key = False
        """Whether the running pause ends only by a key."""
        self._not_before = 0.0
        self.seen = LEAST_SHOWN
        """Minimum seconds that a complete trick is shown, even if someone presses a key."""
        self.skipped = 0
        """How many pauses a key has ended that would have ended without one."""
        self.hurried = False
        """Whether a key has ended a pause, and no person has been asked since."""
        self._skipped_wait = False
        """Whether a key has ended a pause that waited for one, and no person has been asked since."""
        self._ran_out = False
        """Whether a pause that a key could have ended is over without one, and no person has been asked since."""
        self.held = False
        """Whether the user has paused a table that they watch."""
        self._step_allowed = False
        self._asked_since = self._suggested_at = -ENTER_IGNORED

    # Waiting

    async def answer(self, *kinds: type[T]) -> T:
        """Wait for an answer of these kinds; drop all others, and those to what was shown before."""
        self._forget_answers()
        while True:
            answer: object = await self._inbox.get()
            if isinstance(answer, kinds):
                return answer

    async def pause(self, seconds: float | None, *kinds: type[T], least: float = 0.0) -> T | None:
        """Wait for some seconds, or with None until a key; return an answer of these kinds that comes first.

        A key ends the pause early, but not before `least` seconds; it shortens later pauses unless this waited for it.
        """
        self._forget_answers()
        lasts, begun = FOR_EVER if seconds is None else max(seconds, 0.001), monotonic()
        self._not_before, end = begun + least, begun + lasts
        self.waiting, self.awaits_key = True, seconds is None
        try:
            while True:
                answer: object = await self._answer_within(end - monotonic())
                if isinstance(answer, kinds):
                    return answer
                if isinstance(answer, Hurry):
                    lasts, end = 0.0, self._not_before
                elif answer is not None:
                    continue
                self._ran_out = self._ran_out or (answer is None and lasts > ENTER_IGNORED)
                if answer is None or end <= monotonic():
                    if not self._covered():
                        return None
                    self.waiting, end = True, monotonic() + COVERED_CHECK
        finally:
            self.waiting = self.awaits_key = False

    def _forget_answers(self) -> None:
        while not self._inbox.empty():
            self._inbox.get_nowait()

    async def _answer_within(self, seconds: float) -> Answer | None:
        try:
            async with asyncio.timeout(seconds):
                return await self._inbox.get()
        except TimeoutError:  # an answer may have come in the last moment
            return None if self._inbox.empty() else self._inbox.get_nowait()

    # Keys

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        if not self.waiting or self._covered():
            return False
        self.hurried, self._skipped_wait = not self.awaits_key, self.awaits_key
        self.skipped += self.hurried
        self.waiting, self.awaits_key = monotonic() < self._not_before, False
        self._inbox.put_nowait(Hurry())
        return True

    def ask_person(self, after_hurry: bool = True) -> None:
        """Note that a person is asked from now on, so that a key may still be meant for the pause that has ended.

        `after_hurry`: also if a key has ended it.
        """
        if self._ran_out or (after_hurry and (self.hurried or self._skipped_wait)):
            self._asked_since = _now()
        self.hurried = self._skipped_wait = self._ran_out = False

    def warn(self) -> None:
        """Note that a warning appears now, so that a second press of Enter doesn't confirm it unseen."""
        self._asked_since = _now()

    def too_soon(self, at: float | None = None) -> bool:
        """Return whether a key or click at this time, now by default, may be meant for what was shown before."""
        return (_now() if at is None else at) - max(self._asked_since, self._suggested_at) < ENTER_IGNORED

    def suggested(self, now: bool = True) -> None:
        """Note that a suggestion appears now, which Enter can't have been meant for; or that another key has come."""
        self._suggested_at = _now() if now else -ENTER_IGNORED

    # A table that the user watches

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
