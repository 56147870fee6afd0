"""The component `ace_call` lets players call an ace high or low."""

import pytest

from spades_tui.rules.plays import AceCall
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import built, error_of, placed


@pytest.mark.rule("3B-3")
def test_ace_call_needs_called_aces_and_called_aces_need_it() -> None:
    nothing = "aces are always high here, so there is nothing to call (`deck.aces`)"
    assert error_of("3b-four", "plays", {"kind": "ace_call"}) == ""
    assert error_of("3b-four", "plays", {"kind": "ace_call"}, deck={"aces": "high"}) == f"plays[3].kind: {nothing}"
    assert error_of("sandbags", "plays", {"kind": "ace_call"}) == f"plays[1].kind: {nothing}"
    missing = error_of("3b-four", "plays", {"kind": "claim"}, without="ace_call")
    assert missing == "plays: aces are called, but a component of kind 'ace_call' is missing"


@pytest.mark.rule("3B-3")
def test_ace_call_has_its_defaults_and_sentence() -> None:
    call = built(AceCall)
    assert call == AceCall(kind="ace_call", rule="3B-3")
    assert call.sentence() == "You call an ace high or low as you play it; a low ace ranks below the two."
    assert call.calls_aces


@pytest.mark.rule("3B-3")
@pytest.mark.parametrize(("aces", "called"), [("called", True), ("high", False)])
def test_no_ace_is_called_with_high_aces(aces: str, called: bool) -> None:
    rules, _ = placed("3b-four", "plays", {"kind": "ace_call"}, deck={"aces": aces})
    assert (ruleset(checked(Variant, rules)).ace_call is not None) == called
