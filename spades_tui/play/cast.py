"""The named computer players, each with a style, as data in `cast.toml`.

A name doesn't decide the style, which is part of a seat's level: a table or record may pair them differently.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import fields

from spades_tui.bots import STYLED
from spades_tui.bots.styles import PLAIN, STYLES, joined_level, split_level, style_named
from spades_tui.language.player_names import NAME_MOST, fault, tidy
from spades_tui.language.quoting import either, key_text, nearest, shown
from spades_tui.rules.toml_lines import KeyPath, lines_of_keys, nearest_line

FILE = Path(__file__).with_name("cast.toml")


class Player(Struct, frozen=True):
    """A named computer player."""

    name: str
    style: str
    manner: str
    """A sentence about how they play."""

    def at(self, level: str) -> str:
        """Return a level with the player's style; a beginner has none."""
        return joined_level(level, self.style) if level in STYLED else level

    @property
    def habit(self) -> str:
        """The style in a few words: ``bids boldly``."""
        return style_named(self.style).manner


KEYS = tuple(field.name for field in fields(Player))


@cache
def cast() -> tuple[Player, ...]:
    """Return the named players, in the order in which they are seated.

    The file is part of the program, and a test checks that it has no mistakes.
    """
    return read_cast(FILE.read_text("utf-8"), FILE.name)[0]


def read_cast(text: str, file: str) -> tuple[tuple[Player, ...], list[str]]:
    """Return the valid players of a TOML text, and each mistake with its line and how to fix it."""
    players: dict[str, Player] = {}
    mistakes: dict[KeyPath, str] = {}
    for number, entry in enumerate(tomllib.loads(text).get("player", [])):
        wrong = {key: _mistake(key, entry.get(key), players) for key in dict.fromkeys([*KEYS, *entry])}
        mistakes |= {("player", number, key): why for key, why in wrong.items() if why}
        if not any(wrong.values()):
            players[entry["name"].casefold()] = Player(**entry)
    lines = lines_of_keys(text) if mistakes else {}
    told = [f"{file}:{nearest_line(lines, path)}: {key_text(path)}: {why}" for path, why in mistakes.items()]
    return tuple(players.values()), told


def _mistake(key: str, value: object, players: Collection[str]) -> str:
    """Return what is wrong with a value of a player and how to fix it, given the players before; "" if it's right."""
    if key not in KEYS:
        return f"there's no such key{nearest(key, KEYS) or f'; write one of {either(KEYS)}'}"
    if value is None:
        return "missing; write a text"
    if not isinstance(value, str):
        return f"{shown(value)} isn't a text; put it in quotation marks"
    if key == "name" and (tidy(value) != value or fault(value)):
        return f"{shown(value)} isn't a name; write 1 to {NAME_MOST} letters"
    if key == "name" and value.casefold() in players:
        return f"{shown(value)} is the name of an earlier player; write another"
    styles = [PLAIN.name, *(style.name for style in STYLES)]
    if key == "style" and value not in styles:
        return f"there's no style {shown(value)}{nearest(value, styles) or f'; write {either(styles)}'}"
    return ""


def player(name: str) -> Player | None:
    """Return the player with this name, in any spelling, or None."""
    return next((one for one in cast() if one.name.casefold() == name.strip().casefold()), None)


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
    return one if style == one.style and (base in STYLED or style == PLAIN.name) else None
