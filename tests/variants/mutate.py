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


def fill(rng: random.Random, data: dict[str, Any]) -> None:
    """Give a head, deck and deal random components and options; `plays` may have some already."""
    tricks = int(data["deal"]["cards"])
    data.setdefault("plays", [])
    data["bids"] = _bidding(rng, data, tricks)
    data["plays"] += [
        {"kind": "follow"},
        _lead(rng),
        *_some(rng, {"kind": "claim"}, {"kind": "last_trick", "shown": True}),
    ]
    data["scores"] = _scoring(rng, data, tricks)
    wins = any(part.get("wins") or part.get("all_tricks", {}).get("wins") for part in data["scores"])
    data["endings"] = [{"kind": "outright", "rule": "BM-12"}] if wins else []
    if data["sides"] == "partners":
        data["endings"] += _some(rng, {"kind": "sets", "rule": "JK-11", "limit": rng.randint(1, 5)})
    data["endings"].append(
        {"kind": "hands", "rule": "3B-16", "hands": rng.randint(1, 6)}
        if rng.random() < 0.5
        else {"kind": "target", "rule": "SB-10", "points": rng.choice((1, 50, 150))}
    )
    data["customs"] = _habits(rng, data, tricks)
    data["options"] = [name for name in _offers(data) if rng.random() < 0.5]


def _offers(data: dict[str, Any]) -> list[str]:
    """Return the options that change something."""
    kinds = {part["kind"] for name in _LISTS for part in data[name]}
    needs = {
        "target": "target", "hands": "hands", "first_zero": "zero",
        "enforcement": "enforcement", "take_back": "take_back", "undo": "undo",
        "slip": "slip",
        "double_sets": "contract", "bag_penalty": "bags", "ten_or_less": "skip", "new_deal": "new_deal",
        "aces": "ace_call",
    }  # fmt: skip
    offers = [name for name, kind in needs.items() if kind in kinds]
    return offers + (["joker"] if data["deck"]["jokers"] == 1 and data["deal"]["extra"] == 1 else [])


def _some(rng: random.Random, *parts: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for part in parts if rng.random() < 0.5]


def _lead(rng: random.Random) -> dict[str, Any]:
    return {
        "kind": "lead", "rule": "SB-3", "spades": rng.choice(("always", "broken")),
        "broken_by": rng.choice(("off_suit", "any_spade")),
    }  # fmt: skip


