"""The current key of each action, the default or the user's; and the keys that an action may have.

Those are keys that terminals send, and that no other action has in the same places.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from spades_tui.language.quoting import nearest
from spades_tui.language.unusable import UnusableError
from spades_tui.settings.actions import ACTIONS, KEYS, PLACES
from spades_tui.system.output import beginning

PRINTED = {
    "enter": "⏎", "left": "←", "right": "→", "up": "↑", "down": "↓", "space": "Space", "escape": "Esc", "tab": "Tab",
    "backspace": "⌫", "delete": "Del", "insert": "Ins", "home": "Home", "end": "End", "pageup": "PgUp",
    "pagedown": "PgDn",
}  # fmt: skip
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
    if plus and not control:
        return f"Ctrl+{letter.upper()}"
    return key.upper()


def with_keys(text: str, keys: Mapping[str, str] | None = None) -> str:
    """Replace names of actions in braces by their keys, as in ``{rules} shows the rule``.

    `keys` are the current ones by default. Raises KeyError for an unknown action.
    """
    key = key_of if keys is None else keys.__getitem__
    return re.sub(r"\{(\w+)\}", lambda name: printed(key(name[1])), text)


Pairs = tuple[tuple[str, str], ...]

LETTERS = 20
"""Maximum letters of an invalid value that a message quotes."""


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
        except UnusableError as fault:
            faults[name] = f"{quoted(written)} {fault}"
    held, clashes = fitting_keys(wanted)
    faults |= {name: f"{wanted[name]} {why}; use another key" for name, why in clashes.items()}
    return tuple(sorted(held.items())), faults


def quoted(value: object) -> str:
    """Return an invalid value of a settings file as a message quotes it."""
    return beginning(str(value), LETTERS) or '""'


ALLOWED = "a letter or a sign, F1 to F12, Ctrl with a letter, Insert or Delete"
STAY = "Enter, Space, Esc, Tab, Backspace, arrows, Home, End, PgUp, PgDn, digits, Ctrl+C, Ctrl+Q and Ctrl+Z stay."

_STAYS = {
    "enter", "return", "space", " ", "esc", "escape", "tab", "backspace", "left", "right", "up", "down", "home", "end",
    "pageup", "pagedown", "ctrl+c", "ctrl+q", "ctrl+z",
}  # fmt: skip
_INSTEAD = {"ctrl+h": "Backspace", "ctrl+i": "Tab", "ctrl+j": "Enter", "ctrl+m": "Enter"}
"""Keys that terminals send as another key, with that key."""
_TEXT = {f"ctrl+{letter}" for letter in "acdefkuvwx"}
"""Keys for editing a line of text."""


def _refused(why: str, fix: str = "another key") -> UnusableError:
    """Return the error for a key that an action can't have; the message follows the key."""
    return UnusableError(f"{why}; use {fix}")


def read_key(name: str, text: object) -> str:
    """Return an action's key as a user writes it, or as a terminal sends it. Raises UnusableError."""
    if not isinstance(text, str) or len(text) > 20:
        raise _refused("isn't a key", ALLOWED)
    if len(text) == 1 and text.isprintable() and not text.isspace():
        if text.isdecimal():
            raise _refused("chooses cards and bids")
        if len(KEYS[name]) > 1:
            raise _refused("is typed into a field there", "F1 to F12 or Ctrl with a letter")
        return text
    key = text.casefold()
    if key in _STAYS:
        raise _refused("always does the same")
    if key in _INSTEAD:
        raise _refused(f"reaches the program as {_INSTEAD[key]}")
    if key in _TEXT and len(KEYS[name]) > 1:
        raise _refused("edits a line of text")
    control, _, letter = key.partition("+")
    sent = control == "ctrl" and len(letter) == 1 and letter.isascii() and letter.isalpha()
    if sent or key in ("insert", "delete") or key in {f"f{number}" for number in range(1, 13)}:
        return key
    raise _refused("isn't sent by a terminal", ALLOWED)


def why_taken(name: str, key: str, keys: Mapping[str, str], called: Callable[[str], str] = str) -> str:
    """Return why an action can't have a key, as words after the key: ``is the key of hint at the table``; or "".

    `keys` are the keys of all other actions; missing ones have their defaults. `called` names an action.
    """
    for place in PLACES:
        if name not in place.every:
            continue
        for other in place.every:
            if other != name and keys.get(other, KEYS[other]) == key:
                return f"is the key of {called(other)} {place.words}"
        does = place.fixed.get(key, ACTIONS[name][1])
        if does != ACTIONS[name][1]:
            return f"always does {does!r} {place.words}"
        if key in place.letters:
            return f"is typed {place.words}"
    return ""


def exchanged(name: str, key: str, keys: Mapping[str, str]) -> tuple[str, dict[str, str]] | None:
    """Return the action that would swap keys with this one, and all changed keys; None if impossible.

    `keys` are the keys that the user has changed.
    """
    old = keys.get(name, KEYS[name])
    for other in KEYS:
        if other == name or keys.get(other, KEYS[other]) != key:
            continue
        try:
            wanted = {**keys, name: key, other: read_key(other, old)}
        except UnusableError:
            continue
        held, faults = fitting_keys(wanted)
        if not faults:
            return other, held
    return None


def places_of(name: str) -> list[str]:
    """Return where an action can be done, in words."""
    return list(dict.fromkeys(place.words for place in PLACES if name in place.names.split()))


def fitting_keys(wanted: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the wanted keys that fit together, and why the others don't; earlier ones win."""
    keys = {name: key for name, key in wanted.items() if key != KEYS[name]}
    faults: dict[str, str] = {}
    while True:
        clash = next(_clashes(keys), None)
        if clash is None:
            return keys, faults
        name, why = clash
        faults[name] = why
        del keys[name]


def _clashes(keys: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield names whose key another action has: first those that take the default key of an unchanged action."""
    unchanged = {**KEYS, **dict.fromkeys(keys, "")}
    for name, key in keys.items():
        why = why_taken(name, key, unchanged)
        if why:
            yield name, why
    before = dict.fromkeys(KEYS, "")
    for name, key in keys.items():
        why = why_taken(name, key, before)
        if why:
            yield name, why
        before[name] = key
