"""The component `take_back` lets an event be taken back."""

import pytest

from spades_tui.rules.customs import TakingBack
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import built, error_of, placed


@pytest.mark.rule("3B-11")
def test_taking_back_is_a_switch_that_is_off_by_default() -> None:
    assert built(TakingBack) == TakingBack(kind="take_back", rule="3B-11", on=False)
    sentence = "You may undo your last action if it showed nobody a card."
    assert (built(TakingBack, on=True).sentence(), built(TakingBack).sentence()) == (sentence, "")
    message = error_of("sandbags", "customs", {"kind": "take_back", "on": "yes"})
    assert message == "customs[1].on: 'yes' isn't allowed; use true or false"


@pytest.mark.rule("3B-11")
@pytest.mark.parametrize("on", [True, False])
def test_the_switch_allows_taking_back(on: bool) -> None:
    rules, place = placed("sandbags", "customs", {"kind": "take_back", "on": on})
    assert ruleset(checked(Variant, rules)).take_back == on
    del rules["customs"][place]
    assert not ruleset(checked(Variant, rules)).take_back
