"""The keys in the settings: which are valid, and what is wrong with the others."""

from collections.abc import Iterable

from spades_tui.language.quoting import nearest
from spades_tui.settings.actions import KEYS
from spades_tui.settings.allowed_keys import KeyFaultError, read_key, settled
from spades_tui.system.output import beginning

Pairs = tuple[tuple[str, str], ...]

LETTERS = 20
"""Letters of a wrong value that a message quotes."""


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
            close = nearest(name, KEYS) or "; the settings page of keys names them all"
            faults[name] = f"there's no such action{close}"
            continue
        try:
            wanted[name] = read_key(name, written)
        except KeyFaultError as fault:
            faults[name] = f"{_shown(written)} {fault}"
    held, clashes = settled(wanted)
    faults |= {name: f"{wanted[name]} {why}; use another key" for name, why in clashes.items()}
    return tuple(sorted(held.items())), faults


def _shown(value: object) -> str:
    return beginning(str(value), LETTERS) or '""'
