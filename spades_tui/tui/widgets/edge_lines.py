"""The top line and the line of keys at the edges of every screen, and the sentence above the hand."""

from itertools import chain
from typing import NamedTuple

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Leave, MouseMove
from textual.reactive import reactive
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget

from spades_tui.settings.actions import KEYS, SHORT_LABELS
from spades_tui.settings.keymap import key_of, printed
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Pieces, both_squeezed, clip, length
from spades_tui.tui.widgets.paragraphs import wrapped

LEAST_LEFT = 8
"""Minimum cells of a part at the left of the top line; a shorter one is left out."""


def as_pieces(content: str | Pieces) -> list[Piece]:
    """Return text or pieces as pieces."""
    return [(content, inks.text)] if isinstance(content, str) else list(content)


def fitted(left: Pieces, right: Pieces, width: int) -> tuple[list[Piece], list[Piece]]:
    """Return both parts of a line of `width` cells: names are shortened first, then the left part."""
    left, right = both_squeezed(left, right, width - 2)
    free = width - length(right) - (2 if right else 0)
    kept: list[Piece] = []
    for piece in left:
        if kept and length([piece]) > free < LEAST_LEFT:
            break  # a shorter beginning isn't useful
        kept.append(piece)
        free -= length([piece])
    return kept, right


