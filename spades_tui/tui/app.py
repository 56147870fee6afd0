"""The Textual app: it opens screens, and closes every way by which Textual could leak cards; `run` runs it.

It imports heavy parts (variants, the table, computer players) only for a table, so that the first frame appears fast.
"""

import asyncio
import gc
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual import work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.events import Event, Key, Paste, Resize
from textual.filter import ANSIToTruecolor, LineFilter, Monochrome
from textual.screen import Screen
from textual.worker import get_current_worker

from spades_tui.play.bot_process import BotProcess
from spades_tui.play.brain import Brain
from spades_tui.settings.actions import KEYS
from spades_tui.settings.keymap import changed_keys, key_of, use_keys
from spades_tui.settings.settings_file import load_settings, read_settings
from spades_tui.system.faults import report_fault, write_quietly
from spades_tui.system.folders import games_folder, is_fork
from spades_tui.system.output import complain, os_words
from spades_tui.tui.app_host import GROUND, Followed, Host, KeyQueue, WayBack
from spades_tui.tui.frame import SpadesScreen, TooSmallScreen, cover_if_too_small
from spades_tui.tui.preload import import_screens
from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason
from spades_tui.tui.sounds import Sounds
from spades_tui.tui.terminal import (
    SIGNALLED,
    Colours,
    Plain,
    Thin,
    end_in_order,
    shell_waits,
    titled,
    titled_driver,
    tolerant_driver,
)
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.edge_lines import sign

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode

    from spades_tui.game.events import SeatEvent
    from spades_tui.play.setup import TableSetup
    from spades_tui.play.table import Table
    from spades_tui.settings.settings import Settings
    from spades_tui.tui.table.game_runner import GameRunner


LEAVING = 3.0
"""Seconds within which a second Ctrl+C leaves the program."""

AFTER_FIRST_FRAME = 0.1
"""Seconds after the first layout in which nothing else slows the first frame down."""

LETTERS_READ = 15
"""Letters that people read in a second; sets how long a warning stays."""


