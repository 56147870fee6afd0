"""JSON from files and programs that anybody may have written: each key stands once, and each text can be written again.

Python's reader, and msgspec's too, take the last of two equal keys; only with a hook of its own does Python's tell.
"""

import json
from typing import Any, NoReturn

from spades_tui.system.output import is_unicode

HALF_PAIR = "a text with half of a surrogate pair; write the character itself or both halves"
"""JSON lets a lone half of a pair be escaped; UTF-8, sums and terminals have no place for one."""

MOST_DIGITS = 15
"""Characters of a number where only whole ones may stand."""


class JsonFault(ValueError):
    """Something that JSON allows and these files don't."""


def loads(text: str | bytes, *, only_whole: bool = False) -> Any:
    """Return what a JSON text says; `only_whole`: no number in it may be a fraction, or huge.

    Raises JsonFault for what JSON allows, another ValueError for what is no JSON, and RecursionError.
    """
    text = text if isinstance(text, str) else text.decode("utf-8")
    data = (_WHOLE if only_whole else _ANY).decode(text)
    if "\\u" in text and (place := _place_of_half_pair(data)) is not None:
        raise JsonFault(f"{'.'.join(place)}: {HALF_PAIR}" if place else HALF_PAIR)
    return data


def _place_of_half_pair(data: object) -> tuple[str, ...] | None:
    """Return the keys that lead to the first half of a surrogate pair; None where every text is whole."""
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
        raise JsonFault(f"the key {next(key for n, key in enumerate(keys) if key in keys[:n])!r} stands twice")
    return data


def _no_constant(text: str) -> NoReturn:
    raise JsonFault(f"{text} is not a number here")


def _no_fraction(text: str) -> NoReturn:
    raise JsonFault(f"{text[:20]} found, a whole number wanted")


def _bounded_int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise JsonFault(f"the number {text[:MOST_DIGITS]}… is out of bounds")
    return int(text)


_ANY = json.JSONDecoder(object_pairs_hook=_with_each_key_once)
_WHOLE = json.JSONDecoder(
    object_pairs_hook=_with_each_key_once, parse_constant=_no_constant, parse_float=_no_fraction, parse_int=_bounded_int
)
