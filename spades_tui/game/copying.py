"""Frozen states copied with something changed: `dataclasses.replace`, for classes with slots, and many times as fast.

A state has some forty fields and is copied for every card, so this is where a game spends its time. The copy is made
as an object of a subclass that is not frozen, field by field in code that is written once a class, and is then given
its own class back.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from spades_tui.frozen import writable

__all__ = ["changed_at", "changing", "replace"]

StateT = TypeVar("StateT")
ValueT = TypeVar("ValueT")


def changed_at(values: tuple[ValueT, ...], place: int, value: ValueT) -> tuple[ValueT, ...]:
    """The same values, by seat or by side, but for one."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(state: StateT, **changes: Any) -> StateT:
        """A copy of a frozen dataclass with slots, with these fields changed."""
        kind = type(state)
        copy = _copier(kind)(state)
        for name, value in changes.items():
            setattr(copy, name, value)
        copy.__class__ = kind
        return copy


def changing(kind: type[StateT], *names: str) -> Callable[..., StateT]:
    """What copies states of a kind with other values in these fields: ``changed(state, value, …)``.

    It takes a third of the time of `replace`, for what happens at every card. Raises AttributeError for a field that
    is none.
    """
    for name in names:
        getattr(kind, name)
    made: Callable[..., StateT] = _written(kind, names, "    new.__class__ = frozen")
    return made


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    """What copies all fields into an object of a class of the same make that can be written to."""
    return _written(kind, ())


def _written(kind: type, names: tuple[str, ...], *last: str) -> Callable[..., Any]:
    """Code that copies all fields but those of these names, whose values it takes."""
    lines = [f"def copied({', '.join(('old', *names))}):", "    new = make(unlocked)"]
    for name in kind.__dataclass_fields__:  # type: ignore[attr-defined]
        lines.append(f"    new.{name} = {name if name in names else f'old.{name}'}")
    space: dict[str, Any] = {"make": object.__new__, "unlocked": writable(kind), "frozen": kind}
    exec("\n".join([*lines, *last, "    return new"]), space)
    copied: Callable[..., Any] = space["copied"]
    return copied
