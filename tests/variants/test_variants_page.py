"""The page about variant files has every component with its keys, bounds, defaults and a working example."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.simulate import MOST_TRIAL_HANDS, TRIALS, play_game
from spades_tui.cli import main
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.component import kind_of
from spades_tui.rules.component_bases import RuleComponent
from spades_tui.rules.schema import checked, file_schema
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.rules.variant_reader import MAX_BYTES, MAX_LINE, from_data, load

PAGE = (Path(__file__).parents[2] / "docs" / "variants.md").read_text("utf-8")
SCHEMA = file_schema()
LISTS = ("bids", "plays", "scores", "endings", "customs")

Schema = dict[str, Any]


def definition(reference: str) -> Schema:
    """Return the model that a reference of the schema names."""
    found: Schema = SCHEMA["$defs"][reference.rsplit("/", 1)[1]]
    return found


def value_words(field: Schema) -> str:
    """Return the allowed values of a key, in the page's words."""
    match field:
        case {"anyOf": [inner, {"type": "null"}]}:
            return value_words(inner)
        case {"const": value}:
            return f"{value}"
        case {"$ref": _}:
            return "a table"
        case {"enum": values}:
            quoted = [f"`{value}`" for value in values]
            return f"{', '.join(quoted[:-1])} or {quoted[-1]}"
        case {"type": "boolean"}:
            return "true or false"
        case {"type": "integer", "minimum": least, "maximum": greatest}:
            return f"{least} to {greatest}"
        case {"type": "array", "items": inner, "maxItems": most}:
            names = "enum" in inner or "anyOf" in inner
            what = "names" if names else "tables" if "$ref" in inner else value_words(inner)
            return f"list of {what}, at most {most}"
        case {"type": "string", "maxLength": most}:
            return f"text of at most {most} characters"
        case {"type": "string", "pattern": pattern}:
            words = {"^[A-Z": "a rule's name", "^[a-z": "small letters, digits, hyphens"}
            return words.get(pattern[:5], "cards")
    raise AssertionError(field)


def default_words(name: str, model: Schema) -> str:
    """Return the default of a key, in the page's words."""
    if name in model.get("required", []):
        return "required"
    default = model["properties"][name].get("default")
    if default is None or default == [] or isinstance(default, dict):
        return "none" if not isinstance(default, dict) else "as below"
    return str(default).lower() if isinstance(default, bool) else f"`{default}`"


