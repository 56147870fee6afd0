"""The key of each action now: the default one, or the user's own."""

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
"""The printed forms of keys without a character."""

_changed: dict[str, str] = {}


def use(changes: Mapping[str, str]) -> bool:
    """Use these keys by action, and the default ones elsewhere; return whether anything changed."""
    global _changed
    if _changed == dict(changes):
        return False
    _changed = dict(changes)
    return True


def changes() -> Mapping[str, str]:
    """Return the keys that aren't the default ones."""
    return _changed


def key_of(name: str) -> str:
    """Return an action's key as a settings file names it. Raises KeyError for an unknown action."""
    return _changed.get(name) or KEYS[name]


def printed(key: str) -> str:
    """Return a key as it is printed: ``Ctrl+S``, ``F2``, ``?``."""
    if key in PRINTED or len(key) == 1:
        return PRINTED.get(key, key)
    control, plus, letter = key.partition("ctrl+")
    return f"Ctrl+{letter.upper()}" if plus and not control else key.upper()


def with_keys(text: str, keys: Mapping[str, str] | None = None) -> str:
    """Replace names of actions in braces by their keys, as in ``{rules} shows the rule``.

    `keys` are the present ones by default. Raises KeyError for an unknown action.
    """
    return text.format_map(_Printed(keys)) if "{" in text else text


class _Printed(dict[str, str]):
    def __init__(self, keys: Mapping[str, str] | None) -> None:
        self.keys_then = keys

    def __missing__(self, name: str) -> str:
        return printed(key_of(name) if self.keys_then is None else self.keys_then[name])
