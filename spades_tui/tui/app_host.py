"""What the screens may ask of the program that they stand in."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import RenderableType
from textual.screen import Screen

from spades_tui.settings.keymap import use
from spades_tui.tui.key_queue import KeysInOrder
from spades_tui.tui.painting import Ground, thrifty
from spades_tui.tui.widgets.bindings import take_keys

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.setup import TableSetup
    from spades_tui.rules.ruleset import Ruleset
    from spades_tui.settings.settings import Settings


class WayBack(NamedTuple):
    """Where leaving a table leads, if not home."""

    words: str
    """On the button at the end of a game: ``Back to the review``."""
    open: Callable[[], object]
    """Open it over home."""


class Host(KeysInOrder, inherit_css=False):
    """The app as its screens know it; `spades_tui.tui.app.SpadesApp` is the real one."""

    DEFAULT_CSS = """
    Host { background: $background; color: $foreground; }
    *:disabled:can-focus { opacity: 0.7; }
    """  # What Textual has there besides is for what is nowhere here, and takes milliseconds to read.

    coloured = False
    """Whether it is known in which colours everything is painted."""

    _warned = False
    """Whether it has been said what of the settings file does not hold."""

    def get_default_screen(self) -> Screen[None]:
        """The screen at the very bottom of the stack, of which nothing is ever seen."""
        return Ground()

    def get_css_variables(self) -> dict[str, str]:
        """Those of the theme. Textual asks before there is one; to work them out takes as long as many modules."""
        return super().get_css_variables() if self.coloured else {}

    def _display(self, screen: Screen[None], renderable: RenderableType | None) -> None:
        """Write an update of the screen with no more bytes than it needs."""
        super()._display(screen, thrifty(renderable))

    @property
    def settings(self) -> "Settings":
        """What the user likes."""
        raise NotImplementedError

    @settings.setter
    def settings(self, settings: "Settings") -> None:
        raise NotImplementedError

    def use_keys(self, settings: "Settings") -> None:
        """Have the keys that the user likes, on all screens that stand."""
        if use(dict(settings.keys)):
            for node in (self, *self.screen_stack):
                take_keys(node)
            self.screen.refresh_bindings()

    @property
    def moves(self) -> bool:
        """Whether cards and scores move for a moment."""
        raise NotImplementedError

    def warning_of_settings(self) -> str:
        """What of the settings file does not hold, said once; "" if it has been said, or all holds."""
        from spades_tui.settings.settings_file import read_settings

        if self._warned:
            return ""
        self._warned = True
        return read_settings().warning

    @property
    def stands(self) -> bool:
        """Whether the screen on top has been painted."""
        raise NotImplementedError

    def close_table(self) -> None:
        """Leave the table, if there is one; its journal is kept."""
        raise NotImplementedError

    def stand(self, screen: Screen[None]) -> None:
        """Let a screen take the place of everything that stands."""
        raise NotImplementedError

    @property
    def brain(self) -> "Brain":
        """Where computer players think, and hints and reviews are worked out."""
        raise NotImplementedError

    def keeps(self, path: Path) -> bool:
        """Whether the book keeps the game of this journal."""
        raise NotImplementedError

    def open_home(self, first: bool = False) -> None:
        """Leave the table, if there is one, and go home. `first`: the user's name is asked for."""
        raise NotImplementedError

    def open_keys(self, screen: Screen[None]) -> None:
        """Show the keys that work on a screen."""
        raise NotImplementedError

    def open_own_keys(self) -> None:
        """Have other keys than the usual ones; once."""
        raise NotImplementedError

    def open_rules(self, rules: "Ruleset", now: Sequence[str] = (), words: bool = False) -> None:
        """The rules of a table, those with these names first; or what its words mean."""
        raise NotImplementedError

    def open_settings(self, at: str = "") -> None:
        """Show the settings, once; `at`: the one to begin with."""
        raise NotImplementedError

    def elsewhere(self, then: Callable[[], object]) -> None:
        """Do what leads to another game or lesson. If a table stands, its game is saved and home comes first.

        What is in no file is asked about before, once.
        """
        raise NotImplementedError

    def sorry(self, sentence: str) -> None:
        """Say over the screen that stands that something cannot be done."""
        self.notify(sentence, severity="error", timeout=8, markup=False)

    def open_book(self, table: str = "") -> None:
        """Scoreboards and statistics, of this table (its id in the book) first."""
        raise NotImplementedError

    def open_new_game(self) -> None:
        """Choose a variant, then the seats."""
        raise NotImplementedError

    def start_table(self, setup: "TableSetup") -> None:
        """Begin a new game. Raises OSError if its journal cannot be written."""
        raise NotImplementedError

    @property
    def at_table(self) -> bool:
        """Whether a table stands."""
        raise NotImplementedError

    @property
    def game_here(self) -> Path | None:
        """The journal of the game at the table that stands."""
        raise NotImplementedError

    @property
    def on_trial(self) -> bool:
        """Whether a hand is played on trial, over the rules that it tries."""
        raise NotImplementedError

    def try_hand(self, setup: "TableSetup") -> None:
        """Play one hand over the screen that stands, which stands again afterwards as it was. Nothing is kept.

        Raises ValueError for seats or options that cannot be.
        """
        raise NotImplementedError

    way_back: WayBack | None = None
    """Where leaving the table that stands leads; None: home."""

    def resume_table(self, path: Path, done: "SeatEvent | None" = None, back: WayBack | None = None) -> None:
        """Resume a saved game; what was `done` there in another one is not preselected.

        `back`: where leaving it leads, if not home. Raises RecordError or OSError.
        """
        raise NotImplementedError


def app_of(screen: Screen[None]) -> Host:
    """The app that a screen stands in, with its ways to other screens."""
    app: Host = screen.app  # type: ignore[assignment]
    return app
