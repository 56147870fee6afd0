"""The computer players that are offered by name, each with a style of its own: data, in `cast.toml`.

A name alone decides nothing: the style stands in the level of a seat, and what a table or a record says there holds.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from spades_tui.bots import STYLED
from spades_tui.bots.styles import PLAIN, joined, named, split
from spades_tui.frozen import dataclass

FILE = Path(__file__).with_name("cast.toml")


@dataclass(frozen=True, slots=True)
class Player:
    """One of the cast."""

    name: str
    style: str
    manner: str
    """A sentence about how they play."""

    def at(self, level: str) -> str:
        """The text of a level with the player's style; a beginner has none."""
        return joined(level, self.style) if level in STYLED else level

    @property
    def habit(self) -> str:
        """The style in a few words: ``bids boldly``."""
        return named(self.style).manner


@cache
def cast() -> tuple[Player, ...]:
    """Everybody, in the order in which they are seated. The file belongs to the program; a test looks at it."""
    return tuple(Player(**entry) for entry in tomllib.loads(FILE.read_text("utf-8"))["player"])


def player(name: str) -> Player | None:
    """The one of this name, however it is spelt; None for a name that is not in the cast."""
    return next((one for one in cast() if one.name.casefold() == name.strip().casefold()), None)


def free(taken: Collection[str]) -> list[Player]:
    """Those whose names nobody has."""
    folded = {name.casefold() for name in taken}
    return [one for one in cast() if one.name.casefold() not in folded]


def of_seat(name: str, level: str | None) -> Player | None:
    """The one of the cast who sits there: called so, and playing in that style. None for anybody else."""
    one = player(name)
    if one is None or level is None:
        return None
    base, style = split(level)
    return one if style == one.style and (base in STYLED or style == PLAIN.name) else None
