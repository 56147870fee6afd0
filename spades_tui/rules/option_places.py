"""Places in a variant's rule object that an option can set, such as ``endings.target.points``."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from spades_tui.language.quoting import either, nearest
from spades_tui.language.unusable import UnusableError
from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.component import Component, defaults_of, keys_of, kind_of
from spades_tui.rules.deck import DealRules, Deck
from spades_tui.rules.option_declarations import PLACE_PATTERN, steps_of


def _by_kind(components: Iterable[type[Component]]) -> dict[str, type[Component]]:
    return {kind_of(component): component for component in components}


KINDS: Mapping[str, Mapping[str, type[Component]]] = {
    "bids": _by_kind(bids.REGISTRY),
    "plays": _by_kind(plays.REGISTRY),
    "scores": _by_kind(scores.REGISTRY),
    "endings": _by_kind(endings.REGISTRY),
    "customs": _by_kind(customs.REGISTRY),
}
"""The components of each list of a file, by kind."""
_TABLES: dict[str, type[Component]] = {"deck": Deck, "deal": DealRules}


class Slot(NamedTuple):
    """A key in a table of the rule object, to read and set."""

    table: dict[str, Any]
    key: str
    usual: Any
    """The default, where the key is left out."""

    @property
    def value(self) -> Any:
        """The value, or its default."""
        return self.table.get(self.key, self.usual)

    def put(self, value: Any) -> None:
        """Set the value."""
        self.table[self.key] = value


def slots(data: Mapping[str, Any], place: str) -> list[Slot]:
    """Return the key for a place; without a number, in every component of the kind.

    Raises UnusableError if none.
    """
    if not re.fullmatch(PLACE_PATTERN, place):
        raise UnusableError("write a list, a kind and a key, such as endings.target.points")
    first, *others = steps_of(place)
    tables, rest, kind = _tables(data, first[0], others)
    if not rest:
        raise UnusableError("it has no key; write one, such as endings.target.points")
    found = []
    for table in tables:
        for key, number in rest[:-1]:
            table = _inside(table, key, number)
        key, number = rest[-1]
        if number is not None:
            raise UnusableError("it ends with an entry of a list; write one of its keys")
        found.append(Slot(table, key, defaults_of(kind).get(key) if len(rest) == 1 else None))
    return found


def _tables(
    data: Mapping[str, Any], where: str, others: list[tuple[str, int | None]]
) -> tuple[list[dict[str, Any]], list[tuple[str, int | None]], type[Component]]:
    """Return the tables in which a place begins, the steps left, and the type of component."""
    if where in _TABLES:
        _known_key(others, keys_of(_TABLES[where]))
        return [data[where]], others, _TABLES[where]
    if where not in KINDS:
        known = [*_TABLES, *KINDS]
        raise UnusableError(f"it begins with {where!r}; use {either(known)}{nearest(where, known)}")
    (kind, number), *rest = others
    listed = [part for part in data.get(where, ()) if part["kind"] == kind]
    if number is not None:
        listed = listed[number - 1 : number]
    if not listed:
        there = either([part["kind"] for part in data.get(where, ())], "and") or "none"
        missing = f"a component of kind {kind!r} is missing"
        raise UnusableError(missing if kind in KINDS[where] else f"{missing} (there is: {there})")
    _known_key(rest, keys_of(KINDS[where][kind]))
    return listed, rest, KINDS[where][kind]


def _known_key(steps: list[tuple[str, int | None]], known: list[str]) -> None:
    wanted = [key for key in known if key != "kind"]
    if steps and steps[0][0] not in wanted:
        near = nearest(steps[0][0], wanted) or f"; there is {either(wanted, 'and')}"
        raise UnusableError(f"it has no key {steps[0][0]!r}{near}")


def _inside(table: dict[str, Any], key: str, number: int | None) -> dict[str, Any]:
    """Return the table one step further in. Raises UnusableError."""
    value = table.get(key)
    if number is not None:
        value = value[number - 1] if isinstance(value, list) and number <= len(value) else None
    if not isinstance(value, dict):
        raise UnusableError(f"there is no table at {key}{'' if number is None else f'[{number}]'}")
    return value
