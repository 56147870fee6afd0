"""Settings: pace, card letters, the cut's patience, how the hand is sorted. A change holds, and is kept, at once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Static

from spades_tui.screens.fields import Cycle
from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.host import app_of
from spades_tui.screens.page import Page, Paragraph
from spades_tui.screens.quick import QUICK_VARIANT
from spades_tui.screens.times import PATIENCES, patience_words
from spades_tui.table.settings import Settings, SettingsError, read_settings, save_settings
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget

ROWS: tuple[tuple[str, str, tuple[object, ...], tuple[str, ...], str], ...] = (
    (
        "pace", "Pace", ("instant", "brisk", "leisurely"), ("instant", "brisk", "leisurely"),
        "How long cards and messages stay before the game goes on. Any key hurries it.",
    ),
    (
        "letters", "Suits", (False, True), ("symbols ♠ ♥ ♦ ♣", "letters S H D C"),
        "Letters are for terminals and eyes that do not tell the symbols apart.",
    ),
    (
        "sort", "Your hand", ("alternating", "ranks"), ("colours alternate", "suits by rank"),
        "In which order the suits of your hand stand: red between black, or spades, hearts, diamonds, clubs.",
    ),
    (
        "trumps", "Spades stand", ("left", "right"), ("on the left", "on the right"),
        "On which side of your hand the trumps are.",
    ),
    (
        "theme", "Colours", ("dark", "light"), ("a dark table", "a light table"),
        "Light suits a bright room. With NO_COLOR set the program does without any.",
    ),
    (
        "cut_patience", "Waiting for the cut", PATIENCES, (),
        "Before a deal the cut is offered. Who has not answered after this time has declined.",
    ),
)  # fmt: skip
"""Of each setting: its name, what stands before it, its values, their words, and what it means."""

SAMPLE = "AS QS 7S KH TH 5H JD 9D 3D QC 8C 4C"
"""A hand to show what the settings do."""


class SampleHand(CanvasWidget):
    """A hand as the settings show it."""

    DEFAULT_CSS = "SampleHand { width: 1fr; height: 4; }"

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings

    def show(self, settings: Settings) -> None:
        """Show it with these settings."""
        self.settings = settings
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Twelve cards in a row, sorted and drawn as at the table."""
        from spades_tui import cards
        from spades_tui.rules.ruleset import ruleset
        from spades_tui.rules.shelf import find
        from spades_tui.widgets.faces import Look, paint_card, sorted_hand

        look = Look((), self.settings.letters, self.settings.sort, self.settings.trumps)
        held = cards.hand_of(cards.parse(name) for name in SAMPLE.split(" "))
        canvas.put(0, 0, "Your hand will look like this:", palette.soft)
        for place, card in enumerate(sorted_hand(ruleset(find(QUICK_VARIANT)), look, held)):
            paint_card(canvas, 6 * place, 1, 5, 3, look, card)


class SettingsScreen(SpadesScreen):
    """What the user likes."""

    HELP: ClassVar[tuple[str, ...]] = ("A change holds at once, and is kept for the next time.",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "up and down", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("enter,escape,q", "back", "back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    SettingsScreen #settings { height: 1fr; padding: 1 3 0 3; }
    SettingsScreen .row { height: 1; margin-bottom: 1; }
    SettingsScreen .label { width: 24; }
    SettingsScreen #meaning { margin: 0; height: 2; }
    SettingsScreen #message { padding: 0 1; max-height: 3; }
    SettingsScreen Cycle { width: 24; }
    SettingsScreen.-wide #settings { padding: 3 12; }
    SettingsScreen.-wide #meaning { margin: 0 0 1 0; }
    """

    def compose_body(self) -> ComposeResult:
        """The rows, what the chosen one means, and a hand to look at."""
        settings = app_of(self).settings
        with Vertical(id="settings"):
            yield from self._rows(settings)
            yield Page(id="meaning")
            yield SampleHand(settings)
        yield Page(id="message")

    def _rows(self, settings: Settings) -> Iterator[Widget]:
        for name, label, values, words, _ in ROWS:
            value = getattr(settings, name)
            if isinstance(value, int) and not words:
                values = tuple(sorted({*PATIENCES, value}))
                words = tuple(patience_words(each) for each in values if isinstance(each, int))
            with Horizontal(classes="row"):
                yield Static(label, classes="label", markup=False)
                yield Cycle(values, words, values.index(value), id=f"setting-{name}")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Settings", palette.bold)])
        self.query(Cycle).first().focus()
        self.set_class(self.app.size.width >= 110, "-wide")
        problem = read_settings().problem
        if problem:
            self._say(f"{problem}", wrong=True)
        else:
            self._say("A change holds at once, and is kept.")

    def on_resize(self) -> None:
        """More air where there is room."""
        self.set_class(self.app.size.width >= 110, "-wide")

    def _say(self, text: str, wrong: bool = False) -> None:
        lead = "✗ " if wrong else ""
        style = palette.red if wrong else palette.soft
        self.query_one("#message", Page).show([Paragraph(text, style, lead, style)])

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what the setting means."""
        name = (event.widget.id or "").removeprefix("setting-")
        meaning = next((row[4] for row in ROWS if row[0] == name), "")
        self.query_one("#meaning", Page).show([Paragraph(meaning, palette.soft)])

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        """Take the change, and keep it."""
        event.stop()
        name = (event.cycle.id or "").removeprefix("setting-")
        settings = replace(app_of(self).settings, **{name: event.cycle.value})  # type: ignore[arg-type]
        app_of(self).settings = settings
        self.query_one(SampleHand).show(settings)
        try:
            save_settings(settings)
        except SettingsError as error:
            self._say(f"This holds until you leave; {error}.", wrong=True)
        except OSError as error:
            self._say(f"This holds until you leave; it cannot be kept: {error.strerror or error}.", wrong=True)
        else:
            self._say("Kept.")
