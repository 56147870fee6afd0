"""Names at the table: valid names, and the one that the user's login suggests.

This module imports little.
"""

import getpass
import re
import unicodedata
from collections.abc import Iterable
from string import punctuation
from typing import Any, Literal

from spades_tui.system.foreign_text import pasted

NAME_MOST = 20
"""Maximum letters of a name; narrow columns may show fewer."""
NOBODY = "Ann"
"""The person's default name if the login gives none; "You" would make odd sentences."""
NO_PERSON = ("root", "user", "admin", "administrator", "nobody", "guest")
"""Logins that aren't a person's name."""

Fault = Literal["empty", "odd", "long", "signs"]
"""A fault of a name: it is missing, has a character that can't be shown, is too long, or has only
signs.
"""


class Roster:
    """The players of a table by seat, for everything whose `seats` have a name and a kind."""

    __slots__ = ()
    seats: Any
    """A sequence of seats, each with `name` and `kind`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == "human")


def tidy(name: str) -> str:
    """Return a name as the table uses it.

    It has composed letters, none invisible, no spaces around it and no two in a row.
    """
    return unicodedata.normalize("NFC", re.sub(" +", " ", pasted(name))).strip()


def name_key(name: str) -> str:
    """Return a key that is equal for different spellings of a name.

    They are one person in the scorebook.
    """
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def fault(name: str) -> Fault | None:
    """Return the fault of a tidy name, or None."""
    if not name:
        return "empty"
    if not name.isprintable():
        return "odd"
    if len(name) > NAME_MOST:
        return "long"
    return None


def new_fault(name: str) -> Fault | None:
    """Return the fault of a tidy name that somebody chooses now, or None.

    Older records may have names of signs alone, such as ``?``, so `fault` allows them.
    """
    if name and all(map(_is_sign, name)):
        return "signs"
    return fault(name)


def _is_sign(character: str) -> bool:
    return character in punctuation or unicodedata.category(character).startswith(("P", "Z"))


def login_name() -> str:
    """Return the user's login as a name, ``Ann`` for ``ann.smith42``; `NOBODY` if it has none."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY
    login = login.split("\\")[-1].split("@")[0]
    first = re.split("[._+-]", login)[0]
    first = first.rstrip("0123456789") or first
    if not first or login.lower() in NO_PERSON:
        return NOBODY
    name = tidy(first[0].upper() + first[1:])
    if new_fault(name):
        return NOBODY
    return name


class RemarkedName(str):
    """A name with a remark after it, as in ``Ann (computer)``."""

    name: str
    remark: str

    def __new__(cls, name: str, remark: str) -> "RemarkedName":
        """Return the name with its remark."""
        made = super().__new__(cls, f"{name} ({remark})")
        made.name = name
        made.remark = f" ({remark})"
        return made


def plain_name(name: str) -> str:
    """Return a name without its remark."""
    if isinstance(name, RemarkedName):
        return name.name
    return name


class PartnerNames(str):
    """The name of a side, as in ``Ann & Cy``."""

    names: tuple[str, ...]

    def __new__(cls, names: Iterable[str]) -> "PartnerNames":
        """Return the names of the side's players, joined."""
        names = tuple(names)
        made = super().__new__(cls, " & ".join(names))
        made.names = names
        return made


class NameLine(str):
    """A line with a list of names, as in ``Sandbags · Ann, Bea, Cy · hand 3``."""

    before: tuple[str, ...]
    names: tuple[str, ...]
    after: str

    def __new__(cls, before: Iterable[str], names: Iterable[str], after: str = "") -> "NameLine":
        """Return the line.

        The words in front may be in parts, of which some are names with remarks.
        """
        parts = tuple(before)
        names = tuple(names)
        made = super().__new__(cls, f"{''.join(parts)}{', '.join(names)}{after}")
        made.before = parts
        made.names = names
        made.after = after
        return made

    def within(self, before: str, after: str) -> "NameLine":
        """Return the line with more words around it."""
        return NameLine((before, *self.before), self.names, self.after + after)
