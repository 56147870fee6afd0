"""The component `new_deal` lets a worthless hand be dealt again."""

import pytest

from spades_tui.rules.bids import NewDeal
from tests.rules.parts import built, error_of


@pytest.mark.rule("JK-13")
def test_a_new_deal_is_a_switch_allowed_in_every_game() -> None:
    assert built(NewDeal) == NewDeal(kind="new_deal", rule="JK-13", on=True)
    assert error_of("jokers", "bids", {"kind": "new_deal", "on": 1}) == "bids[2].on: 1 isn't allowed; use true or false"
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "bids", {"kind": "new_deal", "on": True}) == ""
    sentence = "A player with no spade, no picture card and no ace may call for a new deal instead of bidding."
    assert (built(NewDeal).sentence(), built(NewDeal, on=False).sentence()) == (sentence, "")
