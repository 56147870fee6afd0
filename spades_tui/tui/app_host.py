"""The services of the app that screens may use, and its queue of keys.

Textual gives a key to the focused widget; if that doesn't handle it, the key moves up through message queues, and only
the app looks at bindings. Without the queue, a second key could overtake the first meanwhile, or arrive at a new screen
that has no widgets yet.
"""

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace
from textual import work
from textual.app import ScreenStackError
from textual.dom import DOMNode, NoScreen
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from spades_tui.language.unusable import UnusableError
from spades_tui.settings.settings_file import read_settings, save_some
from spades_tui.system.clipboard import clipboard_command, copy
from spades_tui.system.output import os_words
from spades_tui.tui.styled_app import StyledApp
from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.textual_private import HookedApp, LeavingScreen

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.brain import Brain
    from spades_tui.play.setup import TableSetup
    from spades_tui.settings.settings import Settings
    from spades_tui.tui.scorebook_thread import BookKeeper
    from spades_tui.tui.sounds import Sounds


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


@dataclass
class Followed(Message):
    """A mark that follows a key through the message queues; when it arrives, the key has been handled or ignored."""

    number: int
    rounds: int


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
        """Rings when the next key's turn comes; an interval, as Textual's single timers fail on a busy machine."""
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
            self._next = app.set_interval(LOOK_AGAIN, self._answer_next)
            return
        self._looks = 0
        self._count += 1
        self._on_its_way = self._count
        event = self._meant(self._typed.popleft())
        if app.screen.query("Toast"):  # it's older than this key, and covers the screen
            app.clear_notifications()
        target = app.focused or app.screen
        await self._answer(event)
        if not event.is_forwarded or not target.post_message(Followed(self._count, MARK_ROUNDS)):
            target = app.screen
            target.post_message(Followed(self._count, 1))
        self._next = app.set_interval(KEY_SECONDS, self._answer_next)

    def _meant(self, event: Key | Paste) -> Key | Paste:
        """Return the key that is meant: a letter of another layout, or a capital one, may have no use here."""
        screen, focused = self._app.screen, self._app.focused
        if isinstance(event, Paste) or not isinstance(screen, LeavingScreen):
            return event
        if focused is not None and focused.check_consume_key(event.key, event.character):
            return event
        meanings = readings(event)
        if len(meanings) == 1:
            return event
        bound = screen.active_bindings
        used = (key for key in meanings if key.key in bound or screen.types(key.character or ""))
        return next(used, event)

    async def followed(self, message: Followed) -> None:
        """Handle the next key: the one before this mark, and a widget's reaction to it, are finished."""
        if message.number != self._on_its_way:
            return
        if message.rounds > 1 and self._app.screen_stack:
            target = self._app.focused or self._app.screen
            target.post_message(Followed(message.number, message.rounds - 1))
            return
        await self._answer_next()


class WayBack(NamedTuple):
    """The place to which leaving a table leads, if not home."""

    words: str
    """The label of the button at the end of a game: ``Back to the review``."""
    open: Callable[[], object]
    """Opens the place over home."""
    others_wait: bool = False
    """Whether others still play the same cards at this keyboard, so that nothing may show how they lie."""


NO_FRIENDS_HERE = "Tables with friends can't be opened from here."

GROUND = 2
"""The number of screens below all others: Textual's empty one, and the first screen over it."""


