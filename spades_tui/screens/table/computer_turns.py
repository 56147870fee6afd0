"""The turns of the computer players: a pause, and then what they do; one that takes its time is waited for."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from spades_tui.game.facts import SeatFact
from spades_tui.screens.table.pace import CHANGE, THINKING
from spades_tui.table.steps import Turn

if TYPE_CHECKING:
    from spades_tui.screens.table.controller import Controller


class ComputerTurns:
    """The computer players of one table; keys are answered while they think."""

    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._thinking = False
        self._happened = 0

    def happened(self) -> None:
        """Something has been done, said or taken back: what a player thinks about now is another game's by then."""
        self._happened += 1

    def ask_after_pause(self) -> None:
        """The computer player on turn acts when the pause is over; at a practice table, at a key of the person's."""
        controller = self._controller
        if controller.waits_for_key():
            controller.pauses.wait(self._ask)
        else:
            controller.pauses.after(self.pause(), self._ask)

    def pause(self) -> float:
        """How long a computer player thinks; longer while a bid may still be changed."""
        controller = self._controller
        if controller.pauses.hurried:
            return 0.0
        turn, table, think = controller.table.next(), controller.table, controller.pace.think
        if isinstance(turn, Turn) and table.takes_time(turn.seat) and not table.is_outside(turn.seat):
            think = max(0.0, think - THINKING)
        return max(think, CHANGE) if controller.may_change_bid() else think

    def speaks(self) -> bool:
        """Let a computer player say something out of turn, if it wants to."""
        controller = self._controller
        fact = controller.table.speak()
        if fact is None:
            return False
        controller.pauses.after(
            0.0 if controller.pauses.hurried else controller.pace.think, partial(controller.do, fact)
        )
        return True

    def _turn(self) -> Turn | None:
        """Whose turn it is, if it is a computer player's."""
        turn = self._controller.table.next()
        return turn if isinstance(turn, Turn) and not turn.human else None

    def _ask(self) -> None:
        controller, turn = self._controller, self._turn()
        if turn is None:
            controller.step()
        elif not controller.table.takes_time(turn.seat):
            controller.do(controller.table.choose())
        elif not self._thinking:
            self._thinking = True
            controller.app.run_worker(partial(self._wait_for, turn.seat), group="thinking")  # type: ignore[arg-type]

    async def _wait_for(self, seat: int) -> None:
        """Wait for a player's answer. It is forgotten if the table was left, or something has happened meanwhile.

        What was chosen before somebody spoke out of turn is not what would be chosen now, as `verify` would find.
        """
        controller, happened = self._controller, self._happened
        fact: SeatFact | None = None
        try:
            fact = await asyncio.to_thread(controller.table.choose)
        except ValueError:
            now = self._turn()
            if not controller.closed and now is not None and now.seat == seat and happened == self._happened:
                raise
            # else its turn was over before it was asked
        finally:
            self._thinking = False
        turn = self._turn() if not controller.closed else None
        if turn is None:
            return
        if controller.lying is not None or controller.pauses.waiting:
            return  # something else goes on at the table; the program is asked again
        if fact is None or turn.seat != seat or happened != self._happened:
            controller.step()
        elif controller.covered():
            controller.pauses.after(0.1, partial(self._answered, seat, fact, happened))
        else:
            controller.do(fact)

    def _answered(self, seat: int, fact: SeatFact, happened: int) -> None:
        """An answer that came while another screen lay over the table."""
        turn = self._controller.table.next()
        if happened == self._happened and isinstance(turn, Turn) and turn.seat == seat:
            self._controller.do(fact)
        else:
            self._controller.step()
