"""Keys added after 0.1.0 are written only if they change something, so old rule objects stay the same."""

import json
from pathlib import Path

import pytest

from spades_tui.rules.bids import Blind
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import Component, defaults_of, fields_of
from spades_tui.rules.variant_reader import from_data
from tests.games import SLUGS

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
