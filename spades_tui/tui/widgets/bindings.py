"""Textual's bindings, made from the table of actions and the user's keys."""

from collections.abc import Iterator, Mapping

from textual.binding import Binding, BindingsMap, BindingType
from textual.dom import DOMNode

from spades_tui.settings.actions import KEYS, PLACES, Action
from spades_tui.settings.keymap import changed_keys, printed, with_keys
from spades_tui.tui.textual_private import inherits_bindings, set_bindings


class Bindings(list[BindingType]):
    """The bindings of a place, for `BINDINGS` of a screen or widget: with the default keys, or with these."""

    def __init__(self, place: str, keys: Mapping[str, str] = KEYS) -> None:
        """Raise KeyError for a place that isn't in the table."""
        super().__init__(one for action in PLACES[place].actions for one in _bindings(action, keys))
        self.place = place


def take_keys(node: DOMNode) -> None:
    """Give a screen, or the app, the user's keys."""
    set_bindings(node, _merged(type(node)) if changed_keys() else None)


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


def _merged(kind: type[DOMNode]) -> BindingsMap:
    """Return all bindings of a class, merged with the bindings of its bases as Textual does."""
    now = {**KEYS, **changed_keys()}
    keys: dict[str, list[Binding]] = {}
    for base in reversed(kind.__mro__):
        if not issubclass(base, DOMNode):
            continue
        if not inherits_bindings(base):
            keys.clear()
        own = base.__dict__.get("BINDINGS", [])
        keys |= BindingsMap(Bindings(own.place, now) if isinstance(own, Bindings) else own).key_to_bindings
    return BindingsMap.from_keys(keys)
