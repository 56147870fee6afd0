"""Read files strictly: pydantic models made from the components and their marks.

No other module of the rules imports pydantic, which loads slowly. Import this one only to check a user's variant or the
rules of a record, or for the JSON Schema.
"""

import types
from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    WithJsonSchema,
    create_model,
    model_validator,
)

from spades_tui.rules.component import (
    Between,
    Checked,
    Component,
    Entries,
    Letters,
    Pattern,
    ReadBy,
    defaults_of,
    fields_of,
    key_of,
    with_default_rule,
)
from spades_tui.rules.variant import Variant

ComponentT = TypeVar("ComponentT", bound=Component)
Schema = dict[str, Any]


def checked(component: type[ComponentT], data: object) -> ComponentT:
    """Return a component from a file's data. Raises pydantic's ValidationError."""
    read = _plain(_model(component).model_validate(data))
    assert isinstance(read, component)
    return read


@lru_cache(maxsize=1)
def file_schema() -> Schema:
    """Return the JSON Schema of a variant file."""
    return _model(Variant).model_json_schema(by_alias=True)


class _Read(BaseModel):
    """A component as a file has it; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    _component: ClassVar[type[Component]] = Component

    @model_validator(mode="before")
    @classmethod
    def _fill_in_rule(cls, data: Any) -> Any:
        return with_default_rule(cls._component, data) if isinstance(data, Mapping) else data


_models: dict[type[Component], type[_Read]] = {}


def _model(component: type[Component]) -> type[_Read]:
    """Return the model that reads a component."""
    if component not in _models:
        _models[component] = _made_model(component)
    return _models[component]


def _made_model(component: type[Component]) -> type[_Read]:
    defaults = defaults_of(component)
    fields: dict[str, Any] = {}
    for name, annotation in fields_of(component).items():
        default = _as_read(defaults[name]) if name in defaults else ...
        fields[name] = (_annotation(annotation), Field(default, alias=None if key_of(name) == name else key_of(name)))
    made = create_model(
        component.__name__, __base__=_Read, __doc__=component.__doc__,
        __cls_kwargs__={"json_schema_extra": _rule_may_be_left_out}, **fields,
    )  # fmt: skip
    made._component = component
    return made


def _rule_may_be_left_out(schema: Schema, model: type[_Read]) -> None:
    """Let the JSON Schema show the default rule, and make the key optional."""
    usual = with_default_rule(model._component, {}).get("rule")
    if usual:
        schema["required"] = [key for key in schema["required"] if key != "rule"]
        schema["properties"]["rule"]["default"] = usual


def _annotation(annotation: Any) -> Any:
    """Convert a field's annotation for pydantic: strict, with bounds, and components distinguished by `kind`."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in (int, bool, str):
        return Annotated[annotation, Field(strict=True)]
    if isinstance(annotation, type) and issubclass(annotation, Component):
        return _model(annotation)
    if origin is Annotated:
        what, *marks = inner
        for mark in marks:
            if isinstance(mark, ReadBy):
                return Annotated[Any, PlainValidator(mark.read), WithJsonSchema(mark.schema())]
        return Annotated[_annotation(what), *(constraint(mark) for mark in marks)]
    if origin is tuple:
        return types.GenericAlias(tuple, (_annotation(inner[0]), ...))
    if origin in (Union, types.UnionType):
        union = reduce(or_, (_annotation(one) for one in inner))
        apart = all(one is not type(None) for one in inner)
        return Annotated[union, Field(discriminator="kind")] if apart else union
    return annotation


def constraint(mark: object) -> Any:
    """Return pydantic's constraint for a mark. Raises TypeError for a mark that isn't about files."""
    match mark:
        case Between():
            return Field(ge=mark.least, le=mark.greatest)
        case Entries() | Letters():
            return Field(min_length=mark.least or None, max_length=mark.greatest)
        case Pattern():
            return Field(pattern=mark.pattern)
        case Checked():
            return AfterValidator(mark.check)
    raise TypeError(f"{mark} says nothing about a file")


def _as_read(default: Any) -> Any:
    """Return the default of a key in the form of its pydantic model."""
    return _model(type(default)).model_validate(default.to_keys()) if isinstance(default, Component) else default


def _plain(read: Any) -> Any:
    """Convert pydantic models to plain components."""
    if isinstance(read, _Read):
        return read._component(**{name: _plain(getattr(read, name)) for name in fields_of(read._component)})
    return tuple(_plain(one) for one in read) if isinstance(read, tuple) else read
