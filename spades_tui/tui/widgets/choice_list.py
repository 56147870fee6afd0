"""A list to choose from by arrows, letters, Enter or the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.widgets.canvas import fit, fit_line

MARKER = "▸ "
LABEL_GAP = 4
"""Cells between the longest label and the notes."""
LEAST_NOTE = 3
"""Minimum cells for a note to be useful."""


class Choice(Struct, frozen=True):
    """One line of a list: an id (`key`), words, a note in a quieter colour, and the letter that takes it."""

    key: str
    label: str
    note: str = ""
    letter: str = ""
    heading: bool = False
    """Whether the line is a heading, which can't be chosen."""


class ChoiceLine(Visual):
    """A line of a list as it looks at the list's current width."""

    def __init__(self, listed: "ChoiceList", choice: Choice) -> None:
        self.listed, self.choice = listed, choice

    def content(self, width: int) -> Content:
        """Return the line: marker, label, note."""
        choice, widest = self.choice, self.listed.label_width
        here = choice is self.listed.chosen
        label = fit_line(choice.label, width - len(MARKER))
        line = Content((MARKER if here else "  ") + label)
        letter = label.lower().find(choice.letter) if choice.letter else -1
        if letter >= 0:
            line = line.stylize("underline", len(MARKER) + letter, len(MARKER) + letter + 1)
        column = len(MARKER) + widest + LABEL_GAP
        if not choice.note or width - column < LEAST_NOTE:
            return line
        note = fit_line(choice.note, width - column)
        return Content.assemble(line.pad_right(column - line.cell_length), (note, "not bold" if here else "$soft"))

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return the line, and an empty one below it if the terminal is large."""
        (line,) = self.content(width).render_strips(width, 1, style, options)
        gaps = self.get_height(options.rules, width) - 1
        return [line, *gaps * [Strip.blank(width, self.listed.visual_style.rich_style)]]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the columns needed so that nothing is cut."""
        note = cell_len(self.choice.note)
        return len(MARKER) + self.listed.label_width + (LABEL_GAP + note if note else len(MARKER))

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return 1, or 2 with the empty line."""
        return 1 + (self.listed.has_gaps and self.choice is not self.listed.choices[-1])


class ChoiceList(OptionList, inherit_bindings=False):
    """A list with one line preselected. Arrows move, Enter or a click takes it, a letter takes its line."""

    DEFAULT_CSS = """
    ChoiceList {
        width: 1fr; color: $foreground; background: $background; border: none; padding: 0; text-wrap: nowrap;
        &:focus { border: none; background-tint: $background 0%; }
        &.-empty { display: none; }
        & > .option-list--option-highlighted { color: $foreground; background: $surface; text-style: bold; }
        &:focus > .option-list--option-highlighted { color: $on-chosen; background: $chosen; text-style: bold; }
        & > .option-list--option-disabled { color: $soft; text-style: italic; }
        & > .option-list--option-hover { background: $surface; }
    }
    """
    BINDINGS = [
        Binding("up", "cursor_up", "choose", key_display="↑↓"),
        Binding("down", "cursor_down"),
        Binding("home", "first", "first line", show=False),
        Binding("end", "last", "last line", show=False),
        Binding("enter", "select", "select"),
        Binding("space", "select", "select", show=False),
    ]
    LINE = ChoiceLine

    def __init__(
        self, choices: Sequence[Choice] = (), *, key: str = "", click_takes: bool = True, spread: Size | None = None,
        id: str | None = None,
    ) -> None:  # fmt: skip
        """Create a list, hidden while it's empty; a terminal of at least the size `spread` has room for empty lines."""
        super().__init__(id=id, classes="thin-scrollbar")
        self.spread = spread
        self.click_takes = click_takes
        """Whether the first click takes a line; if not, it preselects the line, and a second click takes it."""
        self._fill(choices)
        self.highlighted = self.place_of(key)

    def _fill(self, choices: Sequence[Choice]) -> None:
        self.choices = list(choices)
        self.label_width = max((cell_len(choice.label) for choice in choices), default=0)
        self.set_class(not choices, "-empty")
        self.set_options(
            Option(self.LINE(self, choice), choice.key or None, disabled=choice.heading) for choice in choices
        )

    @property
    def chosen(self) -> Choice:
        """The preselected line; an empty one while there are no lines."""
        return self.choices[self.highlighted] if self.highlighted is not None else Choice("", "")

    @property
    def has_gaps(self) -> bool:
        """Whether there is an empty line between two lines."""
        size, spread = self.app.size, self.spread
        return spread is not None and size.width >= spread.width and size.height >= spread.height

    def place_of(self, key: str) -> int | None:
        """Return the index of the line with this key, or else of the first line that can be chosen."""
        places = [place for place, choice in enumerate(self.choices) if not choice.heading]
        return next((place for place in places if self.choices[place].key == key), next(iter(places), None))

    def show(self, choices: Sequence[Choice], key: str, *, focus: bool = True) -> None:
        """Show these lines, with the one of this key preselected; take the focus if lines have changed, and `focus`."""
        with self.prevent(OptionList.OptionHighlighted):
            if list(choices) != self.choices:
                top = self.scroll_offset.y
                self._fill(choices)
                self.scroll_to(y=top, animate=False)
                if focus:
                    self.focus()
            self.highlighted = self.place_of(key)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll the preselected line into view; for the first one, also the heading above it."""
        super().scroll_to_highlight(top)
        if self.highlighted == self.place_of(""):
            self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Keep the preselected line in view if the terminal gets shorter."""
        self.call_after_refresh(self.scroll_to_highlight)

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
                self.highlighted = place
                self.action_select()
                return True
        active = self.screen.active_bindings.get(key.key)
        if not letter.isalnum() or (active is not None and active.enabled):
            return False
        at = self.highlighted or 0
        for place in (*range(at + 1, len(self.choices)), *range(at + 1)):
            choice = self.choices[place]
            if not choice.heading and choice.label.lower().removeprefix("✗ ").startswith(letter):
                self.highlighted = place
                return True
        return False

    def on_click(self, event: events.Click) -> None:
        """Only preselect the clicked line, if a second click takes it."""
        place = event.style.meta.get("option")
        if not self.click_takes and place is not None and place != self.highlighted:
            event.prevent_default()
            if not self.choices[place].heading:
                self.highlighted = place


