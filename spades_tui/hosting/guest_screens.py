"""A guest's screens: the same as at one keyboard, while others act elsewhere."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import cast

from rich.cells import cell_len
from textual.app import SystemCommand

from spades_tui.game.events import EVENT_KINDS, SeatEvent
from spades_tui.hosting.messages import PHRASES, HandOver, Phrase, StandIn
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.app_host import WayBack
from spades_tui.tui.table import effects
from spades_tui.tui.table.controller import Controller
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.score_screen import ScoreScreen

KINDS: dict[str, type[SeatEvent]] = {kind.event_name(): kind for kind in EVENT_KINDS if issubclass(kind, SeatEvent)}
"""The kinds of events by the names that moments have."""
NEWS_SECONDS = 6.0  # seconds for which a sentence about a deal or other guests is shown


def show_news(app: SpadesApp, sentences: list[str]) -> None:
    """Show sentences over the screen; on a score sheet in the line of keys, where they cover no points, if they fit."""
    if isinstance(screen := app.screen, ScoreScreen):
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


class GuestController(Controller):
    """A guest's table, which shows the moments from the host one by one, at this guest's pace."""

    def __init__(
        self, app: SpadesApp, table: RemoteTable, closes: Callable[[], object] = lambda: None,
        again: str = "Your host can open another table.",
    ) -> None:  # fmt: skip
        """Show a table elsewhere; `closes` is called when its screens are left, `again` answers to playing again."""
        super().__init__(app, cast("Table", table))
        self._remote, self._again = table, again
        self._awaits = False  # whether the next moment may happen as soon as it's here
        self._away_shown = table.away
        self.save_trouble = _SavedByHost(app, closes)  # type: ignore[assignment]
        table.arrived = _Soon(app, self.arrived).ask

    def arrived(self) -> None:
        """Show a moment that the table was waiting for, and who is away."""
        self._show_away()
        if self._awaits and self._remote.waits and not self.pauses.waiting and not self.closed:
            self.act(effects.Pause(0.0, effects.Do.ASK_COMPUTER))

    def _show_away(self) -> None:
        """Show whether the table waits for a guest who has gone."""
        if self._away_shown == self._remote.away or self.closed:
            return
        self._away_shown = self._remote.away
        dealing, hand, awaited = self.dealing_screen, self.hand_screen, self._remote.awaited
        if dealing is not None and dealing.stage == "elsewhere" and awaited is not None:
            dealing.wait_for(awaited)
        elif hand is not None and not hand.busy and self.decision(self.shown) is None:
            self.act(effects.Do.FILL_SCREEN)

    def _take(self) -> effects.Effects:
        """Show the next moment, or wait for it."""
        self._awaits = not self._remote.waits
        if self._awaits:
            return ()
        what, seat, findings = self._remote.take()
        if what == "score":
            return self._score()
        if what == "deal" and (dealing := self.dealing_screen) is not None and self.steps.pace.deal:
            dealing.run_deal(self.steps.pace.deal)
            return (effects.Pause(self.steps.pace.deal + 0.35, effects.Do.STEP),)
        if seat is None or what not in KINDS:
            return (effects.Do.STEP,)
        self.done = None
        return self.steps.happened(KINDS[what], seat, findings)

    def _next_step(self) -> effects.Effects:
        """Begin the next step; wait for decisions of others."""
        self._awaits = False
        ask = effects.Do.ASK_COMPUTER
        match self._remote.next():
            case CutOffered(human=False, may_designate=None) as offer if (seat := self._remote.awaited) is not None:
                screen = DealingScreen(self, offer)
                return effects.ShowScreen(screen, partial(screen.wait_for, seat)), effects.Pause(0.0, ask)
            case CutOffered(human=False, may_designate=None) as offer:
                return effects.ShowScreen(DealingScreen(self, offer)), effects.Pause(self.steps.pace.think, ask)
            case Turn(human=True) | HandPlayed() if self._remote.waits:  # another seat acted out of turn
                return self._take()
            case Turn(human=True) | HandPlayed():
                self._awaits = True
        return super()._next_step()

    def commands(self) -> Iterable[SystemCommand]:
        """Yield standing in, muting, and the phrases; nothing for a watcher."""
        remote = self._remote
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

    def _carry_out(self, effect: effects.Effect) -> effects.Effects:
        match effect:
            case effects.Do.ASK_COMPUTER:
                return self._take()
            case effects.Do.SCORE_HAND if isinstance(self._remote.next(), HandPlayed):
                self._remote.done()
                return self._take()
            case effects.DealCards() if not isinstance(self._remote.next(), CutOffered):
                return (effects.Do.STEP,)
            case effects.Do.PLAY_AGAIN:
                self.app.notify(self._again)
                return ()
        return super()._carry_out(effect)


class _SavedByHost:
    """Answers the questions about a journal, which the host keeps."""

    def __init__(self, app: SpadesApp, closes: Callable[[], object]) -> None:
        self._app, self._closes = app, closes

    def ask(self, error: NotSaved, act: Callable[[], None]) -> None:
        """Leave: the connection is lost."""
        self._app.open_home()

    def leave(self, then: Callable[[], None]) -> None:
        """Leave at once."""
        then()

    def close(self) -> str:
        """Return no warning."""
        self._closes()
        return ""


class GuestApp(SpadesApp):
    """The app for a guest: one table, and nothing else."""

    def __init__(self, table: RemoteTable, news: Callable[[], list[str]], settings: Settings | None = None) -> None:
        """Show this table; `news` returns sentences about other guests, once."""
        super().__init__(settings=settings, keep=False)
        self._remote, self._news = table, news
        self._soon: _Soon | None = None
        self.opens_first = partial(self.sit_down, cast("Table", table))

    def sit_down(self, table: Table, done: SeatEvent | None = None, back: WayBack | None = None) -> None:
        """Show the screens of the table elsewhere."""
        self.controller = GuestController(self, cast(RemoteTable, table))
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
        if sentences := self._news():
            show_news(self, sentences)

    def open_home(self, first: bool = False) -> None:
        """Leave the table."""
        self.exit()

    def _refuse_others(self, *given: object, **named: object) -> None:
        """Open no other table, game or page."""
        self.notify("You are a guest at this table. Leave it first.", severity="warning")

    start_table = resume_table = leave_table_for = _refuse_others
