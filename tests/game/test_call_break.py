"""Rules CB-1 to CB-8: everybody is alone, the trick must be beaten, and the game has five hands."""

import pytest

from spades_tui import cards
from spades_tui.analysis.simulate import play_game
from spades_tui.bots import choose
from spades_tui.game.events import Bid, Play, Redeal
from spades_tui.game.phase import Phase
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.catalogue import shipped
from tests.bots.tables import QUICK, stream
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
    won = Sitting(SLUG).so_far(hands=4, totals=(90, 60, 60, 80))
    won.played((3, 3, 3, 2), (4, 3, 3, 3))
    assert won.over().winners == (0,)
    tied = Sitting(SLUG).so_far(hands=4, totals=(90, 60, 60, 90))
    tied.played((3, 3, 3, 3), (4, 3, 2, 4))
    assert tied.course.game_over() is None


@pytest.mark.rule("CB-5")
@pytest.mark.parametrize(("calls", "bids"), [("any", (1, 13)), ("one_to_eight", (1, 8)), ("two_to_eight", (2, 8))])
def test_calls_have_bounds(calls: str, bids: tuple[int, int]) -> None:
    sitting = Sitting(SLUG, calls=calls).deal()
    assert sitting.turn is not None
    legal = [event.bid for event in sitting.sees(sitting.turn).legal if isinstance(event, Bid)]
    assert (legal[0], legal[-1]) == bids
    assert len(legal) == bids[1] - bids[0] + 1


@pytest.mark.rule("CB-6")
def test_a_hand_without_a_spade_may_be_dealt_again() -> None:
    spadeless = "AK432H AK432D AKQC"
    sitting = Sitting(SLUG, no_spade=True).deal("", spadeless)
    assert Redeal(1) in sitting.sees(1).legal
    sitting.do(Redeal(1))
    assert sitting.state.phase == Phase.DEAL
    assert choose("club", Sitting(SLUG, no_spade=True).deal("", spadeless).sees(1), stream()) == Redeal(1)
    assert Sitting(SLUG, no_spade=True).deal("", "2S AK432H AK432D AKC").refused(Redeal(1)) == {"CB-6"}
    assert Sitting(SLUG).deal("", spadeless).refused(Redeal(1))


@pytest.mark.rule("CB-7")
@pytest.mark.parametrize("bid", [8, 9])
def test_eight_made_wins_at_once(bid: int) -> None:
    sitting = Sitting(SLUG, eight_wins=True)
    won = sitting.played((bid, 1, 1, 1), (9, 2, 1, 1))
    assert won.points[0] == 10 * bid + 9 - bid
    over = sitting.over()
    assert (over.reason, over.winners) == ("outright", (0,))
    for wins, called, took, points in ((True, 8, 7, -80), (True, 7, 9, 72), (False, 8, 8, 80)):
        other = Sitting(SLUG, eight_wins=wins)
        assert other.played((called, 1, 1, 1), (took, 13 - took, 0, 0)).points[0] == points
        assert other.course.game_over() is None


@pytest.mark.rule("CB-5", "CB-6", "CB-7")
@pytest.mark.parametrize("level", QUICK)
def test_computer_players_play_by_every_custom(level: str) -> None:
    options: dict[str, object] = {"calls": "two_to_eight", "no_spade": True, "eight_wins": True, "hands": 2}
    assert play_game(TableSetup(shipped()[SLUG], options, bot_seats(4, level), 0, "customs", 1)).ended
