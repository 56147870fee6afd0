"""Make lines of every event from possible values, and spoil them."""

from __future__ import annotations

import copy
import math
import random
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields

from spades_tui.game.record_form import CardsText, CardText, FieldKind
from spades_tui.record.line_forms import Instant, RecordLine, Sum
from tests.record.records import Event

TEXTS: dict[Any, list[str]] = {
    CardText: ["AS", "2C", "BJ", "LJ", "TD"],
    CardsText: ["", "AS", "AS KD 2C", "LJ BJ 2C", "2C AS"],
    FieldKind.HEX.value.json: ["0" * 64, "0123456789abcdef" * 4],
    Sum: ["0" * 16, "0123456789abcdef"],
    FieldKind.WORD.value.json: ["a", "Größe 7", "x" * 64, "🂡\u2028"],
    Instant: [
        "2026-03-01", "2026-03-01T20:15Z", "2026-03-01 20:15:00,123+01", "2026-03-01T20:15:00.123456789-01:00",
        "9999-99-99T99:99:99+0100",
    ],
}  # fmt: skip
"""Valid values for keys that a function or a form checks."""
CARDS = {CardText: 1, CardsText: 54}
"""Maximum number of cards in a text."""
LONG = "Aé ♠ — 🂡"
WHOLE: tuple[object, ...] = (0, -1, 10**12, True, None, "", LONG, [], [0, None], {}, {"a": {"b": [None]}})
"""Values for keys that accept anything."""
ODD: tuple[object, ...] = (
    0, 1, -1, 2, 3, 5, 6, 53, 54, 55, 99, 100, 100_000, 100_001, 10**9, 10**12, 10**12 + 1, -(10**12) - 1, 10**15,
    2**63, -(2**63) - 1, 10**4000, True, False, None, 0.0, 1.0, -0.0, 0.5, math.nan, math.inf, -math.inf, 1e300,
    "", " ", "0", "1", "true", "null", "human", "high", "low", "super", "AS", "as", "AS ", " AS", "AS  KD", "AS AS",
    "AS,KD", "AS\n", "\x00", "\t", "\x1f", "\x7f", "\x80", "\x9f", "\xa0", "\u2028", "\ufeff",
    "🂡", "é" * 40, "0" * 15, "0" * 16, "0" * 17, "0" * 16 + "\n", "F" * 16, "0" * 63, "0" * 64, "0" * 64 + "\n",
    "２０２６-０３-０１", "٢٠٢٦-٠٣-٠١", "2026-03-01\n", "2026-03-01T20:15:00.1234567890Z", "2026-3-1", "2026-03-01T",
    "C-3", "C-3\n", "3B-22b", "c-3", "C-٣", "3B-1000", "x" * 40, "x" * 41, "x" * 64, "x" * 65, "x" * 80, "x" * 81,
    "x" * 120, "x" * 121, "x" * 400, "x" * 401, "x" * 600, "x" * 601, "x" * 1000, "x" * 1001, "x" * 20_000,
    "AS " * 1000,
    [], [0], [None], [0, 0], [True, 1], [0, 0.0], ["AS", "KD"], ["", None], [[]], [[0], [1]], [[0, 1], 2], [0] * 5,
    [0] * 6, [0] * 60, [0] * 61, [{}], [{}] * 201, [None] * 5, [-1, 0], [100, 0], ["0", 0], [[0] * 6],
    {}, {"": 0}, {"seat": 0}, {"seat": 0, "depth": 3}, {"name": "A", "kind": "human"}, {"a": {"b": [None]}},
    {str(n): n for n in range(40)}, {str(n): n for n in range(41)},
)  # fmt: skip
"""Odd values, some of them valid somewhere."""


