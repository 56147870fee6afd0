"""Every component is a plain frozen object; only the reader of files checks its marks."""

import copy
import pickle
from typing import Annotated, Literal

import pytest
from msgspec import Meta
from pydantic import ValidationError

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import Checked, Component, Label, Switch, from_keys, key_of
from spades_tui.rules.schema import checked


def _even(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} isn't allowed; use an even number")
    return number


class Inner(Component):
    name: Label


class Sample(Component):
    """A component with a key for each mark."""

    kind: Literal["sample"]
    number: Annotated[int, Meta(ge=1, le=3)]
    even: Annotated[int, Meta(ge=0, le=9), Checked(_even)] = 2
    letters: Annotated[str, Meta(pattern="^[a-c]+$")] = "abc"
    listed: Annotated[tuple[Inner, ...], Meta(min_length=1, max_length=2)] = (Inner(name="one"),)
    maybe: Inner | None = None
    from_: Switch = False


PLAIN = {"kind": "sample", "number": 2}


@pytest.mark.parametrize("keys", [
    {}, {"number": 1}, {"even": 8}, {"letters": "cab"}, {"listed": [{"name": "a"}, {"name": "b"}]},
    {"maybe": {"name": "a"}}, {"from": True},
])  # fmt: skip
def test_checked_and_from_keys_build_the_same_component(keys: dict[str, object]) -> None:
    made = checked(Sample, {**PLAIN, **keys})
    assert made == from_keys(Sample, {**PLAIN, **keys})
    assert hash(made) == hash(from_keys(Sample, {**PLAIN, **keys}))
    assert made.to_keys(defaults=False) == {**PLAIN, **keys}
    assert from_keys(Sample, made.to_keys()) == made


@pytest.mark.parametrize("keys", [
    {"number": 0}, {"number": 4}, {"number": "2"}, {"number": True}, {"even": 3}, {"letters": "abd"}, {"listed": []},
    {"listed": [{"name": "a"}] * 3}, {"listed": [{"name": ""}]}, {"maybe": {}}, {"from": 1}, {"from_": True},
    {"kind": "simple"}, {"more": 1},
])  # fmt: skip
def test_values_outside_their_marks_are_refused(keys: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        checked(Sample, {**PLAIN, **keys})


def test_a_component_is_frozen_and_needs_all_its_keys() -> None:
    sample = Sample(kind="sample", number=1)
    with pytest.raises(AttributeError, match="immutable"):
        sample.number = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="immutable"):
        del sample.number
    with pytest.raises(TypeError, match="number"):
        from_keys(Sample, {"kind": "sample"})
    with pytest.raises(TypeError, match="more"):
        sample.changed(more=1)
    assert sample.changed(number=3) == Sample(kind="sample", number=3) != sample
    assert repr(Inner(name="x")) == "Inner(name='x')"
    assert key_of("from_") == "from"


def test_an_unknown_mark_is_refused() -> None:
    class Odd(Component):
        number: Annotated[int, "odd"]

    with pytest.raises(TypeError, match="says nothing about a file"):
        checked(Odd, {"number": 1})


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_a_variant_can_be_copied_and_sent_to_another_process(slug: str) -> None:
    variant = shipped()[slug]
    for other in (copy.deepcopy(variant), copy.copy(variant), pickle.loads(pickle.dumps(variant))):
        assert other == variant
        assert hash(other) == hash(variant)
        assert repr(other) == repr(variant)
