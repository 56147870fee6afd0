"""The programme of a game: the format of each hand, and what a format changes (LG-1, LG-3)."""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.language.quoting import shown
from spades_tui.rules.component import WithData
from spades_tui.rules.option_reader import DeclarationError, Mistakes
from spades_tui.rules.toml_lines import KeyPath

OVERLAID = ("bids", "plays", "scores")
"""The lists in which a format changes components."""
NAME_MOST = 20
MOST_FORMATS = 40
MOST_HAND = 200
_KEYS = ("format", "hands", "level", *OVERLAID)


class Format(WithData, Struct, frozen=True):
    """One format: its name, its hands, and its changes."""

    name: str
    hands: tuple[int, ...]
    """Numbers of hands, from 1."""
    level: bool
    """Whether hands played because of a tie have it too (LG-2)."""
    changes: str
    """By list, the components that it changes, each with its kind, as JSON."""

    def overlays(self) -> dict[str, list[dict[str, Any]]]:
        """Return the changed keys by list, for each kind of component."""
        changes: dict[str, list[dict[str, Any]]] = json.loads(self.changes)
        return changes

    def to_data(self) -> dict[str, Any]:
        """Return what a file has."""
        data: dict[str, Any] = {"format": self.name, "hands": list(self.hands)}
        if self.level:
            data["level"] = True
        return data | self.overlays()

    def without(self, where: str, kind: str, key: str) -> "Format":
        """Return a copy that no longer changes a key."""
        overlays = self.overlays()
        for entry in overlays.get(where, ()):
            if entry["kind"] == kind:
                entry.pop(key, None)
        return replace(self, changes=json.dumps(overlays))


def read_formats(data: object) -> tuple[Format, ...]:
    """Read the `programme` of a file. Raises DeclarationError."""
    if isinstance(data, tuple):
        return data
    if not isinstance(data, list) or not all(isinstance(one, Mapping) for one in data):
        raise DeclarationError((), f"{shown(data)} isn't allowed; use a list of formats")
    if len(data) > MOST_FORMATS:
        raise DeclarationError((), f"a list of {len(data)} isn't allowed; use at most {MOST_FORMATS}")
    mistakes = Mistakes()
    formats = [_read_format(entry, (at,), mistakes) for at, entry in enumerate(data)]
    mistakes.refuse()
    return tuple(Format(name, tuple(hands), level, json.dumps(overlays)) for name, hands, level, overlays in formats)


def _read_format(entry: Mapping[str, Any], path: KeyPath, mistakes: Mistakes) -> tuple[Any, Any, Any, Any]:
    """Return the name, hands, `level` and overlays of a format; mistakes are noted."""
    given = mistakes.known_keys(entry, _KEYS, path)
    name, hands, level = given.get("format"), given.get("hands", []), given.get("level", False)
    if not isinstance(name, str) or not 0 < len(name) <= NAME_MOST or not name.isprintable() or name != name.strip():
        problem = f"{shown(name)} isn't allowed" if "format" in given else "missing"
        mistakes.note((*path, "format"), f"{problem}; use a name of at most {NAME_MOST} characters")
    if not isinstance(hands, list) or not all(type(hand) is int and 1 <= hand <= MOST_HAND for hand in hands):
        mistakes.note((*path, "hands"), f"{shown(hands)} isn't allowed; use numbers of hands from 1 to {MOST_HAND}")
    if not isinstance(level, bool):
        mistakes.note((*path, "level"), f"{shown(level)} isn't allowed; use true or false")
    elif not hands and not level:
        mistakes.note((*path, "hands"), "missing; write the numbers of the hands that have this format")
    return name, hands, level, {
        where: _read_overlay(given[where], (*path, where), mistakes) for where in OVERLAID if where in given
    }  # fmt: skip


def _read_overlay(listed: object, path: KeyPath, mistakes: Mistakes) -> object:
    if not isinstance(listed, list) or not 0 < len(listed) <= 20:
        mistakes.note(path, f"{shown(listed)} isn't allowed; use a list of components to change")
        return listed
    for at, one in enumerate(listed):
        if not isinstance(one, Mapping) or not isinstance(one.get("kind"), str):
            mistakes.note((*path, at), f"{shown(one)} isn't allowed; use a kind and the keys that change")
        elif len(one) < 2:
            mistakes.note((*path, at), f"{shown(dict(one))} isn't allowed; write a key that changes beside `kind`")
        else:
            try:
                json.dumps(one)
            except (TypeError, ValueError):
                mistakes.note((*path, at), "a value isn't a text, number, switch or list")
    return listed


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a programme."""
    entry: dict[str, Any] = {"type": "object", "additionalProperties": {}, "required": ["kind"]}
    overlay = {"type": "array", "items": entry, "minItems": 1, "maxItems": 20}
    hand = {"type": "integer", "minimum": 1, "maximum": MOST_HAND}
    return {
        "type": "array",
        "maxItems": MOST_FORMATS,
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": ["format"],
            "properties": {
                "format": {"type": "string", "minLength": 1, "maxLength": NAME_MOST},
                "hands": {"type": "array", "items": hand, "maxItems": MOST_HAND},
                "level": {"type": "boolean", "default": False},
                **dict.fromkeys(OVERLAID, overlay),
            },
        },
    }
