"""The top line and the line of keys: the two edges that every screen has."""

from rich.cells import cell_len
from textual.binding import Binding
from textual.events import Click

from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece, Pieces, fit, length

KEY_NAMES = {
    "enter": "⏎",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "space": "Space",
    "escape": "Esc",
    "question_mark": "?",
    "tab": "Tab",
    "backspace": "⌫",
}


def as_pieces(content: str | Pieces, style: object = None) -> list[Piece]:
    """Text or pieces, as pieces."""
    return [(content, palette.text)] if isinstance(content, str) else list(content)


class TopLine(CanvasWidget):
    """The game on the left, the score on the right, and a rule below."""

    DEFAULT_CSS = "TopLine { height: 2; dock: top; }"

    def __init__(self) -> None:
        super().__init__(id="top-line")
        self.left: list[Piece] = []
        self.score: list[Piece] = []

    def show(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Show this; nothing is painted if it is what is there already."""
        parts = (as_pieces(left), as_pieces(right))
        if parts != (self.left, self.score):
            self.left, self.score = parts
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Left, right, rule. The right part gives way last."""
        room = canvas.width - 2
        right = length(self.score)
        x = 1
        for text, style in self.left:
            x = canvas.put(x, 0, text, style, max(0, room - right - (2 if right else 0) - x + 1))
        canvas.right(canvas.width - 1, 0, self.score)
        canvas.rule(1)


def key_name(binding: Binding) -> str:
    """What is printed for a key."""
    if binding.key_display:
        return binding.key_display
    return KEY_NAMES.get(binding.key, binding.key.replace("ctrl+", "Ctrl+"))


class KeyLine(CanvasWidget):
    """The keys that work now. It is drawn again only when they have changed; a click on one presses it."""

    DEFAULT_CSS = "KeyLine { height: 2; dock: bottom; }"
    LAST = ("keys", "leave", "back", "quit")
    """Actions that stand at the end of the line, in this order."""

    def __init__(self) -> None:
        super().__init__(id="key-line")
        self._keys: tuple[tuple[str, str, str], ...] = ()

    def on_mount(self) -> None:
        """Listen to the screen."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.look())
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Take the screen's bindings, if they are others than before."""
        if not self.is_attached or self.screen is not self.app.screen:
            return
        found: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.show and active.enabled and binding.description):
                continue
            name = key_name(binding)
            if binding.action in found:
                before = found[binding.action][0]
                if name not in before and not binding.key_display:
                    found[binding.action] = (f"{before} {name}", binding.description, binding.action)
            else:
                found[binding.action] = (name, binding.description, binding.action)
        last = [found.pop(action) for action in self.LAST if action in found]
        keys = (*found.values(), *last)
        if keys != self._keys:
            self._keys = keys
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """As many as there is room for; what is left out stands under `?`."""
        canvas.rule(0)
        last = [entry for entry in self._keys if entry[2] in self.LAST]
        first = [entry for entry in self._keys if entry[2] not in self.LAST]
        room = canvas.width - 2 - sum(cell_len(name) + cell_len(words) + 3 for name, words, _ in last)
        x = 1
        for entry in first:
            width = cell_len(entry[0]) + 1 + cell_len(entry[1])
            if x + width > room:
                continue
            x = self._put(canvas, x, entry) + 2
        x = (
            canvas.width
            - 1
            - sum(cell_len(name) + cell_len(words) + 1 for name, words, _ in last)
            - 2 * (len(last) - 1)
        )
        for entry in last:
            x = self._put(canvas, x, entry) + 2

    def _put(self, canvas: Canvas, x: int, entry: tuple[str, str, str]) -> int:
        name, words, action = entry
        end = canvas.put(x, 1, name, palette.key)
        end = canvas.put(end + 1, 1, words, palette.soft)
        canvas.spot(x, 1, end - x, 1, action)
        return end

    async def on_click(self, event: Click) -> None:
        """A click on a key is the key."""
        action = self.spot_at(event.x, event.y)
        if isinstance(action, str):
            event.stop()
            await self.screen.run_action(action)


class Sentence(CanvasWidget):
    """One line that says, in words, what is asked of whom."""

    DEFAULT_CSS = "Sentence { height: 1; }"

    def __init__(self, *, id: str | None = "sentence") -> None:
        super().__init__(id=id)
        self.parts: list[Piece] = []

    def say(self, content: str | Pieces) -> None:
        """Show a sentence."""
        parts = as_pieces(content)
        if parts != self.parts:
            self.parts = parts
            self.redraw()

    @property
    def words(self) -> str:
        """What it says."""
        return "".join(text for text, _ in self.parts)

    def draw(self, canvas: Canvas) -> None:
        """On one line, cut where it must be."""
        x = 1
        for text, style in self.parts:
            room = canvas.width - 1 - x
            if room <= 0:
                break
            x = canvas.put(x, 0, fit(text, room), style)
