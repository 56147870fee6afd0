"""The services of the app that screens may use."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace
from textual.screen import Screen

from spades_tui.settings.settings import SettingsError
from spades_tui.settings.settings_file import read_settings, save_some
from spades_tui.tui.key_queue import KeyQueue
from spades_tui.tui.textual_private import HeldScreen, HookedApp

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.bot_process import BotProcess
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.setup import TableSetup
    from spades_tui.settings.settings import Settings
    from spades_tui.tui.scorebook_thread import BookKeeper


class WayBack(NamedTuple):
    """The place to which leaving a table leads, if not home."""

    words: str
    """The label of the button at the end of a game: ``Back to the review``."""
    open: Callable[[], object]
    """Opens the place over home."""


GROUND = 2
"""The number of screens below all others: Textual's empty one, and the first screen over it."""


class Host(HookedApp):
    """The app as its screens know it; completed by `spades_tui.tui.app.SpadesApp`."""

    invites: "Callable[[TableSetup, int], object] | None" = None
    """Returns the screen that invites friends to a table, or a sentence why it can't be shown."""
    caught_up = False
    """Whether everything that waits for the first frame has begun."""
    way_back: WayBack | None = None
    """The place to which leaving the open table leads; None for home."""
    keys: KeyQueue
    """The waiting keys."""
    apart: "BotProcess"
    """The computer players' process."""
    scorebook: "BookKeeper"
    """Asks the scorebook in its thread."""
    _ground = GROUND
    """The number of screens that stay when a table shows its next screen."""
    _warned = False
    """Whether invalid lines of the settings file have been reported."""

    @property
    def settings(self) -> "Settings":
        """The user's settings."""
        raise NotImplementedError

    @settings.setter
    def settings(self, settings: "Settings") -> None:
        raise NotImplementedError

    @property
    def moves(self) -> bool:
        """Whether cards and scores are animated: the settings, the pace and TEXTUAL_ANIMATIONS must allow it."""
        wanted = self.settings.motion and self.settings.pace != "instant"
        return wanted and not self.is_headless and self.animation_level != "none"

    def warning_of_settings(self) -> str:
        """Return what is invalid in the settings file; "" if nothing is, or if the user has been told."""
        warned, self._warned = self._warned, True
        return "" if warned else read_settings().warning

    @property
    def typing(self) -> bool:
        """Whether keys are waiting, or one is still being handled."""
        return self.keys.typing

    @property
    def is_painted(self) -> bool:
        """Whether the screen on top has been painted."""
        return not isinstance(self.screen, HeldScreen) or self.screen.painted

    def invite(self, setup: "TableSetup", own: int) -> None:
        """Open the table to friends elsewhere; the host has the seat `own`."""
        screen = self.invites(setup, own) if self.invites is not None else "You can't invite friends from here."
        if isinstance(screen, Screen):
            self.push_screen(screen)
        else:
            self.notify(str(screen), severity="warning", markup=False)

    def leave_table(self, then: Callable[[], None]) -> None:
        """Save and leave the game, if there is one, and then call `then`; ask first if anything isn't on disk."""
        raise NotImplementedError

    def replace_screens(self, screen: Screen[None]) -> None:
        """Replace all screens by this one."""
        raise NotImplementedError

    @property
    def brain(self) -> "Brain":
        """The brain for computer players, in a separate process if possible; hints and reviews use it too."""
        return self.apart

    def open_home(self, first: bool = False) -> None:
        """Leave the table, if there is one, and go home. `first`: the user's name is asked for."""
        raise NotImplementedError

    def open_own_keys(self) -> None:
        """Let the user change the keys; opens one screen only."""
        raise NotImplementedError

    def open_settings(self, at: str = "") -> None:
        """Show the settings, beginning with the one named `at`; opens one screen only."""
        raise NotImplementedError

    def leave_table_for(self, then: Callable[[], object]) -> None:
        """Call `then`, which opens another game or lesson; if a table is open, save its game and go home first.

        First ask about unsaved work, once.
        """
        raise NotImplementedError

    def sorry(self, sentence: str) -> None:
        """Notify the user that something can't be done."""
        self.notify(sentence, severity="error", timeout=8, markup=False)

    def change_setting(self, name: str, value: object, words: str) -> None:
        """Change a setting, now and in the settings file; `words` name the setting and its value."""
        self.settings = replace(self.settings, **{name: value})
        try:
            save_some(**{name: value})
        except (SettingsError, OSError) as error:
            self.sorry(f"{words}, until you leave. It can't be saved: {error}")

    def open_book(self, table: str = "") -> None:
        """Show scoreboards and statistics, beginning with this table (its id in the scorebook)."""
        raise NotImplementedError

    def open_new_game(self) -> None:
        """Let the user choose a variant, then the seats."""
        raise NotImplementedError

    def start_table(self, setup: "TableSetup", back: WayBack | None = None) -> None:
        """Begin a new game; `back`: where leaving it leads, if not home. Raises OSError if it can't be written."""
        raise NotImplementedError

    @property
    def at_table(self) -> bool:
        """Whether a table is open."""
        raise NotImplementedError

    @property
    def game_here(self) -> Path | None:
        """The journal of the game at the open table."""
        raise NotImplementedError

    @property
    def trial_hand_open(self) -> bool:
        """Whether a trial hand of house rules is being played over their screen."""
        return self._ground > GROUND

    def try_hand(self, setup: "TableSetup") -> None:
        """Play one unsaved hand over the current screen, which comes back unchanged.

        Raises ValueError for impossible seats or options.
        """
        before, self._ground = self._ground, len(self.screen_stack) + 1
        try:
            self.start_table(setup)
        except Exception:
            self._ground = before
            raise

    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game; `done`, the user's action there in another game, is not preselected.

        `back`: where leaving it leads, if not home. Raises RecordError or OSError.
        """
        raise NotImplementedError
