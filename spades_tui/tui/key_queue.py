"""A queue of keys, so that keys typed fast are handled one after another in order.

Textual gives a key to the focused widget; if that doesn't handle it, the key moves up through message queues, and only
the app looks at bindings. A second key could overtake the first meanwhile, or arrive at a new screen that has no
widgets yet.
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

KEY_SECONDS = 0.25
"""Seconds after which the next key is handled, even if the last one isn't finished."""

LOOK_AGAIN = 0.005
"""Seconds between two checks whether a new screen is ready."""

LOOKS = 400
"""Maximum number of checks; on a busy machine a large screen takes long, and the key is meant for it."""

MOST_KEYS = 1000
"""Maximum number of waiting keys; more are dropped."""

LEAVES = "ctrl+q"
"""The key that leaves the program, on every screen."""

LEAVE_WITHIN = 0.5
"""Seconds that `LEAVES` waits for the keys before it; then these are dropped."""

MARK_ROUNDS = 2
"""How often a `Followed` mark follows a key: first after the key, then after the message with which a widget reacts."""


class Followed(Message):
    """A mark that follows a key through the message queues; when it arrives, the key has been handled or ignored."""

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__()
        self.number = number
        self.rounds = rounds


class Unanswered(Message):
    """A message to the screen on top: no action bound to this key could be done."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


def _leaves(event: Key | Paste) -> bool:
    return isinstance(event, Key) and event.key == LEAVES


class KeyQueue:
    """The waiting keys, and the one being handled.

    `answer` gives a key to Textual, which passes it on to the widget with the focus; the app passes `Followed` back to
    `followed`.
    """

    def __init__(self, app: HookedApp, answer: Callable[[Event], Awaitable[None]]) -> None:
        self._app, self._answer = app, answer
        self._typed: deque[Key | Paste] = deque()
        self._on_its_way = 0
        """The number of the key being handled; 0 if there is none."""
        self._count = 0
        self._next: Timer | None = None
        self._looks = 0

    @property
    def typing(self) -> bool:
        """Whether keys are waiting, or one is still being handled."""
        return bool(self._typed or self._on_its_way)

    def is_ready(self) -> bool:
        """Return whether the screen on top has its widgets, so is mounted and not being removed."""
        try:
            screen = self._app.screen
        except ScreenStackError:  # no screen is left, because the program is ending
            return False
        return screen.is_mounted and screen.is_attached

    def on_top(self, node: DOMNode) -> bool:
        """Return whether a node is on the screen on top, with all its widgets."""
        try:
            return self.is_ready() and node.screen is self._app.screen
        except NoScreen:
            return False

    async def take(self, event: Key | Paste) -> None:
        """Queue a key or pasted text behind those before it."""
        leaves = _leaves(event) and not (self._typed and _leaves(self._typed[-1]))
        if leaves or len(self._typed) < MOST_KEYS:
            self._typed.append(event)
        if leaves:
            self._app.set_timer(LEAVE_WITHIN, partial(self._leave, event))
        if self._next is None:  # otherwise a key is busy, or waits for its screen
            await self._answer_next()

    async def _leave(self, event: Key | Paste) -> None:
        """Leave by this key if it hasn't been handled yet, without waiting for earlier keys."""
        if any(waiting is event for waiting in self._typed):
            while self._typed.popleft() is not event:
                pass
            await self._app.run_action("quit")

    async def _answer_next(self) -> None:
        """Handle the next key, if there is one and a screen ready for it."""
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
        if app.has_notices and app.screen.query("Toast"):  # it's older than this key, and covers the screen
            app.clear_notifications()
        target = app.focused or app.screen
        await self._answer(event)
        if not event.is_forwarded or not target.post_message(Followed(self._count, MARK_ROUNDS)):
            target = app.screen
            target.post_message(Followed(self._count, 1))
        self._next = app.set_timer(KEY_SECONDS, self._answer_next)

    async def followed(self, message: Followed) -> None:
        """Handle the next key: the one before this mark, and a widget's reaction to it, are finished."""
        if message.number != self._on_its_way:
            return
        if message.rounds > 1 and self._app.screen_stack:
            target = self._app.focused or self._app.screen
            target.post_message(Followed(message.number, message.rounds - 1))
            return
        await self._answer_next()
