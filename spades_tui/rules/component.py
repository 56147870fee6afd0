"""The common base of every component of a variant file, and the values of its keys.

A component is a plain frozen object. The values allowed in a file are marked on its fields; only `rules/schema.py`
reads these marks, when a file comes in.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform, get_args, get_origin

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


class Told:
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


_NO_FIELD: tuple[Any, ...] = (ClassVar,)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Component:
    """A frozen part of a variant file; an unknown key is an error.

    The fields are the annotated names of the class. They are given by name, and those with a default may be left out.
    Values aren't checked here: files come in through `rules/schema.py`.
    """

    _fields: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The annotation of each field, in order."""
    _defaults: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        # `dataclass` would compile six methods per class, which takes a third of a millisecond at every start.
        fields, defaults = dict(cls._fields), dict(cls._defaults)
        for name, annotation in cls.__annotations__.items():
            if name.startswith("_") or get_origin(annotation) in _NO_FIELD:
                continue
            fields[name] = annotation
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
            elif isinstance(getattr(cls, name, None), property):
                raise TypeError(f"{cls.__name__}.{name} is a question of its base already")
        cls._fields, cls._defaults = fields, defaults

    def __init__(self, **values: Any) -> None:
        filled = {**self._defaults, **values}
        if filled.keys() != self._fields.keys():
            wrong = ", ".join(sorted(filled.keys() ^ self._fields.keys()))
            raise TypeError(f"{type(self).__name__}: missing or unknown: {wrong}")
        self.__dict__.update({name: filled[name] for name in self._fields})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def changed(self, **changes: Any) -> Self:
        """Return a copy with some fields changed. Raises TypeError for an unknown field."""
        return type(self)(**(self.__dict__ | changes))

    def to_keys(self, without: frozenset[str] = frozenset(), defaults: bool = True) -> dict[str, Any]:
        """Return the keys as a file or a record has them, in order, without those that are None.

        `without`: keys to leave out. `defaults`: whether to include values equal to their defaults, here and further
        in.
        """
        return {
            key: _value_in_file(value, defaults)
            for name, value in self.__dict__.items()
            if value is not None
            and (key := key_of(name)) not in without
            and (defaults or name not in self._defaults or value != self._defaults[name])
        }


class CitingComponent(Component):
    """A part that cites a rule in score lines and refusals; a file may leave out its `rule`."""

    usual_rule: ClassVar[str] = ""
    """The rule cited where a file names none: the one that the component was made from.

    It is filled in before the file is checked rather than by a field's default. So a rule object always says it, and
    the fingerprint of the shipped rules in a record doesn't depend on it.
    """


ComponentT = TypeVar("ComponentT", bound=Component)


def fields_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the annotation of each field of a component, in order."""
    return component._fields


def defaults_of(component: type[Component]) -> Mapping[str, Any]:
    """Return the fields that may be left out, with their defaults."""
    return component._defaults


def keys_of(component: type[Component]) -> list[str]:
    """Return the keys that a component knows."""
    return [key_of(name) for name in component._fields]


def key_of(name: str) -> str:
    """Return a field's key in a file: its name without a trailing ``_``, which avoids a reserved word."""
    return name.removesuffix("_")


def kind_of(component: type[Component]) -> str:
    """Return the word that files use for a kind of component."""
    words: tuple[str, ...] = get_args(component._fields["kind"])
    return words[0]


def from_keys(component: type[ComponentT], keys: Mapping[str, Any]) -> ComponentT:
    """Build a component from valid keys; for others see `rules/schema.py`.

    Raises TypeError or KeyError if a key is unknown or missing.
    """
    names = {key_of(name): name for name in component._fields}
    values = {names[key]: _value_here(component._fields[names[key]], value) for key, value in keys.items()}
    return component(**with_usual_rule(component, values))


def with_usual_rule(component: type[Component], keys: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys of a component, with the rule that it cites if they name none."""
    if issubclass(component, CitingComponent) and component.usual_rule and "rule" not in keys:
        return {**keys, "rule": component.usual_rule}
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
    if isinstance(value, Told):
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


def the_last(count: int, noun: str) -> str:
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
