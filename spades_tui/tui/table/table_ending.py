"""The end of a game after the last score: chit, tray person, hearings, then the winner."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from textual.screen import Screen

from spades_tui.game.events import Chit, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.address import does, whose
from spades_tui.play.shown import ZeroBuddyMark
from spades_tui.tui.table.season_host import SeasonHost
from spades_tui.tui.table.table_host import TableHost


class EndingHost(TableHost, Protocol):
    """A table whose game is over."""

    def write_down(self, event: SeatEvent, then: Callable[[], None]) -> None:
        """Write down a decision made after the game, then call `then`."""
        ...

    def close_game(self) -> None:
        """Close the game; nothing is left to decide."""
        ...

    def remark(self, text: str) -> None:
        """Write the result of a hearing into the log."""
        ...


class Ending:
    """The end of one game: `stand` shows a screen; `begin` is called again after each part."""

    def __init__(self, host: EndingHost, season: SeasonHost, stand: Callable[[Screen[None]], None]) -> None:
        self._host, self.season, self._stand = host, season, stand
        self._heard: list[ZeroBuddyMark] = []
        self._named = False

    def begin(self) -> None:
        """Show the next part."""
        holder = self.chit_holder()
        if holder is not None:
            self.ask_chit(holder)
            return
        self.close_game()
        shown = self._host.shown
        if not self._named and shown.people and shown.final is not None and shown.final.has_tray:
            from spades_tui.tui.table.ceremony import TrayScreen

            self._named = True
            self._stand(TrayScreen(self._host, self.season, self.begin))
            return
        waiting = [mark for mark in shown.marks if mark not in self._heard]
        if waiting:
            self._hear(waiting[0])
        else:
            from spades_tui.tui.table.score_screen import GameOverScreen

            self._stand(GameOverScreen(self._host))

    def close_game(self) -> None:
        """Close the game and add it to the scorebook, once no chit is left to decide about."""
        if self._host.shown.public.phase == Phase.OVER and self.chit_holder() is None:
            self._host.close_game()
            self.season.game_over()

    def chit_holder(self) -> int | None:
        """Return the tray person, if it is a person with a chit who has not decided about it (3B-27)."""
        seat = self._host.shown.may_spend_chit
        return seat if seat is not None and self.season.holds_chit(self._host.look.name(seat)) else None

    def ask_chit(self, holder: int) -> None:
        """Ask the tray person to name another player or lose the chit (3B-27)."""
        from spades_tui.tui.table.hearing import ChitScreen

        self._stand(ChitScreen(self._host, holder, partial(self._chit_decided, holder)))

    def _chit_decided(self, holder: int, tray: int | None) -> None:
        """Write the decision down; the player named may have a chit to use as well."""
        self._host.write_down(Chit(holder, tray), self.begin)

    def _hear(self, mark: ZeroBuddyMark) -> None:
        """Hear a ZB mark; it lapses if no person has a vote, or the game doesn't count (3B-30)."""
        look = self._host.look
        voters = mark.voters(self._host.shown.people)
        practice = self._host.shown.public.rules.practice
        if voters and not practice:
            from spades_tui.tui.table.hearing import HearingScreen

            self._stand(HearingScreen(self._host, mark, voters, partial(self._voted, mark), self.begin))
            return
        self._heard.append(mark)
        why = "The game doesn't count" if practice else f"Nobody can vote on {whose(look.who(mark.accused))} card"
        self._host.remark(f"{why}; the mark is dropped")
        self.begin()

    def _voted(self, mark: ZeroBuddyMark, votes: Mapping[int, bool]) -> None:
        """Apply the vote on a mark: a majority credits a zero buddy (3B-30)."""
        from spades_tui.scorebook.season import majority

        look = self._host.look
        self._heard.append(mark)
        words = "is credited a zero buddy" if majority(votes.values(), len(votes)) else "is not a zero buddy"
        self._host.remark(f"The table has voted: {does(look.whom(mark.accused), words)}")
        self.season.record_hearing(mark, {look.name(seat): vote for seat, vote in votes.items()})
