"""Components are plain frozen objects, and say what they do, what they lack and what is wrong."""

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta
from pydantic import ValidationError

import spades_tui
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.new_table_words import explained
from spades_tui.rules.bids import Blind
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import Checked, Component, Label, Switch, defaults_of, fields_of, from_keys, key_of
from spades_tui.rules.option_places import slots
from spades_tui.rules.problems import Flaw
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import options_of
from spades_tui.rules.variant_reader import from_data
from tests.games import SLUGS


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


RULES = Path(spades_tui.__file__).parent / "rules"


def test_every_flaw_is_reported_by_some_check() -> None:
    said = "".join(file.read_text("utf-8") for file in RULES.rglob("*.py"))
    assert [flaw.name for flaw in Flaw if f"Flaw.{flaw.name}" not in said] == []


def test_no_two_flaws_share_a_sentence() -> None:
    """Python would merge two members with the same value, so a test couldn't tell them apart."""
    assert list(Flaw.__members__) == [flaw.name for flaw in Flaw]


@pytest.mark.parametrize(
    "flaw", [one for one in Flaw if "nobody can bid blind" in one.value or "PAIRS_ONLY" in one.name]
)
def test_a_refusal_of_two_rules_together_says_what_to_change(flaw: Flaw) -> None:
    assert re.search(r"; (keep|leave|change|allow|use|\{kind)", flaw.value)


RELEASED = sorted((Path(__file__).parents[1] / "releases" / "0.1.0").rglob("*.jsonl"))


@pytest.mark.parametrize("slug", SLUGS)
def test_later_keys_at_their_default_are_not_written(slug: str) -> None:
    variant = shipped()[slug]
    told = variant.to_json()
    assert from_data(told) == variant
    for where in ("bids", "plays", "scores", "endings", "customs"):
        for part, entry in zip(getattr(variant, where), told[where], strict=True):
            kind: type[Component] = type(part)
            defaults = defaults_of(kind)
            assert part.later <= fields_of(kind).keys()
            assert part.later <= defaults.keys()
            assert {key for key in part.later if getattr(part, key) == defaults[key]}.isdisjoint(entry)


def test_a_later_key_with_another_value_is_written() -> None:
    variant = shipped()["bemo"]
    blind = next(part for part in variant.bids if isinstance(part, Blind))
    changed = variant.changed(bids=tuple(part.changed(on=False) if part is blind else part for part in variant.bids))
    assert [entry.get("on") for entry in changed.to_json()["bids"]] == [False, None, None, None, None]


def test_rules_in_records_of_releases_are_written_unchanged() -> None:
    seen = 0
    for path in RELEASED:
        first = json.loads(path.read_text("utf-8").splitlines()[0])
        if "rules" in first:
            seen += 1
            assert json.dumps(from_data(first["rules"]).to_json()) == json.dumps(first["rules"]), path.name
    assert seen


DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = (DOCS / "rules.md", DOCS / "rules-3b.md")


@pytest.mark.parametrize("slug", SLUGS)
def test_each_option_has_an_explanation_longer_than_its_words(slug: str) -> None:
    variant = shipped()[slug]
    for option in options_of(variant):
        words = explained(variant, option)
        assert option.sentence, option.name
        assert words.startswith(option.sentence)
        assert len(words) > len(option.words), option.name


@pytest.mark.parametrize("slug", SLUGS)
def test_each_option_cites_a_rule_of_the_rules_pages(slug: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for option in options_of(shipped()[slug]):
        assert option.rule, option.name
        assert re.search(rf"\b{re.escape(option.rule)}\b", pages), option.rule


@pytest.mark.parametrize("where", ["bids", "plays", "scores", "endings", "customs"])
def test_a_place_in_a_list_that_the_file_leaves_out_is_missing(where: str) -> None:
    kind = {"bids": "number", "plays": "lead", "scores": "contract", "endings": "target", "customs": "slip"}[where]
    files: tuple[dict[str, list[object]], ...] = ({}, {where: []})
    for data in files:
        with pytest.raises(UnusableError, match="missing"):
            slots(data, f"{where}.{kind}.on")
