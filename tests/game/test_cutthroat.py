"""Rules CT-1 to CT-3: every player is alone, nils score 50, five bags cost 50, and the last bid may be limited."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid
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


@pytest.mark.rule("CT-2", "NL-9")
def test_five_bags_cost_fifty_points_and_are_removed() -> None:
    game = Sitting(FOUR).so_far(bags=(4, 0, 0, 3))
    score = game.played((3, 4, 2, 0), (6, 4, 1, 2))
    assert sheet(score, 0) == [("NL-4", 30), ("NL-4", 3), ("NL-9", -50)]
    assert sheet(score, 3) == [("NL-5", -50), ("NL-6", 2), ("NL-9", -50)]
    assert score.bags == (2, 0, 0, 0)


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
