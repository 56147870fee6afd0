"""The first lead, the first trick, and when spades may be led."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Pass, Play
from spades_tui.game.phase import Phase
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.plays import Follow, Lead, Opening
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.game.tables import Sitting
from tests.rules.parts import Entry, built, error_of, home_game, placed

LOWEST: Entry = {"kind": "opening", "leads": "lowest_club"}


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


@pytest.mark.rule("SB-3")
def test_lead_has_optional_keys_but_is_itself_required() -> None:
    assert built(Lead, spades="broken") == Lead(kind="lead", rule="SB-3", spades="broken", broken_by="off_suit")
    missing = error_of("sandbags", "plays", {"kind": "claim"}, without="lead")
    assert missing == "plays: a component of kind 'lead' is missing"


@pytest.mark.rule("C-6")
def test_following_suit_is_a_required_component() -> None:
    assert built(Follow) == Follow(kind="follow", rule="C-6")
    assert built(Follow).sentence() == "Follow suit if you can; otherwise play any card."
    assert error_of("sandbags", "plays", {"kind": "follow"}) == ""
    missing = error_of("sandbags", "plays", {"kind": "claim"}, without="follow")
    assert missing == "plays: a component of kind 'follow' is missing"


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("shown", [True, False])
def test_the_last_trick_can_be_shown_or_hidden(shown: bool) -> None:
    assert shipped()["sandbags"].with_last_trick(shown).last_trick_shown == shown


@pytest.mark.rule("3B-3")
def test_ace_call_needs_called_aces_and_called_aces_need_it() -> None:
    nothing = "aces are always high here, so there is nothing to call (`deck.aces`)"
    assert error_of("3b-four", "plays", {"kind": "ace_call"}) == ""
    assert error_of("3b-four", "plays", {"kind": "ace_call"}, deck={"aces": "high"}) == f"plays[3].kind: {nothing}"
    assert error_of("sandbags", "plays", {"kind": "ace_call"}) == f"plays[1].kind: {nothing}"
    missing = error_of("3b-four", "plays", {"kind": "claim"}, without="ace_call")
    assert missing == "plays: aces are called, but a component of kind 'ace_call' is missing"


@pytest.mark.rule("3B-3")
@pytest.mark.parametrize(("aces", "called"), [("called", True), ("high", False)])
def test_no_ace_is_called_with_high_aces(aces: str, called: bool) -> None:
    rules, _ = placed("3b-four", "plays", {"kind": "ace_call"}, deck={"aces": aces})
    assert (ruleset(checked(Variant, rules)).ace_call is not None) == called
