"""Make variant files that are nearly right: the shipped ones with a few random changes, from a seed."""

import copy
import pickle
import random
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

VARIANTS = Path(__file__).resolve().parents[2] / "variants"

_LISTS = ("bids", "plays", "scores", "endings", "customs")
_WORDS = (
    "partners", "solo", "by_side", "clockwise", "side", "seat", "anyone", "apart", "counted", "called", "high",
    "always", "broken", "off_suit", "any_spade", "remainder", "running", "dealer", "nobody", "hand", "trick",
    "refuse", "challenge", "at_once", "later", "number", "contract", "table", "zero", "bags", "skip", "raise",
)  # fmt: skip
_NUMBERS = (*range(-1, 22), -10_000, -100, -10, 50, 100, 500, 10_000, 10**6)
_ODD: tuple[Any, ...] = (
    True,
    False,
    "",
    "x",
    1.5,
    float("nan"),
    float("inf"),
    10**20,
    -(10**20),
    [],
    {},
    [1],
    {"a": 1},
    None,
)
_SHAPES: tuple[dict[str, Any], ...] = (
    {"seats": 3, "sides": "solo", "cards": 17, "extra": 1, "jokers": 0},
    {"seats": 3, "sides": "solo", "cards": 18, "extra": 0, "jokers": 2},
    {"seats": 4, "sides": "solo", "cards": 13, "extra": 0, "jokers": 0},
    {"seats": 4, "sides": "solo", "cards": 13, "extra": 1, "jokers": 1},
    {"seats": 4, "sides": "partners", "cards": 13, "extra": 1, "jokers": 1},
    {"seats": 4, "sides": "partners", "cards": 13, "extra": 0, "jokers": 0},
    {"seats": 3, "sides": "solo", "cards": 13, "extra": 0, "jokers": 0, "dead_hands": 1},
    {"seats": 3, "sides": "solo", "cards": 13, "extra": 1, "jokers": 1, "dead_hands": 1},
    {"seats": 5, "sides": "solo", "cards": 13, "extra": 1, "jokers": 1, "sits_out": "dealer"},
    {"seats": 5, "sides": "solo", "cards": 13, "extra": 0, "jokers": 0, "sits_out": "dealer"},
    {"seats": 4, "sides": "solo", "cards": 17, "extra": 1, "jokers": 0, "sits_out": "dealer"},
)
"""Tables and decks that fit together, so that the other parts get checked."""

_BEST_FIRST = "A K Q J T 9 8 7 6 5 4 3 2"


def shipped() -> list[dict[str, Any]]:
    """Return the data of the shipped files, new each time."""
    read: list[dict[str, Any]] = pickle.loads(_shipped_data())
    return read


@cache
def _shipped_data() -> bytes:
    """Return the data of the shipped files, pickled because parsing them thousands of times takes long."""
    files = sorted(VARIANTS.glob("*.toml"))
    return pickle.dumps([tomllib.loads(path.read_text(encoding="utf-8")) for path in files])


def mutant(seed: int, slugs: Collection[str] = ()) -> dict[str, Any]:
    """Return a variant's data with one to four changes, the same for the same seed; `slugs` limits the games."""
    rng = random.Random(seed)
    files = shipped()
    data = copy.deepcopy(rng.choice([one for one in files if not slugs or one["slug"] in slugs]))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        rng.choice(
            (_change_number, _change_number, _change_any, _delete_key, _delete_part, _double_part, _swap_parts,
             _borrow_part, _borrow_part, _borrow_key, _reshape, _borrow_list, _change_options)
        )(rng, data, files)  # fmt: skip
    return data


def _places(data: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return every key of every table, and every place of every list."""
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        found.append((data, key))
        if isinstance(data[key], dict | list):
            _places(data[key], found)
    return found


def _parts(rng: random.Random, data: dict[str, Any]) -> list[Any]:
    listed = data.get(rng.choice(_LISTS))
    return listed if isinstance(listed, list) else []


def _change_number(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    numbers = [(table, key) for table, key in _places(data, []) if type(table[key]) is int]
    table, key = rng.choice(numbers)
    table[key] = rng.choice((table[key] + 1, table[key] - 1, -table[key], table[key] * 2, rng.choice(_NUMBERS)))


def _change_any(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    table, key = rng.choice(_places(data, []))
    old = table[key]
    if isinstance(old, bool) and rng.random() < 0.8:
        table[key] = not old
    elif isinstance(old, str) and rng.random() < 0.8:
        table[key] = rng.choice(_WORDS)
    else:
        table[key] = rng.choice(_ODD)


def _delete_key(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    table, key = rng.choice(_places(data, []))
    del table[key]


def _delete_part(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    parts = _parts(rng, data)
    if parts:
        del parts[rng.randrange(len(parts))]


def _double_part(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    parts = _parts(rng, data)
    if parts:
        part = rng.choice(parts)
        parts.append(dict(part) if isinstance(part, dict) else part)


def _swap_parts(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    rng.shuffle(_parts(rng, data))


def _borrow_part(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    name = rng.choice(_LISTS)
    parts, others = data.get(name), rng.choice(files).get(name)
    if isinstance(parts, list) and isinstance(others, list) and others:
        part = rng.choice(others)
        parts[:] = [one for one in parts if not (isinstance(one, dict) and one.get("kind") == part.get("kind"))]
        parts.insert(rng.randint(0, len(parts)), copy.deepcopy(part))


def _borrow_list(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    name = rng.choice((*_LISTS, "options"))
    data[name] = copy.deepcopy(rng.choice(files).get(name, []))


def _borrow_key(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    tables = [table for table, _ in _places(rng.choice(files), []) if isinstance(table, dict)]
    own = [table for table, _ in _places(data, []) if isinstance(table, dict)]
    other = rng.choice(tables)
    key = rng.choice(sorted(other))
    alike = [table for table in own if table.get("kind") == other.get("kind")]
    rng.choice(alike or own)[key] = copy.deepcopy(other[key])


def _reshape(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    shape = dict(rng.choice(_SHAPES))
    data["seats"], data["sides"], jokers = shape.pop("seats"), shape.pop("sides"), int(shape.pop("jokers"))
    names = ("BJ", "LJ")[:jokers]
    data["deck"] = {"jokers": jokers, "spades": " ".join((*names, *_BEST_FIRST.split(" ")))}
    if rng.random() < 0.3:
        data["deck"]["aces"] = "called"
        plays = data.setdefault("plays", [])
        if isinstance(plays, list):  # an earlier change may have replaced it
            plays.append({"kind": "ace_call", "rule": "3B-3"})
    if shape["cards"] == 13 and shape.get("dead_hands") is None and jokers == 2:
        data["deck"]["remove"] = ["2D", "2H"]
    data["deal"] = shape
    bids = data.get("bids", [])
    for part in bids if isinstance(bids, list) else []:
        if isinstance(part, dict) and rng.random() < 0.9 and isinstance(part.get("max"), int):
            part["max"] = min(part["max"], int(shape["cards"]))


def _change_options(rng: random.Random, data: dict[str, Any], files: list[dict[str, Any]]) -> None:
    every = [option for one in files for option in one["options"]]
    data["options"] = copy.deepcopy(rng.sample(every, rng.randint(0, 4)))
