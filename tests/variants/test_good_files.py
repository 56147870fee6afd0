"""The shipped variants and two more made of the same components can be played without a line of Python."""

import io
import json
import re
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game, trial
from spades_tui.cli import main
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.replay import replay
from spades_tui.rules import catalogue, rules_page
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.schema import file_schema
from spades_tui.rules.variant import Variant, options_of, with_options
from spades_tui.rules.variant_check import problems, read_rules
from spades_tui.rules.variant_reader import VariantError, from_data, load, parse

GOOD = Path(__file__).parent / "good"
SHIPPED = sorted((Path(__file__).resolve().parents[2] / "variants").glob("*.toml"))
ALL = [*SHIPPED, *sorted(GOOD.glob("*.toml"))]
loaded = lru_cache(load)
"""Reads each file only once, because a variant can't be changed."""
each_file = pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])


@pytest.mark.parametrize("level", ["beginner", "club"])
@pytest.mark.parametrize("name", ["alone-with-bags", "blind-six-with-board", "one-joker-partners"])
def test_a_new_game_is_played_and_its_record_replays(name: str, level: str) -> None:
    variant = load(GOOD / f"{name}.toml")
    game = play_game(TableSetup(variant, {}, bot_seats(variant.seats, level), 0, "seventh", 1))
    assert game.ended
    written = [json.loads(line) for line in game.text.splitlines()]
    assert written[0]["rules"] == variant.to_json()
    (played,) = replay(io.BytesIO(game.text.encode()), name)
    assert played.over is not None
    assert played.lines == written


@pytest.mark.slow
@pytest.mark.rule("HR-4", "NL-11")
@pytest.mark.parametrize("level", ["strong", "expert"])
def test_a_blind_six_beside_a_board_is_played(level: str) -> None:
    variant = load(GOOD / "blind-six-with-board.toml")
    assert play_game(TableSetup(variant, {"target": 60}, bot_seats(4, level), 0, "seventh", 1)).ended


def test_the_additional_games_use_their_components() -> None:
    text = play_game(
        TableSetup(load(GOOD / "one-joker-partners.toml"), {}, bot_seats(4, "beginner"), 0, "seventh", 1)
    ).text
    for event in ('"event":"draw"', '"event":"discard"', '"ace":"'):
        assert event in text.replace('": ', '":')


@each_file
def test_every_file_passes_its_trial(path: Path) -> None:
    trial(loaded(path), str(path))


@each_file
def test_every_option_leaves_a_valid_game(path: Path) -> None:
    variant = loaded(path)
    for option in options_of(variant):
        name = option.name
        for value in option.tried:
            chosen = with_options(variant, {name: value}).changed(options=())
            silent = {"target": "endings", "aces": "plays"}.get(name)  # a million points; an unused `ace_call`
            found = [problem for problem in problems(chosen) if problem.path[0] != silent]
            assert not found, (name, value)


