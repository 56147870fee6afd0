"""Tables that differ in one event: what a screen tells apart, plain text must tell apart too.

Each event is found by going through the data that every face is given, so nothing is listed here by hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from spades_tui.game.events import SeatEvent
from spades_tui.play.shown import Shown
from spades_tui.play.table import Table
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

Step = str | int
"""A field, or a place in a tuple."""

STAGE = {"seat", "phase", "on_turn", "names", "people", "rules", "kind"}
"""What decides which question is asked of whom, and where a line of the log appears; no event by itself."""


@dataclass(frozen=True)
class Event:
    """One event of a table, and other values it could have."""

    path: tuple[Step, ...]
    """From `Shown`; what is in an observation begins with `seen`."""
    others: tuple[Any, ...]
    own: bool = False
    """The viewer knows it, or has it otherwise than the rest of the table."""

    @property
    def name(self) -> str:
        """``seen.standing.totals.1``."""
        return ".".join(map(str, self.path))


def events_of(shown: Shown) -> list[Event]:
    """Return every event of a table."""
    rules = shown.public.rules
    found = [
        event for event in _Events((rules.seats, len(rules.sides))).of(shown, Shown, ()) if event.path[0] != "public"
    ]
    return [replace(event, own=event.path[0] == "seen" and _is_own(shown, event.path[1:])) for event in found]


def _is_own(shown: Shown, path: tuple[Step, ...]) -> bool:
    """Whether the table does not see this part of an observation as the viewer does."""
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


class _Events:
    """Goes through a value down to its numbers, words and switches."""

    def __init__(self, per_one: tuple[int, int]) -> None:
        self._per_one = per_one
        """How long rows are that have a member for each seat, or for each side."""

    def of(self, value: Any, hint: Any, path: tuple[Step, ...]) -> Iterator[Event]:
        """All events of a value with this type."""
        if isinstance(value, (Ruleset, Path, Enum)):
            return
        if isinstance(value, Mapping):
            if value:
                yield Event(path, (dict(list(value.items())[1:]),))
        elif is_dataclass(value) and not isinstance(value, type):
            hints = get_type_hints(type(value))
            for each in fields(value):
                if each.name not in STAGE:
                    yield from self.of(getattr(value, each.name), hints[each.name], (*path, each.name))
        elif isinstance(value, tuple):
            yield from self._of_row(value, hint, path)
        elif isinstance(value, bool):
            yield Event(path, (not value,))
        elif isinstance(value, int):
            yield Event(path, (value + 1, value - 1, 0) if value else (1,))
        elif isinstance(value, str):
            yield Event(path, (f"{value}x" if value else "something", "super"))
        elif value is None:
            others = tuple(one for kind in _kinds(hint) for one in self._some(kind))
            if others:
                yield Event(path, others)

    def _of_row(self, value: tuple[Any, ...], hint: Any, path: tuple[Step, ...]) -> Iterator[Event]:
        """A row: its last member, and that it is one shorter, if it can be; of an empty one, that it has a member."""
        members = [get_args(kind)[0] for kind in _kinds(hint) if get_origin(kind) is tuple and get_args(kind)]
        member = members[0] if members else NoneType
        if not value:
            yield from (Event(path, ((one,),)) for one in list(self._some(member))[:1])
        elif isinstance(value[-1], SeatEvent):
            yield Event(path, (tuple(one for one in value if type(one) is not type(value[-1])), value[:-1]))
        else:
            place = len(value) - 1
            yield from self.of(value[place], member, (*path, place))
            if len(value) not in self._per_one or not isinstance(value[-1], (int, NoneType, tuple)):
                yield Event(path, (value[:-1],))

    def _some(self, kind: Any) -> Iterator[Any]:
        """A value or two of a simple kind; nothing of what cannot be made up."""
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
    """Return a value with one part of it exchanged."""
    if not path:
        return new
    first, *rest = path
    if isinstance(first, int):
        return (*value[:first], put(value[first], tuple(rest), new), *value[first + 1 :])
    return replace(value, **{first: put(getattr(value, first), tuple(rest), new)})


def exchanged(shown: Shown, event: Event, other: Any) -> Shown:
    """Return a table with another value of one event, for everybody who knows it."""
    if event.path[0] != "seen":
        return put(shown, event.path, other)  # type: ignore[no-any-return]
    public = shown.public if event.own else put(shown.public, event.path[1:], other)
    if shown.seen is shown.public:
        return replace(shown, seen=public, public=public)
    return replace(shown, seen=put(shown.seen, event.path[1:], other), public=public)


class OtherEvents:
    """A table that shows another value of one event to everybody who looks; the game itself stays as it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.event: tuple[Event, Any] | None = None
        vars(table).update(shown=self.shown, observe=self.observe, suspend=lambda: None, leave=lambda: None)

    def shown(self, viewer: int | None, lying: Any = None) -> Shown:
        """What `Table.shown` says, but for that event."""
        plain = Table.shown(_Honest(self.table), viewer, lying)  # type: ignore[arg-type]
        return exchanged(plain, *self.event) if self.event is not None else plain

    def observe(self, seat: int | None) -> Observation:
        """What `Table.observe` says, but for that event."""
        if self.event is not None and self.event[0].path[0] == "seen":
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
