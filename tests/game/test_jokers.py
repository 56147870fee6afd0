"""Rules JK-1 to JK-13: sides, boards, blind bids, raises, sets, and optional rules."""

from typing import Any

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Look, Play, Raise, Redeal, Stand
from spades_tui.game.phase import Phase
from tests.game.tables import Sitting, card, sheet, some

WORTHLESS = "3-9C 3-8D"
"""Thirteen cards without a spade, a picture card or an ace."""


def sitting(dealer: int = 0, **options: object) -> Sitting:
    return Sitting("jokers", dealer, **options)


@pytest.mark.rule("JK-1")
def test_the_red_deuces_make_room_for_two_jokers() -> None:
    rules = sitting().rules
    pack = {cards.text(one) for one in rules.cards.pack}
    assert len(pack) == 52
    assert {"BJ", "LJ", "2C", "2S"} <= pack
    assert not {"2D", "2H"} & pack
    assert (rules.tricks, rules.sides) == (13, ((0, 2), (1, 3)))


@pytest.mark.rule("JK-2")
def test_jokers_and_the_deuce_of_spades_rank_above_the_ace() -> None:
    ranks = sitting().rules.cards.ranks
    order = some("BJ LJ 2S AKQJT9876543S")
    assert len(order) == 15
    assert sorted(order, key=lambda one: -ranks[one]) == order
    hearts = some("AKQJT9876543H")
    assert sorted(hearts, key=lambda one: -ranks[one]) == hearts
    game = sitting().deal("LJ /H", "3H", "AS /H", "2S /H").bids(2, 2, 2, 2).play("3H AS 2S")
    assert game.sees(None).winning == 3  # the deuce above the ace
    assert game.play("LJ").hand.winners == (0,)


@pytest.mark.rule("JK-3")
@pytest.mark.parametrize("dealer", range(4))
def test_both_partners_of_a_side_bid_before_the_other_side(dealer: int) -> None:
    game = sitting(dealer).deal()
    asked = []
    while game.state.phase == Phase.BID:
        asked.append(game.turn)
        waiting = [seat for seat in range(4) if game.hand.bids[seat] is None and seat != game.turn]
        assert game.refused(*(Bid(seat, 3) for seat in waiting)) == ({"JK-3"} if waiting else set())
        game.do(Bid(game.turn or 0, 3))
    assert asked == [(dealer + step) % 4 for step in (1, 3, 2, 4)]
    assert game.sees(None).contracts == (6, 6)  # only the total counts


@pytest.mark.rule("JK-4")
def test_a_side_bids_between_a_board_and_thirteen() -> None:
    game = sitting().deal()
    assert game.refused(Bid(1, 14), Bid(1, -1)) == {"JK-4"}
    game.do(Bid(1, 1))
    assert game.refused(Bid(3, 2), Bid(3, 13)) == {"JK-4"}
    assert [event.bid for event in game.sees(3).legal if isinstance(event, Bid)] == list(range(3, 13))
    game.do(Bid(3, 3), Bid(2, 0))
    assert game.refused(Bid(0, 3)) == {"JK-4"}
    game.do(Bid(0, 13))
    assert game.sees(None).contracts == (13, 4)


@pytest.mark.rule("JK-5")
def test_raises_end_when_all_four_stand_in_a_row() -> None:
    game = sitting().deal().do(Bid(1, 2), Bid(3, 3), Bid(2, 4), Bid(0, 2))
    assert game.turn == 1  # in bidding order
    assert game.refused(Raise(1, 5), Raise(1, 4), Raise(1, 14)) == {"JK-5"}  # higher only, and not beyond thirteen
    assert game.refused(Raise(3, 6), Stand(0)) == {"JK-5"}  # not their turn
    game.do(Stand(1), Stand(3), Stand(2), Raise(0, 7))  # the side's new total
    assert game.sees(None).contracts == (7, 5)
    game.do(Stand(1), Raise(3, 13), Stand(2), Stand(0))
    assert game.refused(Raise(1, 14)) == {"JK-5"}
    assert game.sees(1).legal == (Stand(1),)
    game.do(Stand(1))
    assert game.state.phase == Phase.RAISE  # the raiser has not stood yet
    game.do(Stand(3))
    assert game.course.state.phase == Phase.PLAY
    assert game.sees(None).contracts == (7, 13)
    assert game.refused(Raise(1, 13)) == {"JK-5"}