class SpadesApp(Host, inherit_css=False):
    """The program on the terminal, which opens home, or what `opens_first` opens.

    Its parts: `keys` (the queue of keys), `colours`, `apart` (the computer players' process).
    """

    TITLE = "Spades"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = [
        Binding("ctrl+q", "quit", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "suspend", show=False, priority=True),
        Binding("ctrl+p", "command_palette", "palette", show=False, priority=True, id="palette",
                tooltip="all commands by name"),
    ]  # fmt: skip
    CSS_PATH = Path(__file__).with_name("spades.tcss")
    PLAIN = Plain()
    THIN = Thin()
    ASCII = glyphs.Ascii()

    def __init__(self, *, settings: "Settings | None" = None, keep: bool = True, thinks: bool = False) -> None:
        if os.environ.get("NO_COLOR") == "":  # an empty one counts as none; Textual asks only whether it is there
            del os.environ["NO_COLOR"]
        super().__init__()
        self.keep = keep
        self.apart = BotProcess(thinks)
        self.sounds = Sounds()
        self.lines_said: set[str] = set()
        self.scorebook = BookKeeper(self)
        self.controller: GameRunner | None = None
        self.trouble = ""
        """A sentence about a failure when the last table was left."""
        # No debugging console and no log of events, because both would leak cards.
        self.features = frozenset()
        self.devtools = None
        self._own_settings = settings is not None
        self._settings = settings if settings is not None else load_settings()
        self.keys = KeyQueue(self, super().on_event)
        self.colours = Colours(self)
        use_keys(dict(self._settings.keys))
        self._use_keys()
        self.colours.paint_first(self._settings)
        self._asked_to_leave = 0.0
        self._leaving_asked: Screen[object] | None = None
        """The screen whose unsaved work the user has been asked about."""
        self.opens_first: Callable[[], object] | None = None
        """Opens the first screen, if it isn't home; leaving it leads home."""
        self._began_at_table = False
        """Whether the program began at a table, so that other screens haven't been imported yet."""
        self.fault: Exception | None = None
        """The uncaught error that ended the program, if any."""
        self.fault_game: Path | None = None
        """The journal of the game that was being played when `fault` happened."""

    @property
    def brain(self) -> Brain:
        """The brain for computer players, in a separate process if possible; hints and reviews use it too."""
        return self.apart.ask

    def on_mount(self) -> None:
        """Show home, or the table that was asked for, over the empty screen at the bottom of the stack."""
        self.colours.paint(self.settings)
        if not self.is_headless:
            end_in_order(self._end_by_signal)
            asyncio.get_running_loop().set_exception_handler(self.handle)
        self.app_resume_signal.subscribe(self, lambda _: self.draw_all())
        opens, self.opens_first = self.opens_first, None
        if opens is not None:
            opens()
            cover_if_too_small(self, self.size)
        else:
            self.open_home(first=self.has_no_name())
        if self.is_headless:
            self.set_timer(0.5, self._catch_up)
        else:
            self.screen.call_after_refresh(self.set_timer, AFTER_FIRST_FRAME, self._start_in_background)

    def _start_in_background(self) -> None:
        """Once there is something to see, start the computer players' process, and import other screens in a thread."""
        gc.freeze()  # what is there now stays
        gc.enable()
        self.apart.start()
        self.sounds.use(self.settings.sound)
        self._began_at_table = self.at_table
        self._import_screens(self._catch_up)

    @work(group="import")
    async def _import_screens(self, then: Callable[[], None]) -> None:
        await asyncio.to_thread(import_screens, get_current_worker(), self._began_at_table)
        then()

    def has_no_name(self) -> bool:
        """Whether this is a first start: the settings file is missing or valid, and has no name."""
        if self._own_settings:
            return False
        loaded = read_settings()
        return not loaded.settings.name and loaded.problem is None

    @property
    def settings(self) -> "Settings":
        """The user's settings."""
        return self._settings

    @settings.setter
    def settings(self, settings: "Settings") -> None:
        self._settings = settings
        if use_keys(dict(settings.keys)):
            self._use_keys()
        self.colours.paint(settings)
        self.sounds.use(settings.sound)
        if self.controller is not None:
            self.controller.settings_changed()

    def _use_keys(self) -> None:
        """Bind the user's keys. Textual puts changed keys last, so if there are any, all are given in our order."""
        keys = {**KEYS, **changed_keys()} if changed_keys() else {}
        self.set_keymap({name: "comma" if key == "," else key for name, key in keys.items()})

    def replace_screens(self, screen: Screen[None]) -> None:
        """Replace all screens by this one."""
        while len(self.screen_stack) > self._ground:
            self.pop_screen()
        if len(self.screen_stack) == self._ground:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)
        cover_if_too_small(self, self.size)

    def open_home(self, first: bool = False) -> None:
        """Save the game, leave the table and go home; from a fork, go back to where it began."""
        self.leave_table(partial(self._go_home, first))

    def _go_home(self, first: bool) -> None:
        from spades_tui.tui.setup.home import HomeScreen

        back, self.way_back = self.way_back, None
        if self.trial_hand_open:  # go back to the screen that started the trial
            self.clear_notifications()
            while len(self.screen_stack) >= self._ground:
                self.pop_screen()
            self._ground = GROUND
            cover_if_too_small(self, self.size)
            return
        self.replace_screens(HomeScreen(asks_name=first))
        if self._began_at_table:
            self._began_at_table = False
            self._import_screens(lambda: None)
        trouble, self.trouble = self.trouble, ""
        if trouble:
            self.notify(f"{trouble[:1].upper()}{trouble[1:]}.", timeout=8)
        if back is not None:
            back.open()

    # The open table, if there is one

    @property
    def game_here(self) -> Path | None:
        """The journal of the game at the open table."""
        return self.controller.table.path if self.controller is not None else None

    def start_table(self, setup: "TableSetup", back: WayBack | None = None, *, sides_changed: bool = False) -> None:
        """Begin a new game, or a hand on trial, of which nothing is saved."""
        from spades_tui.play.table import Table
        from spades_tui.presentation.wording import Wording
        from spades_tui.record.event_words import SIDES

        folder = games_folder() if self.keep and not self.trial_hand_open else None
        table = Table.create(replace(setup, cut=self.settings.cut), folder)
        if sides_changed:
            table.remark(Wording(table.names, people=table.people).changed_sides(table.rules), SIDES)
        self.sit_down(table, back=back)

    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game."""
        from spades_tui.play.table import Table

        self.sit_down(Table.resume(path, stays_open=True), done, back)

    def sit_down(self, table: "Table", done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Show the screens of a table; `done` is not preselected for the first decision."""
        from spades_tui.tui.table.home_runner import HomeRunner

        self.close_table()
        self.way_back = back
        if self.apart.wanted:
            table.brain = self.apart.ask
        self.controller = HomeRunner(self, table, self.season_of(table))
        self.controller.done = done
        self.controller.begin()

    def season_of(self, table: "Table") -> TableSeason | None:
        """Return the scorebook's part in this table after its game; None if there is no scorebook for it."""
        return None if table.path is None or is_fork(table.path) else TableSeason(self.scorebook, table.path)

    def leave_table(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""

        def left() -> None:
            self.close_table()
            then()

        if self.controller is None:
            then()
        else:
            self.controller.save_and_leave(left)

    def close_table(self) -> None:
        """Leave the table, if there is one, and keep its journal."""
        controller, self.controller = self.controller, None
        if controller is None:
            return
        self.title = self.TITLE
        try:
            wrong = controller.close()
        except Exception as error:  # every event is on disk, and only the line about the suspension is missing
            write_quietly(error)
            reason = os_words(error) if isinstance(error, OSError) and error.errno else type(error).__name__
            self.trouble = f"the game is saved, but not marked as left ({reason})"
        else:
            if wrong:
                self.trouble = f"the game isn't saved: {wrong}"

    # Leaving

    async def action_quit(self) -> None:
        """Leave the program; ask once about unsaved work."""
        self._ask_about_unsaved(partial(self.leave_table, self.exit))

    def _ask_about_unsaved(self, then: Callable[[], object]) -> None:
        asking = next((screen for screen in self.screen_stack if getattr(screen, "unsaved", False)), None)
        if asking is None or self._leaving_asked is asking:
            then()
            return
        self._leaving_asked = asking
        asking.ask_leaving(then)  # type: ignore[attr-defined]

    def leave_table_for(self, then: Callable[[], object]) -> None:
        """Open another game or lesson: save the game at the table first, and put home below."""

        def left() -> None:
            self.way_back = None
            self._go_home(False)
            then()

        self._ask_about_unsaved(then if not self.at_table else partial(self.leave_table, left))

    def _catch_up(self) -> None:
        self.apart.warm_up()
        if not self.screen_stack:  # the user has left meanwhile
            return
        self.caught_up = True
        if isinstance(self.screen, SpadesScreen) and self.screen.has_widgets:
            self.screen.prepare()
        warning = self.warning_of_settings()
        if warning:
            self.notify(warning, severity="warning", timeout=max(10, len(warning) / LETTERS_READ), markup=False)
        if self.keep:
            self.scorebook.catch_up(self.game_here.name if self.game_here is not None else "")

    def on_unmount(self) -> None:
        """Keep the game, however the program ends."""
        self.close_table()

    def on_resize(self, event: Resize) -> None:
        """Write every cell again, and cover everything while the terminal is too small."""
        self.cells.clear()
        cover_if_too_small(self, event.size)

    def watch_title(self, title: str) -> None:
        """Show the program's name, or the game's, as the terminal's title."""
        self.send(titled(title))

    def draw_all(self) -> None:
        """Draw the whole screen again, because the terminal may show something else."""
        self.cells.clear()
        self.screen.refresh(layout=True)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the palette's commands."""
        from spades_tui.tui.command_palette import commands

        yield from commands(self, screen)
        if self.controller is not None:
            yield from self.controller.commands()

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open or the terminal is too small."""
        from spades_tui.tui.command_palette import Palette

        if isinstance(self.screen, SpadesScreen) and self.screen.takes(key_of("palette")):
            return
        if not self._is_open(Palette, TooSmallScreen):
            self.push_screen(Palette())

    def _is_open(self, *kinds: type[Screen[Any]]) -> bool:
        """Return whether a screen of one of these kinds is open, even below others."""
        return any(isinstance(screen, kinds) for screen in self.screen_stack)

    def _end_by_signal(self, number: int) -> None:
        """Save the game, restore the terminal and exit with the signal's status."""
        self.close_table()
        self.exit(return_code=SIGNALLED + number)

    def action_help_quit(self) -> None:
        """Show in the footer how to leave; leave at a second Ctrl+C within LEAVING seconds."""
        if monotonic() - self._asked_to_leave < LEAVING:
            self.leave_table(self.exit)
            return
        self._asked_to_leave = monotonic()
        if isinstance(self.screen, SpadesScreen):
            kept = "; the game is saved" if self.game_saved else ""
            self.screen.key_line.say(f"Press Ctrl+C again to quit{kept}.", LEAVING)

    def failed(self, error: Exception) -> None:
        """Keep the error that ends the program; `run` reports it when the terminal has been restored."""
        if self.fault is None:
            self.fault, self.fault_game = error, self.game_here

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now: nobody could continue a program for which no shell waits."""
        return action != "suspend_process" or self.is_headless or shell_waits()

    def get_key_display(self, binding: Binding) -> str:
        """Return the printed name of a key, or of a pair of keys."""
        return glyphs.key(binding.key_display or sign(binding))

    def on_key(self, event: Key) -> None:
        """Say why a key does nothing now, before Textual finds that no action has it; Ctrl+L draws everything again."""
        screen = self.screen
        if event.key == "ctrl+l":
            self.draw_all()
        elif isinstance(screen, SpadesScreen):
            why = screen.reason(event.key)
            if why is not None:
                screen.say_why_not(why)

    async def on_event(self, event: Event) -> None:
        """Queue keys and pasted text; give anything else to Textual at once."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            await self.keys.take(event)
        else:
            await super().on_event(event)

    async def on_followed(self, message: Followed) -> None:
        """Answer the next key."""
        await self.keys.followed(message)

    async def run_action(
        self, action: "str | ActionParseResult", default_namespace: "DOMNode | None" = None,
        namespaces: "Mapping[str, DOMNode] | None" = None,
    ) -> bool:  # fmt: skip
        """Perform an action, unless its screen is being removed or another one has been opened over it since."""
        if default_namespace is not None and default_namespace is not self and not self.keys.on_top(default_namespace):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    # Screens that open over the current one and lead back to it; each is imported when it is opened

    def open_own_keys(self) -> None:
        """Let the user change the keys; opens one screen only."""
        from spades_tui.tui.setup.settings_and_keys import OwnKeysScreen

        if not self._is_open(OwnKeysScreen):
            self.push_screen(OwnKeysScreen())

    def open_new_game(self, *, invites: bool = False) -> None:
        """Let the user choose a variant, then the seats; with `invites`, those of friends elsewhere."""
        from spades_tui.tui.setup.games_and_rules import VariantSelectionScreen

        self.push_screen(VariantSelectionScreen(invites))

    def open_book(self, table: str = "") -> None:
        """Show scoreboards and statistics, beginning with this table."""
        from spades_tui.tui.scorebook.scorebook_screen import BookScreen

        self.push_screen(BookScreen(table))

    def open_settings(self, at: str = "") -> None:
        """Show the settings, beginning with the one named `at`; opens one screen only."""
        from spades_tui.tui.setup.settings_and_keys import SettingsScreen

        if not self._is_open(SettingsScreen):
            self.push_screen(SettingsScreen(at))

    # Methods that Textual calls: colours and driver; and screenshots, which would leak cards

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver for this system, made to accept any byte."""
        return titled_driver(tolerant_driver(super().get_driver_class()), lambda: self.title)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and ours, which let only plain text through."""
        filters = [*super().get_line_filters(), self.PLAIN]
        if self.native_ansi_color:
            filters = [each for each in filters if not isinstance(each, ANSIToTruecolor)]
            for place, each in enumerate(filters):
                if isinstance(each, Monochrome):
                    filters[place] = self.colours.colourless
            filters.append(self.THIN)
        if glyphs.plain():
            filters.append(self.ASCII)
        return filters

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Do nothing: a picture would keep a player's cards."""

    def save_screenshot(self, *arguments: object, **named: object) -> str:
        """Do nothing; Textual would call it for an environment variable."""
        return ""

    deliver_screenshot = save_screenshot


def run(app: SpadesApp) -> int:
    """Run the program and return its exit status."""
    try:
        result = app.run()
    finally:
        app.apart.end()
        app.sounds.use(False)
    trouble = app.trouble
    if trouble:
        complain(f"spades-tui: {trouble}")
    if app.fault is not None:
        return report_fault(app.fault, None if trouble else app.fault_game)
    status = result if isinstance(result, int) else app.return_code or 0
    return status or int(bool(trouble))
