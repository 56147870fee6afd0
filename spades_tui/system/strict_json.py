"""JSON from files and programs of unknown origin: no duplicate keys, and only text that can be encoded.

Python's reader and msgspec both accept duplicate keys; only Python's has a hook to detect them.
"""

import json
from typing import Any, NoReturn

from spades_tui.system.output import is_unicode

HALF_PAIR = "a text with half of a surrogate pair; write the character itself or both halves"
"""JSON allows an escaped half of a surrogate pair; UTF-8, checksums and terminals don't."""

MOST_DIGITS = 15
"""Maximum characters of a number, if only whole ones are allowed."""


class JsonFault(ValueError):
    """Something that JSON allows, but these files don't."""


def loads(text: str | bytes, *, only_whole: bool = False) -> Any:
    """Return the data of a JSON text; `only_whole`: numbers may be neither fractions nor huge.

    Raises JsonFault for what these files forbid, another ValueError for invalid JSON, and RecursionError.
    """
    text = text if isinstance(text, str) else text.decode("utf-8")
    data = (_WHOLE if only_whole else _ANY).decode(text)
    if "\\u" in text and (place := _place_of_half_pair(data)) is not None:
        raise JsonFault(f"{'.'.join(place)}: {HALF_PAIR}" if place else HALF_PAIR)
    return data


def _place_of_half_pair(data: object) -> tuple[str, ...] | None:
    """Return the keys that lead to the first half of a surrogate pair; None if there is none."""
    if isinstance(data, str):
        return None if is_unicode(data) else ()
    if not isinstance(data, dict | list):
        return None
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if not is_unicode(str(key)):
            return (ascii(key),)
        if (inner := _place_of_half_pair(value)) is not None:
            return (str(key), *inner)
    return None


def _with_each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        raise JsonFault(f"the key {next(key for n, key in enumerate(keys) if key in keys[:n])!r} appears twice")
    return data


def _no_constant(text: str) -> NoReturn:
    raise JsonFault(f"{text} is not valid JSON")


def _no_fraction(text: str) -> NoReturn:
    raise JsonFault(f"{text[:20]} is not a whole number")


def _bounded_int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise JsonFault(f"the number {text[:MOST_DIGITS]}… is out of bounds")
    return int(text)


_ANY = json.JSONDecoder(object_pairs_hook=_with_each_key_once)
_WHOLE = json.JSONDecoder(
    object_pairs_hook=_with_each_key_once, parse_constant=_no_constant, parse_float=_no_fraction, parse_int=_bounded_int
)
