"""Rules CT-1 to CT-3: every player is alone, nils score 50, five bags cost 50, and the last bid may be limited."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_page import page
from tests.game.tables import Sitting, sheet

FOUR, THREE = "cutthroat", "cutthroat-three"


@pytest.mark.rule("CT-1")
@pytest.mark.parametrize(("slug", "seats", "tricks", "out"), [(FOUR, 4, 13, set()), (THREE, 3, 17, {"2C"})])
def test_each_size_of_table_has_its_pack_and_tricks(slug: str, seats: int, tricks: int, out: set[str]) -> None:
    rules = Sitting(slug).rules
    assert (rules.seats, rules.tricks, rules.sides) == (seats, tricks, tuple((seat,) for seat in range(seats)))
    every = {rank + suit for rank in cards.RANKS for suit in cards.SUITS}
    assert {cards.text(card) for card in rules.cards.pack} == every - out


@pytest.mark.rule("CT-2", "NL-4", "NL-5", "NL-6")
def test_made_and_failed_bids_and_nils_score_their_points() -> None:
    score = Sitting(FOUR).played((3, 0, 5, 0), (4, 0, 7, 2))
    assert sheet(score, 0) == [("NL-4", 30), ("NL-4", 1)]
    assert sheet(score, 1) == [("NL-5", 50)]
    assert sheet(score, 2) == [("NL-4", 50), ("NL-4", 2)]
    assert sheet(score, 3) == [("NL-5", -50), ("NL-6", 2)]  # each trick is a bag and a point
    assert score.bags == (1, 0, 2, 2)
    assert score.totals == (31, 50, 52, -48)
    assert sheet(Sitting(FOUR).played((3, 3, 3, 3), (2, 5, 3, 3)), 0) == [("NL-4", -30)]


@pytest.mark.rule("CT-2", "NL-5")
def test_a_nil_can_be_worth_a_hundred_points() -> None:
    score = Sitting(FOUR, 0, nil_points=100).played((0, 0, 4, 4), (0, 1, 6, 6))
    assert (sheet(score, 0), sheet(score, 1)) == ([("NL-5", 100)], [("NL-5", -100), ("NL-6", 1)])


@pytest.mark.rule("CT-2", "NL-9")
def test_five_bags_cost_fifty_points_and_are_removed() -> None:
    game = Sitting(FOUR).so_far(bags=(4, 0, 0, 3))
    score = game.played((3, 4, 2, 0), (6, 4, 1, 2))
    assert sheet(score, 0) == [("NL-4", 30), ("NL-4", 3), ("NL-9", -50)]
    assert sheet(score, 3) == [("NL-5", -50), ("NL-6", 2), ("NL-9", -50)]
    assert score.bags == (2, 0, 0, 0)


@pytest.mark.rule("CT-2", "NL-9")
def test_bags_can_cost_a_hundred_for_ten_or_nothing() -> None:
    game = Sitting(FOUR, 0, bag_limit=10, bag_cost=100).so_far(bags=(9, 9, 4, 0))
    score = game.played((3, 4, 2, 2), (4, 4, 3, 2))
    assert sheet(score, 0) == [("NL-4", 30), ("NL-4", 1), ("NL-9", -100)]
    assert sheet(score, 2) == [("NL-4", 20), ("NL-4", 1)]
    score = Sitting(FOUR, 0, bag_limit=0).played((0, 4, 2, 2), (3, 5, 3, 2))
    assert sheet(score, 0) == [("NL-5", -50), ("NL-6", 3)]
    assert sheet(score, 1) == [("NL-4", 40), ("NL-4", 1)]
    assert score.bags is None


@pytest.mark.rule("CT-2")
@pytest.mark.parametrize(
    ("totals", "floor", "reason", "winners"),
    [
        ((290, 100, 0, 0), "off", "target", (0,)),
        ((290, 280, 0, 0), "off", "target", (0,)),
        ((200, -290, 0, 0), "off", None, ()),
        ((200, -290, 0, 0), -200, "floor", (0,)),
        ((290, -290, 0, 0), -200, "target", (0,)),
        ((100, 110, -290, 0), -200, None, ()),  # tied at the top: another hand
        ((290, 300, 0, 0), "off", None, ()),
    ],
)
def test_the_game_ends_at_the_target_or_the_floor(
    totals: tuple[int, ...], floor: object, reason: str | None, winners: tuple[int, ...]
) -> None:
    game = Sitting(FOUR, 0, floor=floor).so_far(totals=totals)
    game.played((4, 3, 3, 3), (4, 3, 3, 3))
    over = game.course.game_over()
    assert (over.reason if over else None) == reason
    assert (over.winners if over else ()) == winners


@pytest.mark.rule("CT-3")
@pytest.mark.parametrize(("slug", "bids", "barred"), [(FOUR, (3, 4, 2), 4), (THREE, (8, 4), 5)])
def test_the_last_bid_may_not_make_the_bids_total_the_tricks(slug: str, bids: tuple[int, ...], barred: int) -> None:
    for choice in ("free", "not_even"):
        game = Sitting(slug, 0, last_bid=choice).deal()
        for bid in bids:
            game.do(Bid(game.turn or 0, bid))
        assert game.turn == 0
        offered = [event.bid for event in game.sees(0).legal if isinstance(event, Bid)]
        every = list(range(game.rules.tricks + 1))
        if choice == "free":
            assert offered == every
            continue
        assert offered == [bid for bid in every if bid != barred]
        refusal = game.why(Bid(0, barred))
        assert refusal.rule == "CT-3"
        assert refusal.sentence == (f"You can't bid {barred}: all bids would add up to {game.rules.tricks}")


@pytest.mark.rule("CT-3")
def test_bidders_before_the_last_may_bid_any_number() -> None:
    game = Sitting(FOUR, 0, last_bid="not_even").deal().do(Bid(1, 5), Bid(2, 4))
    assert [event.bid for event in game.sees(3).legal if isinstance(event, Bid)] == list(range(14))


def test_the_rules_page_says_nil_and_lists_only_active_rules() -> None:
    text = page(shipped()[FOUR])
    assert "A nil made: +50; failed: −50. Each trick of a failed nil is a bag and +1. (NL-5)" in text
    assert "Every 5 bags cost 50 points and are then removed. (NL-9)" in text
    assert "The game goes to 300 points; the most points win. (CT-2)" in text
    assert "The bids can't add up to" not in text.split("Options")[0]
    assert "floor: points at which a player loses (off; a number from −1000000 to −1 or off; CT-2)" in text
