"""The `?` page: every key that works on the screen below, and the screen's help."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from msgspec import Struct
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message

from spades_tui.language.address import capitalized
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.actions import PLACES
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.edge_lines import key_name

HIDDEN = ("app.focus_next", "app.focus_previous")
"""Actions that are not listed, because their keys move between fields as in any program."""
OURS = {action.does for place in PLACES.values() for action in place.actions} - set(HIDDEN)
"""Actions of text fields that are listed; Textual has more, which move the cursor as in any program."""


class KeyRoom(VerticalScroll, can_focus=False):
    """A scrolling container for the list."""

    DEFAULT_CSS = """
    KeyRoom { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; scrollbar-color: $surface-lighten-2;
              scrollbar-background: $background; scrollbar-background-hover: $background;
              scrollbar-background-active: $background; }
    """


GAP = 3
"""Cells between a key and its words."""
NAME = 6
"""Minimum cells for the names of keys, which are aligned right."""
LEFT, BETWEEN = 4, 2
"""Cells before the first column, and between two."""


class KeyList(CanvasWidget):
    """Keys in columns, with sentences above them; it scrolls if they don't fit."""

    @dataclass
    class Pressed(Message):
        """Reports a click on a line."""

        place: int

    DEFAULT_CSS = "KeyList { width: 1fr; height: auto; }"

    def __init__(self, sentences: tuple[str, ...], keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self.sentences, self.keys = sentences, keys
        self._room = 0
        """The number of visible rows."""

    def show(self, keys: list[tuple[str, str]]) -> None:
        """Show these keys."""
        if keys != self.keys:
            self.keys = keys
            self.redraw()
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of rows of sentences and keys."""
        self._room = container.height
        lines = len(self._lines(width))
        return lines + self._rows(width, lines)

    def _lines(self, width: int) -> list[str]:
        """Return an empty line, the sentences, and another empty line if there are any."""
        told = [line for sentence in self.sentences for line in wrap(sentence, max(20, width - 2 * LEFT)) or [""]]
        return ["", *told, ""] if told else [""]

    def _rows(self, width: int, above: int) -> int:
        """Return the rows of the columns: as many as are visible, or more if words would be cut off."""
        least = max(1, self._room - above)
        return next((rows for rows in range(least, len(self.keys)) if self._fits(rows, width)), len(self.keys))

    def _columns(self, rows: int) -> list[list[tuple[str, str]]]:
        return [self.keys[first : first + rows] for first in range(0, len(self.keys), rows)]

    def _fits(self, rows: int, width: int) -> bool:
        widths = [sum(_widths(column)) + BETWEEN for column in self._columns(rows)]
        return LEFT + sum(widths) - BETWEEN < width

    def draw(self, canvas: Canvas) -> None:
        """Draw sentences, then keys in as many columns as necessary."""
        lines = self._lines(canvas.width)
        for y, line in enumerate(lines):
            canvas.put(LEFT, y, line, palette.text)
        if not self.keys:
            return
        rows, x = self._rows(canvas.width, len(lines)), LEFT
        for n, column in enumerate(self._columns(rows)):
            names, words_wide = _widths(column)
            for row, (name, words) in enumerate(column):
                y = len(lines) + row
                canvas.right(x + names - GAP, y, [(name, palette.key)])
                canvas.put(x + names, y, words, palette.text, canvas.width - x - names - 1)
                canvas.spot(x, y, names + cell_len(words), 1, n * rows + row)
            x += names + words_wide + BETWEEN

    def clicked(self, spot: int) -> None:
        """Press the key of the clicked line."""
        self.post_message(self.Pressed(spot))


def _widths(column: list[tuple[str, str]]) -> tuple[int, int]:
    """Return the width of the keys with the gap after them, and the width of the words."""
    names = max(NAME, *(cell_len(name) for name, _ in column))
    return names + GAP, max(cell_len(words) for _, words in column)


class KeysScreen(SpadesScreen):
    """The keys of another screen."""

    TITLE_LEFT = (("Keys", palette.bold),)
    BINDINGS = Bindings("keys")

    def __init__(self, below: SpadesScreen) -> None:
        super().__init__()
        self._below = below
        self._keys = keys_of(below)
        self._does = {one.binding.action for one in below.active_bindings.values() if one.enabled}
        self._sentences = tuple(with_keys(sentence) for sentence in below.HELP_LINES)

    def compose_body(self) -> ComposeResult:
        """Lay out the list."""
        with KeyRoom():
            yield KeyList(self._sentences, [(one.keys, one.long_label) for one in self._keys])

    def on_screen_resume(self) -> None:
        """Update the list: keys may have been changed."""
        super().on_screen_resume()
        self._keys = keys_of(self._below)
        for keys in self.query(KeyList):
            keys.show([(one.keys, one.long_label) for one in self._keys])

    def on_key_list_pressed(self, event: KeyList.Pressed) -> None:
        """Do what the key of the clicked line does on the screen below."""
        event.stop()
        one = self._keys[event.place]
        if one.action != "keys" and self.app.screen is self:
            self.app.pop_screen()
            self.app.call_next(_run_action, self._below, one)

    def action_rules(self, words: bool = False) -> None:
        """Show the rules of the screen below or the glossary of its table, if that screen has a key for it."""
        show = getattr(self._below, "action_rules", None)
        if show is not None and ("rules(True)" if words else "rules") in self._does:
            self.app.pop_screen()
            show(*([True] if words else []))

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why help can't be opened on help, or why nothing can be scrolled."""
        if action == "page" and not any(room.max_scroll_y > 0 for room in self.query(KeyRoom)):
            return dead_key_reasons.INSTEAD
        return dead_key_reasons.INSTEAD if action == "keys" else None

    def action_page(self, step: int) -> None:
        """Scroll by a page less two lines."""
        room = self.query_one(KeyRoom)
        room.scroll_relative(y=step * max(1, room.size.height - 2), animate=False)


class Known(Struct, frozen=True):
    """An action that can be done on a screen now: its keys, its description, and how to do it."""

    keys: str
    words: str
    long_label: str
    action: str
    where: DOMNode
    name: str


def keys_of(screen: SpadesScreen) -> list[Known]:
    """Return the keys that work on a screen now, with their descriptions."""
    found: dict[str, tuple[list[str], ActiveBinding]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not (active.enabled and binding.description) or binding.action not in OURS:
            continue
        names, first = found.setdefault(binding.action, ([], active))
        name = key_name(binding)
        if name not in names:
            names.append(name)
        if binding.id and not first.binding.id:
            found[binding.action] = (names, active)
    return [
        Known(
            " ".join(names), (one := active.binding).description, one.tooltip or one.description, one.action,
            active.node, one.id or "",
        )
        for names, active in found.values()
    ]  # fmt: skip


def named_keys(screen: SpadesScreen) -> Iterator[tuple[str, str, Callable[[], Awaitable[bool]]]]:
    """Yield, for the palette, all actions of a screen that have a named key, except the ones that leave it."""
    for one in keys_of(screen):
        if one.name and one.name not in ("help", "palette", "back", "leave", "quit"):
            words = capitalized(one.words)
            longer = f"{capitalized(one.long_label)}, {one.keys}"
            yield words, longer if one.long_label != one.words else one.keys, partial(_run_action, screen, one)


async def _run_action(screen: SpadesScreen, one: Known) -> bool:
    return await screen.app.run_action(one.action, one.where)