@pytest.mark.rule("JK-6")
def test_spades_are_led_once_a_spade_has_been_played() -> None:
    game = sitting().deal("", "3S 3H", "4H", "9S /H").bids(2, 2, 2, 2)
    refusal = game.why(Play(1, card("3S")))
    assert (refusal.rule, refusal.sentence) == ("JK-6", "You can't lead a spade until one has been played")
    game.play("3H 4H 9S")
    assert game.hand.broken
    only = sitting().deal("", "BJ LJ 2S AKQJT98765S", "4S", "3S").bids(0, 13, 4, 0).play("BJ")
    assert only.hand.broken  # a spade that was led has been played as well


@pytest.mark.rule("JK-7")
@pytest.mark.parametrize(
    ("bid", "took", "lines"),
    [
        (4, 4, [("JK-7", 40)]),
        (4, 7, [("JK-7", 40), ("JK-7", 3)]),
        (4, 13, [("JK-7", 40), ("JK-7", 9)]),
        (5, 4, [("JK-7", -50)]),
        (13, 0, [("JK-7", -130)]),
    ],
)
def test_a_contract_made_or_set_scores_its_points(bid: int, took: int, lines: list[tuple[str, int]]) -> None:
    score = sitting().played((bid, 4, 0, 0), (took, 13 - took, 0, 0))
    assert sheet(score, 0) == lines


@pytest.mark.rule("JK-7")
def test_a_zero_only_counts_as_part_of_the_total() -> None:
    assert sheet(sitting().played((0, 4, 4, 0), (3, 4, 1, 5)), 0) == [("JK-7", 40)]


@pytest.mark.rule("JK-8")
@pytest.mark.parametrize(
    ("bid", "took", "lines"),
    [
        (10, 10, [("JK-8", 200)]),
        (10, 12, [("JK-8", 200), ("JK-7", 2)]),
        (10, 9, [("JK-7", -100)]),
        (11, 11, [("JK-7", 110)]),
        (9, 10, [("JK-7", 90), ("JK-7", 1)]),
    ],
)
def test_a_made_contract_of_ten_scores_two_hundred(bid: int, took: int, lines: list[tuple[str, int]]) -> None:
    score = sitting().played((bid - 3, 4, 3, 0), (took, 13 - took, 0, 0))
    assert sheet(score, 0) == lines


@pytest.mark.rule("JK-8", "JK-5")
def test_a_raise_to_ten_scores_two_hundred_too() -> None:
    game = sitting().deal().do(Bid(1, 2), Bid(3, 3), Bid(2, 4), Bid(0, 5), Stand(1), Stand(3), Raise(2, 10))
    game.do(*(Stand(seat) for seat in (0, 1, 3, 2)))
    score = game.took(10, 3, 0, 0).score()
    assert sheet(score, 0) == [("JK-8", 200)]
    assert score.bids == (5, 2, 4, 3)
    assert score.side_bids == (10, 5)


@pytest.mark.rule("JK-9")
@pytest.mark.parametrize(("behind", "may"), [(99, False), (100, True), (350, True)])
def test_a_side_far_enough_behind_may_go_blind(behind: int, may: bool) -> None:
    game = sitting().so_far(totals=(behind, 0)).deal()
    assert game.sees(1).may_choose_blind == may
    if not may:
        assert game.sees(1).own == game.hand.holding[1]
        assert game.refused(Look(1), Bid(1, 4, blind=True)) == {"JK-9"}
        game.do(Bid(1, 4))
        return
    assert game.sees(1).own is None
    assert game.sees(3).own is None
    assert game.refused(Bid(1, 4)) == {"JK-9"}  # look first, or go blind
    game.do(Bid(1, 4, blind=True))
    assert game.sees(1).own is None  # both bid before seeing theirs
    assert game.refused(Bid(3, 2), Look(3)) == {"JK-9"}
    game.do(Bid(3, 2, blind=True))
    assert (game.sees(1).own, game.sees(3).own) == (game.hand.holding[1], game.hand.holding[3])
    assert game.refused(Bid(2, 4, blind=True), Look(2)) == {"JK-9"}  # the leaders have no such right
    game.do(Bid(2, 3), Bid(0, 3))
    assert game.refused(Raise(1, 7)) == {"JK-5"}  # and the blind total is not raised afterwards
    assert game.sees(1).legal == (Stand(1),)


@pytest.mark.rule("JK-9")
def test_looking_ends_the_sides_right_to_bid_blind() -> None:
    game = sitting().so_far(totals=(200, 0)).deal().do(Look(1))
    assert game.sees(1).own == game.hand.holding[1]
    assert game.sees(3).own == game.hand.holding[3]
    assert game.refused(Bid(1, 4, blind=True), Look(1)) == {"JK-9"}
    game.do(Bid(1, 4))
    assert game.refused(Bid(3, 2, blind=True), Look(3)) == {"JK-9"}
    game.do(Bid(3, 2))


