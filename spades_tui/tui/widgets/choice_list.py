"""A list to choose from by arrows, letters, Enter or the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, fit_line

MARKER = "▸ "


class Choice(Struct, frozen=True):
    """One line of a list: an id (`key`), words, a note in a quieter colour, and the letter that takes it."""

    key: str
    label: str
    note: str = ""
    letter: str = ""
    heading: bool = False
    """Whether the line is a heading, which can't be chosen."""


class ChoiceList(CanvasWidget, can_focus=True):
    """A list with one line preselected. Arrows move, Enter or a click takes it, a letter takes its line."""

    DEFAULT_CSS = """
    ChoiceList { width: 1fr; height: auto; }
    ChoiceList.-empty { display: none; }
    """
    BINDINGS = [
        Binding("up", "move(-1)", "choose", key_display="↑↓"),
        Binding("down", "move(1)"),
        Binding("home", "go(0)", "first line", show=False),
        Binding("end", "go(-1)", "last line", show=False),
        Binding("enter", "take", "select"),
        Binding("space", "take", "select", show=False),
    ]

    at = reactive(0, layout=False)

    @dataclass
    class Moved(Message):
        """Reports that another line is preselected."""

        choice: Choice
        place: int
        """Its index in the list."""

    @dataclass
    class Taken(Message):
        """Reports that a line has been taken."""

        choice: Choice

    def __init__(
        self, choices: Sequence[Choice] = (), *, key: str = "", click_takes: bool = True, spread: Size | None = None
    ) -> None:
        """Create a list, hidden while it's empty; a terminal of at least the size `spread` has room for empty lines."""
        super().__init__()
        self.choices = list(choices)
        self.set_class(not choices, "-empty")
        self._room = Size()
        """The size of the visible part when the chosen line was last scrolled into view."""
        self.spread, self.gap = spread, 0
        self.click_takes = click_takes
        """Whether the first click takes a line; if not, it preselects the line, and a second click takes it."""
        self.set_reactive(ChoiceList.at, self.place_of(key))

    @property
    def chosen(self) -> Choice:
        """The preselected line; an empty one while there are no lines."""
        return self.choices[self.at] if self.choices else Choice("", "")

    @property
    def width_needed(self) -> int:
        """The columns needed so that no line is cut."""
        label = max((cell_len(choice.label) for choice in self.choices), default=0)
        note = max((cell_len(choice.note) for choice in self.choices), default=0)
        return label + 4 + (2 + note if note else 0)

    @property
    def places(self) -> list[int]:
        """The indices of all lines but headings."""
        return [place for place, choice in enumerate(self.choices) if not choice.heading]

    def place_of(self, key: str) -> int:
        """Return the index of the line with this key, or else of the first line that can be chosen."""
        return next((n for n in self.places if self.choices[n].key == key), next(iter(self.places), 0))

    def show(self, choices: Sequence[Choice], key: str, *, focus: bool = True) -> None:
        """Show these lines, with the one of this key preselected; take the focus if lines have changed, and `focus`."""
        choices = list(choices)
        if choices != self.choices:
            self.choices = choices
            self.set_class(not choices, "-empty")
            self._room = Size()  # the chosen line is scrolled into view once the list is laid out
            self.refresh(layout=True)
            if focus:
                self.focus()
        self.set_reactive(ChoiceList.at, self.place_of(key))
        self.redraw()
        self.show_chosen()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the rows of the lines and the gaps."""
        return max(1, len(self.choices) * (self.gap + 1) - self.gap)

    def draw(self, canvas: Canvas) -> None:
        """Draw every line; the preselected one is marked and bright."""
        noted = any(choice.note for choice in self.choices)
        widest = max((cell_len(choice.label) for choice in self.choices), default=0)
        width = min(canvas.width, widest + 4 if noted else canvas.width)
        for place, choice in enumerate(self.choices):
            y, here = place * (self.gap + 1), place == self.at
            if choice.heading:
                canvas.put(2, y, choice.label, inks.with_style(inks.soft, "italic"), width - 3)
                continue
            style = (inks.chosen if self.has_focus else inks.raised) if here else inks.text
            if here:
                canvas.fill(0, y, width, 1, style)
            label = fit_line(choice.label, width - 3)
            canvas.put(0, y, (MARKER if here else "  ") + label, style)
            spot = label.lower().find(choice.letter) if choice.letter else -1
            if spot >= 0:
                canvas.put(2 + spot, y, label[spot], inks.with_style(style, "underline"))
            if choice.note and canvas.width - width > 4:
                note = fit_line(choice.note, canvas.width - width - 2)
                canvas.put(width + 2, y, note, inks.text if here else inks.soft)
            canvas.spot(0, y, canvas.width, 1, place)

    def watch_at(self) -> None:
        """Draw, report the move, and scroll the line into view."""
        self.redraw()
        if self.choices:
            self.post_message(self.Moved(self.chosen, self.at))
        self.show_chosen()

    def show_chosen(self) -> None:
        """Scroll the preselected line into view; for the first one, also the heading above it."""
        top = 0 if self.at == self.place_of("") else self.at
        self.reveal(top * (self.gap + 1), (self.at - top) * (self.gap + 1) + 1)

    def on_mount(self) -> None:
        """Keep the preselected line in view from the first layout on, even if the terminal gets shorter."""
        self._set_gap()
        self.screen.screen_layout_refresh_signal.subscribe(self, lambda _: self._laid_out(), immediate=True)

    def _set_gap(self) -> None:
        size = self.app.size
        gap = int(self.spread is not None and size.width >= self.spread.width and size.height >= self.spread.height)
        if gap != self.gap:
            self.gap = gap
            self.redraw()
            self.call_later(self.refresh, layout=True)  # the current layout, if any, would lose the request

    def _laid_out(self) -> None:
        self._set_gap()
        room = self.parent.size if isinstance(self.parent, Widget) else Size()
        if room != self._room and self.size:
            self._room = room
            self.show_chosen()

    def action_move(self, step: int) -> None:
        """Preselect the next line; after the last comes the first."""
        if places := self.places:
            self.at = places[(places.index(self.at) + step) % len(places)] if self.at in places else places[0]

    def action_go(self, place: int) -> None:
        """Preselect the first line (0) or the last one (-1)."""
        if self.choices:
            self.at = self.places[place]

    def action_take(self) -> None:
        """Take the preselected line."""
        if self.choices:
            self.post_message(self.Taken(self.chosen))

    def on_key(self, event: events.Key) -> None:
        """Take the line that has this letter, or else preselect the next line that begins with it."""
        for key in readings(event):
            if self._use(key):
                event.stop()
                event.prevent_default()
                return

    def _use(self, key: events.Key) -> bool:
        """Take or preselect a line by a letter; return False if there is none."""
        letter = (key.character or "").lower()
        for place, choice in enumerate(self.choices):
            if letter and letter == choice.letter:
                self.at = place
                self.action_take()
                return True
        active = self.screen.active_bindings.get(key.key)
        if not letter.isalnum() or (active is not None and active.enabled):
            return False
        for place in sorted(self.places, key=lambda place: (place <= self.at, place)):  # from the next one on
            if self.choices[place].label.lower().removeprefix("✗ ").startswith(letter):
                self.at = place
                return True
        return False

    def clicked(self, spot: int) -> None:
        """Preselect or take the clicked line."""
        again = spot == self.at
        self.at = spot
        if self.click_takes or again:
            self.action_take()


class RulesList(ChoiceList):
    """A list of games on the rules page, where Enter and Space scroll the rules."""

    BINDINGS = [Binding("enter,space", "take", "read", show=False)]


class ShownList(ChoiceList):
    """A list that shows its preselected line beside it, and takes none."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible; nothing can be taken."""
        return action != "take"


