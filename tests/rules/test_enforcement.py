"""The component `enforcement` refuses or allows cards that don't follow suit."""

import pytest

from spades_tui.rules.customs import Enforcement
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import Entry, bounded, built, error_of, placed

NEEDED: Entry = {"when": "hand", "books": 3, "wrong_costs": True, "taken": "at_once"}


@pytest.mark.rule("C-11", "JK-14", "BM-13")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "customs", Enforcement, "books", 1, 18, when="hand", wrong_costs=True, taken="at_once")
    assert built(Enforcement, **NEEDED) == Enforcement(kind="enforcement", rule="C-11", mode="refuse", **NEEDED)


@pytest.mark.rule("C-11", "JK-14", "BM-13")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("jokers", {"books": 13}, ""),
        ("jokers", {"books": 14}, "customs[1].books: the value is 14, but a hand has only 13 tricks"),
        ("sandbags", NEEDED, "customs[1].kind: tricks can't change hands if zeros are scored separately"),
        ("jokers", {"mode": "warn"}, "customs[1].mode: 'warn' isn't allowed; use refuse or challenge"),
        ("jokers", {"when": "game"}, "customs[1].when: 'game' isn't allowed; use hand or trick"),
        ("jokers", {"taken": "never"}, "customs[1].taken: 'never' isn't allowed; use at_once or later"),
        ("jokers", {"wrong_costs": 0}, "customs[1].wrong_costs: 0 isn't allowed; use true or false"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "customs", {"kind": "enforcement", **entry}) == message


@pytest.mark.rule("C-11", "JK-14", "BM-13")
@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({}, "A renege is refused."),
        (
            {"mode": "challenge"},
            "You may renege, but an opponent may challenge it for 3 tricks until the hand is scored; a wrong challenge "
            "costs as many.",
        ),
        (
            {"mode": "challenge", "when": "trick", "books": 1, "wrong_costs": False},
            "You may renege, but an opponent may challenge it for 1 trick until the trick is turned over.",
        ),
    ],
)
def test_the_rules_page_describes_the_enforcement(entry: Entry, sentence: str) -> None:
    assert built(Enforcement, **{**NEEDED, **entry}).sentence() == sentence


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(("mode", "challenged"), [("refuse", False), ("challenge", True)])
def test_the_mode_decides_whether_players_may_challenge(mode: str, challenged: bool) -> None:
    rules, _ = placed("jokers", "customs", {"kind": "enforcement", "mode": mode})
    assert ruleset(checked(Variant, rules)).challenged == challenged
