"""A file can declare options, which set its values, have defaults, and appear on the form and on the page."""

import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.cli import main
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.presentation.new_table_words import explained, label, parsed, value_words
from spades_tui.record.replay import replay
from spades_tui.rules import rules_page
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant, options_of, with_options
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.games import option_of

HOME = Path(__file__).parent / "good" / "home-options.toml"
FLOOR: dict[str, Any] = {
    "name": "least", "type": "number", "least": -90, "greatest": -1, "values": ["off"], "default": "off",
    "words": "bags that cost points", "rule": "HM-9",
    "sets": [
        {"place": "scores.bags.penalty", "unless": "off"},
        {"place": "scores.bags.limit", "unless": "off", "times": -1},
        {"place": "scores.bags.on", "unless": "off", "is": True},
        {"place": "scores.bags.on", "when": "off", "is": False},
    ],
}  # fmt: skip


def home(*more: dict[str, Any]) -> Variant:
    """Return the home game with more options."""
    data = tomllib.loads(HOME.read_text("utf-8"))
    return from_data({**data, "options": [*data["options"], *more]})


def zero(variant: Variant) -> list[int]:
    return [part.to_keys()["made"] for part in variant.in_play().scores if part.kind == "zero"]


def scored(variant: Variant) -> str:
    """Return the text of the rules page below "Scoring"."""
    return " ".join(dict(rules_page.rules_page(variant))["Scoring"])


def test_one_option_sets_several_values_and_removes_a_component() -> None:
    variant = home()
    assert zero(variant) == zero(with_options(variant, {"zeros": "dear"})) == [50]
    assert zero(with_options(variant, {"zeros": "cheap"})) == [20]
    none = with_options(variant, {"zeros": "none"})
    assert zero(none) == []
    assert ruleset(variant).zeros_separate
    assert not ruleset(none).zeros_separate
    assert next(part for part in none.scores if part.kind == "contract").to_keys()["zeros"] == "counted"


def test_an_option_switches_a_component_on() -> None:
    data = tomllib.loads(HOME.read_text("utf-8"))
    data["scores"][0]["on"] = False
    data["scores"][1]["zeros"] = "counted"
    data["options"] = [{**data["options"][1], "default": "none"}]
    variant = from_data(data)
    assert zero(variant) == []
    assert "HM-3" not in scored(variant)
    assert "zeros: what a zero is worth (none; dear, cheap or none; HM-3)" in rules_page.page(variant)
    assert zero(with_options(variant, {"zeros": "cheap"})) == [20]
    assert "HM-3" in scored(with_options(variant, {"zeros": "cheap"}))
    assert variant.to_json()["scores"][0]["on"] is False
    assert "on" not in with_options(variant, {"zeros": "cheap"}).to_json()["scores"][0]


@pytest.mark.parametrize(
    ("value", "limit", "penalty", "on"), [("off", 3, -20, False), (-1, 1, -1, True), (-40, 40, -40, True)]
)
def test_an_option_accepts_a_number_or_a_word(value: object, limit: int, penalty: int, on: bool) -> None:
    bags = with_options(home(FLOOR), {"least": value}).to_json()["scores"][2]
    assert (bags["limit"], bags["penalty"], bags["on"]) == (limit, penalty, on)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "option least: 0 isn't allowed; use a number from -90 to -1 or off"),
        (-91, "option least: -91 isn't allowed; use a number from -90 to -1 or off"),
        ("of", "option least: 'of' isn't allowed; use a number from -90 to -1 or off; did you mean 'off'?"),
        (False, "option least: false isn't allowed; use a number from -90 to -1 or off"),
    ],
)
def test_a_wrong_number_or_word_is_refused(value: object, said: str) -> None:
    with pytest.raises(UnusableError) as caught:
        with_options(home(FLOOR), {"least": value})
    assert str(caught.value) == said


def test_a_number_or_a_word_is_written() -> None:
    option = option_of(home(FLOOR), "least")
    assert [option.parse(text) for text in ("-40", "−40", "off")] == [-40, -40, "off"]
    assert [parsed(option, text) for text in ("-40", "−40 ", "off")] == [-40, -40, "off"]
    assert (label(option), value_words(option, -40)) == ("Bags that cost points", "−40")
    with pytest.raises(UnusableError, match=r"^Bags that cost points: write −90 to −1 or off, not 5\.$"):
        parsed(option, "5")
    assert explained(home(FLOOR), option) == "Bags that cost points. Default: off."


