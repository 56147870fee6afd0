"""Mutate files of the games of the pack, as lines of text and as data, from a seed."""

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.variants.mutate import VARIANTS, mutant

NINE = (
    "classic", "joker-deuces", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three", "call-break", "six-handed",
    "two-handed", "league",
)  # fmt: skip
_TOKENS = (
    "0", "1", "-1", "13", "99", "1000000", "true", "false", '""', '"nil"', '"off"', '"any"', "[]", "{}", '"partners"',
    '"solo"', '"points"', "1.5", "nan", '"bids.count.on"', '"scores.zero.made"', '"deck.aces"',
)  # fmt: skip


def text_of(slug: str) -> str:
    """Return a shipped file's text."""
    return (VARIANTS / f"{slug}.toml").read_text(encoding="utf-8")


def mutated_text(seed: int) -> bytes:
    """Return a file with one to four lines changed, removed, doubled, swapped, borrowed, or cut off."""
    rng = random.Random(f"text {seed}")
    lines = text_of(rng.choice(NINE)).splitlines()
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        rng.choice((_change, _change, _change, _without, _double, _swap, _borrow, _cut, _letter))(rng, lines)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _at(rng: random.Random, lines: list[str]) -> int:
    return rng.randrange(len(lines)) if lines else 0


def _change(rng: random.Random, lines: list[str]) -> None:
    """Change the value of a key."""
    keys = [at for at, line in enumerate(lines) if "=" in line]
    if keys:
        at = rng.choice(keys)
        lines[at] = f"{lines[at].split('=')[0]}= {rng.choice(_TOKENS)}"


def _without(rng: random.Random, lines: list[str]) -> None:
    del lines[_at(rng, lines) :][: rng.choice((1, 1, 2, 5))]
    if lines:
        del lines[_at(rng, lines)]


def _double(rng: random.Random, lines: list[str]) -> None:
    at = _at(rng, lines)
    lines[at:at] = lines[at : at + rng.choice((1, 3, 6))]


def _swap(rng: random.Random, lines: list[str]) -> None:
    one, other = _at(rng, lines), _at(rng, lines)
    if lines:
        lines[one], lines[other] = lines[other], lines[one]


def _borrow(rng: random.Random, lines: list[str]) -> None:
    """Insert a table of another game."""
    tables = text_of(rng.choice(NINE)).split("\n\n")
    at = rng.choice([at for at, line in enumerate(lines) if not line] or [len(lines)])
    lines[at:at] = ["", *rng.choice(tables).splitlines(), ""]


def _cut(rng: random.Random, lines: list[str]) -> None:
    if rng.random() < 0.2:
        del lines[_at(rng, lines) :]


def _letter(rng: random.Random, lines: list[str]) -> None:
    at = _at(rng, lines)
    if lines and lines[at]:
        place = rng.randrange(len(lines[at]))
        lines[at] = lines[at][:place] + rng.choice('="[]{}#\\\x00é0 a') + lines[at][place + 1 :]


def mutated_data(seed: int) -> dict[str, Any]:
    """Return a file's data with changes as for any game, and in its options and formats."""
    rng = random.Random(f"data {seed}")
    data = mutant(seed, NINE)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        rng.choice(_DEEPER)(rng, data)
    return data


def _tables(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    listed = data.get(key)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _setting(rng: random.Random, data: dict[str, Any]) -> None:
    """Let an option set something else, or for another value."""
    options = [one for one in _tables(data, "options") if one.get("sets")]
    if not options:
        return
    option, other = rng.choice(options), rng.choice(options)
    option["sets"] = copy.deepcopy(other["sets"])
    settings = option["sets"] if isinstance(option["sets"], list) else []
    for setting in (one for one in settings if isinstance(one, dict)):
        key = rng.choice(("when", "unless", "is", "times", "place"))
        setting[key] = rng.choice(("off", 0, 1, True, "any", ["off"], "bids.board.on", "endings.floor.on"))


def _choice(rng: random.Random, data: dict[str, Any]) -> None:
    """Change an option's values or its default."""
    for option in rng.sample(_tables(data, "options"), min(1, len(_tables(data, "options")))):
        key = rng.choice(("values", "default", "least", "greatest", "type", "says"))
        option[key] = rng.choice(([1, 2], ["off"], [], 0, -5, "off", True, "switch", "number", {"off": "no"}, 10**7))


def _format(rng: random.Random, data: dict[str, Any]) -> None:
    """Add a format made of the game's parts."""
    where = rng.choice(("bids", "plays", "scores"))
    parts = [part for part in _tables(data, where) if isinstance(part.get("kind"), str)]
    if not parts:
        return
    part = rng.choice(parts)
    overlay = {"kind": part["kind"], "on": rng.random() < 0.5}
    for key in rng.sample(sorted(part), min(2, len(part))):
        overlay.setdefault(key, rng.choice((part[key], 0, 1, 13, True, "nil", "helps", "counted")))
    form = {"format": rng.choice(("one", "two", "whiz")), "hands": [rng.randint(1, 14)], where: [overlay]}
    listed = data.setdefault("programme", [])
    if isinstance(listed, list):
        listed.append(form)


def _overlay(rng: random.Random, data: dict[str, Any]) -> None:
    """Change what a format changes."""
    for form in rng.sample(_tables(data, "programme"), min(1, len(_tables(data, "programme")))):
        for where in ("bids", "scores"):
            for entry in _tables(form, where):
                key = rng.choice(("on", "kind", "max", "zeros", "bid", "or_nil"))
                entry[key] = rng.choice((True, False, 0, 4, 14, "zero"))


_DEEPER: tuple[Callable[[random.Random, dict[str, Any]], None], ...] = (_setting, _choice, _format, _overlay)
