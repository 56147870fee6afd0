"""A guest's screens: who is here before the game, and then the same as at one keyboard, while others act elsewhere."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import TypeVar, cast

from rich.cells import cell_len
from textual.app import SystemCommand

from spades_tui.game.events import EVENT_KINDS, EndDecision, SeatEvent
from spades_tui.game.phase import IllegalEvent
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.guest_seat import GuestSeat
from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.messages import (
    PHRASES,
    Ballot,
    Closed,
    FromTable,
    HandOver,
    HostNote,
    Phrase,
    Presence,
    Refused,
    StandIn,
    TableUpdate,
    Welcome,
)  # fmt: skip
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, GameEnded
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table.answers import DECISION, END_DECISION, Answer, Arrived, Continue
from spades_tui.tui.table.ceremonies import BallotScreen, DecisionScreen, at_each_keyboard
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.game_runner import GameRunner
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.paragraphs import Paragraph

KINDS: dict[str, type[SeatEvent]] = {kind.event_name(): kind for kind in EVENT_KINDS if issubclass(kind, SeatEvent)}
"""The kinds of events by the names that moments have."""
T = TypeVar("T")

SENT_SECONDS = 0.3  # seconds after which the screens say that a decision waits for the host's answer
LINE_SECONDS = 60.0  # seconds for which a new line is shown at the table, so that it can be copied
NEWS_SECONDS = 6.0  # seconds for which a sentence about a deal or other guests is shown


def show_news(app: SpadesApp, sentences: list[str]) -> None:
    """Show sentences over the screen; on a score sheet in the line of keys, where they cover no points, if they fit."""
    screen = app.screen
    if isinstance(screen, ScoreScreen):
        line = "  ".join(filter(None, (screen.key_line.said, *sentences)))
        if cell_len(line) <= screen.size.width - 2:
            screen.key_line.say(line, NEWS_SECONDS, until_key=True)
            return
    for sentence in sentences:
        app.notify(sentence, severity="warning", timeout=NEWS_SECONDS, markup=False)


class _Soon:
    """Calls a function in the app's thread, once for all requests that have come by then."""

    def __init__(self, app: SpadesApp, does: Callable[[], None]) -> None:
        self._app, self._does = app, does
        self._asked = False

    def ask(self) -> None:
        """Let the function be called; ask in any thread."""
        if not self._asked:
            self._asked = True
            self._app.call_later(self._run)

    def _run(self) -> None:
        self._asked = False
        self._does()


