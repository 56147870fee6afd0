"""What a game shows on its screens: who may look, the moments, and the question.

The screens of a hand are imported when they are shown, so that the program's first frame doesn't wait for them.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace
from textual.app import SystemCommand
from textual.screen import Screen

from spades_tui.game.events import Claim, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.any_table import AnyTable
from spades_tui.play.brain import HINT_FAILED
from spades_tui.play.coach import least_cost, wants_lessons
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import decide
from spades_tui.presentation.moments import claimed_so_far
from spades_tui.presentation.played_for_you import played_for_you, why_played
from spades_tui.presentation.player_talk import TALK, PlayersTalk, is_dared
from spades_tui.record.event_words import LogEntry
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.app_host import Host
from spades_tui.tui.scorebook_thread import TableSeason
from spades_tui.tui.table.answers import Answer
from spades_tui.tui.table.curtains import Curtains
from spades_tui.tui.table.pauses import PACES, Pace
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.widgets.card_faces import CardStyle

if TYPE_CHECKING:
    from spades_tui.presentation.decisions import Question
    from spades_tui.record.open_hands import OpenGame, OpenHand

T = TypeVar("T")


class GameOnScreen(TableRunner):
    """One game as the person at the keyboard may see it; `GameRunner` plays it."""

    def __init__(self, app: Host, table: AnyTable, season: TableSeason) -> None:
        self.table, self.season = table, season
        self._settings_shown = app.settings
        super().__init__(app, self._make_look(app))
        self.coached, self.hinted = table.coached, table.hinted
        self.explains_beans = not app.settings.beans_explained and bool(table.people)
        self.curtains = Curtains(table)
        self.talk = PlayersTalk(table.players, app.lines_said)
        """What computer players say at a table of this program, and the moments of the last event."""
        self._noted_until: Observation | None = None
        """The game as everybody saw it when its moments were last noted."""
        self.claimed_tricks: int | None = None
        """How many tricks of a claim are shown as taken while they are told one by one."""
        self.says_more = False
        """Whether the last event has brought a moment, or a computer player has spoken."""
        self._talk_heard = 0
        """How many lines of computer players in the hand's log have been heard."""

    def begin(self) -> None:
        """Show the first screen and the game's name, and run the game until it is closed."""
        self.app.title = f"Spades: {self.table.rules.variant.name}"
        super().begin()

    def _make_look(self, app: Host) -> CardStyle:
        look = CardStyle.liked(app.settings, self.table.names, self.table.people, self.table.rules)
        return replace(look, players=self.table.players)

    @property
    def pace(self) -> Pace:
        """The pauses of the user's pace."""
        return PACES[self.app.settings.pace]

    def act(self, answer: Answer) -> None:
        """Put an answer into the inbox; without a viewer, a decision has come too late."""
        if self.viewer is not None or not isinstance(answer, SeatEvent):
            super().act(answer)

    @abstractmethod
    async def saved(self, do: Callable[[], T]) -> T:
        """Return the result of `do`, which writes to disk; nothing is shown before it is there."""

    # Shown

    @property
    def viewer(self) -> int | None:
        """The seat of the person at the keyboard; None while the curtain is down."""
        return self.curtains.viewer

    @property
    def shown(self) -> Shown:
        """The table as it is now, as the viewer may see it; of a claim that is told, the tricks so far."""
        shown = self.table.shown(self.viewer, self.finished_trick)
        if self.claimed_tricks is None:
            return shown
        seen, public = (claimed_so_far(each, self.claimed_tricks) for each in (shown.seen, shown.public))
        return replace(shown, seen=seen, public=public)

    def note_moments(self) -> int:
        """Note what has happened since the last call; return the strength of its strongest moment, 0 for none.

        Moments stay until the trick changes or the hand is scored; those of a claim, also on the score sheet.
        """
        before, after = self._noted_until, self.table.observe(None)
        self._noted_until = after
        if before is None or before is after:
            return 0
        scored = after.standing.hands > before.standing.hands
        happened = self.talk.moments_between(before, after, self.shown.scores if scored else ())
        spoken = self._new_talk() if any(self.table.players) else None
        new_trick = len(before.winners) != len(after.winners) or (after.trick and not before.trick)
        new_hand = before.hand_number != after.hand_number
        if new_hand:
            self._talk_heard = 0
        shown = happened
        if scored:  # what a claim decided was seen only in passing, and a bold bid set at the end is the hand's story
            dared = [moment for moment in self.moments if is_dared(moment, before, self.table.players)]
            kept = dared if before.claimed is None else self.moments
            shown = tuple(sorted((*happened, *kept), key=lambda moment: -moment.strength))
            spoken = spoken or (self.spoken if dared else None)
        self.says_more = bool(happened or spoken)
        if self.says_more or new_trick or scored or new_hand:
            self.moments, self.spoken = shown, spoken
        return happened[0].strength if happened else 0

    def _new_talk(self) -> LogEntry | None:
        """Return what a computer player has said since the last call, if the user wants to hear it."""
        talk = [entry for entry in self.shown.entries if entry.kind == TALK]
        heard, self._talk_heard = self._talk_heard, len(talk)
        return talk[-1] if len(talk) > heard and self.look.talk else None

    def show_screen(self, screen: Screen[None], then: Callable[[], object] | None = None) -> None:
        """Replace the table's screen; `then` is called when the new one is laid out."""
        self.screen, self.hand_screen = screen, None
        self.app.replace_screens(screen)
        if then is not None:
            screen.call_after_refresh(then)

    def show_hand(self) -> None:
        """Show the table as the viewer sees it."""
        if self.hand_screen is not None:
            self.fill()
            return
        from spades_tui.tui.table.table_screen import TableScreen

        screen = TableScreen(self)
        if self.table.all_open:
            from spades_tui.tui.table.watch_screen import WatchScreen

            screen = WatchScreen(self)
        self.show_screen(screen)  # which fills itself
        self.hand_screen = screen

    def decision(self, shown: Shown) -> "Question | None":
        """Return the question for the viewer, if it is the viewer's turn."""
        seen = shown.seen
        if seen.on_turn is None or seen.on_turn != self.viewer or self.finished_trick is not None:
            return None
        question = decide(seen, self.look, with_keys("{take_back}"))
        forced = self.forced()
        if forced is None:
            return question
        return replace(question, sentences=(why_played(forced, self.look),))

    def forced(self) -> Play | Claim | None:
        """Return what is done for the viewer, who has no real choice; None if they act themselves."""
        return played_for_you(self.shown, self.app.settings) if self.finished_trick is None else None

    # Pages, suggestions and the coach

    @property
    def coach_from(self) -> float | None:
        """The cost in points from which the coach speaks to the people at this keyboard."""
        return least_cost(self.app.settings, len(self.table.people))

    def hand_to_look_back_at(self) -> "tuple[OpenHand, int] | None":
        """Return the hand that was scored last, and the only person's seat, if they want any advice."""
        settings, hands, people = self.app.settings, self.table.open_game().hands, self.table.people
        if len(people) != 1 or not hands or not wants_lessons(settings):
            return None
        return hands[-1], people[0]

    def hint_failed(self, error: Exception) -> None:
        """Keep a report on a computer player's fault in a hint, and say so once in the table's log."""
        self.table.note_fault(HINT_FAILED, error)

    def stars(self, then: Callable[[dict[str, int]], object]) -> None:
        """Ask the scorebook for today's stars of the people at this table."""
        people = [self.table.names[seat] for seat in self.table.people]
        self.season.ask(lambda book, _: book.session_stars(people), then)

    def open_game(self) -> "OpenGame":
        """Return the hands that may be viewed with all cards open; none if they open only after the game."""
        game = self.table.open_game()
        return replace(game, hands=()) if self.opens_later else game

    @property
    def opens_later(self) -> bool:
        """Whether the user wants all hands to open only after the game, and it isn't over."""
        wanted = self.app.settings.open_hands == "game" and bool(self.table.people)
        return wanted and self.table.observe(None).phase != Phase.OVER

    def commands(self) -> Iterable[SystemCommand]:
        """Return entries of the palette for this table alone."""
        return ()

    def settings_changed(self) -> None:
        """Apply changed settings; keep the screen and the choice on it if they look the same."""
        before, self._settings_shown = self._settings_shown, self.app.settings
        shown = self._settings_shown
        if replace(before, pace=shown.pace, beans_explained=shown.beans_explained) == shown:
            return
        self.look = self._make_look(self.app)
        if self.hand_screen is not None and not self.hand_screen.busy:
            self.show_hand()

    def leave(self) -> None:
        """Go home."""
        self.app.open_home()
