"""The end of a hand and of a game on screen: the sheet, the chit, the tray person, the hearings, and who has won."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from spades_tui.game.events import Chit
from spades_tui.game.phase import Phase
from spades_tui.language.address import does, whose
from spades_tui.play.shown import ZeroBuddyMark
from spades_tui.tui.table.answers import Continue, NameTray, PlayAgain
from spades_tui.tui.table.game_on_screen import GameOnScreen

T = TypeVar("T")


class GameWithEnd(GameOnScreen, ABC):
    """One game on screen, after the last card of a hand."""

    @abstractmethod
    async def saved(self, do: Callable[[], T]) -> T:
        """Return the result of `do`, which writes to disk; nothing is shown before it is there."""

    @abstractmethod
    def play_again(self) -> None:
        """Begin another game at this table."""

    async def show_score(self) -> None:
        """Show the sheet of the scored hand, at a table without people for some seconds."""
        from spades_tui.tui.table.score_screen import ScoreScreen

        await self.saved(self._close_game)
        self.finished_trick = None
        self.pauses.ask_person(after_hurry=False)
        seconds = None if self.table.people or self.pauses.held else self.pace.sheet
        self.pauses.hold(False)  # resume at the next hand; the sheet itself waits for a key
        self.show_screen(ScoreScreen(self))
        if seconds is None:
            await self.pauses.answer(Continue)
        else:
            await self.pauses.pause(seconds, Continue)
        if self.app.trial_hand_open:
            self.leave()
            await self.pauses.answer()  # nothing follows a trial hand

    # After the last score

    async def end_game(self) -> None:
        """Let the tray person spend a chit, name the tray person, hear zero buddies, and say who has won."""
        from spades_tui.tui.table.score_screen import GameOverScreen
        from spades_tui.tui.table.tray_and_hearing import ChitScreen, TrayScreen

        while (holder := self._chit_holder()) is not None:  # the player named may have a chit as well
            self.show_screen(ChitScreen(self, holder))
            named = await self.pauses.answer(NameTray)
            await self.saved(partial(self.table.do, Chit(holder, named.seat)))
        await self.saved(self._close_game)
        shown = self.shown
        if shown.people and shown.final is not None and shown.final.has_tray:
            self.show_screen(TrayScreen(self, self.season))
            await self.pauses.answer(Continue)
        for mark in shown.marks:
            await self._hear(mark)
        self.show_screen(GameOverScreen(self))
        while True:
            await self.pauses.answer(PlayAgain)
            self.play_again()

    def _close_game(self) -> None:
        """Close the game and add it to the scorebook, once no chit is left to decide about. Raises NotSaved."""
        if self.shown.public.phase == Phase.OVER and self._chit_holder() is None:
            self.table.close_game()
            self.season.game_over()

    def _chit_holder(self) -> int | None:
        """Return the tray person, if they hold a chit and haven't decided about it (3B-27)."""
        seat = self.shown.may_spend_chit
        return seat if seat is not None and self.season.holds_chit(self.look.name(seat)) else None

    async def _hear(self, mark: ZeroBuddyMark) -> None:
        """Hear a ZB mark; it lapses if no person has a vote, or the game doesn't count (3B-30)."""
        from spades_tui.tui.table.tray_and_hearing import HearingScreen

        voters, practice = mark.voters(self.shown.people), self.shown.public.rules.practice
        if voters and not practice:
            self.show_screen(HearingScreen(self, mark, voters, partial(self._voted, mark)))
            await self.pauses.answer(Continue)
            return
        why = "The game doesn't count"
        if not practice:
            why = f"Nobody can vote on {whose(self.look.who(mark.accused))} card"
        self.table.remark(f"{why}; the mark is dropped", "hearing")

    def _voted(self, mark: ZeroBuddyMark, votes: Mapping[int, bool]) -> None:
        """Apply the vote on a mark: a majority credits a zero buddy (3B-30)."""
        from spades_tui.scorebook.season import majority

        words = "is a zero buddy" if majority(votes.values(), len(votes)) else "isn't a zero buddy"
        self.table.remark(f"The table has voted: {does(self.look.whom(mark.accused), words)}", "hearing")
        self.season.record_hearing(mark, {self.look.name(seat): vote for seat, vote in votes.items()})
