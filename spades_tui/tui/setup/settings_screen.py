"""Settings: pace, automatic actions, sorting and drawing of cards, the cut's patience, the user's name.

A sample hand shows their effect. Changes apply and are saved immediately.
"""

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import DescendantBlur, DescendantFocus
from textual.widget import Widget
from textual.widgets import Input

from spades_tui import cards
from spades_tui.language.player_names import NAME_MOST, fault, login_name, tidy
from spades_tui.language.times import PATIENCES, patience_words
from spades_tui.play.saved_games import QUICK_VARIANT, rename_in_last_table
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Settings, SettingsError
from spades_tui.settings.settings_file import read_settings, save_changes
from spades_tui.system.output import os_words
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.card_faces import BIG_HEIGHT, CardStyle, paint_card
from spades_tui.tui.widgets.fields import Cycle, TextField, labelled
from spades_tui.tui.widgets.paragraphs import Page


def saved(old: Settings, now: Settings, lasting: str, they: str) -> tuple[str, bool]:
    """Save changed settings, and return a sentence about it, and whether it says that something is wrong."""
    try:
        save_changes(old, now)
    except SettingsError as error:
        return f"{lasting} until you quit; {error}.", True
    except OSError as error:
        return f"{lasting} until you quit; {they} can't be saved: {os_words(error)}.", True
    return "Saved.", False


class Rows(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The settings in rows; up and down go from one to the next, and the chosen one is scrolled into view."""


class SettingsScreen(SpadesScreen):
    """The user's settings."""

    HELP_LINES = ("Changes save automatically.",)
    BINDINGS = Bindings("settings")
    DEFAULT_CSS = """
    SettingsScreen #settings { height: 1fr; padding: 0 3; }
    SettingsScreen #rows { height: auto; max-height: 1fr; padding: 1 0 0 0; scrollbar-size-vertical: 1; }
    SettingsScreen .row { height: 1; }
    SettingsScreen .label { width: 24; }
    SettingsScreen #meaning { margin: 1 0 0 0; height: 2; }
    SettingsScreen #message { padding: 0 1; max-height: 8; }
    SettingsScreen Cycle, SettingsScreen TextField { width: 26; }
    SettingsScreen.-tight #rows { padding: 0; height: 1fr; }
    SettingsScreen.-large SampleHand { height: 8; }
    SettingsScreen.-tight #meaning { margin: 0; }
    SettingsScreen.-airy .row { margin-bottom: 1; }
    SettingsScreen.-wide #settings { padding: 1 12; }
    """

    def __init__(self, at: str = "") -> None:
        """Begin with the setting named `at`."""
        super().__init__()
        self._at = at
        self.message = Page(id="message")

    def on_screen_resume(self) -> None:
        """Show changes made elsewhere, such as in the palette."""
        settings = self.app.settings
        for cycle in self.query(Cycle):
            value = getattr(settings, (cycle.id or "").removeprefix("setting-"))
            if value in cycle.values and cycle.value != value:
                cycle.at = cycle.values.index(value)
        self.query_one(SampleHand).show(settings)

    def compose_body(self) -> ComposeResult:
        """Lay out the rows, the explanation of the chosen one, and a hand as an example."""
        settings = self.app.settings
        with Vertical(id="settings"):
            with Rows(id="rows"):
                yield from self._rows(settings)
            yield Page(id="meaning")
            yield SampleHand(settings, QUICK_VARIANT)
        yield self.message

    def _rows(self, settings: Settings) -> Iterator[Widget]:
        for name, label, values, words, _ in ROWS:
            value = getattr(settings, name)
            if isinstance(value, int) and not words:
                values = tuple(sorted({*PATIENCES, value}))
                words = tuple(patience_words(each) for each in values if isinstance(each, int))
            yield labelled(label, Cycle(values, words, values.index(value), id=f"setting-{name}"))
        yield labelled("Your name", TextField(settings.name or login_name(), max_length=40, id="setting-name"))

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Settings", palette.bold)])
        (self.query_one(f"#setting-{self._at}") if self._at else self.query(Cycle).first()).focus()
        self.on_resize()
        problem = read_settings().problem
        self.message.say(f"{problem or 'Changes save automatically.'}", wrong=bool(problem))

    def on_resize(self) -> None:
        """Use more space if there is room."""
        self.set_class(self.app.size.width >= 110, "-wide")
        self.set_class(self.app.size.height < 28, "-tight")
        self.set_class(self.app.size.height >= BIG_HEIGHT and self.app.size.width >= 132, "-large")
        self.set_class(self.app.size.height >= 50, "-airy")

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the setting."""
        name = (event.widget.id or "").removeprefix("setting-")
        about = next((row.about for row in ROWS if row.name == name), NAME_HELP)
        self.query_one("#meaning", Page).say(explained(about))

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        """Apply the change, and save it."""
        event.stop()
        name = (event.cycle.id or "").removeprefix("setting-")
        self._keep(replace(self.app.settings, **{name: event.cycle.value}))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next row, which accepts the name."""
        event.stop()
        self.focus_next()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Accept the name when the focus leaves its line."""
        if event.widget.id == "setting-name":
            self._take_name()

    def action_back(self) -> None:
        """Accept the name, and go back."""
        self._take_name()
        super().action_back()

    def _take_name(self) -> None:
        field, settings = self.query_one("#setting-name", TextField), self.app.settings
        name = tidy(field.value)
        if name == settings.name or (not settings.name and name == login_name()):
            return
        if fault(name):
            self.message.say(f"That name can't be used; write 1 to {NAME_MOST} characters.", wrong=True)
            field.value = settings.name or login_name()
            return
        with suppress(OSError):
            rename_in_last_table(settings.name or login_name(), name)
        self._keep(replace(settings, name=name))

    def _keep(self, settings: Settings) -> None:
        old = self.app.settings
        self.app.settings = settings
        self.query_one(SampleHand).show(settings)
        self.message.say(*saved(old, settings, "This lasts", "it"))


SAMPLE = "AS QS 7S KH TH 5H JD 9D 3D QC 8C 4C"
"""A hand with all suits and both high and low cards, to show the effect of the settings."""


class SampleHand(CanvasWidget):
    """A hand, sorted and drawn by the settings."""

    DEFAULT_CSS = "SampleHand { width: 1fr; height: 4; }"

    def __init__(self, settings: Settings, variant: str) -> None:
        super().__init__()
        self.settings, self._variant = settings, variant

    def show(self, settings: Settings) -> None:
        """Show the hand with these settings."""
        self.settings = settings
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw twelve cards in a row, sorted and drawn as at the table, in the size that fits."""
        look = CardStyle.liked(self.settings)
        held = cards.hand_of(cards.parse(name) for name in SAMPLE.split(" "))
        canvas.put(0, 0, "Your hand will look like this:", palette.soft)
        large = canvas.height > 4 and not look.compact
        width, height = (8, 7) if large else (5, 3)
        for place, card in enumerate(sorted_hand(ruleset(find(self._variant)), look, held)):
            paint_card(canvas, (width + 1) * place, 1, width, height, look, card)
