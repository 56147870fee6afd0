"""Run a game whose table is here: computer players think in threads, and trouble with the disk is asked about.

What reads records is imported after the game, because the first frame of a table doesn't need it.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from spades_tui.game.events import SeatEvent, end_decision
from spades_tui.game.phase import Phase
from spades_tui.play.known_words import KnownWords
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import with_sides_changed
from spades_tui.play.shown import HandPlayed
from spades_tui.play.table import Table
from spades_tui.settings.dead_key_reasons import NO_OTHER_SIDES, DeadKeyReason
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table.answers import DECISION
from spades_tui.tui.table.game_runner import GameRunner
from spades_tui.tui.table.pauses import USUAL_THINKING
from spades_tui.tui.table.save_trouble import FAILED_AGAIN, LOSS_WARNING, NOTHING_LOST, SaveQuestionScreen

T = TypeVar("T")


class HomeRunner(GameRunner):
    """One game at this keyboard."""

    table: Table

    def __init__(self, app: Host, table: Table, season: TableSeason | None = None) -> None:
        """Show this table; `season`: the scorebook's part in it, if it counts."""
        table.stays_open = season is not None and end_decision(table.rules) is not None
        if table.path is not None:
            table.known_words = KnownWords.here()
        super().__init__(app, table, season or TableSeason(app.scorebook, None))
        self.known_words = table.known_words
        table.let_talk(self.talk.after)
        self._thought: asyncio.Task[SeatEvent | None] | None = None
        """The choice of a slow player, which may be about a turn that is over."""

    # Computer players

    def thinking_time(self, seat: int) -> float:
        """Return the seconds that a searching player takes to think."""
        searches = self.table.takes_time(seat) and seat not in self.table.outside
        return USUAL_THINKING if searches else 0.0

    async def others_act(self, seat: int) -> None:
        """Let the computer player on turn decide and act; a slow one thinks without blocking the keys."""
        if not self.table.takes_time(seat):
            await self.happen(self.table.choose())
            return
        acted = await self._before(self._thought) if self._thought is not None else None
        if acted is None:
            self._thought = thought = asyncio.create_task(self._think())
            acted = await self._before(thought)
            if acted is None and self.covered():
                acted = await self.pause(0.0)
            if acted is None:
                self._thought, acted = None, thought.result()
        await self.happen(acted)

    async def _think(self) -> SeatEvent | None:
        """Return a slow player's choice, or None if the turn was over before it was asked."""
        asked = self.table.observe(None)
        try:
            return await asyncio.to_thread(self.table.choose)
        except ValueError:
            if self.table.observe(None) is asked and not self.closed:
                raise
            return None

    async def _before(self, thought: "asyncio.Task[SeatEvent | None]") -> SeatEvent | None:
        """Wait for a slow player's thought; return what the person at the keyboard does before it's finished.

        Then the thought is about a turn that has changed, so it's dropped: `verify` would report the difference.
        """
        acts = asyncio.create_task(self.pauses.answer(DECISION))
        try:
            await asyncio.wait([acts, thought], return_when=asyncio.FIRST_COMPLETED)
        finally:
            acts.cancel()
        return acts.result() if acts.done() else None

    # The disk

    async def saved(self, do: Callable[[], T]) -> T:
        """Return the result of `do`; if it can't be written, ask where to save the game, and do it again."""
        failed = ""
        while True:
            try:
                return do()
            except NotSaved as error:
                words = (f"{failed}{error}", NOTHING_LOST)
                failed = FAILED_AGAIN
                await self.app.push_screen_wait(SaveQuestionScreen(self.table, words, self.season.moved))

    decided = saved

    def save_and_leave(self, then: Callable[[], None]) -> None:
        """Save the game and call `then`; if not all of it is on disk, ask first."""
        asking = self.app.screen
        if isinstance(asking, SaveQuestionScreen) and asking.leaving:
            return
        try:
            self.table.suspend()
        except NotSaved as error:
            question = SaveQuestionScreen(self.table, (str(error), LOSS_WARNING), self.season.moved, leaving=True)
            self.app.ask(question, lambda _: self.save_and_leave(then))
            return
        except Exception:  # the game is on disk, and the code that closes the table reports the rest
            pass
        then()

    def close(self) -> str:
        """Leave the table and save the game. Return a warning if it can't be saved, else ""."""
        if self.closed:
            return ""
        super().close()
        if self._thought is not None:
            self._thought.cancel()
        for again in (False, True):  # try once more to save, without asking
            try:
                if again:
                    self.table.save_again()
                self.table.suspend()
                return ""
            except NotSaved as error:
                wrong = str(error)
        self.table.leave()
        return wrong

    # After the last card

    def why_no_repeat(self) -> DeadKeyReason | None:
        """Return why the last hand can't be played again (`analysis.fork`)."""
        from spades_tui.analysis.fork import why_no_repeat

        over = self.table.observe(None).phase == Phase.OVER
        return why_no_repeat(self.table.setup, self.open_game(), self.table.path, over=over)

    def why_no_rematch(self) -> DeadKeyReason | None:
        """Return why sides can't be changed: there are only two players."""
        return None if len(self.table.setup.seats) > 2 else NO_OTHER_SIDES

    async def score_hand(self) -> None:
        """Score the hand, and show its sheet."""
        await self.saved(self._score)
        await self.show_score()

    def _score(self) -> None:
        if isinstance(self.table.next(), HandPlayed):  # otherwise only the end of the game wasn't saved
            self.table.score()

    def play_again(self, sides_changed: bool) -> None:
        """Leave this table for the same one with the next dealer."""
        self.app.leave_table(partial(self._start_again, sides_changed))

    def _start_again(self, sides_changed: bool) -> None:
        setup = self.table.again()
        if sides_changed:
            setup = with_sides_changed(setup)
        try:
            self.app.start_table(setup, sides_changed=sides_changed)
        except OSError as error:
            self.app.notify(f"The new game can't be saved ({os_words(error)}).", severity="error")
