"""Fields of one line: a choice of values, a name, an answer, a word for the cut; and the rows of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static

from spades_tui.fair import WORD_MOST
from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.widgets.choice_list import MARKER, Choice, ChoiceList


class ValueField(Widget, can_focus=True):
    """One of several values on a line: arrows change it, a letter chooses, Enter or a click lists all.

    A `Select` of Textual has seven widgets, with which a page of settings takes three times as long to open.
    """

    DEFAULT_CSS = """
    ValueField { width: 26; height: 1; background: $surface; color: $foreground; }
    ValueField:hover { background: $field; }
    ValueField:focus { background: $chosen; color: $on-chosen; text-style: bold; }
    """
    BINDINGS = [
        Binding("left", "turn(-1)", "change", key_display="←→"),
        Binding("right", "turn(1)"),
        Binding("space", "turn(1)", "next value", show=False),
        Binding("enter", "list", "list the values", show=False),
    ]

    value: reactive[Any] = reactive(None, init=False)
    choices: reactive[dict[Any, str]] = reactive({}, init=False)
    """The values with their words."""

    @dataclass
    class Changed(Message):
        """Reports that another value is chosen."""

        field: "ValueField"

    def __init__(self, choices: Mapping[Any, str], value: object, *, letters: str = "", id: str | None = None) -> None:
        """Take the values with their words, and the current one.

        Each value has one of the letters, which chooses it; without any, it's the first one of its last word.
        """
        super().__init__(id=id)
        self.set_reactive(ValueField.choices, dict(choices))
        self.set_reactive(ValueField.value, value)
        self.letters = letters

    def render(self) -> Content:
        """Return the value between arrows."""
        words = Content(self.choices[self.value]).truncate(self.size.width - 4, ellipsis=True, pad=True)
        arrows = "" if self.has_focus else "$faint"
        return Content.assemble(("‹ ", arrows), words, (" ›", arrows))

    def watch_value(self) -> None:
        """Report the change."""
        self.post_message(self.Changed(self))

    @property
    def place(self) -> int:
        """The index of the value."""
        return [*self.choices].index(self.value)

    def take(self, place: int) -> None:
        """Choose the value at this index; after the last comes the first."""
        self.value = [*self.choices][place % len(self.choices)]

    def lettered(self, event: events.Key, place: int) -> int | None:
        """Return the index of the next value after this place that the key chooses, if there is any."""
        letters = self.letters or [words.split(" ")[-1][0].lower() for words in self.choices.values()]
        following = (*range(place + 1, len(letters)), *range(place + 1))
        typed = (readings(event)[-1].character or "").lower()
        return next((index for index in following if letters[index] == typed), None)

    def on_key(self, event: events.Key) -> None:
        """Choose the next value with this letter."""
        place = self.lettered(event, self.place)
        if place is not None:
            event.stop()
            self.take(place)

    def on_click(self) -> None:
        """List the values."""
        self.action_list()

    def action_turn(self, step: int) -> None:
        """Choose the next value."""
        self.take(self.place + step)

    def action_list(self) -> None:
        """List the values."""
        self.app.push_screen(ValueList(self))


class ValueList(ModalScreen[None]):
    """The list of a field's values, below the field; Enter or a click takes one."""

    BINDINGS = [Binding("escape", "dismiss"), Binding("ctrl+c", "app.help_quit")]

    def __init__(self, field: ValueField) -> None:
        super().__init__()
        self.field = field
        choices = [Choice(str(place), words) for place, words in enumerate(field.choices.values())]
        self.values = ChoiceList(choices, key=str(field.place))

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield self.values

    def on_mount(self) -> None:
        """Put the list below the field, with the current value highlighted."""
        self.values.styles.width = self.field.region.width
        self.values.absolute_offset = self.field.region.bottom_left

    def on_key(self, event: events.Key) -> None:
        """Highlight the next value with this letter."""
        place = self.field.lettered(event, self.values.highlighted or 0)
        if place is not None:
            self.values.highlighted = place

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the field this value, and close the list."""
        self.field.take(event.option_index)
        self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Close the list by a click beside it."""
        if event.widget is self:
            self.dismiss()


