"""The program as a Textual app: which screen is shown, and no card leaves it by a side door.

Heavy parts (variants, the table, computer players) are imported when a table is started, so that the first frame is
quick.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from spades_tui.play.ai_process import Apart
from spades_tui.settings.keymap import key_of, use
from spades_tui.settings.settings_file import load_settings, read_settings
from spades_tui.system.faults import noted, tell
from spades_tui.system.folders import games_folder, is_fork
from spades_tui.system.output import complain
from spades_tui.tui.frame import MIN_HEIGHT, MIN_WIDTH, SpadesScreen
from spades_tui.tui.open_screens import Opening
from spades_tui.tui.preload import OF_A_TABLE, SLICES, Afterwards
from spades_tui.tui.terminal import end_in_order, status_of
from spades_tui.tui.too_small import TooSmallScreen
from spades_tui.tui.widgets.bindings import bindings_of, take_keys

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup
    from spades_tui.play.table import Table
    from spades_tui.settings.settings import Settings
    from spades_tui.tui.app_host import WayBack
    from spades_tui.tui.table.controller import Controller
    from spades_tui.tui.table.season_host import SeasonHost


LEAVING = 3.0
"""Seconds within which a second Ctrl+C leaves the program."""

LETTERS_READ = 15
"""Letters of a warning that are read in a second; sets how long it is shown."""

GROUND = 2
"""Number of screens below all others: the empty one that the program begins with, and the first one on it."""


class SpadesApp(Opening):
    """The program on the terminal: with a setup or a journal it opens that table, otherwise home."""

    TITLE = "Spades"
    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = bindings_of("program")

    def __init__(
        self,
        setup: "TableSetup | None" = None,
        resume: Path | None = None,
        *,
        settings: "Settings | None" = None,
        folder: Path | None = None,
        keep: bool = True,
        thinks: bool = False,
    ) -> None:
        super().__init__()
        # No debugging console and no log of events: both would carry cards out of the program.
        self.features = frozenset()
        self.devtools = None
        self._disable_tooltips = True  # no widget has one, and each screen would have a place for them
        self._setup, self._resume = setup, resume
        self._table: Table | None = None
        """The table that was opened before there was a screen."""
        self._settings = settings
        self._own_settings = settings is not None
        self._folder, self._keep = folder, keep
        self.apart = Apart(thinks)
        """The process in which computer players think."""
        self.controller: Controller | None = None
        if settings is None:
            settings = load_settings()  # read again when the program runs: it may have been made long before
        if use(dict(settings.keys)) or settings.keys:
            take_keys(self)
        self.paint_first(settings)
        self._asked_to_leave = 0.0
        self._asked_about: Screen[object] | None = None
        """The screen for which the user has been asked about unsaved work."""
        self._ground = GROUND
        """Number of screens that stay when the next screen of a table is shown."""
        self.wanted_lesson: str | None = None
        """The lesson to begin at once; "" for the list of lessons, None for neither."""
        self._came_to_a_table = False
        """Whether the program began at a table, so that the imports of other screens are still to be done."""
        self.fault: Exception | None = None
        """The error of the program itself that ended it, if any."""
        self.fault_game: Path | None = None
        """The journal of the game that was being played when `fault` happened."""
        self.trouble = ""
        """A sentence about what failed at the end, printed after the screen is gone."""

    def on_mount(self) -> None:
        """Show home, or the table that was asked for, over the empty screen at the bottom of the stack."""
        self.paint(self.settings)
        if not self.is_headless:
            end_in_order(self._end_by_signal)
            asyncio.get_running_loop().set_exception_handler(self._in_the_loop)
        self.app_resume_signal.subscribe(self, lambda _: self.screen.refresh(layout=True))
        table, self._table = self._table, None
        if table is not None:
            self.sit_down(table)
        elif self._setup is not None:
            self.start_table(self._setup)
        elif self._resume is not None:
            self.resume_table(self._resume)
        else:
            self.open_home(first=self.wanted_lesson is None and self.knows_nobody())
            if self.wanted_lesson is not None:
                self.call_after_refresh(self._open_lessons, self.wanted_lesson)
        if self.is_headless:
            self.set_timer(0.5, self._catch_up)
        else:
            self._came_to_a_table = self.controller is not None
            slices = OF_A_TABLE if self._came_to_a_table else SLICES
            Afterwards(self, self._catch_up, slices, self.apart.start).go_on()

    def _open_lessons(self, name: str) -> None:
        from spades_tui.tui.lessons.lesson_list import LearnScreen

        self.push_screen(LearnScreen(name))

    @property
    def stands(self) -> bool:
        """Whether the screen on top has been painted."""
        return not isinstance(self.screen, SpadesScreen) or self.screen.painted

    def knows_nobody(self) -> bool:
        """Whether this is a first start: the settings, read from a file that is not broken, have no name yet."""
        if self._own_settings:
            return False
        loaded = read_settings()
        return not loaded.settings.name and loaded.problem is None

    @property
    def settings(self) -> "Settings":
        """The user's settings; assign new ones to change them (the settings screen also saves them)."""
        if self._settings is None:
            self._settings = load_settings()
        return self._settings

    @settings.setter
    def settings(self, settings: "Settings") -> None:
        self._settings = settings
        self.use_keys(settings)
        self.paint(self.settings)
        if self.controller is not None:
            self.controller.settings_changed()

    @property
    def moves(self) -> bool:
        """Whether cards and scores are animated: the settings, the pace and TEXTUAL_ANIMATIONS must allow it."""
        wanted = self.settings.motion and self.settings.pace != "instant"
        return wanted and not self.is_headless and self.animation_level != "none"

    def stand(self, screen: Screen[None]) -> None:
        """Replace all screens by this one, and remove the old ones from the tree.

        Notifications go too, except warnings: a deal is over before one has been read.
        """
        for told in [one for one in self._notifications if one.severity != "warning"]:
            self._unnotify(told)
        while len(self.screen_stack) > self._ground:
            self.pop_screen()
        if len(self.screen_stack) == self._ground:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)
        self._mind_size(self.size)

    def open_home(self, first: bool = False) -> None:
        """Leave the table, if there is one, and go home, or from a fork to where it came from; the game is saved.

        `first`: the user's name is asked for.
        """
        self.leave_table(partial(self._go_home, first))

    def _go_home(self, first: bool) -> None:
        from spades_tui.tui.setup.home import HomeScreen

        self.close_table()
        back, self.way_back = self.way_back, None
        if self.on_trial:
            self._end_trial()
            return
        self.stand(HomeScreen(asks_name=first))
        if self._came_to_a_table:
            self._came_to_a_table = False
            Afterwards(self, lambda: None).go_on()
        if self.trouble:
            self.notify(f"{self.trouble[:1].upper()}{self.trouble[1:]}.", timeout=8)
            self.trouble = ""
        if back is not None:
            back.open()

    @property
    def on_trial(self) -> bool:
        """Whether a hand is being played to try a variant's rules, over the screen that shows them."""
        return self._ground > GROUND

    def try_hand(self, setup: "TableSetup") -> None:
        """Play one hand over the screen that is shown, which comes back unchanged afterwards; nothing is saved."""
        from spades_tui.play.table import Table

        table = Table.create(setup, None)
        self._ground = len(self.screen_stack) + 1
        self.sit_down(table)

    def _end_trial(self) -> None:
        """Show again the screen from which the hand was tried."""
        self.clear_notifications()
        while len(self.screen_stack) >= self._ground:
            self.pop_screen()
        self._ground = GROUND
        self._mind_size(self.size)

    def leave_table(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""
        if self.controller is None:
            then()
        else:
            self.controller.leaving(then)

    async def action_quit(self) -> None:
        """Leave the program; ask once about unsaved work."""
        self._ask_about_unsaved(partial(self.leave_table, self.exit))

    def _ask_about_unsaved(self, then: Callable[[], object]) -> None:
        asking = next((screen for screen in self.screen_stack if getattr(screen, "unsaved", False)), None)
        if asking is None or self._asked_about is asking:
            then()
            return
        self._asked_about = asking
        asking.ask_leaving(then)  # type: ignore[attr-defined]

    def elsewhere(self, then: Callable[[], object]) -> None:
        """Open another game or lesson: save the game at the table first, and put home below."""

        def left() -> None:
            self.way_back = None
            self._go_home(False)
            then()

        self._ask_about_unsaved(then if self.controller is None else partial(self.leave_table, left))

    def start_table(self, setup: "TableSetup") -> None:
        """Begin a new game. Raises OSError if its journal cannot be written."""
        from spades_tui.play.table import Table
        folder = (self._folder or games_folder()) if self._keep and not self.on_trial else None
        self.sit_down(Table.create(setup, folder))

    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: "WayBack | None" = None) -> None:
        """Resume a saved game; `done`, the user's action there in another game, is not preselected.

        `back`: where leaving it leads, if not home. Raises RecordError if its journal is broken.
        """
        from spades_tui.play.table import Table

        self.sit_down(Table.resume(path, wants_chit=True), done)
        self.way_back = back

    def sit_down(self, table: "Table", done: "SeatEvent | None" = None) -> None:
        """Show the screens of a table; `done` is not preselected for the first decision."""
        from spades_tui.tui.table.controller import Controller

        self.close_table()
        self.way_back = None
        if self.apart.wanted:
            from spades_tui.play.bot_questions import Later

            table.brain = Later(lambda: self.brain)
        self.controller = Controller(self, table, self.season_of(table))
        self.controller.hands.done = done
        self.controller.begin()

    @property
    def brain(self) -> "Brain":
        """The computer players' thinking, in a separate process where there is one."""
        return self.apart.brain

    def keeps(self, path: Path) -> bool:
        """Return whether the scorebook takes in the game of this journal; it doesn't take in forks from a review."""
        return self._folder is None and not is_fork(path)

    def season_of(self, table: "Table") -> "SeasonHost | None":
        """Return the scorebook's part in this table (tray-chits, hearings); None if there is no scorebook for it."""
        if table.path is None or not self.keeps(table.path):
            return None
        from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason

        return TableSeason(BookKeeper(self), table.path)

    def _catch_up(self) -> None:
        """Take in what was interrupted, once the first frame is shown."""
        thinker = self.apart.thinker
        if thinker is not None:
            thinker.warm_up()
        if not self.screen_stack:  # it has been left in the meantime
            return
        if isinstance(self.screen, SpadesScreen):
            self.screen.prepare()
        warning = self.warning_of_settings()
        if warning:
            words = f"{warning} Press any key."
            self.notify(words, severity="warning", timeout=max(10, len(words) / LETTERS_READ), markup=False)
        if self._keep and self._folder is None:
            from spades_tui.tui.scorebook_thread import BookKeeper

            BookKeeper(self).catch_up(self.game_here.name if self.game_here is not None else "")

    def open_at(self, setup: "TableSetup | None", resume: "Suspended | None") -> None:
        """Open the table that was asked for, if any, before there is a screen.

        Raises RecordError if its journal is broken, OSError if it can't be read or written.
        """
        if setup is None and resume is None:
            return
        from spades_tui.play.table import Table
        if resume is not None:
            self._table = Table.resume(resume.path, wants_chit=True, suspended=resume)
        elif setup is not None:
            self._table = Table.create(setup, games_folder())

    def close_table(self) -> None:
        """Leave the table and keep its journal."""
        controller, self.controller = self.controller, None
        if controller is None:
            return
        try:
            wrong = controller.close()
        except Exception as error:  # every event is on disk already; only the note that it is suspended is missing
            noted(error)
            reason = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
            self.trouble = f"the game is saved, but not marked as left ({reason})"
        else:
            if wrong:
                self.trouble = f"the game isn't saved: {wrong}"

    def on_unmount(self) -> None:
        """Keep the game, however the program ends."""
        self.close_table()

    def on_resize(self, event: Resize) -> None:
        """Cover everything while the terminal is too small."""
        self._mind_size(event.size)

    def _mind_size(self, size: Size) -> None:
        width, height = size
        small = 0 < width < MIN_WIDTH or 0 < height < MIN_HEIGHT
        if small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen(size))
        elif isinstance(self.screen, TooSmallScreen):
            if small:
                self.screen.show(size)
            else:
                self.pop_screen()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the palette's commands."""
        from spades_tui.tui.command_palette import commands

        return commands(self, screen)

    @property
    def at_table(self) -> bool:
        """Whether a table is open."""
        return self.controller is not None

    @property
    def game_here(self) -> Path | None:
        """The journal of the game at the open table."""
        return self.controller.table.path if self.controller is not None else None

    def action_command_palette(self) -> None:
        """Open the palette, unless it is open or the terminal is too small."""
        from spades_tui.tui.command_palette import Palette

        if isinstance(self.screen, SpadesScreen) and self.screen.takes(key_of("palette")):
            return
        if not any(isinstance(screen, Palette | TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(Palette())

    def _end_by_signal(self, number: int) -> None:
        """Save the game, restore the terminal and exit with the signal's status."""
        self.close_table()
        self.exit(return_code=status_of(number))

    def action_help_quit(self) -> None:
        """Say in the line of keys how to leave; leave if Ctrl+C is pressed again within LEAVING seconds."""
        if monotonic() - self._asked_to_leave < LEAVING:
            self.leave_table(self.exit)
            return
        self._asked_to_leave = monotonic()
        if isinstance(self.screen, SpadesScreen):
            kept = "" if self.controller is None else "; the game is saved"
            self.screen.key_line.say(f"Press Ctrl+C again to quit{kept}.", LEAVING)

    def _in_the_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception of a task that nothing awaits like any other, unless the program is ending."""
        error = context.get("exception")
        if isinstance(error, Exception) and not self._exit:
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """End the program on an uncaught error; `run` reports it when the terminal has been restored."""
        if self.fault is None:
            self.fault = error
            self.fault_game = self.game_here
        super()._handle_exception(error)


def run(
    setup: "TableSetup | None" = None,
    resume: "Suspended | None" = None,
    settings: "Settings | None" = None,
    lesson: str | None = None,
) -> int:
    """Run the program and return its exit status; a table that is asked for is opened before there is a screen.

    `lesson`: the one to begin at once; "" for the list of lessons.

    Raises RecordError if its journal is broken.
    """
    app = SpadesApp(settings=settings, thinks=True)
    app.wanted_lesson = lesson
    try:
        try:
            app.open_at(setup, resume)
        except OSError as error:
            from spades_tui.play.save_error import not_opened

            complain(f"spades-tui: {not_opened(error)}")
            return 1
        result = app.run()
    finally:
        app.apart.end()
    if app.fault is not None:
        if app.trouble:
            complain(f"spades-tui: {app.trouble}")
        return tell(app.fault, None if app.trouble else app.fault_game)
    status = result if isinstance(result, int) else app.return_code or 0
    if app.trouble:
        complain(f"spades-tui: {app.trouble}")
    return status or int(bool(app.trouble))
