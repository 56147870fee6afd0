"""Mutate the text of the games of the pack, line by line, from a seed."""

import random

from tests.variants.mutate import VARIANTS

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