def test_the_later_of_two_options_for_one_value_applies() -> None:
    """For example, one switch removes a part and another option sets its value."""
    price: dict[str, Any] = {
        "name": "price", "type": "number", "values": [50, 70, 0], "words": "what a zero brings",
        "sets": [{"place": "scores.zero.made", "unless": 0}, {"place": "scores.zero.on", "when": 0, "is": False},
                 {"place": "scores.zero.on", "unless": 0, "is": True},
                 {"place": "scores.contract.zeros", "when": 0, "is": "counted"},
                 {"place": "scores.contract.zeros", "unless": 0, "is": "apart"}],
        "default": 50,
    }  # fmt: skip
    plays: dict[str, Any] = {
        "name": "zero", "type": "switch", "words": "zeros are scored", "default": True,
        "sets": [{"place": "scores.zero.on", "when": False, "is": False},
                 {"place": "scores.contract.zeros", "when": False, "is": "counted"}],
    }  # fmt: skip
    data = tomllib.loads(HOME.read_text("utf-8"))
    variant = from_data({**data, "options": [price, plays]})
    assert zero(with_options(variant, {"zero": False, "price": 70})) == []
    assert zero(with_options(variant, {"price": 70, "zero": False})) == []
    assert zero(with_options(variant, {"price": 0, "zero": True})) == []
    assert zero(with_options(variant, {"price": 70, "zero": True})) == [70]
    off = {**data, "options": [price, {**plays, "default": False}]}
    off["scores"] = [{**data["scores"][0], "on": False}, {**data["scores"][1], "zeros": "counted"}]
    assert zero(from_data(off)) == []
    assert zero(with_options(from_data(off), {"zero": True})) == [50]
    assert zero(with_options(from_data(off), {"zero": True, "price": 70})) == [70]
    assert zero(with_options(from_data(off), {"price": 70})) == []


def test_an_option_is_explained_in_the_form_and_on_the_rules_page() -> None:
    variant = home(FLOOR)
    target, zeros, take_back, least = options_of(variant)
    assert [option.usual for option in (target, zeros, take_back, least)] == [150, "dear", False, "off"]
    assert [option.rule for option in (target, zeros, take_back, least)] == ["HM-6", "HM-3", "3B-11", "HM-9"]
    assert value_words(zeros, "none") == "a bid like any other"
    assert explained(variant, target) == "Points to play to. Default: 150."
    page = rules_page.page(variant)
    assert "target: points to play to (150; a number from 50 to 900; HM-6)" in page
    assert "zeros: what a zero is worth (dear; dear, cheap or none; HM-3)" in page
    assert "least: bags that cost points (off; a number from −90 to −1 or off; HM-9)" in page


def test_a_record_has_the_choice_and_replays(capsys: pytest.CaptureFixture[str]) -> None:
    variant = home(FLOOR)
    chosen = {"target": 60, "zeros": "none", "least": -5}
    game = play_game(TableSetup(variant, chosen, bot_seats(4, "club"), 0, "home", 1))
    assert game.ended
    first = json.loads(game.text.splitlines()[0])
    assert first["options"] == chosen
    assert first["rules"] == variant.to_json()
    assert from_data(first["rules"]) == variant
    (played,) = replay(io.BytesIO(game.text.encode()), "home")
    assert played.over is not None
    assert played.rules == ruleset(with_options(variant, chosen))
    bad = game.text.replace('"least":-5', '"least":5').replace('"least": -5', '"least": 5')
    assert bad != game.text
    assert main(["variants", "check", str(HOME)]) == 0
    assert capsys.readouterr().out.endswith("Home options: no mistakes\n")


