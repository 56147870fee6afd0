"""One key after the other: what is typed fast is answered in the order in which it was typed.

Textual hands a key to the widget that has the focus; unless that takes it, the key goes up from queue to queue, and
only at the app are the bindings looked at. A second key typed meanwhile would overtake the first; and a key whose
binding opened a screen would be followed by one for a screen that has no widgets yet.
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
"""Seconds after which the next key has its turn, whatever became of the one before."""

LOOK_AGAIN = 0.005
"""Seconds between two looks whether a new screen stands."""

LOOKS = 400
"""So many looks at most: on a busy machine a large screen takes its time, and the key is meant for it."""

MOST = 1000
"""Keys that wait at most; what is typed beyond that is dropped."""

LEAVES = "ctrl+q"
"""The key that leaves the program, on every screen."""

LEAVE_WITHIN = 0.5
"""Seconds after which it no longer waits for the keys before it; they are dropped."""

ROUNDS = 2
"""How often the mark follows a key: the first follows the key itself, the second what a widget answered to it."""


class Followed(Message):
    """Goes the way of a key, behind it. Where it arrives, the key has been taken or nobody wanted it."""

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__()
        self.number = number
        self.rounds = rounds


class Unanswered(Message):
    """Goes to the screen on top: no action that a key is bound to could be done."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


def _leaves(event: Key | Paste) -> bool:
    return isinstance(event, Key) and event.key == LEAVES


class KeysInOrder(SureTimers, App[int]):
    """An app that has done with one key before it looks at the next."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: deque[Key | Paste] = deque()
        self._on_its_way = 0
        """The number of the key that is being answered; 0: none is."""
        self._count = 0
        self._next: Timer | None = None
        self._looks = 0

    @property
    def typing(self) -> bool:
        """Whether keys are waiting or one is being answered."""
        return bool(self._typed or self._on_its_way)

    def is_ready(self) -> bool:
        """Whether the screen on top has its widgets: not before it is mounted, nor while it is taken down."""
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
        """Perform an action; none of a screen that is going, or that came under a key typed for another one."""
        if default_namespace is not None and default_namespace is not self and not self._stands(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Do what a key is bound to. The screen hears of a key for which nothing could be done."""
        done = await super()._check_bindings(key, priority)
        if not (done or priority) and self.screen_stack:
            self.screen.post_message(Unanswered(key))
        return done

    def _stands(self, node: DOMNode) -> bool:
        """Whether this is on the screen on top, with all its widgets."""
        try:
            return self.is_ready() and node.screen is self.screen
        except NoScreen:
            return False

    async def on_event(self, event: Event) -> None:
        """Keys, and what is pasted, wait for those before them."""
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
        """Leave by this key, if its turn has not come yet: who wants to go does not wait for what he typed before."""
        if any(waiting is event for waiting in self._typed):
            while self._typed.popleft() is not event:
                pass
            await self.run_action("quit")

    async def _answer_next(self) -> None:
        """Let the next key go on its way, if there is one and a screen that can take it."""
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
        if not event.is_forwarded or not target.post_message(Followed(self._count, ROUNDS)):
            target = self.screen
            target.post_message(Followed(self._count, 1))
        self._next = self.set_timer(PATIENCE, self._answer_next)

    def _take_notices_away(self) -> None:
        """Whatever was told at the edge lies on something: it goes with the next key, if it stood there before."""
        if len(self._notifications) and self.screen.query(Toast):
            self.clear_notifications()

    async def on_followed(self, message: Followed) -> None:
        """The key before this mark has been answered, or what a widget made of it."""
        if message.number != self._on_its_way:
            return
        if message.rounds > 1 and self.screen_stack:
            target = self.focused or self.screen
            target.post_message(Followed(message.number, message.rounds - 1))
            return
        await self._answer_next()
