"""The named computer players, each with a style, as data in `cast.toml`, and what each style does, measured.

A name doesn't decide the style, which is part of a seat's level: a table or record may pair them differently.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct, convert

from spades_tui.bots.levels import STYLED
from spades_tui.bots.styles import PLAIN, joined_level, split_level, style_named

FILE = Path(__file__).with_name("cast.toml")
TENDENCIES_FILE = Path(__file__).with_name("tendencies.toml")

Mood = Literal[
    "glad", "sorry", "tease", "calm", "bid", "proud", "awe", "blind", "praise", "comfort", "retort"
]
"""What a line is about; `cast.toml` explains each."""
MOODS: tuple[Mood, ...] = get_args(Mood)
PICTURE_CELLS = 5
"""Cells of every player's picture."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A named computer player."""

    name: str
    style: str
    manner: str
    """A sentence about how they play."""
    picture: str
    """A face of `PICTURE_CELLS` cells; screens in plain ASCII replace its signs."""
    lines: dict[Mood, tuple[str, ...]]
    """What the player says now and then; not everybody is proud."""

    def at(self, level: str) -> str:
        """Return a level with the player's style; a beginner has none."""
        if level not in STYLED:
            return level
        return joined_level(level, self.style)

    @property
    def habit(self) -> str:
        """The style in a few words: ``bids boldly``."""
        return style_named(self.style).manner


class Tendency(Struct, frozen=True, forbid_unknown_fields=True):
    """What a style does in 100 hands of a level, beside plain players of that level (`tests.bench.tendencies`)."""

    style: str
    level: str
    hands: int
    """The number of hands that were counted."""
    higher: float
    """Bids above the one that a plain player would have made with the same cards."""
    lower: float
    nils: float
    set: float
    """Contracts of the player's side that were set."""
    bags: float


@cache
def tendencies() -> dict[tuple[str, str], Tendency]:
    """Return what the styles do, by style and level."""
    counted = convert(tomllib.loads(TENDENCIES_FILE.read_text("utf-8"))["tendency"], tuple[Tendency, ...])
    return {(tendency.style, tendency.level): tendency for tendency in counted}


@cache
def cast() -> tuple[Player, ...]:
    """Return the named players, in the order in which they are seated; a test checks the file."""
    return convert(tomllib.loads(FILE.read_text("utf-8"))["player"], tuple[Player, ...])


def player(name: str) -> Player | None:
    """Return the player with this name, in any spelling, or None."""
    by_name = {one.name.casefold(): one for one in cast()}
    return by_name.get(name.strip().casefold())


def free(taken: Collection[str]) -> list[Player]:
    """Return the players whose names aren't taken."""
    folded = {name.casefold() for name in taken}
    return [one for one in cast() if one.name.casefold() not in folded]


def of_seat(name: str, level: str | None) -> Player | None:
    """Return the named player in a seat, if name and style match; otherwise None."""
    named = player(name)
    if named is None or level is None:
        return None
    base, style = split_level(level)
    if style != named.style or (base not in STYLED and style != PLAIN.name):
        return None
    return named
