"""The `?` page: every key that works on the screen below, and what the screen wants to say about itself."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from spades_tui.screens.frame import SpadesScreen
from spades_tui.widgets import palette
from spades_tui.widgets.bindings import bindings_of
from spades_tui.widgets.key_list import KeyList
from spades_tui.widgets.lines import key_name

HIDDEN = ("screen.copy_text", "app.focus_next", "app.focus_previous")
"""Textual's own keys that do nothing here."""


class KeysScreen(SpadesScreen):
    """The keys of another screen."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("keys")

    def __init__(self, below: SpadesScreen) -> None:
        super().__init__()
        self._below = below
        self._keys = keys_of(below)
        self._does = {one.binding.action for one in below.active_bindings.values() if one.enabled}
        self._sentences = below.HELP

    def compose_body(self) -> ComposeResult:
        """The list."""
        yield KeyList(self._sentences, self._keys)

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Keys", palette.bold)])

    def action_rules(self, words: bool = False) -> None:
        """The rules of what lies below, or what the words of its table mean, where a key of it tells them."""
        show = getattr(self._below, "action_rules", None)
        if show is not None and ("rules(True)" if words else "rules") in self._does:
            self.app.pop_screen()
            show(*([True] if words else []))

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
