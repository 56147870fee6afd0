"""The program's own `dataclass` makes what Python's makes."""

import copy
import dataclasses
import importlib
import importlib.util
import pickle
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

import spades_tui
from spades_tui.frozen import dataclass, making
from spades_tui.game.events import Bid, Play, Stand

Decorator = Callable[..., Any]


def shapes(make: Decorator) -> dict[str, Any]:
    """Return classes of every kind that the program has."""

    class Base(ABC):
        __slots__ = ()
        word: ClassVar[str] = "base"

        @abstractmethod
        def told(self) -> str: ...

    @make(frozen=True, slots=True)
    class Seated(Base):
        """With a seat."""

        seat: int

        def told(self) -> str:
            return f"{self.word} {self.seat}"

    @make(frozen=True, slots=True)
    class Whole(Seated):
        """With more."""

        word: ClassVar[str] = "whole"
        card: int = dataclasses.field(repr=False)
        seen: tuple[int, ...] = ()
        noted: list[int] = dataclasses.field(default_factory=list, compare=False)

    @make(frozen=True, slots=True, repr=False)
    class Silent:
        """With its own text."""

        hand: int

        def __repr__(self) -> str:
            return "silent"

    @make(frozen=True, slots=True, eq=False)
    class Single:
        """Equal to itself alone."""

        number: int = 0

    @make(frozen=True, slots=True)
    class Empty:
        """Nothing."""

    @make(frozen=True, slots=True)
    class Minded:
        """Looks at what it is given."""

        number: int

        def __post_init__(self) -> None:
            if self.number < 0:
                raise ValueError("less than nothing")

    @make(slots=True)
    class Open:
        """Not frozen: Python's own."""

        number: int = 0

    return {kind.__name__: kind for kind in (Seated, Whole, Silent, Single, Empty, Minded, Open)}


OURS, PYTHONS = shapes(dataclass), shapes(dataclasses.dataclass)
GIVEN: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Seated", (1,), {}), ("Whole", (1, 2), {}), ("Whole", (1,), {"card": 3, "seen": (4,)}),
    ("Whole", (1, 2, (3,), [4]), {}), ("Silent", (5,), {}), ("Single", (), {}), ("Single", (1,), {}), ("Empty", (), {}),
    ("Minded", (1,), {}), ("Open", (1,), {}),
]  # fmt: skip


@pytest.mark.parametrize("name", OURS)
def test_the_classes_are_alike(name: str) -> None:
    ours, pythons = OURS[name], PYTHONS[name]
    for what in ("__slots__", "__match_args__", "__qualname__", "__module__", "__doc__", "__mro__"):
        mine, theirs = getattr(ours, what), getattr(pythons, what)
        assert len(mine) == len(theirs) if what == "__mro__" else mine == theirs, what
    told = [
        [(one.name, one.type, one.default, one.repr, one.compare, one.init) for one in dataclasses.fields(kind)]
        for kind in (ours, pythons)
    ]
    assert told[0] == told[1]
    assert ours.__dataclass_params__.frozen == pythons.__dataclass_params__.frozen


