"""One key after the other: keys typed fast are answered in the order in which they were typed.

Textual hands a key to the widget that has the focus; if that doesn't take it, the key goes up from queue to queue, and
only the app looks at the bindings. A second key typed meanwhile would overtake the first; and a key whose binding
opened a screen would be followed by one for a screen that has no widgets yet.
"""

from collections import deque
from collections.abc import Mapping
from functools import partial

from textual.actions import ActionParseResult
from textual.app import App, ScreenStackError
from textual.dom import DOMNode, NoScreen
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.timer import Timer
from textual.widgets._toast import Toast

from spades_tui.tui.widgets.sure_timers import SureTimers

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


class KeysInOrder(SureTimers, App[int]):
    """An app that finishes one key before it looks at the next."""

    def __init__(self) -> None:
        super().__init__()
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
            screen = self.screen
        except ScreenStackError:  # none is left: the program ends
            return False
        return screen.is_mounted and screen.is_attached

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Perform an action, unless its screen is being removed or another one has been opened over it since."""
        if default_namespace is not None and default_namespace is not self and not self._stands(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Do a key's action; post `Unanswered` to the screen if nothing could be done."""
        done = await super()._check_bindings(key, priority)
        if not (done or priority) and self.screen_stack:
            self.screen.post_message(Unanswered(key))
        return done

    def _stands(self, node: DOMNode) -> bool:
        """Return whether a node is on the screen on top, with all its widgets."""
        try:
            return self.is_ready() and node.screen is self.screen
        except NoScreen:
            return False

    async def on_event(self, event: Event) -> None:
        """Queue keys and pasted text behind those before them."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            leaves = _leaves(event) and not (self._typed and _leaves(self._typed[-1]))
            if leaves or len(self._typed) < MOST:
                self._typed.append(event)
            if leaves:
                self.set_timer(LEAVE_WITHIN, partial(self._leave, event))
            if self._next is None:  # otherwise a key is being answered, or one waits for its screen
                await self._answer_next()
            return
        await super().on_event(event)

    async def _leave(self, event: Key | Paste) -> None:
        """Leave by this key if it hasn't been answered yet, without waiting for the keys typed before it."""
        if any(waiting is event for waiting in self._typed):
            while self._typed.popleft() is not event:
                pass
            await self.run_action("quit")

    async def _answer_next(self) -> None:
        """Answer the next key, if there is one and a screen that can take it."""
        self._on_its_way = 0
        if self._next is not None:
            self._next.stop()
            self._next = None
        if not self._typed or not self.is_running or not self.screen_stack:
            return
        if not self.is_ready() and self._looks < LOOKS:
            self._looks += 1
            self._next = self.set_timer(LOOK_AGAIN, self._answer_next)
            return
        self._looks = 0
        self._count += 1
        self._on_its_way = self._count
        event = self._typed.popleft()
        self._take_notices_away()
        target = self.focused or self.screen
        await super().on_event(event)
        if not event.is_forwarded or not target.post_message(Followed(self._count, MARK_ROUNDS)):
            target = self.screen
            target.post_message(Followed(self._count, 1))
        self._next = self.set_timer(PATIENCE, self._answer_next)

    def _take_notices_away(self) -> None:
        """Remove notifications that were shown before this key, because they cover a part of the screen."""
        if len(self._notifications) and self.screen.query(Toast):
            self.clear_notifications()

    async def on_followed(self, message: Followed) -> None:
        """Answer the next key: the one before this mark, and a widget's answer to it, are done."""
        if message.number != self._on_its_way:
            return
        if message.rounds > 1 and self.screen_stack:
            target = self.focused or self.screen
            target.post_message(Followed(message.number, message.rounds - 1))
            return
        await self._answer_next()