class RulesList(ChoiceList):
    """A list of games on the rules page, where Enter and Space scroll the rules."""

    BINDINGS = [Binding("enter,space", "take", "read", show=False)]


class ShownList(ChoiceList):
    """A list that shows its preselected line beside it, and takes none."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible; nothing can be taken."""
        return action != "select"


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
        at, places = self.highlighted or 0, {line.key: n for n, line in enumerate(lines) if not line.heading}
        nearest = min(places, key=lambda key: abs(places[key] - at))
        self.show(lines, self.chosen.key if self.chosen.key in places else nearest, focus=False)

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
        self.draw_again()

    def watch_wrong(self) -> None:
        """Draw whether the number is wrong."""
        self.draw_again()

    def draw_again(self) -> None:
        """Draw the chosen line again."""
        if self.highlighted is not None:
            self.replace_option_prompt_at_index(self.highlighted, self.options[self.highlighted].prompt)

    # Keys

    def action_group(self, step: int) -> None:
        """Choose the first line of the next part; backwards, of this part and then of the previous one."""
        at = self.highlighted or 0
        firsts = [n + 1 for n, line in enumerate(self.choices) if line.heading and n + 1 < len(self.choices)]
        if step > 0:
            self.highlighted = next((n for n in firsts if n > at), firsts[0])
        else:
            self.highlighted = next((n for n in reversed(firsts) if n < at), firsts[-1])

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