class GuestRunner(GameRunner):
    """A guest's table, which shows the moments from the host one by one, at this guest's pace."""

    table: RemoteTable

    def __init__(
        self, app: SpadesApp, table: RemoteTable, closes: Callable[[], object] = lambda: None,
        again: str = "Your host can open another table.",
    ) -> None:  # fmt: skip
        """Show a table elsewhere; `closes` is called when its screens are left, `again` answers to playing again."""
        super().__init__(app, table, TableSeason(app.scorebook, None))
        self._closes, self._again = closes, again
        self._away_shown = table.away
        table.arrived = _Soon(app, self.arrived).ask

    def arrived(self) -> None:
        """Let the game continue if it waits for this, and show who is away."""
        if self.table.waits:
            self.act(Arrived())
        if self._away_shown == self.table.away or self.closed:
            return
        self._away_shown = self.table.away
        screen, hand, awaited = self.screen, self.hand_screen, self.table.awaited
        if isinstance(screen, DealingScreen) and screen.stage == "elsewhere" and awaited is not None:
            screen.wait_for(awaited)
        elif hand is not None and not hand.busy and self.decision(self.shown) is None:
            self.fill()

    # The game

    async def deal(self, offer: CutOffered) -> None:
        """Cut, or choose the extra card, if that is this guest's part; otherwise wait for the deal."""
        if offer.human or offer.may_designate is not None:
            await super().deal(offer)
            return
        self.finished_trick, self.late = None, False
        screen, awaited = DealingScreen(self, offer), self.table.awaited
        if awaited is not None:
            self.show_screen(screen, partial(screen.wait_for, awaited))
        else:
            self.show_screen(screen)
            await self.pause(self.pace.think)
        await self._next_moment()

    async def turn(self, seat: int, human: bool) -> None:
        """Let this guest act, or show what others have done; they may act out of turn."""
        if human and self.table.waits:
            await self._next_moment()
        else:
            await super().turn(seat, human)

    async def others_act(self, seat: int) -> None:
        """Show what another seat does."""
        await self._next_moment()

    async def hand_played(self) -> None:
        """Let this guest look for reneges, unless the game goes on already."""
        if self.table.waits:
            await self._next_moment()
        else:
            await super().hand_played()

    async def score_hand(self) -> None:
        """Tell the host that this guest has nothing more to say, and wait for the score."""
        self.table.done()
        await self._next_moment()

    async def _next_moment(self) -> None:
        """Show the next moment, unless this guest acts before it comes; an open question or page delays it."""
        acted: Answer | None = None
        if not self.table.waits:
            acted = await self.pauses.answer(DECISION, Arrived)
        if self.covered() and not isinstance(acted, SeatEvent):
            acted = await self.pause(0.0)
        if isinstance(acted, SeatEvent):
            await self.happen(acted)
            return
        what, seat, findings = self.table.take()
        if what == "score":
            await self.show_score()
        elif what == "deal":
            await self.show_deal()
        elif seat is not None and what in KINDS:
            await self.happen(await self.followed(KINDS[what], seat, findings))

    # After the last score

    async def before_closing(self) -> None:
        """Let this guest decide about the end, or wait until others have decided (3B-27)."""
        screen: DecisionScreen | None = None
        while self.shown.final is None:
            decider = self.shown.decider
            if decider is not None and (screen is None or screen.holder != decider):
                screen = DecisionScreen(self, decider)
                self.show_screen(screen)
            answer = None if self.table.waits else await self.pauses.answer(END_DECISION, Arrived)
            if isinstance(answer, EndDecision):
                with suppress(IllegalEvent):  # a computer player sits in for a guest whose connection was lost
                    await self.decided(partial(self.table.do, answer))
            elif self.table.waits:
                self.table.take()

    async def after_closing(self) -> None:
        """Hold the ceremonies of the closed game, and every ballot: each person votes at their terminal (3B-30)."""
        await at_each_keyboard(self)
        left = None
        ballot = self.table.ballot
        while ballot is not None and ballot.left != left:
            await self._hold_ballot(ballot)
            left = ballot.left
            ballot = self.table.ballot
            while left and ballot is not None and ballot.left == left:
                await self._take_next()
                ballot = self.table.ballot

    async def _hold_ballot(self, ballot: Ballot) -> None:
        """Show a ballot until its verdict has been read."""
        screen = BallotScreen(self, ballot.mark, ballot.voters, self._vote, self.table.people)
        screen.show_votes(ballot.votes, ballot.verdict)
        self.show_screen(screen)
        while screen.verdict is None:
            await self._take_next()
            now = self.table.ballot
            if now is not None:
                screen.show_votes(now.votes, now.verdict)
        await self.pauses.answer(Continue)

    def _vote(self, votes: Mapping[int, bool]) -> None:
        """Send this guest's vote; the host says what the table has decided."""
        self.table.vote(votes[self.table.people[0]])

    async def _take_next(self) -> None:
        """Wait for the host's next moment, and apply it."""
        if not self.table.waits:
            await self.pauses.answer(Arrived)
        self.table.take()

    async def decided(self, do: Callable[[], T]) -> T:
        """Return the result of a decision; leave if the connection is lost, because the host keeps the journal.

        It waits for the host in a thread, so that keys work meanwhile.
        """
        doing = asyncio.get_running_loop().run_in_executor(None, do)
        try:
            await asyncio.wait([doing], timeout=SENT_SECONDS)
            if not doing.done():
                self._show_sent(True)
            return await doing
        except NotSaved:
            self.app.open_home()
            self.close()
            await self.pauses.answer()  # nothing follows a lost connection
            raise
        finally:
            doing.cancel()
            if self.awaits_answer:
                self._show_sent(False)

    async def saved(self, do: Callable[[], T]) -> T:
        """Return the result of `do`; the host keeps the journal."""
        return do()

    def _show_sent(self, waits: bool) -> None:
        """Show that the host hasn't answered a decision yet, or no longer."""
        self.awaits_answer = waits
        screen = self.screen
        if not self.closed and isinstance(screen, ScreenAtTable) and screen.has_widgets:
            screen.say_turn()
            screen.refresh_bindings()

    def play_again(self, sides_changed: bool) -> None:
        """Say who can open another table."""
        self.app.notify(self._again)

    def save_and_leave(self, then: Callable[[], None]) -> None:
        """Leave at once."""
        then()

    def close(self) -> str:
        """Leave the table; return no warning, because the host keeps the journal."""
        if not self.closed:
            super().close()
            self.table.leave()
            self._closes()
        return ""

    def commands(self) -> Iterable[SystemCommand]:
        """Yield standing in, muting, and the phrases; nothing for a watcher."""
        remote = self.table
        if remote.seat is None:
            return
        yield SystemCommand("Stand in", "Let a computer player play for guests who have gone, until they're back",
                            partial(remote.send, StandIn()))  # fmt: skip
        for seat, name in enumerate(remote.names):
            if remote.hosts and seat != remote.seat and seat in remote.guests:
                yield SystemCommand(f"New line for {name}", "They come from another computer; the old line ends",
                                    partial(remote.send, HandOver(seat)))  # fmt: skip
        muted = remote.muted
        yield SystemCommand("Hear phrases" if muted else "Mute phrases", "For you alone; others don't notice",
                            partial(setattr, remote, "muted", not muted))  # fmt: skip
        for number, phrase in enumerate(PHRASES):
            yield SystemCommand(f"Say: {phrase}", "Everybody at the table hears it",
                                partial(remote.send, Phrase(number)))  # fmt: skip


