"""How messages about a variant show values: short, on one line, and never longer for a larger value."""

import datetime
import difflib
import re
from collections.abc import Iterable, Mapping
from itertools import groupby

_MOST = 40
"""Maximum letters of a text to show."""

MOST_MISTAKES = 20
"""Maximum mistakes of a file to list."""


def shown(value: object) -> str:
    """Return a value as a message shows it; for a large one, only its type and size. Never raises."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            digits = int(abs(value).bit_length() * 0.30103) + 1  # the logarithm of 2
            return str(value) if abs(value) < 10**15 else f"a number of some {digits} digits"
        case float():
            return str(value)
        case str():
            return repr(value) if len(value) <= _MOST else f"{value[:_MOST]!r}…"
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
        case datetime.datetime() | datetime.date() | datetime.time():
            return "a date or time"
        case _:
            return "something else"


def key_text(path: Iterable[str | int]) -> str:
    """Return a key's place as people write it: ``scores[2].made``, with places counted from 1."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
            continue
        name = part if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else shown(part)
        text += f".{name}" if text else name
    return text


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for the nearest known word, or an empty text."""
    close = meant(word, known)
    return f"; did you mean {close!r}?" if close else ""


def meant(word: str, known: Iterable[str]) -> str | None:
    """Return the known word nearest to one that may be misspelt; None if none is near."""
    if len(word) > _MOST:
        return None
    by_small = {one.lower(): one for one in known}
    close = difflib.get_close_matches(word.lower(), by_small, 1, 0.6)
    return by_small[close[0]] if close else None


def either(words: Iterable[object], conjunction: str = "or") -> str:
    """Join words: ``a``, ``a or b``, ``a, b or c``."""
    listed = [str(word) for word in words]
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {conjunction} {listed[-1]}"


def spans(numbers: Iterable[int]) -> list[str]:
    """Return numbers as ranges, from the lowest: ``0``, ``4 to 13``."""
    grouped = groupby(enumerate(sorted(set(numbers))), lambda pair: pair[1] - pair[0])
    runs = ([number for _, number in run] for _, run in grouped)
    return [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]


def first_of(mistakes: list[str]) -> list[str]:
    """Return the mistakes of a file, one line each; if there are many, the first ones and how many more."""
    left = len(mistakes) - MOST_MISTAKES
    return mistakes if left <= 0 else [*mistakes[:MOST_MISTAKES], f"and {left} more"]