class PushButton(Button):
    """A button of one line, marked while it has the focus; it can be pressed again at once."""

    BINDINGS = [
        Binding("enter", "press", "select"),
        Binding("space", "press", "select", show=False),
    ]

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(f"  {label}", id=id)
        self.active_effect_duration = 0

    def render(self) -> Content:
        """Return the label behind its mark."""
        return Content(str(self.label).replace("  ", MARKER, 1 if self.has_focus else 0))


def labelled(label: str, *fields: Widget) -> Horizontal:
    """Return a row of a form: fields behind their label."""
    return Horizontal(Static(label, classes="label", markup=False), *fields, classes="row")


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The rows of a form; it scrolls to the one with the focus, not by arrow keys."""

    def on_resize(self) -> None:
        """Keep the row with the focus in view if the terminal gets shorter."""
        focused = self.screen.focused
        if focused is not None and self in focused.ancestors:
            self.call_after_refresh(focused.scroll_visible, animate=False)


class NameInput(Input):
    """A line for a name, which has no ``?``: that opens the keys, as everywhere."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether a key is typed here."""
        return character != "?" and super().check_consume_key(key, character)

    def on_key(self, event: events.Key) -> None:
        """Leave keys that aren't typed here to the screen."""
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class NameAnswer(NameInput):
    """A line for a name, which Enter accepts, as the footer shows."""

    BINDINGS = [Binding("enter", "submit", "confirm")]


class NameField(NameInput):
    """A field for a name; while all of it is selected, arrows go through other names."""

    BINDINGS = [
        Binding("up", "screen.row(-1)", "move", key_display="↑↓"),
        Binding("down", "screen.row(1)"),
        Binding("tab", "app.focus_next", "next field"),
    ]

    def __init__(self, value: str, *, id: str) -> None:
        super().__init__(value, max_length=40, compact=True, id=id)
        self.offered: tuple[str, ...] = ()
        self.known = [value]

    def offer(self, known: Sequence[str]) -> None:
        """Set the names that the arrows offer."""
        if tuple(known) != self.offered:
            self.offered = tuple(known)
            self.known = [*dict.fromkeys((self.value, *known))]

    @property
    def is_untouched(self) -> bool:
        """Whether all of the name is selected, so that typing replaces it."""
        return self.selected_text == self.value

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether a key is typed here; ``+`` for an untouched name adds a person instead."""
        return not (character == "+" and self.is_untouched) and super().check_consume_key(key, character)

    def _turned(self, step: int) -> bool:
        turns = len(self.known) > 1 and self.is_untouched
        if turns:
            place = self.known.index(self.value) if self.value in self.known else 0
            self.value = self.known[(place + step) % len(self.known)]
            self.action_select_all()
        return turns

    def action_cursor_left(self, select: bool = False) -> None:
        """Choose the name before, or move the cursor left."""
        if select or not self._turned(-1):
            super().action_cursor_left(select)

    def action_cursor_right(self, select: bool = False) -> None:
        """Choose the next name, or move the cursor right."""
        if select or not self._turned(1):
            super().action_cursor_right(select)


class AnswerField(Input):
    """The line for an answer, which Enter accepts, as the footer shows."""

    BINDINGS = [Binding("enter", "submit", "confirm")]


class FindLine(Input):
    """The line of a search: arrows go through the matches, Enter takes one."""

    BINDINGS = [
        Binding("enter", "submit", "select"),
        Binding("up", "screen.find_next(-1)", "other matches", key_display="↑↓"),
        Binding("down", "screen.find_next(1)"),
        Binding("escape", "screen.no_find", "back"),
    ]


class WordField(Input):
    """A word of at most `WORD_MOST` visible characters; with the focus, it takes all letters."""

    DEFAULT_CSS = "WordField { width: 1fr; }"
    BINDINGS = [
        Binding("up,down", "screen.nothing", "choose", key_display="↑↓"),
        Binding("enter", "submit", "cut"),
        Binding("escape", "screen.no_word", "no word"),
    ]

    class Pressed(Message):
        """Reports that a key was pressed here, whether or not it typed anything."""

    def __init__(self) -> None:
        super().__init__(max_length=WORD_MOST, compact=True, id="word")

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text, if the new part is printable."""
        if text.isprintable():
            super().replace(text, start, end)

    def on_key(self) -> None:
        """Report every key, because it shows that someone is at the keyboard."""
        self.post_message(self.Pressed())
