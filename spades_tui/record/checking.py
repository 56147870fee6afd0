"""Whether a line has the form of its event. What is surely right is seen without pydantic; about all else it decides.

Each key of a line (`record/line_forms.py`) becomes a small function. These know no words: they
let pass what is right by every mark, and shrug at anything else. Then the line goes through the strict models of
`record/schema.py`, which are imported for it, and say what is wrong with it, or that nothing is.
"""

import re
from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from spades_tui.record.line_forms import Keys, is_needed, keys_of
from spades_tui.rules.component import Between, Entries, Letters, Pattern, ReadBy

Check = Callable[[Any], Any]
"""Makes of what stands in a line what the line says. Raises ValueError or KeyError for what is not surely right."""

KeysT = TypeVar("KeysT", bound=Keys)

_checks: dict[type[Keys], Check] = {}
"""Made when the first of a kind is read; two threads at once make the same twice."""


def checked(kind: type[KeysT], data: object) -> KeysT:
    """The line that says this. Raises FormError."""
    line = surely(kind, data)
    if line is not None:
        return line
    from spades_tui.record.schema import read  # brings in pydantic

    return read(kind, data)


def surely(kind: type[KeysT], data: object) -> KeysT | None:
    """The line that says this, if that is surely right."""
    try:
        check = _checks.get(kind)
        line: KeysT = (check or _object(kind))(data)
    except (ValueError, KeyError):
        return None
    return line


def _object(kind: type[Keys]) -> Check:
    """An object with known keys, and all that it must have."""
    if kind in _checks:
        return _checks[kind]
    known = {key: _check(annotation) for key, annotation in keys_of(kind).items()}
    needed = {key for key in known if is_needed(kind, key)}

    def check(value: Any) -> Keys:
        if type(value) is not dict:
            raise ValueError
        given = {key: known[key](one) for key, one in value.items()}
        if not needed <= given.keys():
            raise ValueError
        return kind(given)

    _checks[kind] = check
    return check


def _check(annotation: Any, *marks: Any) -> Check:
    """What looks at a value, by its annotation. Raises TypeError for an annotation that no key has yet."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        own = next((mark for mark in inner[1:] if isinstance(mark, ReadBy)), None)
        return own.read if own is not None else _check(*inner)
    if isinstance(annotation, type) and issubclass(annotation, Keys):
        return _object(annotation)
    if origin is list:
        return _list(_check(*inner), *marks)
    if origin is dict:
        return _table(*marks)
    if origin in (Union, UnionType):
        return _either(*map(_check, inner))
    if origin is Literal:
        return _one_of(*inner)
    try:
        return _SIMPLE[annotation](*marks)
    except KeyError:
        raise TypeError(f"nothing is known of {annotation}") from None


def _whole(bounds: Between) -> Check:
    least, greatest = bounds.least, bounds.greatest

    def check(value: Any) -> int:
        if type(value) is int and least <= value <= greatest:  # True is none
            return value
        raise ValueError

    return check


def _text(*marks: object) -> Check:
    """A text by its length and form. Half a character is none; digits of other scripts are for the door to judge."""
    letters = next((mark for mark in marks if isinstance(mark, Letters)), None)
    pattern = next((mark for mark in marks if isinstance(mark, Pattern)), None)
    rest = [mark for mark in marks if mark not in (letters, pattern)]
    if rest:
        raise TypeError(f"nothing is known of {rest}")
    fits = re.compile(pattern.pattern, re.ASCII).fullmatch if pattern is not None else None

    def check(value: Any) -> str:
        if type(value) is not str or (letters is not None and not letters.least <= len(value) <= letters.greatest):
            raise ValueError
        if not value.isascii():
            value.encode()
        if fits is not None and not fits(value):
            raise ValueError
        return value

    return check


def _flag() -> Check:
    return _one_of(True, False)


def _one_of(*words: object) -> Check:
    """One of some texts, or of True and False: ``1`` is none of these, though Python calls it the same."""

    def check(value: Any) -> Any:
        for word in words:
            if value == word and type(value) is type(word):
                return value
        raise ValueError

    return check


def _list(each: Check, size: Entries) -> Check:
    """So many values; one that is too long is not even looked at."""
    least, greatest = size.least, size.greatest

    def check(value: Any) -> list[Any]:
        if type(value) is not list or not least <= len(value) <= greatest:
            raise ValueError
        return [each(one) for one in value]

    return check


def _table(size: Entries | None = None) -> Check:
    """An object with any keys, in which anything may stand: others look at it."""

    def check(value: Any) -> dict[str, Any]:
        if type(value) is not dict or (size is not None and not size.least <= len(value) <= size.greatest):
            raise ValueError
        for key in value:
            key.encode()
        return dict(value)

    return check


def _nothing() -> Check:
    def check(value: Any) -> None:
        if value is not None:
            raise ValueError

    return check


def _either(first: Check, second: Check) -> Check:
    """One of two kinds of values."""

    def check(value: Any) -> Any:
        try:
            return first(value)
        except (ValueError, KeyError):
            return second(value)

    return check


_SIMPLE: dict[Any, Callable[..., Check]] = {int: _whole, str: _text, bool: _flag, type(None): _nothing}
