"""The keys among the settings: which of them hold, and what is wrong with the others."""

from collections.abc import Iterable

from spades_tui.settings.actions import KEYS
from spades_tui.settings.allowed_keys import KeyFaultError, read_key, settled
from spades_tui.system.output import beginning

Pairs = tuple[tuple[str, str], ...]

LETTERS = 20
"""So much is told of what was found."""


def wrong_with_keys(keys: object) -> str:
    """The first thing that does not hold of changed keys, beside the table of actions, in a sentence; "" if all do."""
    if not isinstance(keys, tuple):
        found = beginning(str(keys), LETTERS) or '""'
        return f'keys: {found} is not a table; write [keys], and below it lines like hint = "j"'
    held, faults = held_keys(keys)
    for name, words in faults.items():
        return f"keys.{name}: {words}"
    return "" if held == keys else "keys: another order or form found, names in order and keys as they are told wanted"


def held_keys(pairs: Iterable[tuple[str, object]]) -> tuple[Pairs, dict[str, str]]:
    """Of the keys that are wanted, those that hold, in the order of their names; and what is wrong with others."""
    wanted: dict[str, str] = {}
    faults: dict[str, str] = {}
    for name, written in pairs:
        if name not in KEYS:
            from spades_tui.language.quoting import nearest  # what it needs takes long to import, and seldom

            close = nearest(name, KEYS) or "; the page of keys in the settings names all"
            faults[name] = f"found, which is no action{close}"
            continue
        try:
            wanted[name] = read_key(name, written)
        except KeyFaultError as fault:
            faults[name] = f"{beginning(str(written), LETTERS)} found, {fault}"
    held, clashes = settled(wanted)
    faults |= {name: f"{wanted[name]} found, {why}" for name, why in clashes.items()}
    return tuple(sorted(held.items())), faults
