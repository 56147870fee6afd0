"""Rules CB-1 to CB-4: everybody is alone, the trick must be beaten, and the game has five hands."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Play
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of
from spades_tui.rules.rules_page import page
from tests.game.tables import Sitting, sheet

SLUG = "call-break"


@pytest.mark.rule("CB-2")
def test_four_players_alone_have_thirteen_cards_each() -> None:
    rules = Sitting(SLUG).rules
    assert (rules.seats, rules.tricks, rules.sides) == (4, 13, ((0,), (1,), (2,), (3,)))
    assert len(rules.cards.pack) == 52


@pytest.mark.rule("CB-2")
def test_a_bid_is_one_trick_or_more() -> None:
    sitting = Sitting(SLUG).deal()
    assert sitting.turn is not None
    assert [event.bid for event in sitting.sees(sitting.turn).legal if isinstance(event, Bid)] == list(range(1, 14))
    assert sitting.refused(Bid(sitting.turn, 0)) == {"CB-2"}


@pytest.mark.rule("CB-2")
def test_a_spade_may_lead_the_first_trick() -> None:
    Sitting(SLUG).deal("", "9S").bids(3, 3, 3, 3).play("9S")


@pytest.mark.rule("CB-1")
def test_a_trick_is_beaten_where_it_can_be() -> None:
    sitting = Sitting(SLUG).deal("7S 2S /D", "9D", "KD 2D", "5S /D").bids(3, 3, 3, 3).play("9D")
    assert sitting.refused(sitting.play_event("2D")) == {"CB-1"}
    sitting.play("KD 5S")
    spades = [event.card for event in sitting.sees(0).legal if isinstance(event, Play)]
    assert cards.parse("7S") in spades
    assert sitting.refused(sitting.play_event("2S")) == {"CB-1"}
    assert sitting.play("7S").state.current.winners == (0,)


@pytest.mark.rule("CB-3")
def test_each_trick_bid_counts_ten_and_each_above_it_one() -> None:
    score = Sitting(SLUG).played((3, 4, 1, 2), (3, 3, 5, 2))
    assert sheet(score, 0) == [("CB-3", 30)]
    assert sheet(score, 1) == [("CB-3", -40)]
    assert sheet(score, 2) == [("CB-3", 10), ("CB-3", 4)]
    assert score.totals == (30, -40, 14, 20)


@pytest.mark.rule("CB-4")
def test_five_hands_decide_and_only_a_tie_for_first_adds_another() -> None:
    assert {option.name: option.usual for option in options_of(shipped()[SLUG])} == {
        "hands": 5, "take_back": False, "undo": False, "slip": False,
    }  # fmt: skip
    won = Sitting(SLUG).so_far(hands=4, totals=(90, 60, 60, 80))
    won.played((3, 3, 3, 2), (4, 3, 3, 3))
    assert won.over().winners == (0,)
    tied = Sitting(SLUG).so_far(hands=4, totals=(90, 60, 60, 90))
    tied.played((3, 3, 3, 3), (4, 3, 2, 4))
    assert tied.course.game_over() is None


def test_the_rules_page_names_its_rules() -> None:
    text = page(shipped()[SLUG])
    for rule in ("CB-1", "CB-2", "CB-3", "CB-4"):
        assert f"({rule}" in text or f"{rule})" in text
