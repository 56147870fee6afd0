"""The component `lead` decides when spades may be led."""

import pytest

from spades_tui.rules.plays import Lead
from tests.rules.parts import Entry, built, error_of


@pytest.mark.rule("SB-3", "JK-6", "BM-2", "3B-10")
@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"spades": "always"}, "You may lead spades at any time, even to the first trick."),
        (
            {"spades": "broken"},
            "You may lead spades once one has been played on another suit, or if you have nothing else.",
        ),
        (
            {"spades": "broken", "broken_by": "any_spade"},
            "You may lead spades once one has been played, or if you have nothing else.",
        ),
    ],
)
def test_the_rules_page_describes_leading_spades(entry: Entry, sentence: str) -> None:
    assert built(Lead, **entry).sentence() == sentence


@pytest.mark.rule("SB-3")
@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"spades": "always"}, ""),
        ({"spades": "broken", "broken_by": "any_spade"}, ""),
        ({"spades": "never"}, "plays[2].spades: 'never' isn't allowed; use always or broken"),
        ({"broken_by": "joker"}, "plays[2].broken_by: 'joker' isn't allowed; use off_suit or any_spade"),
    ],
)
def test_invalid_declarations_are_refused(entry: Entry, message: str) -> None:
    assert error_of("sandbags", "plays", {"kind": "lead", **entry}) == message


@pytest.mark.rule("SB-3")
def test_lead_has_optional_keys_but_is_itself_required() -> None:
    assert built(Lead, spades="broken") == Lead(kind="lead", rule="SB-3", spades="broken", broken_by="off_suit")
    missing = error_of("sandbags", "plays", {"kind": "claim"}, without="lead")
    assert missing == "plays: a component of kind 'lead' is missing"
