"""How messages about a variant show values: on one line, and never longer for a larger value."""

import datetime
import difflib
import re
from collections.abc import Iterable, Mapping

_MOST = 40
"""Maximum letters of a text to show."""

MOST_MISTAKES = 20
"""Maximum mistakes of a file to list."""


def shown(value: object) -> str:
    """Return a value as a message shows it; for a large one, only its type and size.

    Never raises.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            if abs(value) < 10**15:
                return str(value)
            digits = int(abs(value).bit_length() * 0.30103) + 1  # the logarithm of 2
            return f"a number of some {digits} digits"
        case float():
            return str(value)
        case str():
            ellipsis = "…" if len(value) > _MOST else ""
            return repr(value[:_MOST]) + ellipsis
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
        if text:
            text += "."
        text += part if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else shown(part)
    return text


def nearest(word: str, vocabulary: Iterable[str], least: float = 0.6) -> str:
    """Return ``; did you mean 'x'?`` for the nearest word of a vocabulary, or an empty text."""
    near = meant(word, vocabulary, least)
    if near is None:
        return ""
    return f"; did you mean {near!r}?"


def meant(word: str, vocabulary: Iterable[str], least: float = 0.6) -> str | None:
    """Return the word of a vocabulary nearest to one that may be misspelt; None if none is near.

    `least`: the share of letters in common, from 0 to 1.
    """
    if len(word) > _MOST:
        return None
    by_small = {candidate.lower(): candidate for candidate in vocabulary}
    for near in difflib.get_close_matches(word.lower(), by_small, 1, least):
        return by_small[near]
    return None


def either(words: Iterable[object], conjunction: str = "or") -> str:
    """Join words: ``a``, ``a or b``, ``a, b or c``."""
    listed = [*map(str, words)]
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {conjunction} {listed[-1]}"


def spans(numbers: Iterable[int]) -> list[str]:
    """Return numbers as ranges, from the lowest: ``0``, ``4 to 13``."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    ranges = []
    for first, last in runs:
        ranges.append(f"{first} to {last}" if first < last else str(first))
    return ranges


def first_of(mistakes: list[str]) -> list[str]:
    """Return the mistakes of a file, one line each.

    If there are many, return the first ones, and a line with the number of the others.
    """
    left = len(mistakes) - MOST_MISTAKES
    if left <= 0:
        return mistakes
    return [*mistakes[:MOST_MISTAKES], f"and {left} more"]
