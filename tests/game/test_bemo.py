"""Rules BM-1 to BM-12: three players and a dead hand, exact bids, promises, rows of perfect bids."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Look, Promise, Raise, Stand
from spades_tui.game.phase import Phase
from tests.game.tables import Sitting, card, sheet, some


def sitting(dealer: int = 0, **options: object) -> Sitting:
    return Sitting("bemo", dealer, **options)


def rest(took: int) -> tuple[int, int, int]:
    """Return the tricks of all three seats if seat 0 took this many."""
    return (took, 13 - took, 0)


@pytest.mark.rule("BM-1")
def test_a_deal_has_three_hands_and_a_dead_hand() -> None:
    game = sitting()
    rules = game.rules
    assert rules.sides == ((0,), (1,), (2,))
    assert {"BJ", "LJ"} < {cards.text(one) for one in rules.cards.pack}
    assert not {card("2D"), card("2H")} & set(rules.cards.pack)
    ranks = rules.cards.ranks
    order = some("BJ LJ 2S AKQJT9876543S")
    assert sorted(order, key=lambda one: -ranks[one]) == order
    game.deal()
    assert game.hand.dead is not None
    assert [held.bit_count() for held in (*game.hand.holding, game.hand.dead)] == [13, 13, 13, 13]


@pytest.mark.rule("BM-2")
def test_a_trick_has_three_cards_and_spades_may_be_led_first() -> None:
    game = sitting().deal("3S", "KS", "LJ").bids(3, 3, 3).play("KS LJ 3S")
    assert game.hand.winners == (2,)
    assert len(game.hand.tricks[0]) == 3


@pytest.mark.rule("BM-3")
def test_players_bid_blind_or_look_first() -> None:
    game = sitting().deal()
    for bid in (0, 13):
        assert Bid(1, bid, blind=True) in game.sees(1).legal
    assert game.sees(1).own is None
    assert game.refused(Bid(1, 4), Bid(1, 14, blind=True)) == {"BM-3"}  # look first, or go blind
    game.do(Look(1))
    assert game.sees(1).own == game.hand.holding[1]
    assert game.refused(Bid(1, 4, blind=True), Look(1), Bid(1, 14)) == {"BM-3"}
    game.do(Bid(1, 4))
    game.do(Bid(2, 0, blind=True), Bid(0, 13, blind=True))  # everyone may bid blind
    assert game.hand.blind == (True, False, True)


@pytest.mark.rule("BM-4")
def test_raises_end_when_all_stand_in_a_row() -> None:
    game = sitting().deal().do(Look(1), Bid(1, 3), Bid(2, 4, blind=True), Look(0), Bid(0, 12))
    assert game.state.phase == Phase.RAISE
    assert game.turn == 1
    assert game.sees(2).own == game.hand.holding[2]  # a blind bidder sees the cards after the last bid
    assert game.refused(Raise(1, 3), Raise(1, 2), Raise(1, 14), Stand(2), Raise(0, 13)) == {"BM-4"}
    game.do(Raise(1, 5))
    assert game.refused(Raise(2, 5)) == {"BM-4"}  # a blind bid stays as it is
    game.do(Stand(2), Raise(0, 13))
    assert game.refused(Raise(1, 4)) == {"BM-4"}
    game.do(Stand(1), Stand(2))
    assert game.state.phase == Phase.RAISE  # the raiser must stand again
    game.do(Stand(0))
    assert game.course.state.phase == Phase.PLAY
    assert game.hand.bids == (13, 5, 4)
    assert game.refused(Raise(1, 6)) == {"BM-4"}


@pytest.mark.rule("BM-4", "BM-5")
def test_a_promise_does_not_interrupt_the_row_of_stands() -> None:
    game = sitting().deal().do(Look(1), Bid(1, 5), Look(2), Bid(2, 5), Bid(0, 5, blind=True))
    game.do(Stand(1), Promise(2, 4), Stand(2), Promise(0, 4), Stand(0))
    assert game.state.phase == Phase.PLAY
    assert [(one.seat, one.tricks) for one in game.hand.announced] == [(2, 4), (0, 4)]


@pytest.mark.rule("BM-5")
@pytest.mark.parametrize(
    ("bid", "four", "six"),
    [
        (0, False, False),
        (1, False, False),
        (2, False, False),
        (3, True, True),  # a bid that may be exceeded
        (7, True, True),
        ("b3", False, False),
        ("b4", True, False),
        ("b5", True, False),
        ("b6", True, True),
    ],
)
def test_a_promise_must_fit_the_bid(bid: int | str, four: bool, six: bool) -> None:
    game = sitting(dealer=2).deal()
    if isinstance(bid, int):
        game.do(Look(0), Bid(0, bid))
    else:
        game.do(Bid(0, int(bid[1]), blind=True))
    assert game.refused(Promise(0, 4)) == {"BM-5"}  # not before the others have bid
    game.do(Look(1), Bid(1, 4), Look(2), Bid(2, 4))
    for tricks, may in ((4, four), (6, six)):
        assert (Promise(0, tricks) in game.sees(0).legal) == may
        if not may:
            assert game.refused(Promise(0, tricks)) == {"BM-5"}
    assert game.refused(Promise(0, 5), Promise(1, 4)) == {"BM-5"}
    if four:
        game.do(Promise(0, 4))
        assert game.refused(Promise(0, 6), Promise(0, 4)) == {"BM-5"}  # at most one promise
        game.do(Stand(0), Stand(1), Stand(2))
        assert game.refused(Promise(0, 4)) == {"BM-5"}


@pytest.mark.rule("BM-6")
@pytest.mark.parametrize(
    ("bid", "took", "made"),
    [
        *((bid, took, bid == took) for bid in (0, 1, 2) for took in range(4)),
        *((f"b{bid}", took, bid == took) for bid in (0, 3, 9, 13) for took in (0, 3, 4, 9, 10, 13)),
        *((bid, took, took >= bid) for bid in (3, 7, 12) for took in (2, 3, 7, 12)),
    ],
)
def test_low_and_blind_bids_must_be_met_exactly(bid: int | str, took: int, made: bool) -> None:
    number = int(str(bid).removeprefix("b"))
    wins = made and (number == 13 or (str(bid)[0] == "b" and number >= 10))
    points = sitting().played((bid, 3, 3), rest(took)).points[0]
    assert (points > 0) == (made and not wins)
    assert (points < 0) == (not made)


@pytest.mark.rule("BM-7")
@pytest.mark.parametrize(
    ("bid", "made", "lost"),
    [
        (0, 200, -120), (1, 150, -110), (2, 100, -100), (3, 30, -30), (4, 40, -40), (5, 50, -50), (6, 60, -60),
        (7, 100, -70), (8, 150, -80), (9, 200, -90), (10, 225, -100), (11, 250, -110), (12, 275, -120),
        (13, None, -130),
    ],
)  # fmt: skip
def test_every_bid_scores_its_points(bid: int, made: int | None, lost: int) -> None:
    game = sitting()
    score = game.played((bid, 3, 3), rest(bid))
    assert sheet(score, 0) == ([("BM-7", made)] if made else [])
    if made is None:
        assert (game.over().reason, game.over().winners) == ("outright", (0,))
    failed = sitting().played((bid, 3, 3), rest(bid - 1 if bid else 1))
    assert sheet(failed, 0) == [("BM-7", lost)]


@pytest.mark.rule("BM-8")
@pytest.mark.parametrize(
    ("bid", "made", "lost"),
    [
        (0, 500, -120), (1, 300, -110), (2, 200, -100), (3, 70, -30), (4, 80, -40), (5, 90, -50), (6, 100, -60),
        (7, 200, -70), (8, 250, -80), (9, 300, -90), (10, None, -100), (11, None, -110), (12, None, -120),
        (13, None, -130),
    ],
)  # fmt: skip
def test_every_blind_bid_scores_its_points(bid: int, made: int | None, lost: int) -> None:
    game = sitting()
    score = game.played((f"b{bid}", 3, 3), rest(bid))
    assert sheet(score, 0) == ([("BM-8", made)] if made else [])
    if made is None:
        assert game.over().reason == "outright"
    short = sitting().played((f"b{bid}", 3, 3), rest(bid - 1 if bid else 1))
    assert sheet(short, 0) == [("BM-8", lost)]
    if bid < 13:
        above = sitting().played((f"b{bid}", 3, 3), rest(bid + 1))
        assert sheet(above, 0) == [("BM-8", lost)]


@pytest.mark.rule("BM-8", "BM-12")
def test_the_rest_of_an_outright_win_is_scored_normally() -> None:
    game = sitting().so_far(totals=(-300, 480, 100), bags=(0, 9, 0), rows=(2, 0, 0))
    score = game.played(("b10", 3, 3), (10, 3, 0))
    assert sheet(score, 0) == [("BM-11", 100)]
    assert sheet(score, 1) == [("BM-7", 30)]
    assert sheet(score, 2) == [("BM-7", -30)]
    over = game.over()
    assert (over.reason, over.winners, over.totals) == ("outright", (0,), (-200, 510, 70))
    assert over.standings == ((0,), (1,), (2,))


@pytest.mark.rule("BM-9")
@pytest.mark.parametrize(
    ("promise", "first", "points"),
    [
        (4, (0, 0, 0, 0, 1), 100),
        (4, (0, 0, 0, 1, 0), -50),
        (4, (1, 0, 0, 0, 0), -50),
        (6, (0, 0, 0, 0, 0, 0, 1), 200),
        (6, (0, 0, 0, 0, 0, 1), -100),
    ],
)
def test_promises_of_four_and_six_tricks_score(promise: int, first: tuple[int, ...], points: int) -> None:
    game = sitting(dealer=2).deal().do(Look(0), Bid(0, 7), Look(1), Bid(1, 3), Look(2), Bid(2, 3), Promise(0, promise))
    game.do(Stand(0), Stand(1), Stand(2))
    score = game.took(7, 6, 0, first=first).score()
    assert sheet(score, 0) == [("BM-7", 100), ("BM-9", points)]  # besides the points of the bid


@pytest.mark.rule("BM-10")
@pytest.mark.parametrize(
    ("before", "over", "penalty"), [(0, 9, 0), (1, 9, -100), (9, 1, -100), (10, 9, 0), (11, 9, -100), (29, 1, -100)]
)
def test_overtricks_score_one_each_with_a_penalty_for_bags(before: int, over: int, penalty: int) -> None:
    game = sitting().so_far(bags=(before, 0, 0))
    score = game.played((4, 13, 13), rest(4 + over))
    lines = [("BM-7", 40), ("BM-10", over)] + ([("BM-10", penalty)] if penalty else [])
    assert sheet(score, 0) == lines
    assert score.bags == (before + over, 0, 0)


@pytest.mark.rule("BM-10")
def test_tricks_above_an_exact_bid_are_not_overtricks() -> None:
    for bid in (2, "b4"):
        assert sitting().played((bid, 3, 13), (6, 3, 4)).bags == (0, 0, 0)


@pytest.mark.rule("BM-11")
def test_perfect_bids_score_from_the_third_in_a_row() -> None:
    game = sitting(target=5000)
    rows = [game.played((4, 13, 13), rest(took)) for took in (4, 4, 4, 4, 4, 5, 4, 4, 4)]
    earned = [dict(sheet(score, 0)).get("BM-11", 0) for score in rows]
    assert earned == [0, 0, 100, 50, 50, 0, 0, 0, 100]


@pytest.mark.rule("BM-11")
def test_exact_bids_continue_a_row_and_a_failed_bid_breaks_it() -> None:
    game = sitting(target=5000)
    hands: list[tuple[int | str, int]] = [(0, 0), ("b2", 2), (5, 4), (1, 1), (0, 0), (9, 9)]
    earned = [dict(sheet(game.played((bid, 12, 12), rest(took)), 0)).get("BM-11", 0) for bid, took in hands]
    assert earned == [0, 0, 0, 0, 0, 100]


@pytest.mark.rule("BM-12")
@pytest.mark.parametrize(
    ("totals", "bags", "winner", "target"),
    [
        ((470, 0, 0), (0, 0, 0), 0, 500),
        ((469, 0, 0), (0, 0, 0), None, 500),
        ((470, 500, 0), (0, 0, 0), 1, 500),  # 500 and 540
        ((510, 500, 0), (3, 2, 0), 1, 500),  # 540 each: the fewest overtricks
        ((510, 500, 0), (3, 3, 0), None, 500),  # overtricks are equal too
        ((100, 0, 0), (0, 0, 0), 0, 130),
    ],
)
def test_the_game_ends_at_the_target(
    totals: tuple[int, ...], bags: tuple[int, ...], winner: int | None, target: int
) -> None:
    game = sitting(target=target).so_far(totals=totals, bags=bags)
    game.played((3, 4, 13), (3, 4, 6))  # 30, 40, −130
    if winner is None:
        assert game.course.game_over() is None
        game.deal()
        return
    assert (game.over().reason, game.over().winners) == ("target", (winner,))


@pytest.mark.rule("BM-12", "BM-10")
def test_bag_penalties_count_before_the_target() -> None:
    game = sitting().so_far(totals=(490, 0, 0), bags=(9, 0, 0))
    game.played((3, 13, 13), rest(4))
    assert game.standing.totals[0] == 421
    assert game.course.game_over() is None
