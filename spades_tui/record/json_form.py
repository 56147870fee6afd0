"""Read JSON strictly into msgspec structures.

Errors say where a value doesn't fit, what it is and how to fix it.

msgspec checks and builds the objects, but its errors are sentences, which code should never parse.
So `checked` finds the misfits by the same annotations, and asks msgspec at each step. `loads` reads
JSON of unknown origin: no duplicate keys, which Python's reader and msgspec accept, and only text
that can be encoded.
"""

import json
from collections.abc import Sequence
from threading import Lock
from types import UnionType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, UnsetType

from spades_tui.game.record_form import NO_CONTROLS
from spades_tui.language.quoting import either, meant, nearest
from spades_tui.rules.record_types import MOST_SEATS
from spades_tui.rules.record_types import PerSeat as PerSeat
from spades_tui.rules.record_types import Seats as Seats
from spades_tui.system.foreign_text import without_mark
from spades_tui.system.output import MOST_ECHOED, is_unicode

PointCount = Annotated[int, Meta(ge=-(10**12), le=10**12)]
Text = Annotated[str, Meta(max_length=400, pattern=NO_CONTROLS)]
PerSide = Annotated[tuple[PointCount, ...], Meta(min_length=2, max_length=MOST_SEATS)]


class FormError(ValueError):
    """JSON that these files can't have.

    The message says where, what is wrong, and what would fit.
    """

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.place = place
        self.more: Sequence[FormError] = ()
        """The other misfits of the object."""


def wrong(place: tuple[str | int, ...], found: object, why: str) -> FormError:
    """Return the error that the value at a place doesn't fit; `why` says what would."""
    return FormError(f"{_dotted(place) or 'line'}: {quoted(found)} is not valid; {why}", place)


def _dotted(place: tuple[str | int, ...]) -> str:
    return ".".join(map(str, place))


def quoted(found: object) -> str:
    """Return a value as an error shows it; a long text or list is cut before its last mark."""
    if isinstance(found, str):
        return repr(_cut(found))
    if found is None or isinstance(found, bool):
        return {None: "null", False: "false", True: "true"}[found]
    text = repr(found)
    if len(text) > MOST_ECHOED:
        return _cut(text) + text[-1]
    return text


def _cut(text: str) -> str:
    if len(text) > MOST_ECHOED:
        return f"{text[: MOST_ECHOED - 1]}…"
    return text