class Host(StyledApp):
    """The app as its screens know it; completed by `spades_tui.tui.app.SpadesApp`."""

    why_no_invites: "Callable[[], str] | None" = None
    """Returns why no friends can be invited from here, and what helps; "" if they can."""
    invites: "Callable[[TableSetup, int], object] | None" = None
    """Returns the screen that invites friends to a table, with the host's seat, or a sentence why it can't be shown."""
    invites_again: "Callable[[Path], object] | None" = None
    """The same for a saved game, whose friends come back."""
    joins: "Callable[[], object] | None" = None
    """Returns the screen that joins a friend's table, or a sentence why it can't be shown."""
    caught_up = False
    """Whether everything that waits for the first frame has begun."""
    way_back: WayBack | None = None
    """The place to which leaving the open table leads; None for home."""
    settings: "Settings"
    """The user's settings; assign new ones to change them (the settings screen also saves them)."""
    controller: object = None
    """What runs the open table, if there is one."""
    keys: KeyQueue
    """The waiting keys."""
    sounds: "Sounds"
    """Plays the table's sounds, if the user wants any."""
    scorebook: "BookKeeper"
    """Asks the scorebook in its thread."""
    lines_said: set[str]
    """Everything that named computer players have said since the program began."""
    _ground = GROUND
    """The number of screens that stay when a table shows its next screen."""
    _warned = False
    """Whether invalid lines of the settings file have been reported."""

    @property
    def moves(self) -> bool:
        """Whether cards and scores are animated: the settings, the pace and TEXTUAL_ANIMATIONS must allow it."""
        wanted = self.settings.motion and self.settings.pace != "instant"
        return wanted and not self.is_headless and self.animation_level != "none"

    def clipboard_command(self) -> list[str] | None:
        """Return the command of the clipboard where the user sits, if there is one."""
        return None if self.is_headless else clipboard_command()

    def copy_text(self, text: str, say: Callable[[str], object]) -> None:
        """Copy a text, and `say` what happened, such as "sent to the clipboard".

        The terminal gets it, and the system's own command too, because many terminals ignore it.
        """
        self.copy_to_clipboard(text)
        command = self.clipboard_command()
        if command is None:
            say("sent to the clipboard")
        else:
            self._copy_by(command, text, say)

    @work(group="clipboard")
    async def _copy_by(self, command: list[str], text: str, say: Callable[[str], object]) -> None:
        """Copy with a command, and say whether it succeeded, if the user hasn't left the screen meanwhile."""
        screen = self.screen
        copied = await asyncio.to_thread(copy, command, text)
        if self.screen is screen:
            failed = f"sent to the terminal only: {Path(command[0]).stem} failed"
            say("copied to the clipboard" if copied else failed)

    def warning_of_settings(self) -> str:
        """Return what is invalid in the settings file; "" if nothing is, or if the user has been told."""
        warned, self._warned = self._warned, True
        return "" if warned else read_settings().warning

    def open_friends(self, makes: "Callable[..., object] | None", *arguments: object) -> None:
        """Open a screen made by `invites`, `invites_again` or `joins`, or say why that's impossible."""
        screen: object = NO_FRIENDS_HERE
        if makes is not None:
            screen = makes(*arguments)
        if isinstance(screen, Screen):
            self.push_screen(screen)
        else:
            self.notify(str(screen), severity="warning", markup=False)

    def invite_friends(self) -> None:
        """Let the user choose a game and seats for friends elsewhere, or say why they can't be invited."""
        why_not = NO_FRIENDS_HERE if self.why_no_invites is None else self.why_no_invites()
        if why_not:
            self.notify(why_not, severity="warning", markup=False)
        else:
            self.open_new_game(invites=True)

    def ask(self, dialog: Screen[Any], then: Callable[[Any], object]) -> None:
        """Open a dialog, and call `then` with its answer, if it gets one."""

        def answered(answer: Any) -> None:
            if answer is not None:
                then(answer)

        self.push_screen(dialog, answered)

    @abstractmethod
    def leave_table(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""

    @abstractmethod
    def replace_screens(self, screen: Screen[None]) -> None:
        """Replace all screens by this one."""

    @property
    @abstractmethod
    def brain(self) -> "Brain":
        """The brain for computer players, in a separate process if possible; hints and reviews use it too."""

    @abstractmethod
    def open_home(self, first: bool = False) -> None:
        """Leave the table, if there is one, and go home. `first`: the user's name is asked for."""

    @abstractmethod
    def open_own_keys(self) -> None:
        """Let the user change the keys; opens one screen only."""

    @abstractmethod
    def open_settings(self, at: str = "") -> None:
        """Show the settings, beginning with the one named `at`; opens one screen only."""

    @abstractmethod
    def leave_table_for(self, then: Callable[[], object]) -> None:
        """Call `then`, which opens another game or lesson; if a table is open, save its game and go home first.

        First ask about unsaved work, once.
        """

    def sorry(self, sentence: str) -> None:
        """Notify the user that something can't be done."""
        self.notify(sentence, severity="error", timeout=8, markup=False)

    def change_setting(self, name: str, value: object, words: str) -> None:
        """Change a setting, now and in the settings file; `words` name the setting and its value."""
        self.settings = replace(self.settings, **{name: value})
        try:
            save_some(**{name: value})
        except (UnusableError, OSError) as error:
            self.sorry(f"{words}, until you leave. It can't be saved: {error}")

    @abstractmethod
    def open_book(self, table: str = "") -> None:
        """Show scoreboards and statistics, beginning with this table (its id in the scorebook)."""

    @abstractmethod
    def open_new_game(self, *, invites: bool = False) -> None:
        """Let the user choose a variant, then the seats; with `invites`, those of friends elsewhere."""

    @abstractmethod
    def start_table(self, setup: "TableSetup", back: WayBack | None = None, *, sides_changed: bool = False) -> None:
        """Begin a new game; `back`: where leaving it leads, if not home.

        `sides_changed`: the first hand says who plays together now.

        Raises OSError if its journal can't be written, ValueError for impossible seats or options.
        """

    def try_table(
        self, setup: "TableSetup", back: WayBack | None = None, say: Callable[[str], object] | None = None
    ) -> None:
        """Begin a new game like `start_table`, or say why that's impossible, with `say` or in a notice."""
        try:
            self.start_table(setup, back)
        except (OSError, ValueError) as error:
            (say or self.sorry)(f"The table can't be set up: {os_words(error).rstrip('.')}.")

    @property
    def at_table(self) -> bool:
        """Whether a table is open."""
        return self.controller is not None

    @property
    @abstractmethod
    def game_here(self) -> Path | None:
        """The journal of the game at the open table."""

    @property
    def trial_hand_open(self) -> bool:
        """Whether a trial hand of house rules is being played over their screen."""
        return self._ground > GROUND

    @property
    def game_saved(self) -> bool:
        """Whether a game is open and will be saved, which a trial hand isn't."""
        return self.at_table and not self.trial_hand_open

    def try_hand(self, setup: "TableSetup") -> None:
        """Play one unsaved hand over the current screen, which comes back unchanged."""
        self._ground = len(self.screen_stack) + 1
        self.start_table(setup)

    @abstractmethod
    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game; `done`, the user's action there in another game, is not preselected.

        `back`: where leaving it leads, if not home. Raises RecordError or OSError.
        """
