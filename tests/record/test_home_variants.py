"""The second reading of the rules agrees about every line of random home-made games.

``NotRead`` is a failure that names a component the referee doesn't know. Add it in ``tests/referee``: its keys in
``rulebook.py``, its meaning in ``scoring.py`` or the neighbouring files.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from functools import cache
from typing import Any

import pytest

from spades_tui.analysis import simulate
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import Variant as ProgramVariant
from spades_tui.rules.variant_reader import from_data
from tests import few
from tests.record.records import lines_of
from tests.record.two_readings import agreed, both_refuse
from tests.referee.choices import name_of
from tests.referee.generate import generate, random_options, spoil
from tests.referee.home import home_rules
from tests.referee.referee import VARIANTS, Variant, read_rules, to_text
from tests.referee.rulebook import ALL_TRICKS, CHOICES, DEAL, DECK, KINDS, ROOT, SPECIAL

QUICK = 60
"""Number of random games in the quick tests."""
PARTS = 4
MORE = few(600)
"""Number of further games in the slow test."""
MORE_PARTS = 12
LONGEST = 8
"""Maximum number of hands in a simulated game."""


def home(seed: int) -> tuple[ProgramVariant, Variant]:
    """Return a game as the program reads it, which refuses invalid ones, and as the referee reads it."""
    variant = from_data(home_rules(seed))
    return variant, Variant(read_rules(variant.to_json()))


def judge(seed: int) -> None:
    """Let the program check a record of the referee, the referee a simulated one, and both a spoiled one."""
    variant, theirs = home(seed)
    record = generate(theirs, seed, spice=0.5, max_hands=3)
    agreed(to_text(record))
    seats = tuple(SeatSetup(f"Bot {seat}", "bot", "beginner") for seat in range(variant.seats))
    rng = random.Random(f"home {seed}")
    options = random_options(theirs, rng)
    text = simulate.play_game(TableSetup(variant, options, seats, seed=f"home {seed}")).text
    assert agreed(text)[0] == lines_of(text)
    both_refuse(*spoil(record if seed % 2 else lines_of(text), rng))


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop simulated games early, to save time."""
    monkeypatch.setattr(simulate, "MOST_HANDS", LONGEST)


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("part", range(PARTS))
def test_program_and_referee_agree_on_home_variants(part: int) -> None:
    for seed in range(part, QUICK, PARTS):
        judge(seed)


@pytest.mark.slow
@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("part", range(MORE_PARTS))
def test_program_and_referee_agree_on_many_home_variants(part: int) -> None:
    for seed in range(QUICK + part, QUICK + MORE, MORE_PARTS):
        judge(seed)


def test_home_variants_use_every_component_and_option() -> None:
    """Each component is switched on in some games, and each choice and each option occurs."""
    kinds: Counter[tuple[str, str]] = Counter()
    chosen: Counter[tuple[str, str]] = Counter()
    offered: Counter[str] = Counter()
    for seed in range(4 * QUICK):
        rules = read_rules(home_rules(seed))
        offered.update(rules["options"])
        table = {**rules, **rules["deck"], **rules["deal"]}
        chosen.update((key, table[key]) for key in ("aces", "sits_out", "sides"))
        for where in KINDS:
            for part in rules[where]:
                kinds[where, part["kind"]] += part.get("on", True) or part["kind"] in rules["options"]
                chosen.update((key, value) for key, value in part.items() if key in CHOICES)
    assert min(kinds[where, kind] for where in KINDS for kind in KINDS[where]) >= 3
    assert {(key, value) for key in CHOICES for value in CHOICES[key]} == set(chosen)
    names = {name for one in VARIANTS.values() for name in one.rules["options"] if isinstance(name, str)}
    assert set(offered) == names


# ---- components known to the referee -------------------------------------------------------------------


@cache
def schema() -> dict[str, Any]:
    """Return the schema of `rules` that the program prints."""
    command = [sys.executable, "-m", "spades_tui", "variants", "schema"]
    return dict(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))


def form(found: dict[str, Any]) -> dict[str, Any]:
    """Return the target of a reference in the schema."""
    for one in found.get("anyOf", [found]):
        if "$ref" in one:
            return dict(schema()["$defs"][one["$ref"].rsplit("/", 1)[1]])
    raise AssertionError(found)


def components() -> list[tuple[str, str, dict[str, Any]]]:
    """Return every kind of component that the program knows."""
    found = []
    for where, one in schema()["properties"].items():
        for kind, place in one.get("items", {}).get("discriminator", {}).get("mapping", {}).items():
            found.append((where, kind, form({"$ref": place})))
    return found


def test_the_referee_knows_every_component() -> None:
    known = {(where, kind) for where in KINDS for kind in KINDS[where]}
    assert {(where, kind) for where, kind, _ in components()} == known
    for where, kind, found in components():
        keys = found["properties"]
        assert keys.keys() - {"kind", "rule"} == KINDS[where][kind].keys(), (where, kind)
        for key, value in keys.items():
            assert key not in CHOICES or set(value["enum"]) == set(CHOICES[key]), (where, kind, key)
    root = schema()["properties"]
    contract = next(found for where, kind, found in components() if (where, kind) == ("scores", "contract"))
    assert root.keys() == ROOT.keys()
    assert form(root["deck"])["properties"].keys() == DECK.keys()
    assert form(root["deal"])["properties"].keys() == DEAL.keys()
    assert form(contract["properties"]["special"]["items"])["properties"].keys() == SPECIAL.keys()
    assert form(contract["properties"]["all_tricks"])["properties"].keys() == ALL_TRICKS.keys()


@pytest.mark.parametrize("slug", VARIANTS)
def test_program_and_referee_read_shipped_games_alike(slug: str) -> None:
    """The referee has them from docs/rules.md, the program from its variant files."""
    words = ("name", "summary", "special", "source")
    ours, theirs = dict(read_rules(shipped()[slug].to_json())), dict(VARIANTS[slug].rules)
    for rules in (ours, theirs):
        rules["options"] = sorted(map(name_of, rules["options"]))
        for where in ("plays", "customs"):  # their order doesn't matter
            rules[where] = sorted(rules[where], key=lambda part: str(part["kind"]))
    assert {key: ours[key] for key in ours if key not in words} == {
        key: theirs[key] for key in theirs if key not in words
    }