@pytest.mark.rule("JK-10")
@pytest.mark.parametrize(
    ("bids", "took", "options", "lines"),
    [
        (("b3", "b3"), 6, {}, [("JK-10", 120)]),
        (("b3", "b3"), 8, {}, [("JK-10", 120), ("JK-7", 2)]),
        (("b3", "b3"), 5, {}, [("JK-10", -60)]),
        (("b5", "b5"), 10, {}, [("JK-8", 200)]),
        (("b5", "b5"), 11, {}, [("JK-8", 200), ("JK-7", 1)]),
        (("b5", "b5"), 10, {"blind_ten_400": True}, [("JK-8", 400)]),
        (("b5", "b5"), 9, {"blind_ten_400": True}, [("JK-10", -100)]),
        (("b6", "b5"), 11, {}, [("JK-10", 220)]),
    ],
)
def test_blind_bids_score_their_points(
    bids: tuple[str, str], took: int, options: dict[str, Any], lines: list[tuple[str, int]]
) -> None:
    game = sitting(dealer=1, **options).so_far(totals=(-100, 0))
    score = game.played((bids[0], 4, bids[1], 0), (took, 13 - took, 0, 0))
    assert sheet(score, 0) == lines


@pytest.mark.rule("JK-11")
def test_a_side_set_for_the_third_time_loses_at_once() -> None:
    game = sitting().so_far(totals=(480, -80), sets=(2, 0))
    game.played((4, 4, 4, 0), (4, 9, 0, 0))
    over = game.over()
    assert (over.reason, over.winners, over.totals) == ("sets", (1,), (400, -35))
    assert over.standings == ((1,), (0,))
    twice = sitting().so_far(sets=(1, 0))
    twice.played((4, 4, 4, 0), (4, 9, 0, 0))
    assert twice.standing.sets == (2, 0)
    assert twice.course.game_over() is None


@pytest.mark.rule("JK-11", "JK-12")
def test_a_third_set_decides_before_the_target() -> None:
    game = sitting().so_far(totals=(490, 0), sets=(0, 2))
    game.played((4, 5, 0, 0), (9, 4, 0, 0))
    assert game.over().reason == "sets"


@pytest.mark.rule("JK-11")
def test_if_both_are_set_for_the_third_time_more_points_win() -> None:
    game = sitting(double_sets=True).so_far(totals=(100, 40), sets=(2, 2))
    game.played((4, 8, 0, 0), (8, 5, 0, 0))  # −40 and −80
    assert (game.over().reason, game.over().winners) == ("sets", (0,))
    level = sitting(double_sets=True).so_far(totals=(0, 40), sets=(2, 2))
    level.played((4, 8, 0, 0), (8, 5, 0, 0))
    assert level.course.game_over() is None  # on equal points hands are played …
    level.played((4, 5, 0, 0), (4, 9, 0, 0))
    assert (level.over().reason, level.over().winners) == ("sets", (1,))  # … until one has more after a hand


@pytest.mark.rule("JK-12")
@pytest.mark.parametrize(
    ("before", "options", "winner"),
    [
        ((450, 0), {}, 0),
        ((449, 0), {}, None),
        ((450, 470), {}, 1),
        ((450, 430), {}, None),  # 500 all: another hand
        ((50, 0), {"target": 100}, 0),
    ],
)
def test_the_game_ends_at_the_target(before: tuple[int, int], options: dict[str, Any], winner: int | None) -> None:
    game = sitting(**options).so_far(totals=before)
    game.played((5, 7, 0, 0), (5, 8, 0, 0))  # 50 and 71
    if before == (450, 430):
        assert game.over().winners == (1,)
        game = sitting().so_far(totals=(450, 429))
        assert game.played((5, 7, 0, 0), (5, 8, 0, 0)).totals == (500, 500)
    if winner is None:
        assert game.course.game_over() is None
        game.deal()
        return
    assert (game.over().reason, game.over().winners) == ("target", (winner,))


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("bid", "took", "lines", "bags"),
    [
        (4, 8, [("JK-13", -40)], 0),  # twice as many: set, and its extra tricks are not counted
        (4, 7, [("JK-7", 40), ("JK-7", 3)], 3),
        (5, 10, [("JK-13", -50)], 0),
        (6, 13, [("JK-13", -60)], 0),
        (6, 11, [("JK-7", 60), ("JK-7", 5)], 5),
        (10, 10, [("JK-8", 200)], 0),
    ],
)
def test_option_13a_sets_a_side_that_takes_twice_its_bid(
    bid: int, took: int, lines: list[tuple[str, int]], bags: int
) -> None:
    game = sitting(double_sets=True, bag_penalty=True)
    score = game.played((bid, 4, 0, 0), (took, 13 - took, 0, 0))
    assert sheet(score, 0) == lines
    assert score.bags is not None
    assert score.bags[0] == bags
    assert game.standing.sets[0] == (1 if lines[0][1] < 0 else 0)
    assert sitting().played((4, 4, 0, 0), (8, 5, 0, 0)).points == (44, 41)  # off by default


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("before", "over", "penalty"), [(0, 9, 0), (1, 9, -100), (9, 1, -100), (10, 9, 0), (11, 9, -100), (19, 1, -100)]
)
def test_option_13b_penalizes_bags(before: int, over: int, penalty: int) -> None:
    game = sitting(bag_penalty=True).so_far(bags=(before, 0))
    score = game.played((4, 13, 0, 0), (4 + over, 9 - over, 0, 0))
    assert [line for line in sheet(score, 0) if line[0] == "JK-13"] == ([("JK-13", penalty)] if penalty else [])
    assert score.bags == (before + over, 0)  # the running count
    off = sitting().so_far(bags=(9, 0)).played((4, 13, 0, 0), (5, 8, 0, 0))
    assert off.points[0] == 41
    assert off.bags is None


