"""The keys among the settings: which of them hold, and what is wrong with the others."""

from collections.abc import Iterable

from spades_tui.keys.actions import KEYS
from spades_tui.keys.choosing import KeyFaultError, read_key, settled
from spades_tui.output import beginning
from spades_tui.table.settings import SettingsError

Pairs = tuple[tuple[str, str], ...]

LETTERS = 20
"""So much is told of what was found."""


def check_keys(keys: object) -> None:
    """Hold changed keys against the table of actions. Raises SettingsError for the first that is wrong."""
    if not isinstance(keys, tuple):
        found = beginning(str(keys), LETTERS)
        raise SettingsError(f'keys: {found} found, a table [keys] of lines such as hint = "j" wanted')
    held, faults = held_keys(keys)
    for name, words in faults.items():
        raise SettingsError(f"keys.{name}: {words}")
    if held != keys:
        raise SettingsError("keys: another order or form found, names in order and keys as they are told wanted")


def held_keys(pairs: Iterable[tuple[str, object]]) -> tuple[Pairs, dict[str, str]]:
    """Of the keys that are wanted, those that hold, in the order of their names; and what is wrong with others."""
    wanted: dict[str, str] = {}
    faults: dict[str, str] = {}
    for name, written in pairs:
        if name not in KEYS:
            from spades_tui.rules.messages import nearest  # what it needs takes long to import, and seldom

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