class GuestApp(SpadesApp):
    """The app for a guest: one table, and nothing else."""

    def __init__(
        self, table: RemoteTable, news: Callable[[], list[str]], settings: Settings | None = None, visits: bool = True
    ) -> None:  # fmt: skip
        """Show this table; `news` returns sentences about other guests, once.

        `visits`: the screens run on the host's machine, where the guest wouldn't hear their sounds.
        """
        super().__init__(settings=settings, keep=False)
        self.sounds.allowed = not visits
        self._remote, self._news = table, news
        self._soon: _Soon | None = None
        self.opens_first = self.show_table

    def clipboard_command(self) -> None:
        """Return no command: the guest's clipboard is where their terminal is."""

    def show_table(self) -> None:
        """Show the screens of the table elsewhere."""
        self.controller = GuestRunner(self, self._remote)
        self.controller.begin()
        self._soon = _Soon(self, self._tell)
        self.wake()  # the table may have been lost before these screens could be told

    def wake(self) -> None:
        """Show the news; call it in any thread. Until the screens are there, the news waits."""
        if self._soon is not None:
            self._soon.ask()

    def _tell(self) -> None:
        if self._remote.lost and not isinstance(self._remote.next(), GameEnded):
            self.exit()
            return
        sentences = self._news()
        if sentences:
            show_news(self, sentences)

    def open_home(self, first: bool = False) -> None:
        """Leave the table."""
        self.exit()

    def _refuse_others(self, *given: object, **named: object) -> None:
        """Open no other table, game or page."""
        self.notify("You are a guest at this table. Leave it first.", severity="warning")

    start_table = resume_table = leave_table_for = _refuse_others


class LobbyScreen(SpadesScreen):
    """One seat at a table elsewhere, or at this user's own table, which is known by its stream alone."""

    HOSTS = False
    """Whether the table is this user's own."""
    AGAIN = "Your host can open another table."
    """What answers to playing again."""

    def __init__(self) -> None:
        super().__init__()
        self.seat: int | None = None  # this user's own; None until the table has said which
        self.link: GuestLink | None = None  # this user's end of the stream
        self.elsewhere: GuestSeat | None = None  # what has come over it
        self.said = ""  # what has just happened, or gone wrong

    @property
    def remote(self) -> RemoteTable | None:
        """The table, once its game has begun."""
        return self.elsewhere.table if self.elsewhere is not None else None

    @property
    def presence(self) -> Presence:
        """Who is here, as far as this user knows."""
        heard = self.elsewhere.presence if self.elsewhere is not None else None
        return heard or Presence((), (), ())

    @cached_property
    def spades(self) -> SpadesApp:
        """The app, also once other screens have replaced this one."""
        return cast(SpadesApp, self.app)

    @abstractmethod
    def show(self) -> None:
        """Show what the user should know now."""

    @abstractmethod
    def welcomed(self, welcome: Welcome) -> None:
        """Answer the table's first message."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""

    def on_unmount(self) -> None:
        """Leave a table whose game hasn't begun."""
        if self.remote is None:
            self.close()

    def sit(self, link: GuestLink, memory: MemoryFile | None = None) -> None:
        """Begin at this end of a stream to the table, with `memory` for the checks of its deals."""
        self.link, self.elsewhere = link, GuestSeat(link, self._tell, memory, self.HOSTS)

    def hear(self, message: FromTable) -> None:
        """Take a message in the stream's thread: the table waits there for the answers to its decisions."""
        assert self.elsewhere is not None
        had_table = self.remote is not None
        said = self.elsewhere.hear(message)
        if self.remote is not None and not had_table:
            self.spades.call_later(self._sit_down)
        elif not isinstance(message, TableUpdate | Refused):
            self.spades.call_later(self.note, message, said)

    def said_in_red(self) -> list[Paragraph]:
        """Return what has gone wrong, to be shown."""
        return [Paragraph(self.said, inks.red)] if self.said else []

    # In the app's thread

    def _sit_down(self) -> None:
        """Show the table: everybody is there."""
        assert self.remote is not None
        self.begun()
        self.spades.close_table()
        self.spades.controller = controller = GuestRunner(self.spades, self.remote, self.close, self.AGAIN)
        controller.begin()

    def begun(self) -> None:
        """Do what belongs to the beginning of the game."""

    def note(self, message: FromTable, said: list[str]) -> None:
        """Take a message about the table or its guests, with what it says to this user."""
        match message:
            case Welcome():
                self.welcomed(message)
            case HostNote(text) if self.remote is None:
                self.said = text
            case HostNote(text):
                self.spades.notify(text, timeout=LINE_SECONDS, markup=False)
            case Closed(reason):
                self.ended(reason)
            case _ if self.remote is not None:
                self._tell(said)
        if self.remote is None and self.is_attached:
            self.show()

    def ended(self, why: str) -> None:
        """Leave the table, which has ended with a sentence, or without one."""
        if self.remote is None:
            self.said = why
            return
        over = self.remote.is_over
        self.remote.lose()
        if why and not over:
            self.spades.notify(why, severity="error", timeout=LINE_SECONDS, markup=False)

    def _tell(self, sentences: list[str]) -> None:
        if sentences:
            self.spades.call_later(show_news, self.spades, sentences)  # after the score sheet has opened
