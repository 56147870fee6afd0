"""The common base of every component of a variant file, and the values of its keys.

A component is a plain frozen object. The values allowed in a file are marked on its fields; only `rules/schema.py`
reads these marks, when a file comes in.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeVar, dataclass_transform, get_args, get_origin

from msgspec import NODEFAULT, Struct, StructMeta
from msgspec.structs import replace

SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{0,39}$"
RULE_PATTERN = r"^[A-Z0-9]{1,3}-[0-9]{1,3}$"
CARD_PATTERN = r"^([2-9TJQKA][CDHS]|BJ|LJ)$"
SPADES_PATTERN = r"^([2-9TJQKA][CDH]?|BJ|LJ)( ([2-9TJQKA][CDH]?|BJ|LJ)){0,29}$"


class Mark:
    """A limit on what a file may say at a key, next to the type: ``Annotated[int, Between(1, 18)]``."""


class Between(Mark):
    """A whole number between two bounds, inclusive."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Entries(Mark):
    """A list with a bounded number of entries."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Letters(Mark):
    """A text with a bounded number of letters."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Pattern(Mark):
    """A text that matches a pattern; `rules/variant_errors.py` says it in words."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern


class ReadBy(Mark):
    """A value with its own reader, which raises ValueError, and its own JSON Schema."""

    def __init__(self, read: Callable[[Any], Any], schema: Callable[[], dict[str, Any]] = dict) -> None:
        self.read, self.schema = read, schema


class WithData:
    """A value that isn't a component and converts itself to what a file has."""

    __slots__ = ()

    @abstractmethod
    def to_data(self) -> object:
        """Return what a file has."""


class Checked(Mark):
    """A value checked by a function, which raises ValueError with a message."""

    def __init__(self, check: Callable[[Any], Any]) -> None:
        self.check = check


def _one_printable_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a line break or unprintable character isn't allowed; use one line of plain text")
    if text != text.strip() or not text:
        raise ValueError("the text is empty, or begins or ends with a space; use plain text")
    return text


Points = Annotated[int, Between(-10_000, 10_000)]
"""Points for one thing, bounded."""

Count = Annotated[int, Between(0, 20)]
"""A number of tricks, cards or bids; no hand has more."""

Number = Annotated[int, Between(1, 1_000_000)]
"""A limit or a target."""

Switch = bool

RuleName = Annotated[str, Pattern(RULE_PATTERN)]
"""The name of a rule, such as ``SB-5``, that a score line or a refusal cites."""

Label = Annotated[str, Letters(1, 60), Checked(_one_printable_line)]
Prose = Annotated[str, Letters(1, 600), Checked(_one_printable_line)]


class ComponentType(StructMeta):
    """Makes every class of components a struct whose fields are given by name, those of its subclasses too."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> "ComponentType":
        """Return the class; `config` is for msgspec."""
        return super().__new__(mcs, name, bases, namespace, kw_only=True, **config)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Component(Struct, metaclass=ComponentType, frozen=True):
    """A frozen part of a variant file; an unknown key is an error.

    The fields are the annotated names of the class. They are given by name, and those with a default may be left out.
    Values aren't checked here: files come in through `rules/schema.py`.
    """

    def changed(self, **changes: Any) -> Self:
        """Return a copy with some fields changed. Raises TypeError for an unknown field."""
        return replace(self, **changes)

    def to_keys(self, without: frozenset[str] = frozenset(), defaults: bool = True) -> dict[str, Any]:
        """Return the keys as a file or a record has them, in order, without those that are None.

        `without`: keys to leave out. `defaults`: whether to include values equal to their defaults, here and further
        in.
        """
        usual = {} if defaults else defaults_of(type(self))
        return {
            key: _value_in_file(value, defaults)
            for name in self.__struct_fields__
            if (value := getattr(self, name)) is not None
            and (key := key_of(name)) not in without
            and (name not in usual or value != usual[name])
        }


class CitingComponent(Component):
    """A part that cites a rule in score lines and refusals; a file may leave out its `rule`."""

    default_rule: ClassVar[str] = ""
    """The rule cited where a file names none: the one that the component was made from.

    It is filled in before the file is checked rather than by a field's default. So a rule object always says it, and
    the fingerprint of the shipped rules in a record doesn't depend on it.
    """


ComponentT = TypeVar("ComponentT", bound=Component)


@cache
def fields_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the annotation of each field of a component, in order."""
    annotations: dict[str, Any] = {}
    for base in reversed(component.__mro__):
        annotations |= getattr(base, "__annotations__", {})
    return {name: annotations[name] for name in component.__struct_fields__}


