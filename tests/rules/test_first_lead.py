"""The component `opening` chooses the leader of the first trick."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Pass
from spades_tui.game.phase import Phase
from spades_tui.rules.plays import Opening
from tests.game.tables import Sitting
from tests.rules.parts import Entry, built, error_of, home_game

LOWEST: Entry = {"kind": "opening", "leads": "lowest_club"}


@pytest.mark.rule("NL-3")
def test_the_holder_of_the_lowest_club_leads() -> None:
    sitting = Sitting(home_game("sandbags", plays=[LOWEST])).deal("3C", "4C AC", "5C", "2C KC KH").bids(3, 3, 3, 3)
    assert sitting.turn == 3
    assert sitting.sees(0).leader == 3
    assert sitting.sees(3).legal == (sitting.play_event("2C"),)
    assert sitting.why(sitting.play_event("KC")).rule == "NL-3"
    assert sitting.sees(3).why_not[cards.parse("KH")].sentence == "You hold the lowest club, so you must lead it first"
    sitting.play("2C 3C 4C 5C")
    assert sitting.turn == 2


@pytest.mark.rule("NL-3", "C-5")
def test_without_the_lowest_club_the_dealers_left_leads() -> None:
    sitting = Sitting(home_game("sandbags", plays=[{**LOWEST, "leads": "left"}])).deal("", "4C", "", "2C")
    assert sitting.bids(3, 3, 3, 3).turn == 1


@pytest.mark.rule("NL-3", "NL-8")
def test_the_lowest_club_is_found_after_the_exchange() -> None:
    exchange = {"kind": "exchange", "nil": 1}
    sitting = Sitting(home_game("sandbags", bids=[exchange], plays=[LOWEST])).deal("", "AS", "", "2C KC")
    for seat, bid in ((1, 0), (2, 3), (3, 4), (0, 3)):
        sitting.do(Bid(seat, bid))
    sitting.do(Pass(1, cards.parse_hand("AS")), Pass(3, cards.parse_hand("2C")))
    assert sitting.state.phase == Phase.PLAY
    assert sitting.turn == 1


@pytest.mark.rule("NL-3")
def test_the_lowest_club_lead_is_refused_if_no_club_may_be_in_play() -> None:
    assert "there may be no club in play" in error_of("bemo", "plays", LOWEST)
    assert built(Opening, leads="left").sentence() == ""
    assert built(Opening, leads="lowest_club").sentence() == "The lowest club in play leads to the first trick."
