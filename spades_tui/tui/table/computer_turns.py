"""The turns of the computer players: each acts after a pause, and slow ones think without blocking the keys."""

import asyncio
from functools import partial

from spades_tui.game.events import SeatEvent
from spades_tui.play.steps import Turn
from spades_tui.tui.table.pace import CHANGE, THINKING
from spades_tui.tui.table.table_course import TableCourse


class ComputerTurns:
    """The computer players of one table; keys are answered while they think."""

    def __init__(self, course: TableCourse) -> None:
        self._course = course
        self._thinking = False
        self._happened = 0

    def happened(self) -> None:
        """Note that something happened, so that an answer thought out before it is dropped."""
        self._happened += 1

    def ask_after_pause(self) -> None:
        """Let the computer player on turn act after a pause; at a practice table, after a key."""
        course = self._course
        if course.waits_for_key():
            course.pauses.wait(self._ask)
        else:
            course.pauses.after(self.pause(), self._ask)

    def pause(self) -> float:
        """Return the seconds before a computer player acts; more while a bid may still be changed."""
        course = self._course
        if course.pauses.hurried:
            return 0.0
        turn, table, think = course.table.next(), course.table, course.pace.think
        if isinstance(turn, Turn) and table.takes_time(turn.seat) and not table.is_outside(turn.seat):
            think = max(0.0, think - THINKING)
        return max(think, CHANGE) if course.may_change_bid() else think

    def speaks(self) -> bool:
        """Let a computer player say something out of turn, if it wants to. Return whether one did."""
        course = self._course
        event = course.table.speak()
        if event is None:
            return False
        course.pauses.after(0.0 if course.pauses.hurried else course.pace.think, partial(course.do, event))
        return True

    def _turn(self) -> Turn | None:
        """Return the turn, if it is a computer player's."""
        turn = self._course.table.next()
        return turn if isinstance(turn, Turn) and not turn.human else None

    def _ask(self) -> None:
        course, turn = self._course, self._turn()
        if turn is None:
            course.step()
        elif not course.table.takes_time(turn.seat):
            course.do(course.table.choose())
        elif not self._thinking:
            self._thinking = True
            course.app.run_worker(partial(self._wait_for, turn.seat), group="thinking")  # type: ignore[arg-type]

    async def _wait_for(self, seat: int) -> None:
        """Wait for a player's answer; drop it if the table was left, or if something happened meanwhile.

        Before an event out of turn, the player may have chosen differently than after it, and `verify` would find that.
        """
        course, happened = self._course, self._happened
        event: SeatEvent | None = None
        try:
            event = await asyncio.to_thread(course.table.choose)
        except ValueError:
            now = self._turn()
            if not course.closed and now is not None and now.seat == seat and happened == self._happened:
                raise
            # else the turn was over before the player was asked
        finally:
            self._thinking = False
        turn = self._turn() if not course.closed else None
        if turn is None:
            return
        if course.lying is not None or course.pauses.waiting:
            return  # the table has changed, and the player will be asked again
        if event is None or turn.seat != seat or happened != self._happened:
            course.step()
        elif course.covered():
            course.pauses.after(0.1, partial(self._answered, seat, event, happened))
        else:
            course.do(event)

    def _answered(self, seat: int, event: SeatEvent, happened: int) -> None:
        """Apply an answer that came while another screen covered the table."""
        turn = self._course.table.next()
        if happened == self._happened and isinstance(turn, Turn) and turn.seat == seat:
            self._course.do(event)
        else:
            self._course.step()