@pytest.mark.parametrize(("name", "values", "named"), GIVEN)
def test_the_objects_are_alike(name: str, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, pythons = OURS[name](*values, **named), PYTHONS[name](*values, **named)
    assert repr(ours) == repr(pythons)
    assert (ours == OURS[name](*values, **named)) == (pythons == PYTHONS[name](*values, **named))
    assert ours != pythons
    if name not in ("Single", "Open"):
        assert hash(ours) == hash(pythons) == hash(OURS[name](*values, **named))
    for copied in (copy.copy(ours), copy.deepcopy(ours), dataclasses.replace(ours)):
        assert type(copied) is OURS[name]
        assert dataclasses.astuple(copied) == dataclasses.astuple(pythons)


@pytest.mark.parametrize(("name", "values", "named"), [given for given in GIVEN if given[0] not in ("Minded", "Open")])
def test_what_is_made_quickly_is_made_alike(name: str, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    make, kind = making(OURS[name]), OURS[name]
    one, usual = make(*values, **named), kind(*values, **named)
    assert type(one) is kind
    assert dataclasses.astuple(one) == dataclasses.astuple(usual)
    assert repr(one) == repr(usual)
    assert (one == usual) == (name != "Single")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.seat = 3
    assert make(*values, **named) is not one
    if name == "Whole" and len(values) < 4:
        assert one.noted is not make(*values, **named).noted
    with pytest.raises(TypeError):
        make(*values, suit=3)


def test_what_does_something_when_it_is_made_is_not_made_quickly() -> None:
    with pytest.raises(TypeError, match="does something when it is made"):
        making(OURS["Minded"])


@pytest.mark.parametrize("name", [name for name in OURS if name != "Open"])
def test_they_are_frozen(name: str) -> None:
    values = {"Seated": (1,), "Whole": (1, 2), "Silent": (1,), "Minded": (1,)}.get(name, ())
    one = OURS[name](*values)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'seat'"):
        one.seat = 3
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'seat'"):
        del one.seat
    assert not hasattr(one, "__dict__") or name in ("Open",)


@pytest.mark.parametrize("kinds", [OURS, PYTHONS], ids=["ours", "Python's"])
def test_what_is_missing_unknown_or_wrong_is_told(kinds: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required positional argument: 'card'"):
        kinds["Whole"](1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'suit'"):
        kinds["Whole"](1, 2, suit=3)
    with pytest.raises(ValueError, match="less than nothing"):
        kinds["Minded"](-1)


def test_each_object_has_a_list_of_its_own() -> None:
    one, other = OURS["Whole"](1, 2), OURS["Whole"](1, 2)
    one.noted.append(1)
    assert not other.noted


def test_a_class_of_pythons_may_stand_on_one_of_ours_and_the_other_way_round() -> None:
    for base, make in ((OURS["Seated"], dataclasses.dataclass), (PYTHONS["Seated"], dataclass)):

        @make(frozen=True, slots=True)
        class More(base):  # type: ignore[misc, valid-type]
            card: int

        assert repr(More(1, 2)).endswith("More(seat=1, card=2)")
        assert More(1, 2) == More(1, 2) != More(1, 3)


def test_events_can_be_matched_and_sent() -> None:
    events = (Bid(1, 3), Play(2, 17), Stand(0))
    assert pickle.loads(pickle.dumps(events)) == events
    match events[0]:
        case Bid(seat, number):
            assert (seat, number) == (1, 3)
        case _:
            raise AssertionError


def test_defining_one_compiles_nothing_and_asks_for_no_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    monkeypatch.setattr("spades_tui.frozen.exec", lambda *given: compiled.append(given), raising=False)
    monkeypatch.setattr("dataclasses._create_fn", lambda *given, **named: compiled.append(given), raising=False)
    monkeypatch.setattr("inspect.signature", lambda *given, **named: compiled.append(given))
    shapes(lambda **what: dataclass(**what) if what.get("frozen") else lambda cls: cls)
    assert not compiled


def test_no_frozen_class_of_the_program_is_dear() -> None:
    """Each that has slots goes through our own; Python's compiles its methods at every start."""
    dear = []
    for found in pkgutil.walk_packages(spades_tui.__path__, "spades_tui."):
        if found.name.endswith("__main__"):
            continue
        if found.name == "spades_tui.web.server" and importlib.util.find_spec("textual_serve") is None:
            continue  # the extra `web` has its dependencies
        kind: Any
        for kind in vars(importlib.import_module(found.name)).values():
            if "__dataclass_fields__" not in getattr(kind, "__dict__", ()) or kind.__module__ != found.name:
                continue
            if kind.__dataclass_params__.frozen and vars(kind)["__setattr__"].__module__ != "spades_tui.frozen":
                dear.append(kind.__qualname__)
    assert not dear, "from spades_tui.frozen import dataclass"
