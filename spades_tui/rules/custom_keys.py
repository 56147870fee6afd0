"""The keys that customs add to findings and observations."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, defstruct


class CustomKey(NamedTuple):
    """A key that a custom adds to what everybody sees, or to the score of a hand or a game."""

    form: Any
    """The type of its JSON."""
    absent: Any = None
    """Its value in games without the custom."""


def with_keys(base: type[Struct], keys: Mapping[str, CustomKey]) -> Any:
    """Return a class like `base`, with a field for each of these keys.

    mypy knows only the fields of `base`: read the others with its `values`. Raises ValueError for a
    key that `base` has already, because a custom must not replace what the game says.
    """
    taken = sorted(keys.keys() & {*base.__struct_fields__})
    if taken:
        raise ValueError(f"{base.__name__} already has the keys {', '.join(taken)}")
    fields: list[tuple[str, Any, Any]] = []
    for name, key in keys.items():
        form = key.form if key.absent is not None else key.form | None
        fields.append((name, form, key.absent))
    tag = base.__struct_config__.tag
    namespace = {"__doc__": base.__doc__, "__module__": base.__module__}
    return defstruct(
        base.__name__, fields, bases=(base,), namespace=namespace, tag=tag, frozen=True
    )