def wanted_rows(model: Schema, without: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return key, value and default of each key of a model."""
    return {
        name: (value_words(field), default_words(name, model))
        for name, field in model["properties"].items()
        if name not in without
    }


def section(heading: str, text: str = PAGE) -> str:
    """Return the text below a heading, up to the next of its rank or above."""
    below = text.split(f"\n{heading}\n", 1)[1]
    rank = len(heading.split(" ")[0])
    return re.split(rf"^#{{1,{rank}}} ", below, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, tuple[str, str]]:
    """Return key, value and default from the table of a section."""
    found = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|", text, re.MULTILINE)
    assert len({key for key, *_ in found}) == len(found), "a key stands twice"
    return {key: (value, default) for key, value, default in found}


def kinds(where: str) -> dict[str, Schema]:
    """Return the components of a list of a variant file, by kind."""
    mapping = SCHEMA["properties"][where]["items"]["discriminator"]["mapping"]
    return {kind: definition(reference) for kind, reference in mapping.items()}


def component(where: str, kind: str) -> type[RuleComponent]:
    """Return the class of a kind."""
    lists = (bids.REGISTRY, plays.REGISTRY, scores.REGISTRY, endings.REGISTRY, customs.REGISTRY)
    return next(one for one in lists[LISTS.index(where)] if kind_of(one) == kind)


COMPONENTS = [(where, kind) for where in LISTS for kind in kinds(where)]


@pytest.mark.parametrize(("where", "kind"), COMPONENTS, ids=[f"{where}-{kind}" for where, kind in COMPONENTS])
def test_every_component_is_on_the_page_with_its_bounds_and_an_example(where: str, kind: str) -> None:
    (title,) = re.findall(rf"^(## .*`\[\[{where}\]\]`)$", PAGE, re.MULTILINE)
    text = section(f"### `{kind}`", section(title))
    everywhere = ("kind", "rule", *(["on"] if "on" in component(where, kind).later else []))
    assert rows(text.split("\n#### ")[0]) == wanted_rows(kinds(where)[kind], everywhere)
    assert re.search(rf'^kind += "{kind}"$', text, re.MULTILINE)


def test_the_page_has_no_unknown_component() -> None:
    named = sorted(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE))
    assert named == sorted(kind for _, kind in COMPONENTS)


@pytest.mark.parametrize(
    ("heading", "model", "without"),
    [
        ("## The head of the file", SCHEMA, ("deck", "deal", "programme", *LISTS)),
        ("## The deck: `[deck]`", SCHEMA["$defs"]["Deck"], ()),
        ("## The deal: `[deal]`", SCHEMA["$defs"]["DealRules"], ()),
        ("#### Entries of `special`", SCHEMA["$defs"]["Special"], ()),
        ("#### The table `all_tricks`", SCHEMA["$defs"]["AllTricks"], ()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_other_tables_of_the_page_match_the_model(heading: str, model: Schema, without: tuple[str, ...]) -> None:
    assert rows(section(heading)) == wanted_rows(model, without)


def test_the_page_has_the_rule_that_each_component_cites_by_default() -> None:
    wanted = {}
    for where, kind in COMPONENTS:
        model = kinds(where)[kind]
        assert "rule" not in model["required"]
        wanted[where, kind] = model["properties"]["rule"]["default"]
    named = {}
    for where, row in re.findall(r"^\| `\[\[(\w+)\]\]` \| (.*) \|$", section("## Names of rules"), re.MULTILINE):
        for kind, rule in re.findall(r"`(\w+)` \(([A-Z0-9]+-[0-9]+)\)", row):
            named[where, kind] = rule
    assert named == wanted


def test_every_option_is_on_the_page() -> None:
    _, entry = SCHEMA["properties"]["options"]["items"]["anyOf"]
    known, declared = entry["oneOf"][0], SCHEMA["$defs"]["Option"]
    text = section("## Options")
    own, places, named = (re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", part, re.MULTILINE) for part in parted(text))
    assert re.findall(r"\w+", " ".join(named)) == known["enum"]
    assert set(re.findall(r"\w+", " ".join(own))) == set(declared["properties"])
    assert re.findall(r"\w+", " ".join(places)) == list(SCHEMA["$defs"]["Setting"]["properties"])


def parted(text: str) -> list[str]:
    """Return the tables of a section."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(found) == 3
    return found


def examples() -> list[dict[str, Any]]:
    return [tomllib.loads(text) for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


def home_game() -> str:
    """Return the complete game of the page."""
    (found,) = re.findall(r"^<!-- home variant -->\n```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_every_example_is_well_formed() -> None:
    whole = tomllib.loads(home_game())
    pieces = [piece for piece in examples() if piece != whole]
    assert len(pieces) >= len(COMPONENTS)
    for piece in pieces:
        checked(Variant, {**whole, **piece})


def test_the_home_game_is_checked_and_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(home_game(), "utf-8")
    assert main(["variants", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: Kitchen Spades: no mistakes\n"
    variant = load(path)
    assert from_data(variant.to_json()) == variant
    assert play_game(TableSetup(variant, {}, bot_seats(variant.seats, "club"), 0, "kitchen", 1)).ended


def test_the_page_shows_the_real_output_of_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (told,) = re.findall(r"^```text\n(kitchen\.toml:.*)\n```$", PAGE, re.MULTILINE)
    path = tmp_path / "kitchen.toml"
    path.write_text(home_game().replace("cards = 8", "cards = 9"), "utf-8")
    assert main(["variants", "check", str(path)]) == 1
    assert capsys.readouterr().err.replace(f"{tmp_path}/", "") == f"{told}\n"


def test_the_numbers_on_the_page_are_right() -> None:
    text = " ".join(PAGE.split())
    assert f"at most {MAX_BYTES // 1024} KiB and {MAX_LINE:,} characters a line" in text
    most = MOST_TRIAL_HANDS
    assert f"must end within {MOST_HANDS} hands. A game of more than {most} hands is shortened to {most}." in text
    assert TRIALS == 3, "up to three games"
