"""A table on screen: one coroutine runs it, and its screens answer by its inbox.

`GameRunner` runs a game, `LessonRunner` a lesson. Only plain data crosses between them and their screens: `Shown` and
questions one way, events and answers the other. A runner calls methods of its current screen, such as `show` and
`refuse`, when something happens.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.screen import Screen
from textual.worker import Worker

from spades_tui.play.known_words import KnownWords
from spades_tui.presentation.why_not_now import never_shown_again
from spades_tui.settings import dead_key_reasons
from spades_tui.system.faults import write_once
from spades_tui.tui.app_host import Host
from spades_tui.tui.table.answers import Answer, QuestionClosed
from spades_tui.tui.table.pauses import PACES, Pauses

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.game.phase import Refusal
    from spades_tui.play.shown import FinishedTrick, Shown
    from spades_tui.presentation.decisions import Question
    from spades_tui.presentation.moments import Moment
    from spades_tui.record.event_words import LogEntry
    from spades_tui.record.open_hands import OpenGame, OpenHand
    from spades_tui.tui.widgets.card_faces import CardStyle


class HandScreen(Protocol):
    """The screen of a hand, as its table knows it; `TableScreen` describes its methods."""

    @property
    def has_widgets(self) -> bool: ...
    @property
    def busy(self) -> bool: ...
    def show(self, shown: "Shown", decision: "Question | None") -> None: ...
    def refuse(self, refusal: "Refusal") -> None: ...
    def action_log(self) -> None: ...
    def action_aside(self, name: str) -> None: ...


class TableRunner:
    """A table as its screens see it: call `begin` to show it and `close` to leave it."""

    PAUSES: ClassVar[type[Pauses]] = Pauses
    late = False
    """Whether the time to cut ran out.

    Until the user presses a new key on purpose, keys meant for the cut are ignored.
    """
    awaits_answer = False
    """Whether a decision is on its way to a table elsewhere, which hasn't answered for a while."""
    moments: "tuple[Moment, ...]" = ()
    """What the last trick or score has brought, the strongest first, such as a set."""
    explains_beans = False
    """Whether the table says what beans are, because the user has never played a hand."""
    spoken: "LogEntry | None" = None
    """What a computer player has just said, unless the user doesn't want to hear them."""
    done: "SeatEvent | None" = None
    """The user's action at this point of the game they forked; it isn't suggested."""

    def __init__(self, app: Host, look: "CardStyle") -> None:
        self.app, self.look = app, look
        self.inbox: asyncio.Queue[Answer] = asyncio.Queue()
        self.pauses = self.PAUSES(self.inbox, self.covered)
        self.closed = False
        """Whether the user has left the table."""
        self.coached, self.hinted = set[int](), set[int]()
        """The seats to which the coach has spoken since their last decision, and those that have seen a hint."""
        self.introduced: dict[str, tuple[int, int] | None] = {}
        """The hand and the trick in which the table has said what a key for an action out of turn is for."""
        self.known_words = KnownWords()
        """The words of such keys that needn't be explained again."""
        self.finished_trick: FinishedTrick | None = None
        """The complete trick that has not been gathered yet."""
        self.screen: Screen[None] | None = None
        """The table's current screen, even if others cover it."""
        self.hand_screen: HandScreen | None = None
        """The hand's screen, if it is the current one."""
        self._running: Worker[None] | None = None

    def begin(self) -> None:
        """Show the first screen, and run the table until it is closed."""
        self._running = self.app.run_worker(self.run, group="table")

    @abstractmethod
    async def run(self) -> None:
        """Run the table from its first screen to its last."""

    def close(self) -> str:
        """Leave the table. Return a warning if something can't be saved, else ""."""
        self.closed = True
        if self._running is not None:
            self._running.cancel()
        return ""

    # The current screen

    def covered(self) -> bool:
        """Whether a screen or a question covers the table, so that the game waits."""
        stack = self.app.screen_stack
        if not stack or stack[-1] is not self.screen or self.pauses.awaits_step:
            return True
        return self.hand_screen is not None and self.hand_screen.busy

    def fill(self) -> None:
        """Show the table as it is now on the screen of the hand, if that is the current one."""
        screen = self.hand_screen
        if not self.closed and screen is not None and screen.has_widgets:
            shown = self.shown
            screen.show(shown, self.decision(shown))

    @abstractmethod
    def decision(self, shown: "Shown") -> "Question | None":
        """Return the question for the person at the keyboard, if it is their turn."""

    @property
    def unseen_waits(self) -> bool:
        """Whether a complete trick waits for a key: at slower paces, if it can't be seen again (C-10)."""
        return PACES[self.app.settings.pace].unseen_waits and never_shown_again(self.shown)

    # For screens

    @property
    @abstractmethod
    def shown(self) -> "Shown":
        """The table as the person at the keyboard may see it; while the curtain is down, as everyone may."""

    def act(self, answer: Answer) -> None:
        """Put a decision of the person at the keyboard, or another answer, into the inbox."""
        self.inbox.put_nowait(answer)

    def question_closed(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        self.fill()
        self.act(QuestionClosed())

    @abstractmethod
    def leave(self) -> None:
        """Save the game and go home."""

    @abstractmethod
    def open_game(self) -> "OpenGame":
        """Return the scored hands with all cards open; at a table without people, also the current one."""

    def why_no_repeat(self) -> dead_key_reasons.DeadKeyReason | None:
        """Return why the last hand can't be played again; None if it can. Only a table here can do it."""
        return dead_key_reasons.NOT_SAVED

    def why_no_rematch(self) -> dead_key_reasons.DeadKeyReason | None:
        """Return why another game can't begin with changed sides; None if it can. Only a table here can do it."""
        return dead_key_reasons.HOST_BEGINS

    def stars(self, then: Callable[[dict[str, int]], object]) -> None:
        """Call `then` with each person's wins in today's session (3B-28), if there is a scorebook."""

    @property
    def opens_later(self) -> bool:
        """Whether the scored hands open only when the game is over."""
        return False

    @property
    def coach_from(self) -> float | None:
        """The cost in points from which the coach speaks here; None if it's off."""
        return None

    def hand_to_look_back_at(self) -> "tuple[OpenHand, int] | None":
        """Return the hand that was scored last, and the seat whose player reads what it teaches; None for nobody."""
        return None

    def hint_failed(self, error: Exception) -> None:
        """Keep a report on a computer player's fault in a hint."""
        write_once(error)
