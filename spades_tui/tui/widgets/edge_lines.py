"""The top line and the line of keys at the edges of every screen."""

from collections.abc import Iterable

from rich.cells import cell_len
from textual.binding import Binding
from textual.events import Key
from textual.timer import Timer

from spades_tui.settings.actions import KEYS
from spades_tui.settings.keymap import key_of, printed
from spades_tui.tui.textual_private import SureTimers
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, Pieces, both_squeezed, clip, length
from spades_tui.tui.widgets.paragraphs import wrapped

SHORT_LABELS = {
    "bonehead": "bone", "ZB mark": "ZB", "change bid": "change", "last trick": "last", "take tricks": "tricks",
    "full seal": "seal", "try a hand": "try",
}  # fmt: skip
"""Shorter labels, if not all fit."""

PAIRS = ("←→", "↑↓", "<>", "^v")
"""Pairs of keys that are printed as one name."""

Entry = tuple[str, str, str]
"""A key's name, its description, and its action."""


def _width(entries: Iterable[Entry]) -> int:
    return sum(cell_len(name) + (1 + cell_len(words) if words else 0) + 2 for name, words, _ in entries) - 2


def as_pieces(content: str | Pieces) -> list[Piece]:
    """Return text or pieces as pieces."""
    return [(content, inks.text)] if isinstance(content, str) else list(content)


LEAST_LEFT = 8
"""Minimum cells of the left part of the top line; a shorter one is left out."""


