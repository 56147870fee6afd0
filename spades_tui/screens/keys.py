"""The `?` page: every key that works on the screen below, and what the screen wants to say about itself."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from spades_tui.screens.frame import SpadesScreen
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.widgets.lines import key_name

HIDDEN = ("screen.copy_text", "app.focus_next", "app.focus_previous")
"""Textual's own keys that do nothing here."""


class KeyList(CanvasWidget):
    """Keys in a column, and sentences above them."""

    DEFAULT_CSS = "KeyList { width: 1fr; height: 1fr; }"

    def __init__(self, sentences: tuple[str, ...], keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self.sentences, self.keys = sentences, keys

    def draw(self, canvas: Canvas) -> None:
        """Sentences, then keys, in two columns where one is too short."""
        y = 1
        for sentence in self.sentences:
            for line in _wrapped(sentence, canvas.width - 8):
                canvas.put(4, y, line, palette.text)
                y += 1
        y += 1 if self.sentences else 0
        rows = max(1, canvas.height - y)
        width = max(30, (canvas.width - 8) // (1 + (len(self.keys) - 1) // rows))
        for n, (name, words) in enumerate(self.keys):
            column, row = divmod(n, rows)
            x = 4 + column * width
            canvas.put(x, y + row, f"{name:>9}", palette.key, 12)
            canvas.put(x + 12, y + row, words, palette.text, width - 13)


def _wrapped(sentence: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(sentence, max(20, width)) or [""]


class KeysScreen(SpadesScreen):
    """The keys of another screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,question_mark", "back", "back", key_display="Esc"),
    ]

    def __init__(self, below: SpadesScreen) -> None:
        super().__init__()
        self._keys = keys_of(below)
        self._sentences = below.HELP

    def compose_body(self) -> ComposeResult:
        """The list."""
        yield KeyList(self._sentences, self._keys)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Keys", palette.bold)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No help on help."""
        return action != "keys"


def keys_of(screen: SpadesScreen) -> list[tuple[str, str]]:
    """The keys that work on a screen now, with what they do."""
    found: dict[str, tuple[list[str], str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not (active.enabled and binding.description) or binding.action in HIDDEN:
            continue
        names, _ = found.setdefault(binding.action, ([], binding.tooltip or binding.description))
        name = key_name(binding)
        if name not in names:
            names.append(name)
    return [(" ".join(names), words) for names, words in found.values()]
