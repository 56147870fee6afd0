"""A list to choose from by arrows, letters, Enter or the mouse."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from spades_tui.tui.terminal_keys import readings
from spades_tui.tui.widgets.canvas import fit_line

MARKER = "▸ "
LABEL_GAP = 4
"""Cells between the longest label and the notes."""
LEAST_NOTE = 8
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
        Binding("enter,space", "select", "select", key_display="⏎"),
    ]
    LINE = ChoiceLine

    def __init__(
        self, choices: Sequence[Choice] = (), *, key: str = "", click_takes: bool = True, takes: bool = True,
        spread: Size | None = None, id: str | None = None,
    ) -> None:  # fmt: skip
        """Create a list, hidden while it's empty; a terminal of at least the size `spread` has room for empty lines."""
        super().__init__(id=id, classes="thin-scrollbar")
        self.spread = spread
        self.takes = takes
        """Whether lines are taken; if not, a page beside the list shows the preselected one."""
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

    def show(self, choices: Sequence[Choice], key: str | None = None, *, focus: bool = True) -> None:
        """Show these lines, with the one of this key preselected, or else the same as before.

        If they have changed, and `focus`, take the focus.
        """
        key = self.chosen.key if key is None else key
        with self.prevent(OptionList.OptionHighlighted):
            if list(choices) != self.choices:
                top = self.scroll_offset.y
                self._fill(choices)
                self.scroll_to(y=top, animate=False)
                if focus:
                    self.focus()
            self.highlighted = self.place_of(key)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Scroll to another line and report it; a new list reports none."""
        if self.is_mounted:
            super().watch_highlighted(highlighted)

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll the preselected line into view; for the first one, also the heading above it."""
        super().scroll_to_highlight(top)
        if self.highlighted == self.place_of(""):
            self.scroll_home(animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible; in some lists, nothing can be taken."""
        return self.takes or action != "select"

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
        for place in sorted(range(len(self.choices)), key=lambda place: (place <= at, place)):  # from the next one on
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
