"""Each of these games declares exactly its options in its file, and each option takes exactly its values."""

import tomllib
from pathlib import Path

import pytest

from spades_tui.language.unusable import UnusableError
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of, with_options
from tests.pack.choices import OPTIONS

FOLDER = Path(__file__).parents[2] / "variants"
EVERYWHERE = {"take_back", "undo", "slip"}
EACH = [(slug, name) for slug, options in OPTIONS.items() for name in options]


@pytest.mark.rule("NL-2", "NL-3", "NL-5", "NL-6", "NL-7", "NL-8", "NL-9", "NL-10", "NL-11", "CT-2", "CT-3", "TW-1")
@pytest.mark.parametrize("slug", OPTIONS)
def test_a_game_declares_exactly_its_options(slug: str) -> None:
    variant = shipped()[slug]
    assert {option.name for option in options_of(variant)} == {*OPTIONS[slug], *EVERYWHERE}
    data = tomllib.loads((FOLDER / f"{slug}.toml").read_text("utf-8"))
    declared = {one["name"]: one for one in data["options"]}
    for name in OPTIONS[slug]:  # with its type, its values, and the keys that it sets
        assert {"type", "sets", "words", "label", "rule"} <= declared[name].keys(), name
        assert declared[name]["type"] == "switch" or {"values", "least"} & declared[name].keys(), name


@pytest.mark.rule("NL-2", "NL-3", "NL-5", "NL-6", "NL-7", "NL-8", "NL-9", "NL-10", "NL-11", "CT-2", "CT-3", "TW-1")
@pytest.mark.parametrize(("slug", "name"), EACH, ids=[" ".join(one) for one in EACH])
def test_an_option_takes_exactly_its_values(slug: str, name: str) -> None:
    variant, choice = shipped()[slug], OPTIONS[slug][name]
    option = next(one for one in options_of(variant) if one.name == name)
    assert option.usual == choice.usual
    assert type(option.usual) is type(choice.usual)
    plain = variant.changed(options=()).to_json()
    for value in choice.values:
        chosen = with_options(variant, {name: value}).changed(options=()).to_json()
        assert (chosen == plain) == (value == choice.usual), value
    if option.values and not option.bounds:
        assert set(option.values) == set(choice.values)
    for value in choice.wrong:
        with pytest.raises(UnusableError, match=f"^option {name}: "):
            with_options(variant, {name: value})


@pytest.mark.parametrize("slug", sorted(set(shipped())))
def test_every_game_has_the_options_for_taking_back(slug: str) -> None:
    for name in EVERYWHERE:
        option = next(one for one in options_of(shipped()[slug]) if one.name == name)
        assert (set(option.values), option.usual) == ({True, False}, False)


def test_every_game_of_the_rules_page_is_shipped() -> None:
    others = {"sandbags", "jokers", "bemo", "3b-three", "3b-four", "3b-five"}
    assert {*OPTIONS, "joker-deuces"} == set(shipped()) - others
