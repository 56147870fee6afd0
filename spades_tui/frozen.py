"""`dataclasses.dataclass` for frozen classes with slots, many times as fast to define.

Python's compiles six methods per class, a third of a millisecond, and a table needs a hundred classes before its first
frame. Here only the constructor is compiled, when the first object is made; everything else is a function over the
fields. Other kinds of classes are left to Python.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import dataclass as complete
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

__all__ = ["dataclass", "making", "writable"]

ValuesT = ParamSpec("ValuesT")
RecordT = TypeVar("RecordT")

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, *, frozen=False, slots=False, eq=True, repr=True):
        """Make a class whose annotated names are its fields."""
        make = partial(_frozen if frozen and slots else _complete(frozen, slots), eq=eq, repr=repr)
        return make if cls is None else make(cls)


def making(kind: Callable[ValuesT, RecordT]) -> Callable[ValuesT, RecordT]:
    """Return a function that makes objects of a frozen class with slots like the constructor, but many times as fast.

    It's for objects made at every card: Python packs the arguments of a class call into a tuple and a dict, and unpacks
    them again. Raises TypeError for a class with a ``__post_init__``.
    """
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind} does something when it is made")
    names: dict[str, Any] = {"new": object.__new__, "writable": writable(kind), "frozen": kind}
    parameters, values = _parameters(kind, names)
    lines = [f"    made.{name} = {value}" for name, value in values.items()]
    source = [f"def make({', '.join(parameters)}):", "    made = new(writable)", *lines, "    made.__class__ = frozen"]
    exec("\n".join([*source, "    return made"]), names)
    make: Callable[ValuesT, RecordT] = names["make"]
    return make


def writable(kind: Any) -> type:
    """Return a subclass whose objects can be written to; once they get the original class, they are frozen."""
    unlocked = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(kind.__name__, (kind,), unlocked)


def _complete(frozen: bool, slots: bool) -> Callable[..., type]:
    def made(cls: type, **what: bool) -> type:
        return complete(cls, frozen=frozen, slots=slots, **what)

    return made


def _frozen(cls: type, *, eq: bool, repr: bool) -> Any:
    """Return the class with slots. Python makes the fields from its annotations, in an otherwise empty class."""
    given = dict(cls.__dict__)
    bare: dict[str, Any] = {name: given[name] for name in cls.__annotations__ if name in given}
    bare |= {"__annotations__": cls.__annotations__, "__module__": cls.__module__, "__doc__": "A record."}
    # Without a docstring Python builds part of the signature, which takes far longer than everything else.
    looked_at: Any = complete(init=False, repr=False, eq=False)(
        type(cls.__name__, (), bare)
    )
    own = [one.name for one in fields(looked_at)]
    known: dict[str, Any] = {}
    slots: set[str] = set()
    for base in reversed(cls.__mro__[1:]):
        known |= getattr(base, "__dataclass_fields__", {})
        slots.update(base.__dict__.get("__slots__", ()))
    for name in ("__dict__", "__weakref__", *own):
        given.pop(name, None)
    made: Any = type(cls)(
        cls.__name__, cls.__bases__, {**given, "__slots__": tuple(name for name in own if name not in slots)}
    )
    made.__qualname__ = cls.__qualname__
    made.__dataclass_fields__ = {**known, **looked_at.__dataclass_fields__}
    made.__dataclass_params__ = looked_at.__dataclass_params__
    made.__dataclass_params__.frozen = True
    _give_methods(made, eq, repr)
    return made


def _give_methods(made: Any, eq: bool, repr: bool) -> None:
    """Add the methods of a frozen dataclass, unless the class defines them."""
    every = fields(made)
    methods: dict[str, Any] = {
        "__init__": _later(made, "__init__", _constructor),
        "__match_args__": tuple(one.name for one in every),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
        "__getstate__": _state,
        "__setstate__": _take_state,
    }
    if repr:
        methods["__repr__"] = _text
    if eq:
        methods |= {"__eq__": _later(made, "__eq__", _equality), "__hash__": _later(made, "__hash__", _hash)}
    for name, method in methods.items():
        if made.__dict__.get(name) is None:
            setattr(made, name, method)


def _later(kind: Any, name: str, source: Callable[[Any, dict[str, Any]], str]) -> Callable[..., Any]:
    """Return a method that is compiled at its first call."""

    def first(self: object, *values: object, **named: object) -> Any:
        names: dict[str, Any] = {}
        exec(source(kind, names), names)
        setattr(kind, name, names[name])
        return names[name](self, *values, **named)

    return first


def _constructor(kind: Any, names: dict[str, Any]) -> str:
    """Return the source of ``def __init__(self, seat, card, ace=default_ace)``, which fills the slots one by one."""
    parameters, values = _parameters(kind, names)
    for name in values:
        names[f"set_{name}"] = getattr(kind, name).__set__
    lines = [f"    set_{name}(self, {value})" for name, value in values.items()]
    if hasattr(kind, "__post_init__"):
        lines.append("    self.__post_init__()")
    return "\n".join([f"def __init__({', '.join(('self', *parameters))}):", *(lines or ["    pass"])])


def _parameters(kind: Any, names: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """Return parameters like ``seat, card, ace=default_ace``, and each field's value; defaults go into `names`."""
    names["missing"] = MISSING
    parameters, values = [], {}
    for one in fields(kind):
        name, values[one.name] = one.name, one.name
        if one.default is not MISSING:
            names[f"default_{name}"] = one.default
            parameters.append(f"{name}=default_{name}")
        elif one.default_factory is not MISSING:
            names[f"make_{name}"] = one.default_factory
            parameters.append(f"{name}=missing")
            values[name] = f"make_{name}() if {name} is missing else {name}"
        else:
            parameters.append(name)
    return parameters, values


def _equality(kind: Any, names: dict[str, Any]) -> str:
    compared = [one.name for one in fields(kind) if one.compare]
    mine, others = (f"({''.join(f'{who}.{name}, ' for name in compared)})" for who in ("self", "other"))
    same = f"{mine} == {others} if other.__class__ is self.__class__ else NotImplemented"
    return f"def __eq__(self, other):\n    return {same}"


def _hash(kind: Any, names: dict[str, Any]) -> str:
    counted = [one.name for one in fields(kind) if (one.compare if one.hash is None else one.hash)]
    return f"def __hash__(self):\n    return hash(({''.join(f'self.{name}, ' for name in counted)}))"


def _text(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _take_state(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
