"""The common base of every component of a variant file, and what its keys may hold.

A component is a plain frozen object. What a file may say stands beside its fields, as marks that only `rules/schema.py`
reads, when a file comes in.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform, get_args, get_origin

SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{0,39}$"
RULE_PATTERN = r"^[A-Z0-9]{1,3}-[0-9]{1,3}$"
CARD_PATTERN = r"^([2-9TJQKA][CDHS]|BJ|LJ)$"
SPADES_PATTERN = r"^([2-9TJQKA][CDH]?|BJ|LJ)( ([2-9TJQKA][CDH]?|BJ|LJ)){0,29}$"


class Mark:
    """What a file may say at a key, beside the type: ``Annotated[int, Between(1, 18)]``."""


class Between(Mark):
    """A whole number between these two, or one of them."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Entries(Mark):
    """A list of so many entries."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Letters(Mark):
    """A text of so many letters."""

    def __init__(self, least: int, greatest: int) -> None:
        self.least, self.greatest = least, greatest


class Pattern(Mark):
    """A text of this form; `rules/variant_errors.py` has the words for it."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern


class ReadBy(Mark):
    """A value that has a reader of its own, which raises ValueError, and says its own JSON Schema."""

    def __init__(self, read: Callable[[Any], Any], schema: Callable[[], dict[str, Any]] = dict) -> None:
        self.read, self.schema = read, schema


class Told(ABC):
    """A value that is no component, and says itself what a file has for it."""

    @abstractmethod
    def to_data(self) -> object:
        """As a file has it."""


class Checked(Mark):
    """A value that a function lets pass; it raises ValueError with what is found and wanted."""

    def __init__(self, check: Callable[[Any], Any]) -> None:
        self.check = check


def _one_printable_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a line break, or a letter that cannot be printed, found; one line of plain text wanted")
    if text != text.strip() or not text:
        raise ValueError("a text that begins or ends with a space, or says nothing, found; plain text wanted")
    return text


Points = Annotated[int, Between(-10_000, 10_000)]
"""Points for one thing, bounded."""

Count = Annotated[int, Between(0, 20)]
"""A number of tricks, cards or bids; no hand is larger."""

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
    """A frozen piece of a variant file; a key that it does not know is an error.

    Its fields are the annotated names of its class. It is made from all of them by name, those with a default may be
    left out, and nothing looks whether the values are right: a file comes in through `rules/schema.py`.
    """

    _fields: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """The annotation of each field, in order."""
    _defaults: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        # `dataclass` would do, but compiles six methods for each class: a third of a millisecond at every start.
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
        """The same with some fields changed. Raises TypeError for a field that it does not have."""
        return type(self)(**(self.__dict__ | changes))

    def to_keys(self, without: frozenset[str] = frozenset(), defaults: bool = True) -> dict[str, Any]:
        """The keys as a file or a record has them, in order; what is None is left out.

        `without`: these keys are left out; `defaults`: whether what is as it is by itself is told, here and further in.
        """
        return {
            key: _value_in_file(value, defaults)
            for name, value in self.__dict__.items()
            if value is not None
            and (key := key_of(name)) not in without
            and (defaults or name not in self._defaults or value != self._defaults[name])
        }


class CitingComponent(Component):
    """A piece that cites a rule in score lines and refusals; its `rule` may be left out of a file."""

    usual_rule: ClassVar[str] = ""
    """The rule that is cited where a file names none: the one that the piece was made from.

    It is put in before the file is checked and not a default of the field, so that a rule object always says it, and
    the mark of the shipped rules in a record does not depend on it.
    """


ComponentT = TypeVar("ComponentT", bound=Component)


def fields_of(component: type[Component]) -> Mapping[str, Any]:
    """The annotation of each field of a component, in order."""
    return component._fields


def defaults_of(component: type[Component]) -> Mapping[str, Any]:
    """The fields that may be left out, and what holds then."""
    return component._defaults


def keys_of(component: type[Component]) -> list[str]:
    """The keys of a file that a component knows."""
    return [key_of(name) for name in component._fields]


def key_of(name: str) -> str:
    """The key of a field in a file: its name, without the ``_`` behind a word that the program or Python needs."""
    return name.removesuffix("_")


def kind_of(component: type[Component]) -> str:
    """The word by which a file calls a kind of component."""
    words: tuple[str, ...] = get_args(component._fields["kind"])
    return words[0]


def from_keys(component: type[ComponentT], keys: Mapping[str, Any]) -> ComponentT:
    """A component from the keys of a file that is known to be right; of others see `rules/schema.py`.

    Raises TypeError or KeyError if a key is unknown or missing.
    """
    names = {key_of(name): name for name in component._fields}
    values = {names[key]: _value_here(component._fields[names[key]], value) for key, value in keys.items()}
    return component(**with_usual_rule(component, values))


def with_usual_rule(component: type[Component], keys: Mapping[str, Any]) -> Mapping[str, Any]:
    """The keys of a component with the rule that it cites where they name none."""
    if issubclass(component, CitingComponent) and component.usual_rule and "rule" not in keys:
        return {**keys, "rule": component.usual_rule}
    return keys


def components_in(annotation: Any) -> list[type[Component]]:
    """The components that an annotation speaks of: one, or those of a union or a list."""
    if isinstance(annotation, type):
        return [annotation] if issubclass(annotation, Component) else []
    return [kind for inner in get_args(annotation) for kind in components_in(inner)]


def _value_in_file(value: object, defaults: bool) -> object:
    """A value as a file has it: a table for a component, a list for a tuple."""
    if isinstance(value, Component):
        return value.to_keys(defaults=defaults)
    if isinstance(value, Told):
        return value.to_data()
    if isinstance(value, tuple):
        return [_value_in_file(one, defaults) for one in value]
    return value


def _value_here(annotation: Any, value: object) -> object:
    """The value for a field from what a file has: a component for a table, a tuple for a list."""
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
    """``1 trick``, ``2 tricks``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def the_last(count: int, noun: str) -> str:
    """``the last trick``, ``the last 2 tricks``."""
    return f"the last {noun}" if count == 1 else f"the last {count} {noun}s"


def signed(points: int) -> str:
    """Points with their sign, and a real minus: ``+40``, ``−20``, ``0``."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"


def plain(points: int) -> str:
    """A total, with a real minus: ``212``, ``−20``."""
    return str(points).replace("-", "−")
