"""Rules in rows, each with its value: arrows choose and change, digits type a number, Enter opens.

It draws only the visible lines, because a game has about a hundred.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from rich.style import Style
from textual import events
from textual.message import Message

from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.choice_list import MARKER, RAISED

AROUND = 6
"""Minimum lines to keep visible below the chosen one, which may have subordinate lines there."""

NUMBER_LETTERS = 8
"""Maximum characters of a number, with its sign."""


class RuleLine(Struct, frozen=True):
    """One line: a rule with its value, or a heading."""

    key: str
    label: str
    value: str = ""
    level: int = 0
    """Its level of indentation."""
    heading: bool = False
    was: str = ""
    """The original value, if it has changed."""
    changed: bool = False
    barred: bool = False
    """Whether the other rules prevent a change."""
    number: bool = False
    """Whether its value is typed with digits."""


class RuleRows(CanvasWidget, can_focus=True):
    """The lines, with one chosen. The screen decides what a key does to a value."""

    DEFAULT_CSS = "RuleRows { width: 1fr; height: 1fr; }"
    BINDINGS = Bindings("rule_rows")

    class Moved(Message):
        """Reports that another line is chosen."""

    @dataclass
    class Stepped(Message):
        """Asks for the next or the previous value."""

        step: int

    @dataclass
    class Typed(Message):
        """Reports the number typed so far; empty if all was deleted."""

        text: str

    class Taken(Message):
        """Reports Enter, or a click on the chosen line."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: list[RuleLine] = []
        self.at = 0
        self.typed = ""
        """The number typed so far."""
        self.wrong = False
        """Whether the number typed is impossible."""
        self._top = 0

    @property
    def chosen(self) -> RuleLine:
        """The chosen line."""
        return self.lines[self.at]

    def show(self, lines: Sequence[RuleLine], key: str = "") -> None:
        """Show these lines, and choose the one with this key; paint nothing if they haven't changed."""
        key = key or (self.chosen.key if self.lines else "")
        lines = list(lines)
        places = {line.key: n for n, line in enumerate(lines) if not line.heading}
        at = places.get(key, min(places.values(), key=lambda n: abs(n - self.at), default=0))
        if (lines, at) != (self.lines, self.at):
            self.lines, self.at = lines, at
            self.redraw()

    def say_wrong(self, wrong: bool) -> None:
        """Show whether the typed number is impossible."""
        if wrong != self.wrong:
            self.wrong = wrong
            self.redraw()

    def choose(self, key: str) -> None:
        """Choose the line with this key."""
        place = next((n for n, line in enumerate(self.lines) if line.key == key and not line.heading), None)
        if place is not None:
            self._go(place)

    def draw(self, canvas: Canvas) -> None:
        """Draw as many lines around the chosen one as fit."""
        if not self.lines:
            return
        room = max(1, canvas.height)
        margin = min(AROUND, room // 3)
        top = min(self._top, self.at - min(margin, 2))
        top = max(0, min(max(top, self.at - room + 1 + margin), len(self.lines) - room))
        self._top = top
        column = min(36, canvas.width * 58 // 100)
        for y, line in enumerate(self.lines[top : top + room]):
            place = top + y
            if line.heading:
                canvas.put(1, y, line.label, palette.gold, canvas.width - 2)
                continue
            self._line(canvas, y, line, place == self.at, column)
            canvas.spot(0, y, canvas.width, 1, place)
        if top + room < len(self.lines):
            canvas.put(canvas.width - 1, room - 1, "↓", palette.soft)
        if top:
            canvas.put(canvas.width - 1, 0, "↑", palette.soft)

    def _line(self, canvas: Canvas, y: int, line: RuleLine, here: bool, column: int) -> None:
        style = palette.faint + Style(italic=True) if line.barred else palette.text
        if here:
            style = palette.chosen if self.has_focus else RAISED
            canvas.fill(0, y, canvas.width - 1, 1, style)
        canvas.put(0, y, MARKER if here else "  ", style)
        indent = 2 + 2 * line.level
        canvas.put(indent, y, line.label, style, column - indent - 1)
        value = self.typed + "_" if here and self.typed else line.value
        tail = canvas.width - column - 4
        loud = style if here else palette.gold if line.changed else style
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
            canvas.put(after + 1, y, f"was {line.was}", style if here else palette.soft, canvas.width - after - 3)

    # Keys

    def action_move(self, step: int) -> None:
        """Choose the next line; after the last, the first."""
        here = self._places.index(self.at) + step
        self._go(self._places[here % len(self._places)])

    def action_group(self, step: int) -> None:
        """Choose the first line of the next part; backwards, of this part and then of the previous one."""
        heads = [n for n, line in enumerate(self.lines) if line.heading]
        firsts = [n + 1 for n in heads if n + 1 < len(self.lines)] or [0]
        if step > 0:
            self._go(next((n for n in firsts if n > self.at), firsts[0]))
        else:
            self._go(next((n for n in reversed(firsts) if n < self.at), firsts[-1]))

    def action_end(self, place: int) -> None:
        """Choose the first or the last line."""
        self._go(self._places[place])

    @property
    def _places(self) -> list[int]:
        """The indices of all lines but headings."""
        return [place for place, line in enumerate(self.lines) if not line.heading]

    def _go(self, place: int) -> None:
        if place != self.at or self.typed:
            self.at = place
            self.typed, self.wrong = "", False
            self.redraw()
            self.post_message(self.Moved())

    def action_step(self, step: int) -> None:
        """Ask for the next or the previous value."""
        self.end_typing()
        self.post_message(self.Stepped(step))

    def action_take(self) -> None:
        """Report Enter, which takes a number, opens a text, or takes the next value."""
        self.post_message(self.Taken())

    def action_rub_out(self) -> None:
        """Delete one digit."""
        if self.lines and self.chosen.number:
            self._type(self.typed[:-1] if self.typed else "")

    def on_key(self, event: events.Key) -> None:
        """Add a digit, or a minus before the first one."""
        char = "-" if event.character == "−" else event.character or ""
        if not self.lines or not self.chosen.number or len(self.typed) >= NUMBER_LETTERS:
            return
        if (char.isdigit() and char.isascii()) or (char == "-" and not self.typed):
            event.stop()
            event.prevent_default()
            self._type(self.typed + char)

    def _type(self, text: str) -> None:
        self.typed, self.wrong = text, False
        self.redraw()
        self.post_message(self.Typed(text))

    def end_typing(self) -> None:
        """Forget the typed number, after it was accepted or abandoned."""
        if self.typed:
            self.typed, self.wrong = "", False
            self.redraw()

    # Mouse and focus

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked line. If it's the chosen one, take it; on its arrows, change its value."""
        place = self.spot_at(event.x, event.y)
        event.stop()
        self.focus()
        if not isinstance(place, int):
            return
        if place != self.at:
            self._go(place)
            return
        column = min(36, self.size.width * 58 // 100)
        if event.x < column:
            self.action_step(-1) if event.x >= column - 3 else self.action_take()
        else:
            self.action_step(1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Choose the next line."""
        event.stop()
        self._go(next((place for place in self._places if place > self.at), self.at))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Choose the previous line."""
        event.stop()
        self._go(next((place for place in reversed(self._places) if place < self.at), self.at))