@pytest.mark.rule("JK-13")
def test_option_13c_skips_hands_bid_for_ten_or_less() -> None:
    game = sitting(ten_or_less=True).so_far(totals=(0, 150), sets=(2, 2))
    game.deal().do(Bid(1, 3), Bid(3, 2), Bid(2, 3, blind=True), Bid(0, 2, blind=True))
    game.do(Stand(1), Stand(3), Stand(2), Stand(0))
    assert game.state.phase == Phase.PLAYED
    score = game.score()
    assert (sheet(score, 0), sheet(score, 1)) == ([("JK-13", 50)], [("JK-13", 50)])  # blind or not
    assert score.tricks == (0, 0, 0, 0)
    assert game.standing.sets == (2, 2)  # nobody is set
    assert game.state.next_dealer == 1  # the deal moves on
    assert game.course.game_over() is None


@pytest.mark.rule("JK-13")
def test_option_13c_uses_the_totals_after_the_raises() -> None:
    game = sitting(ten_or_less=True).deal().do(Bid(1, 3), Bid(3, 2), Bid(2, 3), Bid(0, 2), Raise(1, 6))
    game.do(*(Stand(seat) for seat in (3, 2, 0, 1)))
    assert game.state.phase == Phase.PLAY
    off = sitting().deal().bids(2, 2, 2, 2)
    assert off.state.phase == Phase.PLAY


@pytest.mark.rule("JK-13")
def test_option_13d_lets_a_worthless_hand_be_dealt_again() -> None:
    game = sitting(new_deal=True).so_far(totals=(200, 0)).deal("", WORTHLESS, "", "")
    assert game.refused(Redeal(1)) == {"JK-13"}  # seat 1 has not looked
    game.do(Look(1))
    assert Redeal(1) in game.sees(1).legal
    assert game.refused(Redeal(3), Redeal(0)) == {"JK-13"}  # not on turn
    game.do(Redeal(1))
    assert game.state.phase == Phase.DEAL
    assert (game.state.next_hand, game.state.next_dealer) == (1, 0)  # the same dealer, the same hand
    game.deal("", WORTHLESS, "", "")
    assert game.sees(1).may_choose_blind  # a right to go blind is back
    game.do(Look(1), Bid(1, 4))
    assert game.refused(Redeal(1)) == {"JK-13"}  # seat 1 has bid


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize("better", ["3S", "BJ", "LJ", "AD", "KD", "QD", "JD"])
def test_option_13d_needs_a_hand_without_spades_pictures_and_aces(better: str) -> None:
    game = sitting(new_deal=True).deal("", f"3-9C 3-7D {better}")
    assert game.refused(Redeal(1)) == {"JK-13"}
    assert sitting(new_deal=True).deal("", "3-9C 3-7D TD").do(Redeal(1)).state.redealt
    assert sitting().deal("", WORTHLESS).refused(Redeal(1)) == {"JK-13"}  # off by default


@pytest.mark.rule("JK-13")
def test_nothing_of_the_hand_is_seen_between_a_new_deal_and_the_next_cards() -> None:
    game = Sitting("jokers", new_deal=True).so_far(totals=(200, 0)).deal("", "3-9C 3-8D")
    game.do(Look(1), Redeal(1))
    assert game.state.hand is None
    for seat in (None, 0, 1, 2, 3):
        seen = game.sees(seat)
        assert not seen.own
        assert not any(seen.looked)
        assert all(bid is None for bid in seen.bids)
    game.deal("", "AKS")
    assert not any(game.sees(0).looked)
    game.do(Look(1), Bid(1, 4))
    assert game.sees(0).bids[1] is None or game.sees(0).bids[1] == 4
