"""One key after the other: keys typed fast are answered in the order in which they were typed.

Textual hands a key to the widget that has the focus; if that doesn't take it, the key goes up from queue to queue, and
only the app looks at the bindings. A second key typed meanwhile would overtake the first; and a key whose binding
opened a screen would be followed by one for a screen that has no widgets yet.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

from textual.app import ScreenStackError
from textual.dom import DOMNode, NoScreen
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.timer import Timer

from spades_tui.tui.textual_private import HookedApp

PATIENCE = 0.25
"""Seconds after which the next key is answered, even if the one before isn't done."""

LOOK_AGAIN = 0.005
"""Seconds between two checks whether a new screen is ready."""

LOOKS = 400
"""Checks at most: on a busy machine a large screen is slow, and the key is meant for it."""

MOST = 1000
"""Keys that wait at most; more are dropped."""

LEAVES = "ctrl+q"
"""The key that leaves the program, on every screen."""

LEAVE_WITHIN = 0.5
"""Seconds after which `LEAVES` no longer waits for the keys before it, which are dropped."""

MARK_ROUNDS = 2
"""Number of times that the mark follows a key: first behind the key itself, then behind a widget's answer to it."""


class Followed(Message):
    """Follows a key on its way; where it arrives, the key has been taken or refused by all."""

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__()
        self.number = number
        self.rounds = rounds


class Unanswered(Message):
    """Tells the screen on top that no action bound to a key could be done."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


def _leaves(event: Key | Paste) -> bool:
    return isinstance(event, Key) and event.key == LEAVES


class KeyQueue:
    """Keys that wait, and the one that is being answered.

    `answer` gives a key to Textual, which passes it on to the widget with the focus; the app passes `Followed` back to
    `followed`.
    """

    def __init__(self, app: HookedApp, answer: Callable[[Event], Awaitable[None]]) -> None:
        self._app, self._answer = app, answer
        self._typed: deque[Key | Paste] = deque()
        self._on_its_way = 0
        """The number of the key that is being answered; 0 if none is."""
        self._count = 0
        self._next: Timer | None = None
        self._looks = 0

    @property
    def typing(self) -> bool:
        """Whether keys are waiting or one is being answered."""
        return bool(self._typed or self._on_its_way)

    def is_ready(self) -> bool:
        """Return whether the screen on top has its widgets: not before it is mounted, nor while it is removed."""
        try:
            screen = self._app.screen
        except ScreenStackError:  # none is left: the program ends
            return False
        return screen.is_mounted and screen.is_attached

    def reaches(self, node: DOMNode) -> bool:
        """Return whether a node is on the screen on top, with all its widgets."""
        try:
            return self.is_ready() and node.screen is self._app.screen
        except NoScreen:
            return False

    async def take(self, event: Key | Paste) -> None:
        """Queue a key or pasted text behind those before it."""
        leaves = _leaves(event) and not (self._typed and _leaves(self._typed[-1]))
        if leaves or len(self._typed) < MOST:
            self._typed.append(event)
        if leaves:
            self._app.set_timer(LEAVE_WITHIN, partial(self._leave, event))
        if self._next is None:  # otherwise a key is being answered, or one waits for its screen
            await self._answer_next()

    async def _leave(self, event: Key | Paste) -> None:
        """Leave by this key if it hasn't been answered yet, without waiting for the keys typed before it."""
        if any(waiting is event for waiting in self._typed):
            while self._typed.popleft() is not event:
                pass
            await self._app.run_action("quit")

    async def _answer_next(self) -> None:
        """Answer the next key, if there is one and a screen that can take it."""
        app = self._app
        self._on_its_way = 0
        if self._next is not None:
            self._next.stop()
            self._next = None
        if not self._typed or not app.is_running or not app.screen_stack:
            return
        if not self.is_ready() and self._looks < LOOKS:
            self._looks += 1
            self._next = app.set_timer(LOOK_AGAIN, self._answer_next)
            return
        self._looks = 0
        self._count += 1
        self._on_its_way = self._count
        event = self._typed.popleft()
        if app.has_notices and app.screen.query("Toast"):  # it was shown before this key, and covers the screen
            app.clear_notifications()
        target = app.focused or app.screen
        await self._answer(event)
        if not event.is_forwarded or not target.post_message(Followed(self._count, MARK_ROUNDS)):
            target = app.screen
            target.post_message(Followed(self._count, 1))
        self._next = app.set_timer(PATIENCE, self._answer_next)

    async def followed(self, message: Followed) -> None:
        """Answer the next key: the one before this mark, and a widget's answer to it, are done."""
        if message.number != self._on_its_way:
            return
        if message.rounds > 1 and self._app.screen_stack:
            target = self._app.focused or self._app.screen
            target.post_message(Followed(message.number, message.rounds - 1))
            return
        await self._answer_next()
