"""The common base of every component of a variant file, and the values of its keys.

A component is a plain frozen object. The values allowed in a file are marked on its fields
(`Meta(ge=1, le=18)`); only `rules/schema.py` reads these marks, when a file comes in. It has words
for each pattern.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

from msgspec import NODEFAULT, Meta, Struct, StructMeta
from msgspec.structs import fields, replace

JSON_MOST = 4000
"""Maximum letters of a `Json`."""
SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{0,39}$"
RULE_PATTERN = r"^[A-Z0-9]{1,3}-[0-9]{1,3}$"
CARD_PATTERN = r"^([2-9TJQKA][CDHS]|BJ|LJ)$"
SUITS_PATTERN = r"^[2-9TJQKA]( [2-9TJQKA]){12}$"
SPADES_PATTERN = r"^([2-9TJQKA][CDH]?|BJ|LJ)( ([2-9TJQKA][CDH]?|BJ|LJ)){0,29}$"


class ReadBy(NamedTuple):
    """A value with its own reader, which raises ValueError, and its own JSON Schema."""

    read: Callable[[Any], Any]
    schema: Callable[[], dict[str, Any]] = dict


class Short:
    """A value that a file may write in a short form too.

    `full` returns the full form of a short one, and any other value as it is. `form` annotates the
    short one.
    """

    def __init__(self, full: Callable[[Any], Any], form: Any) -> None:
        self.full, self.form = full, form


class Json(Struct, frozen=True):
    """Any value of a file, as JSON."""

    text: str

    @classmethod
    def of(cls, value: object) -> "Json":
        """Return a value as JSON. Raises ValueError if it has a date or the like, or is long."""
        try:
            text = json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            text = ""
        if not 0 < len(text) <= JSON_MOST:
            allowed = "use a text, number, switch, list or table"
            raise ValueError(f"a date or a long value isn't allowed; {allowed}")
        return cls(text)

    @property
    def value(self) -> Any:
        """The value as a file has it."""
        return json.loads(self.text)


class Texts(dict[str, str]):
    """A table of texts, which never changes."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class Checked(NamedTuple):
    """A value checked by a function, which raises ValueError with a message."""

    check: Callable[[Any], Any]


def one_printable_line(text: str) -> str:
    """Return a text of one line. Raises ValueError for anything else."""
    if not text.isprintable():
        words = "a line break or unprintable character isn't allowed"
        raise ValueError(f"{words}; use one line of plain text")
    if text != text.strip() or not text:
        raise ValueError("the text is empty, or begins or ends with a space; use plain text")
    return text


Points = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Points for one bid, trick or count, bounded."""

Count = Annotated[int, Meta(ge=0, le=20)]
"""A number of tricks, cards or bids; no hand has more."""

Number = Annotated[int, Meta(ge=1, le=1_000_000)]
"""A limit or a target."""

Switch = bool

RuleName = Annotated[str, Meta(pattern=RULE_PATTERN)]
"""The name of a rule, such as ``SB-5``, that a score line or a refusal cites."""

Label = Annotated[str, Meta(min_length=1, max_length=60), Checked(one_printable_line)]
Prose = Annotated[str, Meta(min_length=1, max_length=600), Checked(one_printable_line)]


class ComponentType(StructMeta):
    """The metaclass of components: it makes each class a struct with keyword-only fields."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> "ComponentType":
        """Return the class with the options that msgspec needs."""
        return super().__new__(mcs, name, bases, namespace, kw_only=True, **config)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Component(Struct, metaclass=ComponentType, frozen=True):
    """A frozen part of a variant file; an unknown key is an error.

    The annotated names of the class are its fields, and those with a default are optional. Nothing
    here checks values: `rules/schema.py` does when it reads a file.
    """

    default_rule: ClassVar[str] = ""
    """The rule that score lines and refusals cite if a file names none.

    Empty for a part that cites none. `with_default_rule` fills it in before the check of the file.
    A field's default wouldn't do: records leave defaults out, and their fingerprint of the rules
    would change.
    """

    def changed(self, **changes: Any) -> Self:
        """Return a copy with some fields changed. Raises TypeError for an unknown field."""
        return replace(self, **changes)

    def to_keys(self, defaults: bool = True) -> dict[str, Any]:
        """Return the keys as a file or a record has them, in order, without those that are None.

        `defaults`: whether to include values equal to their defaults, at any depth.
        """
        usual = {} if defaults else defaults_of(type(self))
        keys = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and (name not in usual or value != usual[name]):
                keys[key_of(name)] = _value_in_file(value, defaults)
        return keys


ComponentT = TypeVar("ComponentT", bound=Component)


@cache
def fields_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the annotation of each field of a component, in order."""
    return {field.name: field.type for field in fields(component)}


@cache
def defaults_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the fields that may be left out, with their defaults."""
    defaults = {}
    for field in fields(component):
        if field.default is not NODEFAULT:
            defaults[field.name] = field.default
    return defaults


def keys_of(component: type[Component]) -> list[str]:
    """Return the keys that a component can have."""
    return list(map(key_of, component.__struct_fields__))


def key_of(name: str) -> str:
    """Return a field's key in a file.

    Its name without a trailing ``_``, which avoids a reserved word.
    """
    return name.removesuffix("_")


def kind_of(component: type[Component]) -> str:
    """Return the word that files use for a kind of component."""
    words: tuple[str, ...] = get_args(fields_of(component)["kind"])
    return words[0]


def from_keys(component: type[ComponentT], keys: Mapping[str, Any]) -> ComponentT:
    """Build a component from valid keys.

    Raises TypeError or KeyError for an unknown or missing one.
    """
    annotations = fields_of(component)
    names = {key_of(name): name for name in annotations}
    values = {}
    for key, value in keys.items():
        values[names[key]] = _value_here(annotations[names[key]], value)
    return component(**with_default_rule(component, values))


def with_default_rule(component: type[Component], keys: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys of a component, with the class's default rule if they have no `rule`."""
    if component.default_rule and "rule" not in keys:
        return {**keys, "rule": component.default_rule}
    return keys


def components_in(annotation: Any) -> list[type[Component]]:
    """Return the components that an annotation names: one, or those of a union or a list."""
    if isinstance(annotation, type):
        if issubclass(annotation, Component):
            return [annotation]
        return []
    return [kind for inner in get_args(annotation) for kind in components_in(inner)]


def _value_in_file(value: object, defaults: bool) -> object:
    """Convert a value for a file: a component to a table, a tuple to a list."""
    if isinstance(value, Component):
        return value.to_keys(defaults=defaults)
    if isinstance(value, Json):
        return value.value
    if isinstance(value, tuple):
        return [_value_in_file(entry, defaults) for entry in value]
    if isinstance(value, Texts):
        return dict(value)
    return value


def _value_here(annotation: Any, value: object) -> object:
    """Convert a value from a file for a field: a table to a component, a list to a tuple."""
    if get_origin(annotation) is Annotated:
        annotation, *marks = get_args(annotation)
        for mark in marks:
            if isinstance(mark, ReadBy):
                return mark.read(value)
            if isinstance(mark, Short):
                value = mark.full(value)
    if isinstance(value, list):
        return tuple([_value_here(get_args(annotation)[0], entry) for entry in value])
    if isinstance(value, dict):
        if get_origin(annotation) is Mapping:
            return Texts(value)
        kinds = components_in(annotation)
        if len(kinds) == 1:
            return from_keys(kinds[0], value)
        by_kind = {kind_of(kind): kind for kind in kinds}
        return from_keys(by_kind[value["kind"]], value)
    return value
