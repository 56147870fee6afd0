"""The component `first_trick` decides whether spades may be played to the first trick."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Play
from spades_tui.rules.plays import FirstTrick
from tests.game.tables import Sitting
from tests.rules.parts import built, home_game

LEAD = {"kind": "lead", "spades": "always"}


def table(trumps: str, *hands: str) -> Sitting:
    """Return a hand of sandbags where spades may be led from the start and seat 1 leads."""
    rules = home_game("sandbags", plays=[LEAD, {"kind": "first_trick", "trumps": trumps}])
    return Sitting(rules).deal(*hands).bids(3, 3, 3, 3)


def open_to(sitting: Sitting) -> str:
    """Return the suits of the cards that the player on turn may play."""
    turn = sitting.turn
    assert turn is not None
    seen = sitting.sees(turn)
    return "".join(sorted({cards.text(event.card)[1] for event in seen.legal if isinstance(event, Play)}))


@pytest.mark.rule("NL-3", "SB-4")
@pytest.mark.parametrize(("trumps", "leads", "throws"), [("free", "CDHS", "CDS"), ("no_spade", "CDH", "CD")])
def test_spades_stay_out_of_the_first_trick(trumps: str, leads: str, throws: str) -> None:
    sitting = table(trumps, "", "AS AC AD AH", "KS KC KD /H")
    assert open_to(sitting) == leads
    if trumps == "no_spade":
        assert sitting.refused(sitting.play_event("AS")) == {"NL-3"}
        assert sitting.sees(1).why_not[cards.parse("AS")].sentence.endswith("lead a spade to the first trick")
    sitting.play("AH")
    assert open_to(sitting) == throws
    if trumps == "no_spade":
        assert sitting.why(sitting.play_event("KS")).sentence.endswith("play a spade to the first trick")
        assert cards.parse("KS") in sitting.sees(2).why_not


@pytest.mark.rule("NL-3")
def test_a_hand_of_spades_may_lead_one_to_the_first_trick() -> None:
    sitting = table("no_spade", "", "A-2S")
    assert open_to(sitting) == "S"


@pytest.mark.rule("NL-3")
def test_a_suit_led_is_followed_first() -> None:
    sitting = table("no_spade", "", "AH", "KS KH").play("AH")
    assert open_to(sitting) == "H"
    assert sitting.refused(sitting.play_event("KS")) == {"C-6"}


@pytest.mark.rule("NL-3")
def test_the_second_trick_is_like_any_other() -> None:
    sitting = table("no_spade", "2H", "AH AD", "3H KS KC /D", "4H").play("AH 3H 4H 2H AD")
    assert "S" in open_to(sitting)


def test_the_rules_page_describes_the_first_trick() -> None:
    assert built(FirstTrick, trumps="free").sentence() == ""
    assert built(FirstTrick, trumps="no_spade").sentence().startswith("You can't lead or play a spade")