@each_file
def test_the_rule_object_round_trips(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = loaded(path)
    assert main(["variants", "show", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert from_data(data) == variant
    assert from_data(data).to_json() == data == variant.to_json()


@each_file
def test_byte_order_marks_and_other_line_ends_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert parse(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "x") == loaded(path)


@each_file
def test_the_rules_page_has_well_formed_sentences(path: Path) -> None:
    page = rules_page.page(loaded(path))
    for line in page.splitlines():
        sentence = re.sub(r" \([A-Z0-9]+-\d+\)$", "", line.strip())
        assert "  " not in sentence
        assert not re.search(r"(?<!\w)-\d|\+-|−-|\b0 for each|\b1 [a-z]+s\b|None|True|False|\[|\{", sentence), sentence
        assert not line.startswith("  ") or sentence[-1] in ".)", sentence


def _fits(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Check a value against the parts of JSON Schema that the model uses."""
    if "$ref" in schema:
        return _fits(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema or "oneOf" in schema:
        fitting = [one for one in (schema.get("anyOf") or schema["oneOf"]) if _fits(value, one, root)]
        return len(fitting) >= 1 if "anyOf" in schema else len(fitting) == 1
    if "const" in schema:
        return bool(value == schema["const"])
    if "enum" in schema:
        return value in schema["enum"]
    match schema.get("type", "anything"):
        case "anything":
            return True
        case "integer":
            allowed = type(value) is int and schema["minimum"] <= value <= schema["maximum"]
            return allowed and not ("not" in schema and _fits(value, schema["not"], root))
        case "boolean":
            return isinstance(value, bool)
        case "string":
            fits = isinstance(value, str) and re.search(schema.get("pattern", ""), value) is not None
            return fits and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        case "array":
            size = isinstance(value, list) and schema.get("minItems", 0) <= len(value) <= schema["maxItems"]
            return size and all(_fits(one, schema["items"], root) for one in value)
        case "object" if "properties" not in schema:
            inner = schema["additionalProperties"]
            return isinstance(value, dict) and all(_fits(one, inner, root) for one in value.values())
        case "object":
            known = schema["properties"]
            return (
                isinstance(value, dict)
                and (schema.get("additionalProperties", True) or not set(value) - set(known))
                and not set(schema.get("required", ())) - set(value)
                and len(value) >= schema.get("minProperties", 0)
                and all(_fits(value[key], known[key], root) for key in value if key in known)
            )
        case _:
            return value is None


@each_file
def test_the_schema_describes_every_file(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants", "schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert _fits(data, schema, schema)
    assert _fits(loaded(path).to_json(), schema, schema)
    assert not _fits({**data, "seats": 7}, schema, schema)
    assert not _fits({**data, "weather": 1}, schema, schema)
    assert not _fits({**data, "bids": [{"kind": "whist"}]}, schema, schema)


PLACE = "endings.target.points"
OPTION: dict[str, Any] = {
    "name": "most", "type": "number", "words": "most points", "values": [100, 200, "off"], "sets": PLACE,
}  # fmt: skip
FORMAT: dict[str, Any] = {"format": "low", "hands": [1], "bids": [{"kind": "number", "max": 3}]}


def _changed(key: str, entry: dict[str, Any], changes: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    return [(key, entry | change) for change in changes]


VALID: list[tuple[str, Any]] = [
    ("options", "target"), ("options", {"name": "target"}),
    *_changed("options", OPTION, [
        {}, {"sets": [PLACE]}, {"sets": [{"place": PLACE}]}, {"values": [f"w{number}" for number in range(30)]},
        {"sets": [{"place": PLACE, "when": 100, "is": {"a": [None, 1.5]}}, {"place": PLACE, "unless": [100, "off"]}]},
        {"sets": [{"place": PLACE, "times": -1000}]}, {"sets": [{"place": PLACE, "when": [], "times": 1}]},
        {"least": -10**6, "greatest": 10**6, "default": 5, "label": "Most", "rule": "HM-1", "says": {"off": "no"}},
    ]),
    *_changed("programme", FORMAT, [
        {}, {"level": True}, {"hands": [], "level": True}, {"scores": [{"kind": "bags", "on": False}]},
    ]),
]  # fmt: skip
INVALID: list[tuple[str, Any]] = [
    ("options", "targets"), ("options", 5), ("options", {"name": "targets"}), ("options", {"name": OPTION}),
    *_changed("options", OPTION, [
        {"name": None}, {"name": "Most"}, {"type": "amount"}, {"words": "x" * 101}, {"more": 1},
        {"sets": [{"place": PLACE, "times": 0}]}, {"sets": [{"place": PLACE, "times": 1001}]},
        {"sets": {"place": PLACE}}, {"sets": f"endings.target.{'p' * 100}"}, {"sets": ["target"]}, {"sets": []},
        {"sets": [{}]}, {"sets": [PLACE] * 41}, {"sets": [{"place": PLACE, "when": [1.5]}]},
        {"sets": [{"place": PLACE, "unless": "Off"}]}, {"sets": [{"place": PLACE, "where": 1}]}, {"values": []},
        {"values": [10**6 + 1]}, {"values": ["a b"]}, {"values": "off"}, {"values": list(range(31))}, {"least": 1.5},
        {"greatest": 10**6 + 1}, {"default": [1]}, {"label": ""}, {"label": "x" * 27}, {"rule": "9"},
        {"says": {"off": 5}}, {"says": {"off": ""}}, {"says": ["off"]},
    ]),
    *_changed("programme", FORMAT, [
        {"format": ""}, {"format": "x" * 21}, {"hands": [0]}, {"hands": 1}, {"hands": [1] * 201}, {"level": 1},
        {"bids": []}, {"bids": [{"kind": "number"}]}, {"bids": [{"max": 3, "min": 1}]}, {"endings": []},
        {"bids": [{"kind": 1, "max": 3}]}, {"plays": [{"kind": "lead", "on": True}] * 21},
    ]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "entry", "valid"), [*((*one, True) for one in VALID), *((*one, False) for one in INVALID)]
)
def test_the_schema_and_the_reader_accept_the_same_declarations(key: str, entry: Any, valid: bool) -> None:
    data = {**tomllib.loads(SHIPPED[0].read_text("utf-8")), key: [entry]}
    schema = file_schema()
    assert _fits(data, schema, schema) == valid
    assert (not read_rules(data)[1]) == valid


def test_all_mistakes_of_a_declaration_are_reported_at_once() -> None:
    setting = {"place": 5, "when": "Off", "times": 0}
    entry = {**OPTION, "least": 1.5, "greatest": "x", "says": {"off": 5, "on": ""}, "sets": [setting]}
    data = {**tomllib.loads(SHIPPED[0].read_text("utf-8")), "options": [entry]}
    found = [".".join(map(str, one.path[2:])) for one in read_rules(data)[1]]
    assert sorted(found) == [
        "greatest", "least", "says.off", "says.on", "sets.0.place", "sets.0.times", "sets.0.when"
    ]  # fmt: skip


def test_a_variant_is_immutable() -> None:
    variant = load(SHIPPED[0])
    with pytest.raises(AttributeError, match="immutable"):
        variant.seats = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="immutable"):
        del variant.deck.spades
    assert isinstance(variant, Variant)
    assert hash(variant) == hash(load(SHIPPED[0]))


@pytest.mark.parametrize("path", SHIPPED, ids=[path.stem for path in SHIPPED])
def test_a_shipped_variant_equals_its_checked_file(path: Path) -> None:
    """Shipped variants are loaded without a check, so this test checks them."""
    checked = load(path)
    assert shipped()[path.stem] == checked
    assert repr(shipped()[path.stem]) == repr(checked)
    assert checked.slug == path.stem


def test_only_the_requested_shipped_variant_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def trusted(path: Path) -> Variant:
        read.append(path.stem)
        return load(path)

    monkeypatch.setattr(catalogue, "_trusted", trusted)
    monkeypatch.setattr(catalogue, "shipped", lru_cache(maxsize=1)(catalogue.shipped.__wrapped__))
    variant = catalogue.find("sandbags")
    assert catalogue.is_shipped(variant)
    assert read == ["sandbags"]
    with pytest.raises(KeyError):
        catalogue.shipped()["nobodys"]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda text: text[:300], "missing|TOML"),
        (lambda text: text.replace("[deal]", "[dael]"), "unknown key"),
        (lambda text: text.replace('kind = "follow"', 'kind = "swallow"'), "unknown kind"),
    ],
    ids=["cut off", "a wrong key", "a wrong kind"],
)
def test_a_damaged_shipped_file_is_reported(
    harm: Callable[[str], str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (SHIPPED[0].parent / "sandbags.toml").read_text("utf-8")
    assert harm(text) != text
    (tmp_path / "sandbags.toml").write_text(harm(text), "utf-8")
    monkeypatch.setattr(catalogue, "shipped_folder", lambda name: tmp_path)
    with pytest.raises(VariantError, match=said):
        catalogue.shipped.__wrapped__()["sandbags"]