class JsonObject(Struct, frozen=True, forbid_unknown_fields=True):
    """An object with known keys. An absent optional key is UNSET; null is still an error."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"  # some contain cards that not everybody may see


ObjectT = TypeVar("ObjectT", bound=Struct)
ValueT = TypeVar("ValueT")


def checked(kind: type[ObjectT], data: object) -> ObjectT:
    """Return the object of JSON data. Raises FormError with all its misfits."""
    try:
        return _convert(data, kind)
    except msgspec.ValidationError as error:
        whole = wrong((), data, str(error.__cause__ or error))
        first, *others = _misfits(kind, data, ()) or [whole]
    first.more = others
    raise first


def mapping(data: object) -> dict[str, Any]:
    """Return JSON data that is an object. Raises FormError for anything else."""
    if not isinstance(data, dict):
        raise wrong((), data, "write an object, such as {…}")
    return data


def fits(annotation: Any, value: object) -> bool:
    """Return whether a value of JSON data has this type, with its limits."""
    try:
        _convert(value, annotation)
    except msgspec.ValidationError:
        return False
    return True


def _convert(value: object, annotation: type[ValueT]) -> ValueT:
    with ONE_AT_A_TIME:
        return msgspec.convert(value, annotation)


ONE_AT_A_TIME = Lock()
"""Guards msgspec, which prepares a type at its first use and crashes the process if two threads do
so at once.
"""


def _misfits(annotation: Any, value: Any, place: tuple[str | int, ...]) -> list[FormError]:
    """Return what is wrong with a value that doesn't fit.

    It's empty for an object whose keys all fit.
    """
    what, limits = _expected(annotation, value)
    if isinstance(what, type) and issubclass(what, Struct) and type(value) is dict:
        return _misfits_in_object(what, value, place)
    why = _why(what, limits, value)
    if not why:
        entries = [entry for entry in get_args(what) if entry is not Ellipsis]
        if len(entries) > 1 and len(entries) != len(value):
            why = f"write a list of {len(entries)}"
        else:
            for n, item in enumerate(value):
                expected = entries[n % len(entries)]
                if not fits(expected, item):
                    return _misfits(expected, item, (*place, n))
    return [wrong(place, value, why)]


def _misfits_in_object(
    kind: type[Struct], data: dict[str, Any], place: tuple[str | int, ...]
) -> list[FormError]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    unknown = [key for key in data if key not in fields and key != kind.__struct_config__.tag_field]
    intended = [meant(key, fields) for key in unknown]
    misfits: list[FormError] = []
    for key, field in fields.items():
        inside = (*place, key)
        if key in data and not fits(field.type, data[key]):
            misfits += _misfits(field.type, data[key], inside)
        elif key not in data and field.required and key not in intended:
            misfits.append(FormError(f"the key {_dotted(inside)!r} is missing", inside))
    for key in unknown:
        words = f"unknown key {_dotted((*place, key))!r}{nearest(key, fields)}"
        misfits.append(FormError(words, (*place, key)))
    return misfits


def _expected(annotation: Any, value: object) -> tuple[Any, dict[str, Any]]:
    """Return the type that a value should have, without null, and its limits by name."""
    limits: dict[str, Any] = {}
    while True:
        origin, inner = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            annotation = inner[0]
            for meta in inner[1:]:
                limits |= {name: getattr(meta, name) for name in _LIMITS}
        elif origin in (Union, UnionType):
            kinds = [kind for kind in inner if kind not in (UnsetType, type(None))]
            fitting = (kind for kind in kinds if type(value) is _plain(_expected(kind, value)[0]))
            annotation = next(fitting, kinds[0])
        else:
            return annotation, {name: limit for name, limit in limits.items() if limit is not None}


_LIMITS = ("ge", "gt", "le", "min_length", "max_length", "pattern", "description")
_NAMES: dict[Any, str] = {
    int: "a whole number", float: "a number", str: "a text", bool: "true or false",
    list: "a list", dict: "an object",
}  # fmt: skip


def _plain(what: Any) -> Any:
    """Return the type of JSON data for a type."""
    plain = get_origin(what) or what
    return list if plain is tuple else plain


def _why(what: Any, limits: dict[str, Any], value: Any) -> str:
    """Return words for a value that would fit; empty for a list of the right length."""
    plain = _plain(what)
    if "description" in limits:
        return str(limits["description"])
    if plain is Literal:
        return f"write {either(map(quoted, get_args(what)))}"
    if issubclass(plain, Struct):
        return "write an object, such as {…}"
    if type(value) is not plain and not (plain is float and type(value) is int):
        return f"write {_NAMES[plain]}"
    if plain in (int, float):
        if "le" in limits and value > limits["le"]:
            return f"the maximum is {limits['le']}"
        if "gt" in limits:
            return f"write more than {limits['gt']}"
        return f"the minimum is {limits['ge']}"
    if "max_length" in limits and len(value) > limits["max_length"]:
        return _too(plain, "at most", limits["max_length"])
    if "min_length" in limits and len(value) < limits["min_length"]:
        return _too(plain, "at least", limits["min_length"])
    if plain is str:
        return f"write a text that matches {limits['pattern'].replace(chr(92) + 'Z', '$')}"
    return ""


def _too(plain: type, bound: str, count: int) -> str:
    noun = "character" if plain is str else "item"
    return f"write {bound} {count} {noun}{'' if count == 1 else 's'}"


# ---- reading

HALF_PAIR = "a text with half of a surrogate pair; write the character itself or both halves"
"""JSON allows an escaped half of a surrogate pair; UTF-8, checksums and terminals don't."""

MOST_DIGITS = 15  # maximum characters of a number, if only whole ones are allowed


def loads(text: str | bytes, *, only_whole: bool = False) -> Any:
    """Return the data of a JSON text; `only_whole`: numbers may be neither fractions nor huge.

    Raises FormError for what these files forbid, and another ValueError for invalid JSON.
    """
    if isinstance(text, bytes):
        text = without_mark(text).decode("utf-8")
    decoder = _WHOLE if only_whole else _ANY
    try:
        data = decoder.decode(text)
    except RecursionError:
        raise FormError("nested too deeply") from None
    place = _place_of_half_pair(data) if "\\u" in text else None
    if place:
        raise FormError(f"{'.'.join(place)}: {HALF_PAIR}")
    if place is not None:
        raise FormError(HALF_PAIR)
    return data


def _place_of_half_pair(data: object) -> tuple[str, ...] | None:
    """Return the keys that lead to the first half of a surrogate pair; None if there is none."""
    if isinstance(data, str) and not is_unicode(data):
        return ()
    if isinstance(data, list):
        data = dict(enumerate(data))
    if not isinstance(data, dict):
        return None
    for key, value in data.items():
        if not is_unicode(str(key)):
            return (ascii(key),)
        inner = _place_of_half_pair(value)
        if inner is not None:
            return (str(key), *inner)
    return None


def _with_each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) == len(pairs):
        return data
    keys = [key for key, _ in pairs]
    twice = next(key for n, key in enumerate(keys) if key in keys[:n])
    raise FormError(f"the key {twice!r} appears twice")


def _no_constant(text: str) -> NoReturn:
    raise FormError(f"{text} is not valid JSON")


def _no_fraction(text: str) -> NoReturn:
    raise FormError(f"{text[:20]} is not a whole number")


def _bounded_int(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise FormError(f"the number {text[:MOST_DIGITS]}… is out of bounds")
    return int(text)


_ANY = json.JSONDecoder(object_pairs_hook=_with_each_key_once)
_WHOLE = json.JSONDecoder(
    object_pairs_hook=_with_each_key_once, parse_constant=_no_constant,
    parse_float=_no_fraction, parse_int=_bounded_int,
)  # fmt: skip
