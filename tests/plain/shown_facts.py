"""Make tables that differ in one fact: if a screen shows the difference, plain text must too.

Walking through the data of a table finds the facts, so no fact is listed by hand.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.game.events import SeatEvent
from spades_tui.play.shown import Shown
from spades_tui.play.table import Table
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

Step = str | int
"""A field, or a place in a tuple."""

STAGE = {"seat", "phase", "on_turn", "names", "people", "rules", "kind"}
"""Fields that decide who is asked which question, or where a log line appears, and so are no facts."""


class Fact(Struct, frozen=True):
    """One fact of a table, with other values that it could have."""

    path: tuple[Step, ...]
    """Steps from `Shown` to the fact; those into an observation start with `seen`."""
    others: tuple[Any, ...]
    own: bool = False
    """Whether only the viewer has this value of the fact."""

    @property
    def name(self) -> str:
        """Return the path of the fact, such as ``seen.standing.totals.1``."""
        return ".".join(map(str, self.path))


def facts_of(shown: Shown) -> list[Fact]:
    rules = shown.public.rules
    found = [fact for fact in _Facts((rules.seats, len(rules.sides))).of(shown, Shown, ()) if fact.path[0] != "public"]
    return [replace(fact, own=fact.path[0] == "seen" and _is_own(shown, fact.path[1:])) for fact in found]


def _is_own(shown: Shown, path: tuple[Step, ...]) -> bool:
    """Return whether this part of an observation is the viewer's own, such as their hand."""
    seen: Any = shown.seen
    public: Any = shown.public
    for step in path:
        if isinstance(step, int):
            if len(public) <= step:
                return True
            seen, public = seen[step], public[step]
        elif public is None:
            return True
        else:
            seen, public = getattr(seen, step), getattr(public, step)
    return bool(seen != public)


class _Facts:
    """Find the numbers, words and switches in a value."""

    def __init__(self, per_one: tuple[int, int]) -> None:
        self._per_one = per_one
        """The lengths of rows with a member for each seat or each side."""

    def of(self, value: Any, hint: Any, path: tuple[Step, ...]) -> Iterator[Fact]:
        """Yield all facts of a value of this type."""
        if isinstance(value, (Ruleset, Path, Enum)):
            return
        if isinstance(value, Mapping):
            if value:
                yield Fact(path, (dict(list(value.items())[1:]),))
        elif isinstance(value, Struct):
            hints = get_type_hints(type(value))
            for name in value.__struct_fields__:
                if name not in STAGE:
                    yield from self.of(getattr(value, name), hints[name], (*path, name))
        elif isinstance(value, tuple):
            yield from self._of_row(value, hint, path)
        elif isinstance(value, bool):
            yield Fact(path, (not value,))
        elif isinstance(value, int):
            yield Fact(path, (value + 1, value - 1, 0) if value else (1,))
        elif isinstance(value, str):
            yield Fact(path, (f"{value}x" if value else "something", "super"))
        elif value is None:
            others = tuple(one for kind in _kinds(hint) for one in self._some(kind))
            if others:
                yield Fact(path, others)

    def _of_row(self, value: tuple[Any, ...], hint: Any, path: tuple[Step, ...]) -> Iterator[Fact]:
        """Yield facts about a row: its last member, one member less, or one member more if it is empty."""
        members = [get_args(kind)[0] for kind in _kinds(hint) if get_origin(kind) is tuple and get_args(kind)]
        member = members[0] if members else NoneType
        if not value:
            yield from (Fact(path, ((one,),)) for one in list(self._some(member))[:1])
        elif isinstance(value[-1], SeatEvent):
            yield Fact(path, (tuple(one for one in value if type(one) is not type(value[-1])), value[:-1]))
        else:
            place = len(value) - 1
            yield from self.of(value[place], member, (*path, place))
            if hasattr(value, "_fields"):
                return
            if len(value) not in self._per_one or not isinstance(value[-1], (int, NoneType, tuple)):
                yield Fact(path, (value[:-1],))

    def _some(self, kind: Any) -> Iterator[Any]:
        """Yield a value or two of a simple kind, if one can be made up."""
        if kind is bool:
            yield True
        elif kind is int:
            yield from (1, 0)
        elif kind is str:
            yield from ("super", "something")
        elif get_origin(kind) is tuple and get_args(kind)[1:] == (Ellipsis,):
            inner = next(iter(self._some(get_args(kind)[0])), None)
            if inner is not None:
                yield from ((inner,) * length for length in (*self._per_one, 1))


def _kinds(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def put(value: Any, path: tuple[Step, ...], new: Any) -> Any:
    """Return a value with one part replaced."""
    if not path:
        return new
    first, *rest = path
    if isinstance(first, int):
        row = (*value[:first], put(value[first], tuple(rest), new), *value[first + 1 :])
        return type(value)(*row) if hasattr(value, "_fields") else row
    return replace(value, **{first: put(getattr(value, first), tuple(rest), new)})


def exchanged(shown: Shown, fact: Fact, other: Any) -> Shown:
    """Return a table with another value of one fact, for everybody who may see it."""
    if fact.path[0] != "seen":
        return put(shown, fact.path, other)  # type: ignore[no-any-return]
    public = shown.public if fact.own else put(shown.public, fact.path[1:], other)
    if shown.seen is shown.public:
        return replace(shown, seen=public, public=public)
    return replace(shown, seen=put(shown.seen, fact.path[1:], other), public=public)


class OtherFacts:
    """Show another value of one fact to everybody at a table, while the game itself stays unchanged."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fact: tuple[Fact, Any] | None = None
        vars(table).update(shown=self.shown, observe=self.observe, suspend=lambda: None, leave=lambda: None)

    def shown(self, viewer: int | None, finished_trick: Any = None) -> Shown:
        """Return the result of `Table.shown`, with the fact changed."""
        plain = Table.shown(_Honest(self.table), viewer, finished_trick)  # type: ignore[arg-type]
        return exchanged(plain, *self.fact) if self.fact is not None else plain

    def observe(self, seat: int | None) -> Observation:
        """Return the result of `Table.observe`, with the fact changed."""
        if self.fact is not None and self.fact[0].path[0] == "seen":
            return self.shown(seat).seen
        return Table.observe(self.table, seat)


class _Honest:
    """A table whose own `observe` is used."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:
        if name == "observe":
            return partial(Table.observe, self._table)
        return getattr(self._table, name)
