"""The rows of the form for house rules: rules with their values, in a list whose values the keys change."""

from dataclasses import dataclass

from rich.cells import set_cell_size
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from spades_tui.tui.widgets.canvas import fit
from spades_tui.tui.widgets.choice_list import MARKER, Choice, ChoiceLine, ChoiceList

AROUND = 6
"""Minimum lines to keep visible below the chosen one, which may have subordinate lines there."""
ABOVE = 2
"""Minimum lines to keep visible above the chosen one."""

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


class RuleValue(ChoiceLine):
    """A rule with its value, with arrows around the value that the keys change."""

    listed: "RuleRows"
    choice: RuleLine

    def content(self, width: int) -> Content:
        """Return the line: marker, label, value, original value."""
        line, rows = self.choice, self.listed
        if line.heading:
            return Content(fit(f" {line.label}", width))
        here = line is rows.chosen
        typed = rows.typed if here else ""
        value, before, after = typed + "_" if typed else line.value, "  ", " "
        if here and rows.has_focus and not typed and not line.barred:
            before, after = "‹ ", " › "
        elif typed and rows.wrong:
            before = "✗ "
        plain = "$faint italic" if line.barred and not here else ""
        label = fit((MARKER if here else "  ") + "  " * line.level + line.label, rows.column - 3)
        told = Content.assemble(
            (set_cell_size(label, rows.column - 2) + before, plain),
            (fit(value, width - rows.column - 4), "bold $primary" if line.changed and not here else plain),
            after,
        )
        was = fit(f" was {line.was}", width - told.cell_length - 1) if line.was else ""
        return Content.assemble(told, (was, "not bold" if here else "$soft"))


class RuleRows(ChoiceList, inherit_bindings=False):
    """Rules with their values. The screen decides what a key does to a value."""

    DEFAULT_CSS = """
    RuleRows { height: 1fr; }
    RuleRows > .option-list--option-disabled { color: $primary; text-style: bold; }
    """
    BINDINGS = [
        Binding("up", "cursor_up", "choose", key_display="↑↓"),
        Binding("down", "cursor_down"),
        Binding("left", "step(-1)", "change", key_display="←→"),
        Binding("right", "step(1)"),
        Binding("space", "step(1)", "next value", show=False),
        Binding("enter", "select", "edit", show=False),
        Binding("pageup", "group(-1)", "previous section", show=False),
        Binding("pagedown", "group(1)", "next section", show=False),
        Binding("home", "first", "first line", show=False),
        Binding("end", "last", "last line", show=False),
        Binding("backspace", "rub_out", "delete digit", show=False),
    ]
    LINE = RuleValue
    choices: list[RuleLine]  # type: ignore[assignment]  # the screen shows no others
    chosen: RuleLine
    typed = reactive("", repaint=False)
    """The number typed so far."""
    wrong = reactive(False, repaint=False)
    """Whether the number typed is impossible."""

    @dataclass
    class Stepped(Message):
        """Asks for the next or the previous value."""

        step: int

    @dataclass
    class Typed(Message):
        """Reports the number typed so far; empty if all was deleted."""

        text: str

    @property
    def column(self) -> int:
        """The column in which values begin."""
        return min(36, self.scrollable_content_region.width * 58 // 100)

    def show_rules(self, lines: list[RuleLine]) -> None:
        """Show these lines, with the same one chosen, or the nearest."""
        at, key, places = self.highlighted or 0, self.chosen.key, {line.key: n for n, line in enumerate(lines)}
        if key not in places:
            key = min((line.key for line in lines if not line.heading), key=lambda other: abs(places[other] - at))
        self.show(lines, key, focus=False)

    def choose(self, key: str) -> None:
        """Choose the line with this key, if there is one."""
        if any(line.key == key for line in self.choices):
            self.highlighted = self.place_of(key)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll the chosen line into view, with a few lines around it."""
        room = self.scrollable_content_region
        below = min(AROUND, room.height // 3)
        above = min(ABOVE, below)
        around = Region(0, (self.highlighted or 0) - above, room.width, above + 1 + below)
        self.scroll_to_region(around, force=True, animate=False, immediate=True)

    def on_option_list_option_highlighted(self) -> None:
        """Forget the typed number."""
        self.typed = ""

    def watch_typed(self) -> None:
        """Draw another number, which isn't known to be wrong."""
        self.wrong = False
        self.watch_wrong()

    def watch_wrong(self) -> None:
        """Draw the chosen line again, which shows whether the number is wrong."""
        if self.highlighted is not None:
            self.replace_option_prompt_at_index(self.highlighted, self.options[self.highlighted].prompt)

    # Keys

    def action_group(self, step: int) -> None:
        """Choose the first line of the next part; backwards, of this part and then of the previous one."""
        at = self.highlighted or 0
        firsts = [n + 1 for n, line in enumerate(self.choices) if line.heading and n + 1 < len(self.choices)]
        ahead = [n for n in firsts if (n - at) * step > 0] or firsts
        self.highlighted = ahead[0 if step > 0 else -1]

    def action_step(self, step: int) -> None:
        """Ask for the next or the previous value."""
        self.typed = ""
        self.post_message(self.Stepped(step))

    def action_rub_out(self) -> None:
        """Delete one digit."""
        if self.chosen.number:
            self._type(self.typed[:-1])

    def on_key(self, event: events.Key) -> None:
        """Add a digit, or a minus before the first one; no letter chooses a line."""
        event.prevent_default()
        char = "-" if event.character == "−" else event.character or ""
        if not self.chosen.number or len(self.typed) >= NUMBER_LETTERS:
            return
        if (char.isdigit() and char.isascii()) or (char == "-" and not self.typed):
            event.stop()
            self._type(self.typed + char)

    def _type(self, text: str) -> None:
        self.typed = text
        self.post_message(self.Typed(text))

    def on_click(self, event: events.Click) -> None:
        """Change the value of the chosen line by a click on its arrows; choose another line."""
        if event.style.meta.get("option") == self.highlighted and event.x >= self.column - 3:
            event.prevent_default()
            self.action_step(1 if event.x >= self.column else -1)
