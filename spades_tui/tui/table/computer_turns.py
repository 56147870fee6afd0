"""The turns of the computer players: each acts after a pause, and slow ones think without blocking the keys."""

import asyncio
from typing import TYPE_CHECKING

from spades_tui.play.steps import Turn
from spades_tui.tui.table.effects import Answered, Effects, Happen, Pause, Step, Think
from spades_tui.tui.table.pauses import CHANGE, THINKING

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.table import Table


class ComputerTurns:
    """The computer players of one table; keys are answered while they think."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._thinking = False
        self.happened = 0
        """The number of events so far; an answer thought out before the last one is dropped."""

    def pause(self, think: float, may_change_bid: bool) -> float:
        """Return the seconds before a computer player acts; more while a bid may still be changed."""
        turn, table = self._table.next(), self._table
        if isinstance(turn, Turn) and table.takes_time(turn.seat) and not table.is_outside(turn.seat):
            think = max(0.0, think - THINKING)
        return max(think, CHANGE) if may_change_bid else think

    def ask(self) -> Effects:
        """Let the computer player on turn act, or think first if that takes time."""
        turn = self._turn()
        if turn is None:
            return (Step(),)
        if not self._table.takes_time(turn.seat):
            return (Happen(self._table.choose()),)
        if self._thinking:
            return ()
        self._thinking = True
        return (Think(turn.seat, self.happened),)

    async def think(self, asked: Think) -> Answered:
        """Wait for a slow player's answer."""
        event: SeatEvent | None = None
        try:
            event = await asyncio.to_thread(self._table.choose)
        except ValueError:
            turn = self._turn()
            if turn is not None and turn.seat == asked.seat and asked.happened == self.happened:
                raise
            # else the turn was over before the player was asked
        finally:
            self._thinking = False
        return Answered(asked.seat, asked.happened, event)

    def answered(self, answer: Answered, *, covered: bool) -> Effects:
        """Apply a slow player's answer; drop it if something happened meanwhile.

        Before an event out of turn, the player may have chosen differently than after it, and `verify` would find that.
        """
        turn = self._turn()
        if turn is None:
            return ()
        if answer.event is None or turn.seat != answer.seat or answer.happened != self.happened:
            return (Step(),)
        return (Pause(0.1, answer) if covered else Happen(answer.event),)

    def _turn(self) -> Turn | None:
        """Return the turn, if it is a computer player's."""
        turn = self._table.next()
        return turn if isinstance(turn, Turn) and not turn.human else None