def _bidding(rng: random.Random, data: dict[str, Any], tricks: int) -> list[dict[str, Any]]:
    partners, extra = data["sides"] == "partners", bool(data["deal"]["extra"])
    low = rng.choice((0, 0, 0, 1, 2))
    number = {
        "kind": "number",
        "rule": "SB-2",
        "min": low,
        "max": rng.choice((tricks, tricks, max(low, 1, tricks // 2))),
    }
    parts: list[dict[str, Any]] = _some(rng, {"kind": "new_deal", "rule": "JK-13", "on": rng.random() < 0.7})
    if partners and rng.random() < 0.5:
        number["order"] = "by_side"
    blind = not extra and rng.random() < 0.4 and ("order" in number) == partners
    if blind:
        who = "side" if partners else "anyone"
        parts.insert(0, {"kind": "blind", "rule": "BM-3", "who": who, "behind": rng.choice((0, 0, 50))})
    parts.append(number)
    total = partners and rng.random() < 0.3
    if total:
        parts.append({"kind": "side_total", "rule": "JK-4", "min": rng.randint(0, tricks), "max": tricks})
    elif not blind:
        parts += _some(rng, {"kind": "change", "rule": "3B-5"})
    if extra:
        parts += _some(rng, {"kind": "zero_draw", "rule": "3B-6"}) if not low else []
    late = _some(rng, {"kind": "high_draw", "rule": "3B-7"}) if extra else []
    if rng.random() < 0.5:
        of = "side" if total or (partners and rng.random() < 0.5) else "seat"
        late.append({"kind": "raise", "rule": "JK-5", "of": of, "max": tricks})
        for size in _some(rng, {"tricks": rng.randint(1, tricks)}, {"tricks": rng.randint(1, tricks)}):
            late.append({"kind": "promise", "rule": "BM-5", "name": f"Run {size['tricks']}", **size})
    late += (
        _some(rng, {"kind": "skip", "rule": "JK-13", "total": rng.randint(min(low * 4, tricks + 2), tricks + 2)})
        if rng.random() < 0.4
        else []
    )
    rng.shuffle(late)
    return parts + late


def _scoring(rng: random.Random, data: dict[str, Any], tricks: int) -> list[dict[str, Any]]:
    kinds = {part["kind"]: part for part in data["bids"]}
    parts: list[dict[str, Any]] = [{"kind": "skipped", "rule": "JK-13", "each": 5}] if "skip" in kinds else []
    blind = "blind" in kinds
    if data["sides"] == "solo" and rng.random() < 0.4:
        most = max(kinds["number"]["max"], kinds.get("raise", {}).get("max", 0)) + 1
        table: dict[str, Any] = {
            "kind": "table",
            "rule": "BM-7",
            "over": rng.choice((0, 1, -2)),
            "bags": rng.random() < 0.5,
        }
        for prefix in ("", "blind_") if blind else ("",):
            table[f"{prefix}made"] = [rng.randint(1, 60) for _ in range(most)]
            table[f"{prefix}lost"] = [-rng.randint(0, 30) for _ in range(most)]
            table[f"{prefix}wins"] = [most - 1] if rng.random() < 0.3 else []
        table["exact"] = sorted(rng.sample(range(most), rng.randint(0, most)))
        parts.append(table)
    else:
        raised = kinds.get("raise", {}).get("of") == "side" or "side_total" in kinds
        apart = not raised and not kinds["number"]["min"] and rng.random() < 0.6
        contract: dict[str, Any] = {
            "kind": "contract", "rule": "SB-5", "zeros": "apart" if apart else "counted", "made": rng.randint(1, 15),
            "over": rng.choice((0, 1, -5)), "lost": rng.choice((0, -5)), "each_if_lost": rng.choice((0, 1)),
            "bags": rng.random() < 0.5, "double_sets": rng.random() < 0.2,
        }  # fmt: skip
        if blind:
            contract["blind_made"] = 20
        if rng.random() < 0.4:
            contract["special"] = [{"bid": rng.randint(1, tricks), "points": 77, "rule": "JK-8"}]
        if rng.random() < 0.3:
            contract["all_tricks"] = {"rule": "3B-15", "each": 35, "wins": rng.random() < 0.5}
        zero = {
            "kind": "zero",
            "rule": "SB-6",
            "made": 30,
            "lost": -30,
            "grows": rng.random() < 0.5,
            "bags": rng.random() < 0.5,
        }
        parts += [zero, contract] if apart else [contract]
    parts += [
        {"kind": "promise", "rule": "BM-9", "name": bid["name"], "tricks": bid["tricks"], "made": 50, "lost": -50}
        for bid in data["bids"]
        if bid["kind"] == "promise"
    ]
    if any(part.get("bags") for part in parts):
        keep = rng.choice(("remainder", "running"))
        parts += _some(rng, {"kind": "bags", "rule": "SB-9", "limit": rng.randint(1, 10), "penalty": -10, "keep": keep})
    if data["sides"] == "solo":
        parts += _some(rng, {"kind": "perfect_row", "rule": "BM-11", "length": 2, "points": 20, "further": 10})
    return parts


def _habits(rng: random.Random, data: dict[str, Any], tricks: int) -> list[dict[str, Any]]:
    zero = any(part["kind"] == "zero" for part in data["scores"])
    parts = _some(
        rng,
        {"kind": "gacc", "rule": "3B-10"},
        {"kind": "dump", "rule": "3B-22", "before_trick": rng.randint(1, tricks)},
        {"kind": "low_ball", "rule": "3B-8", "under": 12, "super_under": 11},
        {"kind": "bone", "rule": "3B-29"},
        {"kind": "take_back"},
        {"kind": "undo"},
        {"kind": "slip"},
    )
    if zero:
        parts += _some(rng, {"kind": "zb", "rule": "3B-30"})
    elif rng.random() < 0.6:
        parts.append(
            {
                "kind": "enforcement", "rule": "JK-14", "mode": rng.choice(("refuse", "challenge")),
                "when": rng.choice(("hand", "trick")), "books": rng.randint(1, min(3, tricks)),
                "wrong_costs": rng.random() < 0.5, "taken": rng.choice(("at_once", "later")),
            }
        )  # fmt: skip
    if data["sides"] == "solo":
        parts += _some(rng, {"kind": "tray", "rule": "3B-19"}, {"kind": "days", "rule": "3B-23"})
    return parts
