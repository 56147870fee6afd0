"""The end of a game after the last score: chit, tray person, hearings, then the winner."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from spades_tui.game.events import Chit
from spades_tui.game.phase import Phase
from spades_tui.language.address import does, whose
from spades_tui.play.shown import ZeroBuddyMark
from spades_tui.tui.table.effects import DecideAfterGame, Effect, Effects, EndGame, ShowScreen
from spades_tui.tui.table.table_host import TableHost

if TYPE_CHECKING:
    from spades_tui.play.table import Table
    from spades_tui.tui.scorebook_thread import TableSeason


class Ending:
    """The end of one game. Its screens pass the effects of their answers to `post`."""

    def __init__(self, host: TableHost, table: "Table", season: "TableSeason", post: Callable[[Effect], None]) -> None:
        self._host, self._table, self.season, self._post = host, table, season, post
        self._heard: list[ZeroBuddyMark] = []
        self._named = False

    def next_part(self) -> Effects:
        """Return the effects that show the next part. Raises NotSaved."""
        holder = self.chit_holder()
        if holder is not None:
            return self.ask_chit(holder)
        self.close_game()
        shown = self._host.shown
        if not self._named and shown.people and shown.final is not None and shown.final.has_tray:
            from spades_tui.tui.table.tray_and_hearing import TrayScreen

            self._named = True
            return (ShowScreen(TrayScreen(self._host, self.season, partial(self._post, EndGame()))),)
        waiting = [mark for mark in shown.marks if mark not in self._heard]
        if waiting:
            return self._hear(waiting[0])
        from spades_tui.tui.table.score_screen import GameOverScreen

        return (ShowScreen(GameOverScreen(self._host)),)

    def close_game(self) -> None:
        """Close the game and add it to the scorebook, once no chit is left to decide about. Raises NotSaved."""
        if self._host.shown.public.phase == Phase.OVER and self.chit_holder() is None:
            self._table.close_game()
            self.season.game_over()

    def chit_holder(self) -> int | None:
        """Return the tray person, if they hold a chit and haven't decided about it (3B-27)."""
        seat = self._host.shown.may_spend_chit
        return seat if seat is not None and self.season.holds_chit(self._host.look.name(seat)) else None

    def ask_chit(self, holder: int) -> Effects:
        """Ask the tray person to name another player or lose the chit (3B-27); that player may have one as well."""
        from spades_tui.tui.table.tray_and_hearing import ChitScreen

        def decided(tray: int | None) -> None:
            self._post(DecideAfterGame(Chit(holder, tray)))

        return (ShowScreen(ChitScreen(self._host, holder, decided)),)

    def _hear(self, mark: ZeroBuddyMark) -> Effects:
        """Hear a ZB mark; it lapses if no person has a vote, or the game doesn't count (3B-30)."""
        look = self._host.look
        voters = mark.voters(self._host.shown.people)
        practice = self._host.shown.public.rules.practice
        if voters and not practice:
            from spades_tui.tui.table.tray_and_hearing import HearingScreen

            end_game = partial(self._post, EndGame())
            return (ShowScreen(HearingScreen(self._host, mark, voters, partial(self._voted, mark), end_game)),)
        self._heard.append(mark)
        why = "The game doesn't count" if practice else f"Nobody can vote on {whose(look.who(mark.accused))} card"
        self._table.remark(f"{why}; the mark is dropped", "hearing")
        return (EndGame(),)

    def _voted(self, mark: ZeroBuddyMark, votes: Mapping[int, bool]) -> None:
        """Apply the vote on a mark: a majority credits a zero buddy (3B-30)."""
        from spades_tui.scorebook.season import majority

        look = self._host.look
        self._heard.append(mark)
        words = "is a zero buddy" if majority(votes.values(), len(votes)) else "isn't a zero buddy"
        self._table.remark(f"The table has voted: {does(look.whom(mark.accused), words)}", "hearing")
        self.season.record_hearing(mark, {look.name(seat): vote for seat, vote in votes.items()})