@cache
def defaults_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the fields that may be left out, with their defaults."""
    defaults = component.__struct_defaults__  # of the last fields
    last = component.__struct_fields__[-len(defaults) :]
    return {name: value for name, value in zip(last, defaults, strict=False) if value is not NODEFAULT}


def keys_of(component: type[Component]) -> list[str]:
    """Return the keys that a component knows."""
    return [key_of(name) for name in component.__struct_fields__]


def key_of(name: str) -> str:
    """Return a field's key in a file: its name without a trailing ``_``, which avoids a reserved word."""
    return name.removesuffix("_")


def kind_of(component: type[Component]) -> str:
    """Return the word that files use for a kind of component."""
    words: tuple[str, ...] = get_args(fields_of(component)["kind"])
    return words[0]


def from_keys(component: type[ComponentT], keys: Mapping[str, Any]) -> ComponentT:
    """Build a component from valid keys; for others see `rules/schema.py`.

    Raises TypeError or KeyError if a key is unknown or missing.
    """
    fields = fields_of(component)
    names = {key_of(name): name for name in fields}
    values = {names[key]: _value_here(fields[names[key]], value) for key, value in keys.items()}
    return component(**with_default_rule(component, values))


def with_default_rule(component: type[Component], keys: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys of a component, with the rule that it cites if they name none."""
    if issubclass(component, CitingComponent) and component.default_rule and "rule" not in keys:
        return {**keys, "rule": component.default_rule}
    return keys


def components_in(annotation: Any) -> list[type[Component]]:
    """Return the components that an annotation names: one, or those of a union or a list."""
    if isinstance(annotation, type):
        return [annotation] if issubclass(annotation, Component) else []
    return [kind for inner in get_args(annotation) for kind in components_in(inner)]


def _value_in_file(value: object, defaults: bool) -> object:
    """Convert a value for a file: a component to a table, a tuple to a list."""
    if isinstance(value, Component):
        return value.to_keys(defaults=defaults)
    if isinstance(value, WithData):
        return value.to_data()
    if isinstance(value, tuple):
        return [_value_in_file(one, defaults) for one in value]
    return value


def _value_here(annotation: Any, value: object) -> object:
    """Convert a file's value for a field: a table to a component, a list to a tuple."""
    for mark in get_args(annotation)[1:] if get_origin(annotation) is Annotated else ():
        if isinstance(mark, ReadBy):
            return mark.read(value)
    if isinstance(value, list):
        return tuple(_value_here(annotation, one) for one in value)
    if isinstance(value, dict):
        kinds = components_in(annotation)
        return from_keys(kinds[0] if len(kinds) == 1 else {kind_of(one): one for one in kinds}[value["kind"]], value)
    return value


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 trick``, ``2 tricks``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def last_in_words(count: int, noun: str) -> str:
    """Return the last things in words: ``the last trick``, ``the last 2 tricks``."""
    return f"the last {noun}" if count == 1 else f"the last {count} {noun}s"


def signed(points: int) -> str:
    """Return points with their sign and a real minus: ``+40``, ``−20``, ``0``."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"


def plain(points: int) -> str:
    """Return a total with a real minus: ``212``, ``−20``."""
    return str(points).replace("-", "−")
