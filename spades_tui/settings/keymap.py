"""The current key of each action: the default, or the user's."""

from collections.abc import Iterable, Mapping

from spades_tui.language.quoting import nearest
from spades_tui.settings.actions import KEYS
from spades_tui.settings.allowed_keys import KeyFaultError, fitting_keys, read_key
from spades_tui.system.output import beginning

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


def use_keys(changed_keys: Mapping[str, str]) -> bool:
    """Use these keys by action, and defaults for all others; return whether anything changed."""
    global _changed
    if _changed == dict(changed_keys):
        return False
    _changed = dict(changed_keys)
    return True


def changed_keys() -> Mapping[str, str]:
    """Return the keys that differ from the defaults."""
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

    `keys` are the current ones by default. Raises KeyError for an unknown action.
    """
    return text.format_map(_Printed(keys)) if "{" in text else text


class _Printed(dict[str, str]):
    def __init__(self, keys: Mapping[str, str] | None) -> None:
        self.keys_then = keys

    def __missing__(self, name: str) -> str:
        return printed(key_of(name) if self.keys_then is None else self.keys_then[name])


Pairs = tuple[tuple[str, str], ...]

LETTERS = 20
"""Maximum letters of an invalid value that a message quotes."""


def key_problem(keys: object) -> str:
    """Return the first mistake in changed keys, in a sentence; "" if there is none."""
    if not isinstance(keys, tuple):
        return f"{_shown(keys)} isn't a table; write [keys], and below it lines like hint = \"j\""
    held, faults = held_keys(keys)
    for name, words in faults.items():
        return f"{name}: {words}"
    return "" if held == keys else "not in order, or not as the program writes them; sort them by name"


def held_keys(pairs: Iterable[tuple[str, object]]) -> tuple[Pairs, dict[str, str]]:
    """Return the valid keys, by name, and what is wrong with each of the others."""
    wanted: dict[str, str] = {}
    faults: dict[str, str] = {}
    for name, written in pairs:
        if name not in KEYS:
            close = nearest(name, KEYS) or "; press F2 in Settings for the list"
            faults[name] = f"there's no such action{close}"
            continue
        try:
            wanted[name] = read_key(name, written)
        except KeyFaultError as fault:
            faults[name] = f"{_shown(written)} {fault}"
    held, clashes = fitting_keys(wanted)
    faults |= {name: f"{wanted[name]} {why}; use another key" for name, why in clashes.items()}
    return tuple(sorted(held.items())), faults


def _shown(value: object) -> str:
    return beginning(str(value), LETTERS) or '""'
