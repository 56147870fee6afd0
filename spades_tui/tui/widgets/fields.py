"""Fields of one line: a choice of values, a text, a word for the cut, a button."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal, ScrollableContainer
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Static

from spades_tui.fair import WORD_MOST
from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.choice_list import MARKER


class Cycle(CanvasWidget, can_focus=True):
    """One of several values on a line: arrows change it, a letter chooses, a click goes to the next."""

    DEFAULT_CSS = "Cycle { width: auto; height: 1; }"
    BINDINGS = [
        Binding("left", "turn(-1)", "change", key_display="←→"),
        Binding("right", "turn(1)"),
        Binding("space", "turn(1)", "next value", show=False),
    ]

    at = reactive(0, layout=False)

    @dataclass
    class Changed(Message):
        """Reports that another value is chosen."""

        cycle: "Cycle"

    def __init__(
        self, values: Sequence[object], words: Sequence[str], at: int = 0, *, letters: Sequence[str] = (),
        id: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(id=id)
        self.values, self.words, self.letters = list(values), list(words), list(letters)
        """The letter that chooses each value; without any, the first letter of its last word does."""
        self.set_reactive(Cycle.at, at)

    @property
    def value(self) -> object:
        """The chosen value."""
        return self.values[self.at]

    def set_words(self, words: Sequence[str]) -> None:
        """Change the words for the values."""
        if list(words) != self.words:
            self.words = list(words)
            self.redraw()

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width of the longest value with its arrows."""
        return max(cell_len(word) for word in self.words) + 4

    def draw(self, canvas: Canvas) -> None:
        """Draw the value, between arrows while it has the focus."""
        style = inks.chosen if self.has_focus else inks.text
        canvas.fill(0, 0, canvas.width, 1, style if self.has_focus else inks.raised)
        canvas.put(0, 0, "‹", style if self.has_focus else inks.faint)
        canvas.put(2, 0, self.words[self.at], style, canvas.width - 4)
        canvas.put(canvas.width - 1, 0, "›", style if self.has_focus else inks.faint)
        canvas.spot(0, 0, canvas.width, 1, 1)
        canvas.spot(0, 0, 2, 1, -1)

    def watch_at(self) -> None:
        """Draw, and report the change."""
        self.redraw()
        self.post_message(self.Changed(self))

    def action_turn(self, step: int) -> None:
        """Choose the next value."""
        self.at = (self.at + step) % len(self.values)

    def on_key(self, event: events.Key) -> None:
        """Choose the next value with a word that begins with the letter, comparing the last words first."""
        letter = (readings(event)[-1].character or "").lower()
        if not letter.isalpha():
            return
        for place in (*range(self.at + 1, len(self.words)), *range(self.at + 1)):
            known = self.letters[place] if self.letters else self.words[place].lower().split(" ")[-1][:1]
            if known == letter:
                event.stop()
                self.at = place
                return

    def clicked(self, spot: int) -> None:
        """Choose the next value; on the left arrow, the one before."""
        self.action_turn(spot)


class TextField(Input):
    """A text field of one line in the style of the set-up screens."""

    DEFAULT_CSS = """
    TextField, TextField.-textual-compact, TextField.-textual-compact:focus {
        height: 1; border: none; padding: 0 1 0 2; background: $surface; color: $foreground;
    }
    TextField.-textual-compact:focus { background: $field; text-style: bold; }
    TextField.-wrong, TextField.-wrong:focus { text-style: underline; color: $error; }
    """

    def __init__(self, value: str, *, max_length: int, digits: bool = False, id: str | None = None) -> None:
        super().__init__(
            value=value, max_length=max_length, type="text", restrict=r"[0-9]*" if digits else None, compact=True, id=id
        )


class PushButton(CanvasWidget, can_focus=True):
    """A button of one line; Enter or a click presses it."""

    DEFAULT_CSS = "PushButton { width: auto; height: 1; }"
    BINDINGS = [
        Binding("enter", "press", "start"),
        Binding("space", "press", "start", show=False),
    ]

    class Pressed(Message):
        """Reports that the button was pressed."""

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = label

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width of the label between its marks."""
        return cell_len(self.label) + 6

    def draw(self, canvas: Canvas) -> None:
        """Draw the label, marked while it has the focus."""
        style = inks.chosen if self.has_focus else inks.raised
        canvas.fill(0, 0, canvas.width, 1, style)
        canvas.put(1, 0, (MARKER if self.has_focus else "  ") + self.label, style)
        canvas.spot(0, 0, canvas.width, 1, self.label)

    def action_press(self) -> None:
        """Press the button."""
        self.post_message(self.Pressed())

    def clicked(self, spot: str) -> None:
        """Press the button."""
        self.action_press()


def labelled(label: str, *fields: Widget) -> Horizontal:
    """Return a row of a form: fields behind their label."""
    return Horizontal(Static(label, classes="label", markup=False), *fields, classes="row")


class Form(ScrollableContainer, can_focus=False, inherit_bindings=False):
    """The rows of fields; arrow keys move between them instead of scrolling."""

    BINDINGS = [
        Binding("up", "screen.row(-1)", "move", key_display="↑↓"),
        Binding("down", "screen.row(1)"),
    ]
    DEFAULT_CSS = "Form { layout: vertical; overflow: hidden auto; scrollbar-size-vertical: 1; }"


class FormLine(TextField):
    """A text field of the form; the footer shows how to leave it."""

    BINDINGS = [
        Binding("up", "screen.row(-1)", "move", key_display="↑↓"),
        Binding("down", "screen.row(1)"),
        Binding("tab", "app.focus_next", "next field"),
    ]


class NameLine(FormLine):
    """A field for a name; while all of it is selected, arrows go through the known names."""

    def __init__(self, value: str, *, max_length: int, id: str | None = None) -> None:
        super().__init__(value, max_length=max_length, id=id)
        self.offered: tuple[str, ...] = ()
        self.known = [value]

    def offer(self, known: Sequence[str]) -> None:
        """Set the names that the arrows offer."""
        if tuple(known) != self.offered:
            self.offered = tuple(known)
            self.known = [self.value, *(name for name in known if name != self.value)]

    def _turned(self, step: int) -> bool:
        turns = len(self.known) > 1 and self.selected_text == self.value
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


class Answer(TextField):
    """The line for an answer, which Enter accepts, as the footer shows."""

    BINDINGS = [Binding("enter", "submit", "confirm")]


class FindLine(TextField):
    """The line of a search: arrows go through the matches, Enter takes one."""

    BINDINGS = [
        Binding("enter", "submit", "select"),
        Binding("up", "screen.find_next(-1)", "other matches", key_display="↑↓"),
        Binding("down", "screen.find_next(1)"),
        Binding("escape", "screen.no_find", "back"),
    ]


class WordField(TextField):
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
        super().__init__("", max_length=WORD_MOST, id="word")

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text, if the new part is printable."""
        if text.isprintable():
            super().replace(text, start, end)

    def on_key(self) -> None:
        """Report every key, because it shows that someone is at the keyboard."""
        self.post_message(self.Pressed())
