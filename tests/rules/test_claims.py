"""The component `claim` lets a player claim the remaining tricks."""

import pytest

from spades_tui.rules.plays import Claims
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import built, error_of, placed


@pytest.mark.rule("C-12")
def test_claims_are_an_optional_component_of_every_game() -> None:
    assert built(Claims) == Claims(kind="claim", rule="C-12")
    assert built(Claims).sentence() == "You may claim all the remaining tricks if you can't lose any of them."
    assert error_of("sandbags", "plays", {"kind": "claim"}) == ""
    assert error_of("sandbags", "plays", {"kind": "follow"}, without="claim") == ""
    rules, place = placed("sandbags", "plays", {"kind": "claim"})
    assert ruleset(checked(Variant, rules)).claim == built(Claims)
    del rules["plays"][place]
    assert ruleset(checked(Variant, rules)).claim is None