class TopLine(Widget):
    """The game on the left, the score on the right, and a rule below."""

    DEFAULT_CSS = "TopLine { dock: top; height: 2; padding: 0 1; border-bottom: solid $line; text-wrap: nowrap; }"

    def __init__(self) -> None:
        super().__init__(id="top-line")
        self.left: list[Piece] = []
        self.score: list[Piece] = []

    def show(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Show both parts; paint nothing if they haven't changed."""
        parts = (as_pieces(left), as_pieces(right))
        if parts != (self.left, self.score):
            self.left, self.score = parts
            self.refresh()

    def render(self) -> Content:
        """Return both parts, shortened to the width."""
        width = self.size.width
        left, right = fitted(self.left, self.score, width)
        title = Content.assemble(*left).truncate(width - length(right) - 2, ellipsis=True)
        return Content.assemble(title, " " * (width - title.cell_length - length(right)), *right)


PAIRS = ("←→", "↑↓", "<>", "^v")
"""Pairs of keys that are printed as one name."""


class FooterKey(NamedTuple):
    """An action in the line of keys."""

    name: str
    """The printed name of its key, or of several."""
    words: str
    action: str
    keys: tuple[str, ...] = ()
    """The keys in the name, as Textual calls them."""

    @property
    def width(self) -> int:
        """The cells of the entry, with the space after it."""
        return cell_len(f"{self.name} {self.words}".rstrip()) + 2


def _parts(name: str) -> list[str]:
    """Return the single keys of a printed name."""
    return [*name] if name in PAIRS else name.split(" ")


def sign(binding: Binding) -> str:
    """Return the printed name of a key, even if it is one of a pair."""
    return printed(key_of(binding.id) if binding.id in KEYS else binding.key)


class KeyLine(Widget):
    """The keys that work now, drawn again only when they change; a click on one presses it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "KeyLine { dock: bottom; height: 2; padding: 0 1; border-top: solid $line; text-wrap: nowrap; }"
    LAST = ("keys", "leave", "back", "quit")
    """Actions at the end of the line, in this order."""
    LATER = ("side",)
    """Actions that come last at the left."""
    LEAST = ("app.focus_next", "side", "log", "scores", "take_back", "last_trick")
    """Actions to leave out first if not all fit."""
    CLEAR = ("choose", "change")
    """Words of arrows to leave out if not all fit."""
    ROOMY = ("rules(True)", "rules")
    """Actions to show only if all others fit. The `?` page lists them anyway, and refusals name their keys."""

    hovered = reactive("")
    """The key under the mouse."""

    def __init__(self) -> None:
        super().__init__(id="key-line")
        self._keys: tuple[FooterKey, ...] = ()
        self.said = ""
        """The sentence shown instead of the keys."""
        self._until_key = False
        self._quiet: Timer | None = None

    def on_mount(self) -> None:
        """Subscribe to changes of the screen's keys."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.look())
        self.call_after_refresh(self.look)

    def on_resize(self) -> None:
        """Update the keys after a change of the terminal's size, once it has changed what can be done."""
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Update the keys, if the screen's bindings have changed."""
        if not self.is_attached or self.screen is not self.app.screen:
            return
        entries = self._working()
        if entries != self._keys:
            self._keys = entries
            self.refresh()

    def _working(self) -> tuple[FooterKey, ...]:
        """Return the keys that work now, as the screen's bindings are."""
        able = [(key, active.binding) for key, active in self.screen.active_bindings.items() if active.enabled]
        keys = {sign(binding): key for key, binding in reversed(able)}
        listed: dict[str, FooterKey] = {}
        for key, binding in able:
            if not (binding.show and binding.description):
                continue
            group = binding.group.description if binding.group is not None else ""
            place = group or binding.action
            parts = _parts(binding.key_display or sign(binding))
            name, pressed = self.app.get_key_display(binding), tuple(keys.get(part, key) for part in parts)
            if place in listed:
                before = listed[place]
                if name in before.name or binding.key_display:
                    continue
                name, pressed = f"{before.name} {name}", before.keys + pressed
            listed[place] = FooterKey(name, group or binding.description, binding.action, pressed)
        for action in (*self.LATER, *self.LAST):
            if action in listed:
                listed[action] = listed.pop(action)
        return (*listed.values(),)

    def say(self, words: str, seconds: float, *, until_key: bool = False) -> None:
        """Show a sentence instead of the keys for `seconds`; with `until_key`, at most until the next key."""
        self._end_sentence()
        self.said, self._until_key = words, until_key
        self._quiet = self.set_interval(seconds, self._end_sentence)

    def unsay(self) -> None:
        """Remove a sentence that was shown until the next key."""
        if self.said and self._until_key:
            self._end_sentence()

    def _end_sentence(self) -> None:
        if self._quiet is not None:
            self._quiet.stop()
        self.said = ""
        self.refresh()

    def render(self) -> Content:
        """Return all keys, in shorter words if necessary; those left out are on the `?` page."""
        width = self.size.width
        if not self._keys:  # the first frame
            self._keys = self._working()
        if self.said:
            return Content.styled(self.said, inks.gold).truncate(width)
        first, last = (Content("  ").join(map(self._written, part)) for part in self._fitting(width))
        return Content.assemble(first, " " * (width - first.cell_length - last.cell_length), last)

    def _fitting(self, room: int) -> tuple[list[FooterKey], list[FooterKey]]:
        first = [entry for entry in self._keys if entry.action not in self.LAST]
        last = [entry for entry in self._keys if entry.action in self.LAST]

        def fits() -> bool:
            return sum(entry.width for entry in (*first, *last)) - 2 <= room

        for action in self.ROOMY:
            if not fits():
                first = [entry for entry in first if entry.action != action]
        if not fits():
            first = [entry._replace(words=SHORT_LABELS.get(entry.words, entry.words)) for entry in first]
        if not fits():
            for place, entry in enumerate(first):
                if entry.name in PAIRS and entry.words in self.CLEAR:
                    first[place] = entry._replace(words="")
        if not fits() and all(entry.words != "more" for entry in first):
            for place, entry in enumerate(last):
                if entry.action == "keys":
                    last[place] = entry._replace(words="more")
        while first and not fits():
            least = {entry.action: entry for entry in reversed(first)}
            dropped = next((least[action] for action in self.LEAST if action in least), first[-1])
            first.remove(dropped)
        return first, last

    def _written(self, entry: FooterKey) -> Content:
        """Return an entry whose parts know their keys for the mouse."""
        mark = " underline" if self.hovered in entry.keys else ""
        signs = []
        for part, key in zip(_parts(entry.name), entry.keys, strict=True):
            signs.append(Content.styled(part, inks.key + mark).stylize(Style.from_meta({"key": key})))
        name = Content(" " if " " in entry.name else "").join(signs)
        words = Content.styled(f" {entry.words}" if entry.words else "", inks.soft + mark)
        return Content.assemble(name, words.stylize(Style.from_meta({"key": entry.keys[0]})))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Underline the action under the mouse."""
        self.hovered = event.style.meta.get("key", "")

    def on_leave(self, event: Leave) -> None:
        """Underline nothing."""
        self.hovered = ""

    def on_click(self, event: Click) -> None:
        """Press the clicked key; of a pair, the one under the mouse."""
        key = event.style.meta.get("key")
        if key:
            self.app.simulate_key(key)


MIDDLE_FROM = 100
"""Minimum columns to centre a sentence above cards."""


class Sentence(CanvasWidget):
    """One line that says whose turn it is and what they can do; a warning may need more."""

    DEFAULT_CSS = "Sentence { height: 1; }"

    def __init__(self, *, above_hand: bool = False) -> None:
        super().__init__(id="sentence")
        self.above_hand = above_hand
        """Whether the sentence is above the hand, so that a wide terminal centres it."""
        self.ways: tuple[list[Piece], ...] = ([],)
        self.typed = ""
        self._more: tuple[list[Piece], ...] = ()
        """The lines below the first one."""

    def show_typed(self, typed: str) -> None:
        """Show the part of a number or a card typed so far at the right."""
        if typed != self.typed:
            self.typed = typed
            self.redraw()

    def say(self, content: str | Pieces, *shorter: str | Pieces) -> None:
        """Show a sentence, or the first of the `shorter` ones that fits beside the typed text."""
        self._set_more(())
        ways = (as_pieces(content), *map(as_pieces, shorter))
        if ways != self.ways:
            self.ways = ways
            self.redraw()

    def say_all(self, mark: Piece, words: str, style: inks.Ink) -> None:
        """Show a sentence after a mark, whole, in as many lines as it needs."""
        indent = length([mark]) + 1
        first, *more = wrapped(words, self.size.width - 2 - indent)
        self._set_more(tuple([(" " * indent + line, style)] for line in more))
        self.ways = ([mark, (" ", style), (first, style)],)
        self.redraw()

    def _set_more(self, more: tuple[list[Piece], ...]) -> None:
        if len(more) != len(self._more):
            self.styles.height = 1 + len(more)
        self._more = more

    @property
    def parts(self) -> list[Piece]:
        """The current sentence in pieces."""
        room = self.size.width - 2 - length(self._typed)
        return next((way for way in self.ways if length(way) <= room), self.ways[-1])

    @property
    def words(self) -> str:
        """The current sentence."""
        return "".join(text for text, _ in chain(self.parts, *self._more))

    @property
    def _typed(self) -> list[Piece]:
        return [(f" {self.typed}_ ", inks.chosen)] if self.typed else []

    def draw(self, canvas: Canvas) -> None:
        """Draw one line, cut if necessary."""
        parts, typed = self.parts, self._typed
        start, end = 1, canvas.width - 1 - length(typed)
        typed_at = end
        if self.above_hand and canvas.width >= MIDDLE_FROM:
            start = max(1, min((canvas.width - length(parts)) // 2, end - length(parts)))
            typed_at = min(start + length(parts) + 3, end)
        canvas.pieces(start, 0, clip(parts, end - start))
        canvas.pieces(typed_at, 0, typed)
        for row, line in enumerate(self._more, 1):
            canvas.pieces(start, row, line)