class TopLine(CanvasWidget):
    """The game on the left, the score on the right, and a rule below; names are shortened first."""

    DEFAULT_CSS = "TopLine { height: 2; dock: top; }"

    def __init__(self) -> None:
        super().__init__(id="top-line")
        self.left: list[Piece] = []
        self.score: list[Piece] = []

    def show(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Show both parts; paint nothing if they haven't changed."""
        parts = (as_pieces(left), as_pieces(right))
        if parts != (self.left, self.score):
            self.left, self.score = parts
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw left part, right part and rule; if shortening isn't enough, the left part is cut."""
        room = canvas.width - 2
        left, score = both_squeezed(self.left, self.score, room - 2)
        right = length(score)
        x = 1
        for text, style in left:
            free = max(0, room - right - (2 if right else 0) - x + 1)
            if x > 1 and cell_len(text) > free < LEAST_LEFT:
                break  # a shorter beginning isn't useful
            x = canvas.put(x, 0, text, style, free)
        canvas.right(canvas.width - 1, 0, score)
        canvas.rule(1)


def sign(binding: Binding) -> str:
    """Return the printed name of a key, even if it is one of a pair."""
    return printed(key_of(binding.id) if binding.id in KEYS else binding.key)


class KeyLine(SureTimers, CanvasWidget):
    """The keys that work now, drawn again only when they change; a click on one presses it."""

    DEFAULT_CSS = "KeyLine { height: 2; dock: bottom; }"
    LAST = ("keys", "leave", "back", "quit")
    """Actions at the end of the line, in this order."""
    LATER = ("side",)
    """Actions that come last at the left."""
    LEAST = ("side", "log", "scores", "take_back", "last_trick")
    """Actions to leave out first if not all fit."""
    CLEAR = ("choose", "change")
    """Words of arrows to leave out if not all fit."""
    ROOMY = ("rules(True)", "rules")
    """Actions to show only if all others fit. The `?` page lists them anyway, and refusals name their keys."""

    def __init__(self) -> None:
        super().__init__(id="key-line")
        self._keys: tuple[Entry, ...] = ()
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
        found: dict[str, Entry] = {}
        grouped: dict[str, str] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.show and active.enabled and binding.description):
                continue
            name = self.app.get_key_display(binding)
            words, action = binding.description, binding.action
            if binding.group is not None:
                words = binding.group.description
                action = grouped.setdefault(words, action)
            if action in found:
                before = found[action][0]
                if name in before or binding.key_display:
                    continue
                name = f"{before} {name}"
            found[action] = (name, words, action)
        last = [found.pop(action) for action in self.LAST if action in found]
        found |= {action: found.pop(action) for action in self.LATER if action in found}
        keys = (*found.values(), *last)
        if keys != self._keys:
            self._keys = keys
            self.redraw()

    def say(self, words: str, seconds: float, *, until_key: bool = False) -> None:
        """Show a sentence instead of the keys for `seconds`; with `until_key`, at most until the next key."""
        if self._quiet is not None:
            self._quiet.stop()
        self.said, self._until_key = words, until_key
        self.redraw()
        self._quiet = self.set_timer(seconds, self._end_sentence)

    def unsay(self) -> None:
        """Remove a sentence that was shown until the next key."""
        if self.said and self._until_key:
            self._end_sentence()

    def _end_sentence(self) -> None:
        self.said = ""
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw all keys, in shorter words if necessary; those left out are on the `?` page."""
        canvas.rule(0)
        if self.said:
            canvas.put(1, 1, self.said, inks.gold, canvas.width - 2)
            return
        first, last = self._fitting(canvas.width - 2)
        x = 1
        for entry in first:
            x = self._put(canvas, x, entry) + 2
        x = canvas.width - 1 - _width(last)
        for entry in last:
            x = self._put(canvas, x, entry) + 2

    def _fitting(self, room: int) -> tuple[list[Entry], list[Entry]]:
        first = [entry for entry in self._keys if entry[2] not in self.LAST]
        last = [entry for entry in self._keys if entry[2] in self.LAST]

        def fits() -> bool:
            return _width(first) + 2 + _width(last) <= room

        for action in self.ROOMY:
            if not fits():
                first = [entry for entry in first if entry[2] != action]
        if not fits():
            first = [(name, SHORT_LABELS.get(words, words), action) for name, words, action in first]
        if not fits():
            clear = self.CLEAR
            first = [(name, "" if name in PAIRS and words in clear else words, action) for name, words, action in first]
        if not fits() and all(words != "more" for _, words, _ in first):
            last = [(name, "more" if action == "keys" else words, action) for name, words, action in last]
        while first and not fits():
            given = next((entry for action in self.LEAST for entry in first if entry[2] == action), first[-1])
            first.remove(given)
        return first, last

    def _put(self, canvas: Canvas, x: int, entry: Entry) -> int:
        name, words, action = entry
        end = canvas.put(x, 1, name, inks.key)
        end = canvas.put(end + 1, 1, words, inks.soft) if words else end
        canvas.spot(x, 1, end - x, 1, (action, ""))
        for part in name.split(" ") if " " in name else name if name in PAIRS else "":
            canvas.spot(x + name.index(part), 1, cell_len(part), 1, (action, part))
        return end

    def clicked(self, spot: tuple[str, str]) -> None:
        """Press the clicked key; of a pair, the one under the mouse."""
        self.call_next(self._press, *spot)

    async def _press(self, action: str, pressed: str) -> None:
        able = [one for one in self.screen.active_bindings.values() if one.enabled]
        written = glyphs.in_ascii if glyphs.plain() else str
        of_sign = (one for one in able if pressed and written(sign(one.binding)) == pressed)
        of_action = (one for one in able if one.binding.action == action)
        meant = next(of_sign, None) or next(of_action, None)
        if meant is None:
            return
        if pressed or action.endswith("nothing"):  # a screen or a widget handles such a key in `on_key`
            self.app.post_message(Key(meant.binding.key, None).set_sender(self.app))
        else:
            await self.app.run_action(action, meant.node)


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
        self._set_more(tuple([(" " * indent, style), (line, style)] for line in more))
        self.ways = ([mark, (" ", style), (first, style)],)
        self.redraw()

    def _set_more(self, more: tuple[list[Piece], ...]) -> None:
        """Change the lines below the first one, and the height."""
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
        return "".join(text for line in (self.parts, *self._more) for text, _ in line)

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
