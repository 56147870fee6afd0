"""Where a line comes in that is not surely right: the strict models that say what is wrong with it, or that nothing is.

Nothing else in records knows pydantic, and this is only imported for such a line.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from threading import Lock
from types import UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError, create_model
from pydantic_core import ErrorDetails

from spades_tui.language.quoting import nearest
from spades_tui.record.line_forms import Keys, is_needed, keys_of
from spades_tui.record.record_error import FormError, quoted
from spades_tui.rules.component import ReadBy
from spades_tui.rules.schema import constraint

KeysT = TypeVar("KeysT", bound=Keys)

_MAKING = Lock()
"""The book and the screens read records in threads of their own."""


def read(kind: type[KeysT], data: object) -> KeysT:
    """The line that says this. Raises FormError."""
    with _MAKING:
        model = _model(kind)
    try:
        line = _plain(model.model_validate(data))
    except ValidationError as error:
        raise FormError(_explain(error, model.model_fields)) from None
    assert isinstance(line, kind)
    return line


class _Read(BaseModel):
    """What stands in an object; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    _kind: ClassVar[type[Keys]] = Keys


_models: dict[type[Keys], type[_Read]] = {}


def _model(kind: type[Keys]) -> type[_Read]:
    """The model that reads a kind of object, by what `lines` says of its keys."""
    if kind not in _models:
        fields: dict[str, Any] = {
            key: (_annotation(annotation), ... if is_needed(kind, key) else None)  # which is not validated
            for key, annotation in keys_of(kind).items()
        }
        made = create_model(kind.__name__, __base__=_Read, **fields)
        made._kind = kind
        _models[kind] = made
    return _models[kind]


def _annotation(annotation: Any) -> Any:
    """What may stand under a key as pydantic has it: strict, with bounds."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in (int, bool, str):
        return Annotated[annotation, Field(strict=True)]
    if isinstance(annotation, type) and issubclass(annotation, Keys):
        return _model(annotation)
    if origin is Annotated:
        what, *marks = inner
        for mark in marks:
            if isinstance(mark, ReadBy):
                return Annotated[Any, PlainValidator(mark.read)]
        return Annotated[_annotation(what), *(constraint(mark) for mark in marks)]
    if origin is list:
        return list[_annotation(inner[0])]  # type: ignore[misc]  # an annotation is made here
    if origin in (Union, UnionType):
        return reduce(or_, (_annotation(one) for one in inner))
    return annotation


def _plain(read: Any) -> Any:
    """What has been read, without models."""
    if isinstance(read, _Read):
        return read._kind({key: _plain(getattr(read, key)) for key in read.model_fields_set})
    return [_plain(one) for one in read] if isinstance(read, list) else read


def _explain(error: ValidationError, known: Mapping[str, object]) -> str:
    """What is wrong first, in a sentence."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "line"
    if first["type"] == "extra_forbidden":
        return f"unknown key {where!r}{nearest(where, known)}"
    if first["type"] == "missing":
        return f"the key {where!r} is missing"
    return f"{where}: {quoted(first.get('input'))} found: {_why(first)}"


def _why(error: ErrorDetails) -> str:
    """What is wrong with what was found. Bounds are those of all games; a game's own are told by its rules."""
    match error:
        case {"type": "model_type"}:
            return "write an object, as {…}"
        case {"type": "less_than_equal", "ctx": {"le": most}}:
            return f"no game has more than {most} there"
        case {"type": "greater_than_equal", "ctx": {"ge": least}}:
            return f"no game has less than {least} there"
    return _lower(error["msg"])


def _lower(message: str) -> str:
    message = message.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]