def good(annotation: Any, rng: random.Random, limits: Meta | None = None) -> Any:
    """Return a valid value for a key."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in TEXTS:
        return rng.choice(TEXTS[annotation])
    if annotation == FieldKind.PROOF.value.json:
        return rng.choice((1, 2))
    if origin is Annotated:
        return good(inner[0], rng, inner[1])
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return good_object(annotation, rng)
    if origin is Literal:
        return rng.choice(inner)
    if origin in (Union, UnionType):
        return good(rng.choice([one for one in inner if one is not UnsetType]), rng)
    if annotation is type(None):
        return None
    if annotation is bool:
        return rng.random() < 0.5
    if annotation is int:
        assert limits is not None
        assert isinstance(limits.ge, int)
        assert isinstance(limits.le, int)
        return rng.choice((limits.ge, limits.le, rng.randint(limits.ge, limits.le)))
    least = (limits and limits.min_length) or 0
    if origin is dict:
        most = limits.max_length if limits and limits.max_length else 3
        return {f"{LONG}{n}": rng.choice(WHOLE) for n in range(rng.choice((0, 1, most)))}
    assert limits is not None
    if origin is tuple:
        assert limits.max_length is not None
        return [good(inner[0], rng) for _ in range(rng.choice((least, limits.max_length, min(4, limits.max_length))))]
    if limits.max_length is None:  # Only the name of a rule has another form.
        return rng.choice(("C-3", "3B-22b", "SB-9"))
    length = rng.choice((least, limits.max_length, min(9, limits.max_length)))
    return (LONG * length)[:length]


def good_object(kind: type[Struct], rng: random.Random) -> Event:
    """Return an object with all required keys and some of the optional ones, in any order."""
    chosen = [field for field in fields(kind) if field.required or rng.random() < 0.4]
    rng.shuffle(chosen)
    return {field.name: good(field.type, rng) for field in chosen}


def good_line(event: str, kind: type[RecordLine], rng: random.Random) -> Event:
    """Return a valid line."""
    return {**good_object(kind, rng), "event": event}


def spoiled(line: Event, rng: random.Random) -> Event:
    """Return the line with one or two changes at any depth, which may still be valid."""
    spoilt = copy.deepcopy(line)
    for _ in range(1 + (rng.random() < 0.2)):
        _spoil(spoilt, rng)
    return {**spoilt, "event": line["event"]}


def _spoil(line: Event, rng: random.Random) -> None:
    places = _places(line)
    if not places:
        line[_near_key("seat", rng)] = copy.deepcopy(rng.choice(ODD))
        return
    inside, key = rng.choice(places)
    match rng.randrange(8):
        case 0:
            del inside[key]
        case 1:
            inside[key] = _near(inside[key], rng)
        case 2 if isinstance(inside, dict):
            inside[_near_key(str(key), rng)] = copy.deepcopy(inside[key] if rng.random() < 0.5 else rng.choice(ODD))
        case 3 if isinstance(inside, dict):
            inside[_near_key(str(key), rng)] = inside.pop(key)
        case 4 if isinstance(inside, list):
            inside *= rng.choice((0, 2, 3, 60))
        case 5:
            other, which = rng.choice(places)
            inside[key] = copy.deepcopy(other[which])
        case _:
            inside[key] = copy.deepcopy(rng.choice(ODD))


def _places(inside: Any) -> list[tuple[Any, Any]]:
    """Return all places with values except the event."""
    keys = [key for key in inside if key != "event"] if isinstance(inside, dict) else range(len(inside))
    found: list[tuple[Any, Any]] = [(inside, key) for key in keys]
    for key in keys:
        if isinstance(inside[key], dict | list) and len(found) < 300:
            found += _places(inside[key])
    return found


def _near(value: object, rng: random.Random) -> object:
    """Return a value similar to this one."""
    match value:
        case bool():
            return rng.choice((int(value), not value, str(value)))
        case int():
            real = float(value) if abs(value) < 2**60 else 0.5
            return rng.choice((value - 1, value + 1, -value, real, str(value)[:99]))
        case str():
            add = rng.choice(("\n", " ", "\x85", "0", "９", "a"))
            return rng.choice((value + add, add + value, value[1:], value[:-1], value.upper(), value.lower(), [value]))
        case list():
            return rng.choice((value[1:], [*value, *value], [*value, None], [value], str(value)[:99]))
        case dict():
            return rng.choice(([value], list(value), {**value, "nobody": 0}, None))
        case _:
            return rng.choice(ODD)


def _near_key(key: str, rng: random.Random) -> str:
    return rng.choice((key + "s", key[:-1], key.upper(), "nobody", "", "event ", "sum", "at", "stand_in"))
