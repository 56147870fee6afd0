"""The `?` page: every key that works on the screen below, and the screen's help."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.actions import PLACES
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.edge_lines import key_name
from spades_tui.tui.widgets.key_list import KeyList

HIDDEN = ("app.focus_next", "app.focus_previous")
"""Actions that are not listed, because their keys go from field to field as everywhere."""
OURS = {action.does for place in PLACES.values() for action in place.actions} - set(HIDDEN)
"""Actions that are listed; Textual has more, which move in a line of text as usual."""


class KeyRoom(VerticalScroll, can_focus=False):
    """A scrolling container for the list."""

    DEFAULT_CSS = """
    KeyRoom { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; scrollbar-color: $surface-lighten-2;
              scrollbar-background: $background; scrollbar-background-hover: $background;
              scrollbar-background-active: $background; }
    """


class KeysScreen(SpadesScreen):
    """The keys of another screen."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("keys")

    def __init__(self, below: SpadesScreen) -> None:
        super().__init__()
        self._below = below
        self._keys = keys_of(below)
        self._does = {one.binding.action for one in below.active_bindings.values() if one.enabled}
        self._sentences = tuple(with_keys(sentence) for sentence in below.HELP)

    def compose_body(self) -> ComposeResult:
        """Lay out the list."""
        with KeyRoom():
            yield KeyList(self._sentences, [(one.keys, one.told) for one in self._keys])

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Keys", palette.bold)])

    def on_screen_resume(self) -> None:
        """Update the list: keys may have been changed."""
        super().on_screen_resume()
        self._keys = keys_of(self._below)
        for keys in self.query(KeyList):
            keys.show([(one.keys, one.told) for one in self._keys])

    def on_key_list_pressed(self, event: KeyList.Pressed) -> None:
        """Do what the key of the clicked line does on the screen below."""
        event.stop()
        one = self._keys[event.place]
        if one.action != "keys" and self.app.screen is self:
            self.app.pop_screen()
            self.app.call_next(_do, self._below, one)

    def action_rules(self, words: bool = False) -> None:
        """Show the rules of the screen below, or the glossary of its table, if it has a key for that."""
        show = getattr(self._below, "action_rules", None)
        if show is not None and ("rules(True)" if words else "rules") in self._does:
            self.app.pop_screen()
            show(*([True] if words else []))

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
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
    told: str
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
    return [_known(" ".join(names), active) for names, active in found.values()]


def _known(names: str, active: ActiveBinding) -> Known:
    one = active.binding
    return Known(names, one.description, one.tooltip or one.description, one.action, active.node, one.id or "")


def named_keys(screen: SpadesScreen) -> Iterator[tuple[str, str, Callable[[], Awaitable[bool]]]]:
    """Yield, for the palette, all actions of a screen that have a named key, except those that leave it."""
    for one in keys_of(screen):
        if one.name and one.name not in ("help", "palette", "back", "leave", "quit"):
            words = f"{one.words[:1].upper()}{one.words[1:]}"
            told = f"{one.told[:1].upper()}{one.told[1:]}, {one.keys}" if one.told != one.words else one.keys
            yield words, told, partial(_do, screen, one)


async def _do(screen: SpadesScreen, one: Known) -> bool:
    return await screen.app.run_action(one.action, one.where)