def test_a_declared_option_is_set_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    done = main(["simulate", "--variant", str(HOME), "--option", "zeros=nothing", "--games", "1", "--out", "-"])
    assert done == 2
    assert "option zeros: 'nothing' isn't allowed; use dear, cheap or none" in capsys.readouterr().err
    arguments = ["simulate", "--variant", str(HOME), "--option", "zeros=none", "--option", "target=50", "--seed", "s"]
    assert main([*arguments, "--games", "1", "--out", "-"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["options"] == {"zeros": "none", "target": 50}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "Least"}, ".name: 'Least' isn't allowed; use at most 30 small letters, digits and underlines"),
        ({"words": ""}, ".words: '' isn't allowed; use a text of 1 to 100 letters"),
        ({"words": "a\nb"}, ".words: a line break or unprintable character isn't allowed; use one line of plain text"),
        ({"label": "x" * 27}, f".label: {'x' * 27!r} isn't allowed; use a text of 1 to 26 letters"),
        ({"rule": "9"}, ".rule: '9' isn't allowed; use the name of a rule such as SB-5"),
        ({"values": []}, ".values: a list of 0 isn't allowed; use a list of 1 to 30"),
        ({"values": ["off", "off"]}, ".values[2]: 'off' is named twice"),
        ({"values": ["Off"]}, ".values[1]: 'Off' isn't allowed; use a number up to 1000000, or a word of small letters,"
         " digits and underlines"),
        ({"least": 1.5}, ".least: 1.5 isn't allowed; use a whole number from -1000000 to 1000000"),
        ({"default": None}, ""),
        ({"default": 1}, ".default: 1 isn't allowed; use a number from -90 to -1 or off"),
        ({"says": {"on": "yes"}}, ".says: 'on' isn't allowed; use a number from -90 to -1 or off"),
        ({"says": {"off": 5}}, ".says.off: 5 isn't allowed; use a text of 1 to 26 letters"),
        ({"sets": []}, ".sets: a list of 0 isn't allowed; use a list of 1 to 40"),
        ({"sets": [5]}, ".sets[1]: 5 isn't allowed; use a place such as endings.target.points or a table"),
        ({"sets": [{}]}, ".sets[1].place: missing; use a place such as endings.target.points"),
        ({"sets": [{"place": "scores.bags.on", "is": True, "times": 2}]},
         ".sets[1].times: write either `is` or `times`, not both"),
        ({"sets": [{"place": "scores.bags.limit", "times": 0}]},
         ".sets[1].times: 0 isn't allowed; use a whole number from -1000 to 1000, but not 0"),
        ({"sets": [{"place": "scores.bags.on", "where": 1}]}, ".sets[1].where: unknown key"),
        ({"sets": [{"place": "scores.contract.special[1].bid", "is": 1}]},
         ".sets[1].place: 'scores.contract.special[1].bid' can't be set: there is no table at special[1]"),
        ({"sets": [{"place": "scores.contract.made[1]", "is": 1}]},
         ".sets[1].place: 'scores.contract.made[1]' can't be set: it ends with an entry of a list; "
         "write one of its keys"),
        ({"sets": [{"place": "scores.bags[2].on", "is": 1}]},
         ".sets[1].place: 'scores.bags[2].on' can't be set: a component of kind 'bags' is missing"),
        ({"sets": [{"place": "scores.bags.on", "is": True}]},
         ": the option 'least' has nothing to change; every choice would be the same"),
    ],
    ids=lambda value: "" if isinstance(value, str) else next(iter(value)),
)  # fmt: skip
def test_an_impossible_declaration_is_refused(change: dict[str, Any], said: str) -> None:
    entry = {key: value for key, value in {**FLOOR, **change}.items() if value is not None}
    if not said:
        assert option_of(home(entry), "least").usual == "off"
        return
    with pytest.raises(VariantError) as caught:
        home(entry)
    assert str(caught.value).startswith(f"rules: options[4]{said}")
    assert str(caught.value).isprintable()


@pytest.mark.rule("SB-10", "JK-10", "JK-12", "JK-13", "BM-12", "3B-16")
@pytest.mark.parametrize(
    ("slug", "name", "rule"),
    [("sandbags", "target", "SB-10"), ("jokers", "target", "JK-12"), ("bemo", "target", "BM-12"),
     ("3b-five", "hands", "3B-16"), ("jokers", "double_sets", "JK-13"), ("jokers", "blind_ten_400", "JK-10")],
)  # fmt: skip
def test_a_well_known_option_cites_the_rule_of_its_game(slug: str, name: str, rule: str) -> None:
    assert option_of(shipped()[slug], name).rule == rule


@pytest.mark.rule("JK-3", "3B-17", "3B-18", "LG-2")
def test_a_sentence_on_the_rules_page_cites_all_its_rules() -> None:
    pages = {slug: dict(rules_page.rules_page(shipped()[slug])) for slug in ("jokers", "sandbags", "3b-four", "league")}
    assert any("partner after partner" in told and told.endswith("(JK-3, JK-4)") for told in pages["jokers"]["Bidding"])
    assert pages["sandbags"]["Bidding"][0].endswith("(SB-2)")
    assert pages["3b-four"]["The end"][-1].endswith("(3B-16, 3B-17)")
    assert pages["league"]["The end"][-1].endswith("(LG-2)")
    assert any("tray person" in told and told.endswith("(3B-18, 3B-19)") for told in pages["3b-four"]["Customs"])
    assert rules_page.rules_of_bidding(shipped()["jokers"])[:2] == ["JK-9", "JK-3"]


def test_the_rules_page_writes_a_minus_before_a_number_and_the_rule_of_an_options_place() -> None:
    bare = {key: value for key, value in FLOOR.items() if key != "rule"}
    for floor, end in ((FLOOR, "; HM-9)"), (bare, "; HM-5)")):
        sentences = dict(rules_page.rules_page(home(floor)))["Options"]
        (sentence,) = [one for one in sentences if one.startswith("least: ")]
        assert sentence == f"least: bags that cost points (off; a number from −90 to −1 or off{end}"
