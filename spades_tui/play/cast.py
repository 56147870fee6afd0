"""The named computer players, each with a style, as data in `cast.toml`.

A name doesn't decide the style, which is part of a seat's level: a table or record may pair them differently.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from spades_tui.bots import STYLED
from spades_tui.bots.styles import PLAIN, joined_level, split_level, style_named

FILE = Path(__file__).with_name("cast.toml")


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A named computer player."""

    name: str
    style: str
    manner: str
    """A sentence about how they play."""

    def at(self, level: str) -> str:
        """Return a level with the player's style; a beginner has none."""
        if level not in STYLED:
            return level
        return joined_level(level, self.style)

    @property
    def habit(self) -> str:
        """The style in a few words: ``bids boldly``."""
        return style_named(self.style).manner


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
    one = player(name)
    if one is None or level is None:
        return None
    base, style = split_level(level)
    if style != one.style or (base not in STYLED and style != PLAIN.name):
        return None
    return one
