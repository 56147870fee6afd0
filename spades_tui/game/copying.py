"""Frozen states copied with something changed: `dataclasses.replace`, for classes with slots, and many times as fast.

A state has some forty fields and is copied for every card, so this is where a game spends its time. The copy is made
as an object of a subclass that is not frozen, field by field in code that is written once a class, and is then given
its own class back.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["replace"]

StateT = TypeVar("StateT")

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


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    """What copies all fields into an object of a class of the same make that can be written to."""
    unlocked = type(
        kind.__name__, (kind,),
        {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__},
    )  # fmt: skip
    fields = kind.__dataclass_fields__  # type: ignore[attr-defined]
    lines = ["def copied(old):", "    new = make(kind)", *(f"    new.{name} = old.{name}" for name in fields)]
    names: dict[str, Any] = {"make": object.__new__, "kind": unlocked}
    exec("\n".join([*lines, "    return new"]), names)
    copied: Callable[[Any], Any] = names["copied"]
    return copied
