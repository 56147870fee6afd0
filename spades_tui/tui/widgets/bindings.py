"""Textual's bindings, made from the table of actions and the user's keys."""

from collections.abc import Iterator, Mapping

from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from spades_tui.settings.actions import KEYS, PLACES, Action
from spades_tui.settings.keymap import changed_keys, printed, with_keys
from spades_tui.tui.textual_private import merge_bindings


class Bindings(list[BindingType]):
    """The bindings of a place, for `BINDINGS` of a screen or widget; at first with the default keys."""

    def __init__(self, place: str) -> None:
        """Raise KeyError for a place that isn't in the table."""
        super().__init__()
        self.place = place
        self.use(KEYS)

    def use(self, keys: Mapping[str, str]) -> None:
        """Bind these keys."""
        self[:] = [one for action in PLACES[self.place].actions for one in _bindings(action, keys)]


def take_keys(node: DOMNode) -> None:
    """Give a screen, or the app, the user's keys."""
    now = {**KEYS, **changed_keys()}  # a class may have those of an earlier screen
    for kind in type(node).__mro__:
        if isinstance(own := kind.__dict__.get("BINDINGS"), Bindings):
            own.use(now)
    merge_bindings(node)


def _bindings(action: Action, keys: Mapping[str, str]) -> Iterator[Binding]:
    """Yield a binding for each key."""
    every = with_keys(action.display, keys) or None
    kinds = [(name, keys[name]) for name in (action.name, *action.also) if name]
    fixed = [("", key) for key in action.fixed.split(",") if key]
    for name, key in kinds + fixed if kinds[:1] and not action.display else fixed + kinds:
        yield Binding(
            "comma" if key == "," else key,  # Textual reads a comma as a separator of keys
            action.does, action.words, show=action.shown, priority=action.first, tooltip=action.long_label,
            key_display=every or (printed(key) if name and not key.isalpha() else None), id=name or None,
        )  # fmt: skip
