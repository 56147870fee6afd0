"""Rules SX-1 to SX-3: three pairs of partners with both jokers and nine cards each."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Play
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of
from tests.game.tables import Sitting, sheet

SLUG = "six-handed"


@pytest.mark.rule("SX-1")
def test_partners_sit_opposite_and_have_nine_cards_each() -> None:
    rules = Sitting(SLUG).rules
    assert rules.sides == ((0, 3), (1, 4), (2, 5))
    assert (rules.seats, rules.tricks, len(rules.cards.pack)) == (6, 9, 54)


@pytest.mark.rule("SX-1")
def test_jokers_are_the_highest_spades() -> None:
    sitting = Sitting(SLUG).deal("", "9D", "AS /D", "BJ /D", "LJ /D").bids(1, 1, 1, 1, 1, 1).play("9D AS BJ")
    assert sitting.refused(Play(5, cards.parse("LJ"))) == {"C-5"}
    assert sitting.hand.best is not None
    assert sitting.hand.best.seat == 3


@pytest.mark.rule("SX-2")
def test_everybody_bids_clockwise_up_to_nine() -> None:
    sitting = Sitting(SLUG).deal()
    assert sitting.hand.order == (1, 2, 3, 4, 5, 0)
    assert sitting.refused(Bid(1, 10)) == {"SX-2"}
    assert [event.bid for event in sitting.sees(1).legal if isinstance(event, Bid)] == list(range(10))


@pytest.mark.rule("SX-2", "NL-4", "NL-5", "NL-6", "NL-9")
def test_each_pair_has_one_contract_and_its_own_bags() -> None:
    game = Sitting(SLUG).so_far(bags=(0, 4, 0))
    score = game.played((2, 1, 0, 1, 1, 2), (2, 2, 0, 1, 1, 3))
    assert sheet(score, 0) == [("NL-4", 30)]
    assert sheet(score, 1) == [("NL-4", 20), ("NL-4", 1), ("NL-9", -50)]
    assert sheet(score, 2) == [("NL-5", 50), ("NL-4", 20), ("NL-4", 1)]
    assert score.totals == (30, -29, 71)
    assert score.bags == (0, 0, 1)
    assert score.side_bids == (3, 2, 2)


@pytest.mark.rule("SX-3")
def test_the_first_pair_to_the_target_wins() -> None:
    assert {option.name: option.usual for option in options_of(shipped()[SLUG])} == {
        "nil_points": 50, "bag_limit": 5, "target": 300, "floor": "off", "take_back": False,
        "undo": False, "slip": False,
    }  # fmt: skip
    game = Sitting(SLUG).so_far(totals=(280, 250, 0))
    game.played((2, 1, 1, 1, 1, 1), (2, 2, 1, 1, 2, 1))
    assert game.over().winners == (0,)
