"""Records that keep cards and other secrets out of their `repr`, so that no crash report can print them."""

from inspect import get_annotations
from typing import Annotated, Any, TypeVar

from msgspec import Struct

ValueT = TypeVar("ValueT")

_HIDDEN = object()

Hidden = Annotated[ValueT, _HIDDEN]
"""The type of a field that no `repr` shows: ``card: Hidden[int]``."""


class PartlyHidden(Struct, frozen=True):
    """A record whose `repr` leaves out its hidden fields."""

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in self.__rich_repr__())})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Return the fields that may be shown, and their values; rich asks for them."""
        kinds = {name: kind for base in type(self).__mro__ for name, kind in get_annotations(base).items()}
        return [(name, getattr(self, name)) for name in self.__struct_fields__ if not _hides(kinds[name])]


class FullyHidden(Struct, frozen=True):
    """A record whose `repr` shows no field."""

    def __repr__(self) -> str:
        return object.__repr__(self)

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Return nothing to rich."""
        return []


def _hides(kind: object) -> bool:
    """Return whether a field's annotation hides it; one that is only a string might, so it counts as hidden."""
    return isinstance(kind, str) or _HIDDEN in getattr(kind, "__metadata__", ())
