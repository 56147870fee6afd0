"""Which key each action has now: the usual one, or another of the user's."""

from collections.abc import Mapping

from spades_tui.settings.actions import KEYS

PRINTED = {
    "enter": "⏎",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "space": "Space",
    "escape": "Esc",
    "tab": "Tab",
    "backspace": "⌫",
    "delete": "Del",
    "insert": "Ins",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""What is printed for keys that have no sign of their own."""

_changed: dict[str, str] = {}


def use(changes: Mapping[str, str]) -> bool:
    """Have these keys from now on, by the names of their actions, and the usual ones elsewhere; whether that is new."""
    global _changed
    if _changed == dict(changes):
        return False
    _changed = dict(changes)
    return True


def changes() -> Mapping[str, str]:
    """The keys that are not the usual ones."""
    return _changed


def key_of(name: str) -> str:
    """The key of an action now, as a settings file names it. Raises KeyError for a name that nobody has."""
    return _changed.get(name) or KEYS[name]


def printed(key: str) -> str:
    """A key as it is printed: ``Ctrl+S``, ``F2``, ``?``."""
    if key in PRINTED or len(key) == 1:
        return PRINTED.get(key, key)
    control, plus, letter = key.partition("ctrl+")
    return f"Ctrl+{letter.upper()}" if plus and not control else key.upper()


def with_keys(text: str, keys: Mapping[str, str] | None = None) -> str:
    """A text in which the name of an action in braces stands for its key: ``{rules} tells the rule``.

    `keys` are those that hold now, if no others are given. Raises KeyError for a name that nobody has.
    """
    return text.format_map(_Printed(keys)) if "{" in text else text


class _Printed(dict[str, str]):
    def __init__(self, keys: Mapping[str, str] | None) -> None:
        self.keys_then = keys

    def __missing__(self, name: str) -> str:
        return printed(key_of(name) if self.keys_then is None else self.keys_then[name])