AROUND = 6
"""Minimum lines to keep visible below the chosen one, which may have subordinate lines there."""

NUMBER_LETTERS = 8
"""Maximum characters of a number, with its sign."""


class RuleLine(Choice, frozen=True):
    """One line: a rule with its value, or a heading."""

    value: str = ""
    level: int = 0
    """Its level of indentation."""
    was: str = ""
    """The original value, if it has changed."""
    changed: bool = False
    barred: bool = False
    """Whether the other rules prevent a change."""
    number: bool = False
    """Whether its value is typed with digits."""


class RuleRows(ChoiceList, can_focus=True, inherit_bindings=False):
    """Rules with their values, as many as fit around the chosen one. The screen decides what a key does to a value."""

    DEFAULT_CSS = "RuleRows { height: 1fr; }"
    BINDINGS = [
        Binding("up", "move(-1)", "choose", key_display="↑↓"),
        Binding("down", "move(1)"),
        Binding("left", "step(-1)", "change", key_display="←→"),
        Binding("right", "step(1)"),
        Binding("space", "step(1)", "next value", show=False),
        Binding("enter", "take", "edit", show=False),
        Binding("pageup", "group(-1)", "previous section", show=False),
        Binding("pagedown", "group(1)", "next section", show=False),
        Binding("home", "go(0)", "first line", show=False),
        Binding("end", "go(-1)", "last line", show=False),
        Binding("backspace", "rub_out", "delete digit", show=False),
    ]
    choices: list[RuleLine]  # type: ignore[assignment]  # the screen shows no others
    typed = reactive("", repaint=False)
    """The number typed so far."""
    wrong = reactive(False, repaint=False)
    """Whether the number typed is impossible."""
    _top = 0
    """The first line drawn."""

    @dataclass
    class Stepped(Message):
        """Asks for the next or the previous value."""

        step: int

    @dataclass
    class Typed(Message):
        """Reports the number typed so far; empty if all was deleted."""

        text: str

    def show_rules(self, lines: list[RuleLine]) -> None:
        """Show these lines, with the same one chosen, or the nearest; paint nothing if they haven't changed."""
        key, places = self.chosen.key, {line.key: n for n, line in enumerate(lines) if not line.heading}
        at = places.get(key, min(places.values(), key=lambda n: abs(n - self.at)))
        if (lines, at) != (self.choices, self.at):
            self.choices = lines
            self.set_reactive(ChoiceList.at, at)
            self.redraw()

    def choose(self, key: str) -> None:
        """Choose the line with this key, if there is one."""
        if any(line.key == key for line in self.choices):
            self.at = self.place_of(key)

    def draw(self, canvas: Canvas) -> None:
        """Draw as many lines around the chosen one as fit."""
        room = max(1, canvas.height)
        margin = min(AROUND, room // 3)
        top = min(self._top, self.at - min(margin, 2))
        top = max(0, min(max(top, self.at - room + 1 + margin), len(self.choices) - room))
        self._top = top
        column = min(36, canvas.width * 58 // 100)
        for y, line in enumerate(self.choices[top : top + room]):
            if line.heading:
                canvas.put(1, y, line.label, inks.gold, canvas.width - 2)
                continue
            place = top + y
            self._line(canvas, y, line, place == self.at, column)
            canvas.spot(0, y, column - 3, 1, (place, 0))
            canvas.spot(column - 3, y, 3, 1, (place, -1))
            canvas.spot(column, y, canvas.width - column, 1, (place, 1))
        if top + room < len(self.choices):
            canvas.put(canvas.width - 1, room - 1, "↓", inks.soft)
        if top:
            canvas.put(canvas.width - 1, 0, "↑", inks.soft)

    def _line(self, canvas: Canvas, y: int, line: RuleLine, here: bool, column: int) -> None:
        style = inks.with_style(inks.faint, "italic") if line.barred else inks.text
        if here:
            style = inks.chosen if self.has_focus else inks.raised
            canvas.fill(0, y, canvas.width - 1, 1, style)
        canvas.put(0, y, MARKER if here else "  ", style)
        indent = 2 + 2 * line.level
        canvas.put(indent, y, line.label, style, column - indent - 1)
        value = self.typed + "_" if here and self.typed else line.value
        tail = canvas.width - column - 4
        loud = style if here else inks.gold if line.changed else style
        if here and self.has_focus and not self.typed and not line.barred:
            canvas.put(column - 2, y, "‹", style)
            after = canvas.put(column, y, value, style, tail)
            canvas.put(after + 1, y, "›", style)
            after += 3
        else:
            wrong = here and self.typed and self.wrong
            canvas.put(column - 2, y, "✗" if wrong else " ", style)
            after = canvas.put(column, y, value, loud, tail) + 1
        if line.was:
            canvas.put(after + 1, y, f"was {line.was}", style if here else inks.soft, canvas.width - after - 3)

    def watch_at(self) -> None:
        """Forget the typed number, and report the move."""
        self.typed = ""
        super().watch_at()

    def watch_typed(self) -> None:
        """Draw another number, which isn't known to be wrong."""
        self.wrong = False
        self.redraw()

    def watch_wrong(self) -> None:
        """Draw whether the number is wrong."""
        self.redraw()

    def show_chosen(self) -> None:
        """Do nothing: the lines around the chosen one are always drawn."""

    # Keys

    def action_group(self, step: int) -> None:
        """Choose the first line of the next part; backwards, of this part and then of the previous one."""
        heads = [n for n, line in enumerate(self.choices) if line.heading]
        firsts = [n + 1 for n in heads if n + 1 < len(self.choices)] or [0]
        if step > 0:
            self.at = next((n for n in firsts if n > self.at), firsts[0])
        else:
            self.at = next((n for n in reversed(firsts) if n < self.at), firsts[-1])

    def action_step(self, step: int) -> None:
        """Ask for the next or the previous value."""
        self.typed = ""
        self.post_message(self.Stepped(step))

    def action_rub_out(self) -> None:
        """Delete one digit."""
        if self.choices[self.at].number:
            self._type(self.typed[:-1])

    def on_key(self, event: events.Key) -> None:
        """Add a digit, or a minus before the first one; no letter chooses a line."""
        event.prevent_default()
        char = "-" if event.character == "−" else event.character or ""
        if not self.choices[self.at].number or len(self.typed) >= NUMBER_LETTERS:
            return
        if (char.isdigit() and char.isascii()) or (char == "-" and not self.typed):
            event.stop()
            self._type(self.typed + char)

    def _type(self, text: str) -> None:
        self.typed = text
        self.post_message(self.Typed(text))

    # Mouse

    def clicked(self, spot: tuple[int, int]) -> None:  # type: ignore[override]
        """Choose the clicked line. If it's the chosen one, take it; on its arrows, change its value."""
        place, step = spot
        if place != self.at:
            self.at = place
        elif step:
            self.action_step(step)
        else:
            self.action_take()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Choose the next line."""
        event.stop()
        self.at = next((place for place in self.places if place > self.at), self.at)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Choose the previous line."""
        event.stop()
        self.at = next((place for place in reversed(self.places) if place < self.at), self.at)
