"""Rules 3B-1 to 3B-15: cards, the extra card, bids and their changes, called aces, low-balls, gaccs, growing zeros."""

from typing import Any

import pytest

from spades_tui.game.events import Bid, Discard, Draw, Play
from spades_tui.game.phase import Phase
from spades_tui.game.state import called
from spades_tui.rules.customs.gacc import Gacc
from tests.game.tables import Sitting, card, of_custom, sheet
from tests.rules.parts import built, standing

THREE, FOUR, FIVE = "3b-three", "3b-four", "3b-five"


@pytest.mark.rule("3B-1")
@pytest.mark.parametrize(
    ("slug", "options", "pack", "tricks", "extra"),
    [
        (THREE, {}, 52, 17, True),
        (FOUR, {}, 53, 13, True),
        (FIVE, {}, 53, 13, True),
        (FOUR, {"joker": False}, 52, 13, False),
        (FIVE, {"joker": False}, 52, 13, False),
    ],
)
def test_each_game_has_its_pack_and_number_of_tricks(
    slug: str, options: dict[str, Any], pack: int, tricks: int, extra: bool
) -> None:
    game = Sitting(slug, **options)
    assert len(game.rules.cards.pack) == pack
    assert game.rules.tricks == tricks
    assert all(len(side) == 1 for side in game.rules.sides)  # every player is alone
    game.deal()
    assert (game.hand.aside > 0) == extra
    if not extra:  # 3B-4, 3B-6 and 3B-7 don't apply
        seats = game.hand.order
        game.do(Bid(seats[0], 0), *(Bid(seat, 3) for seat in seats[1:]))
        assert game.state.phase == Phase.PLAY


@pytest.mark.rule("3B-1")
def test_with_five_the_dealer_sits_out() -> None:
    game = Sitting(FIVE, dealer=3).deal()
    assert game.hand.table == (4, 0, 1, 2)
    assert game.hand.dealt[3] is None
    assert game.refused(Bid(3, 2)) == {"C-4"}
    score = game.bids(2, 2, 2, None, 2).took(4, 3, 3, 0, 3).score()
    assert (score.bids[3], score.tricks[3], score.points[3]) == (None, None, 0)
    assert of_custom(score, "gaccs") is not None
    assert of_custom(score, "gaccs")[3] is None
    with pytest.raises(ValueError, match="no option 'joker'"):
        Sitting(THREE, joker=False)


@pytest.mark.rule("3B-2")
def test_the_joker_is_the_highest_spade() -> None:
    game = Sitting(FOUR).deal("2S", "AS", "BJ", "KS", extra="2C").bids(3, 3, 3, 3).play("AS+ BJ KS 2S")
    assert game.hand.winners == (2,)


@pytest.mark.rule("3B-3")
@pytest.mark.parametrize(("call", "winner"), [("+", 1), ("-", 4)])
@pytest.mark.parametrize("slug", [FOUR, FIVE])
def test_an_ace_is_called_as_it_is_played(slug: str, call: str, winner: int) -> None:
    if slug == FIVE:
        game = Sitting(slug).deal("", "AH", "2H", "3H", "4H", extra="2C").bids(None, 3, 3, 3, 3)
    else:
        game = Sitting(slug).deal("4H", "AH", "2H", "3H", extra="2C").bids(3, 3, 3, 3)
    assert {Play(1, card("AH"), "high"), Play(1, card("AH"), "low")} <= set(game.sees(1).legal)
    game.play(f"AH{call} 2H 3H 4H")
    assert game.hand.winners == (winner % game.rules.seats,)  # a low ace is below the two


@pytest.mark.rule("3B-3")
def test_only_aces_are_called_and_only_in_games_with_called_aces() -> None:
    game = Sitting(FOUR).deal("", "KH").bids(3, 3, 3, 3)
    assert game.refused(Play(1, card("KH"), "high")) == {"3B-3"}
    each: tuple[tuple[str, dict[str, Any]], ...] = ((THREE, {}), (FOUR, {"aces": "high"}), ("sandbags", {}))
    for slug, options in each:
        game = Sitting(slug, **options).deal("", "AH").bids(*([4] * (3 if slug == THREE else 4)))
        assert game.refused(Play(1, card("AH"), "high"), Play(1, card("AH"), "low")) == {"3B-3"}
        assert game.play("AH").hand.trick[0].low is False


@pytest.mark.rule("3B-3")
@pytest.mark.parametrize(
    ("bids", "took", "low"),
    [
        ((3, 3, 3, 3), 0, False),  # high
        ((3, 0, 4, 5), 0, True),  # low if its player bid zero
        ((4, 3, 3, 3), 3, False),  # not a low-ball, the bid is made
        ((2, 3, 3, 3), 2, False),  # a low-ball, the bid is not made yet
        ((2, 3, 3, 3), 3, True),
        ((2, 3, 3, 3), 4, True),
    ],
)
def test_an_uncalled_ace_is_high_or_low_depending_on_the_bids(bids: tuple[int, ...], took: int, low: bool) -> None:
    game = Sitting(FOUR).deal("/H", "AH KQJT2H", "3-5H", "6-9H", extra="2C").bids(*bids)
    for heart in ("KH", "QH", "JH", "TH")[:took]:
        game.play(heart)
        while game.hand.trick:
            game.do(next(event for event in game.sees(game.turn).legal if isinstance(event, Play)))
    assert game.hand.took[1] == took
    assert game.play("AH").hand.trick[0].low == low


@pytest.mark.rule("3B-3", "C-7")
def test_an_ace_of_spades_called_low_is_the_lowest_spade_and_still_a_trump() -> None:
    game = Sitting(FOUR).deal("AS /H", "KH", "2H", "3H", extra="2C").bids(3, 3, 3, 3).play("KH 2H 3H AS-")
    assert game.hand.winners == (0,)
    game = Sitting(FOUR).deal("2S", "AS", "3S", "4S", extra="2C").bids(3, 3, 3, 3).play("AS- 3S 4S 2S")
    assert game.hand.winners == (3,)
    game = Sitting(FOUR).deal("2S /H", "AS", "3S", "4S", extra="2C").bids(3, 3, 3, 3)
    assert game.play("AS- 3S 4S 2S").hand.winners == (3,)


@pytest.mark.rule("3B-4")
def test_the_dealer_may_choose_the_extra_card() -> None:
    game = Sitting(THREE)
    event = game.deal_event(extra="AS", extra_at=20)
    game.do(event)
    assert game.hand.aside == 1 << card("AS")
    for slug, place, rule in ((THREE, -1, "3B-4"), (THREE, 52, "3B-4"), (FOUR, 53, "3B-4"), ("sandbags", 3, "C-3")):
        other = Sitting(slug)
        assert other.refused(other.deal_event(extra_at=place)) == {rule}
    Sitting(FIVE).do(Sitting(FIVE).deal_event(extra="BJ", extra_at=52))


@pytest.mark.rule("3B-5")
def test_the_last_bidder_may_change_the_bid_until_the_next_has_bid() -> None:
    game = Sitting(FOUR).deal()
    assert [event.bid for event in game.sees(1).legal if isinstance(event, Bid)] == list(range(14))
    assert game.refused(Bid(1, 14)) == {"3B-5"}
    game.do(Bid(1, 4))
    assert game.refused(Bid(1, 4), Bid(1, 14), Bid(1, 3, blind=True)) == {"3B-5"}  # to another number
    assert {event.bid for event in game.sees(1).aside if isinstance(event, Bid)} == set(range(14)) - {4}
    game.do(Bid(1, 3), Bid(1, 5), Bid(2, 2))
    assert game.refused(Bid(1, 4)) == {"3B-5"}
    game.do(Bid(2, 3))
    assert game.hand.bids == (None, 5, 3, None)


@pytest.mark.rule("3B-5")
def test_the_last_bidder_may_change_the_bid_until_the_drawer_discards() -> None:
    game = Sitting(FOUR).deal("", extra="BJ").do(Bid(1, 5), Bid(2, 3), Bid(3, 2), Bid(0, 4))
    game.do(Bid(0, 13), Bid(0, 0), Bid(0, 6), Bid(0, 4))  # before the draw to any number
    assert game.turn == 1
    game.do(Draw(1))
    assert game.refused(Bid(0, 0)) == {"3B-5"}  # not to zero any more
    assert game.refused(Bid(0, 13)) == {"3B-5"}  # not to all the tricks
    assert game.refused(Bid(0, 6)) == {"3B-5"}  # not above the drawer
    game.do(Bid(0, 5), Bid(0, 1))  # five: the earliest of equals is still the drawer
    assert game.turn == 1
    game.do(Discard(1, card("BJ")))
    assert game.refused(Bid(0, 2)) == {"3B-5"}


@pytest.mark.rule("3B-5")
def test_a_last_bidder_who_drew_must_stay_the_highest() -> None:
    game = Sitting(FOUR).deal().do(Bid(1, 5), Bid(2, 3), Bid(3, 2), Bid(0, 7), Draw(0))
    assert game.refused(Bid(0, 5), Bid(0, 0), Bid(0, 13)) == {"3B-5"}
    game.do(Bid(0, 6), Bid(0, 12))
    assert game.hand.bids[0] == 12


@pytest.mark.rule("3B-5")
def test_without_an_extra_card_the_last_bidder_may_change_until_a_card_is_played() -> None:
    game = Sitting(FOUR, joker=False).deal("", "KH").do(Bid(1, 5), Bid(2, 3), Bid(3, 2), Bid(0, 4))
    assert game.state.phase == Phase.PLAY
    game.do(Bid(0, 0), Bid(0, 13), Bid(0, 2)).play("KH")
    assert game.refused(Bid(0, 3)) == {"3B-5"}


@pytest.mark.rule("3B-5", "3B-7")
def test_if_all_bid_zero_the_last_zero_cannot_be_changed() -> None:
    game = Sitting(FOUR).deal().bids(0, 0, 0, 0)
    assert game.state.phase == Phase.PLAY
    assert game.hand.high_drawer is None  # nobody draws for the highest bid
    assert game.refused(Bid(0, 3)) == {"3B-5"}


@pytest.mark.rule("3B-6")
def test_a_zero_bidder_draws_and_discards_before_the_next_bid() -> None:
    game = Sitting(FOUR).deal("", "2C AS", "3C", extra="BJ").do(Bid(1, 0))
    assert game.refused(Bid(2, 3)) == {"C-4"}
    assert game.refused(Draw(2)) == {"3B-6"}
    game.do(Bid(1, 4), Bid(1, 0))  # not drawn yet: the zero may still be changed
    assert game.refused(Discard(1, card("2C"))) == {"3B-6"}
    game.do(Draw(1))
    assert game.refused(Bid(1, 4)) == {"3B-5"}  # now it may not
    assert game.refused(Bid(2, 3)) == {"C-4"}
    assert game.refused(Discard(1, card("3C"))) == {"3B-6"}  # not a card of seat 1
    game.do(Discard(1, card("AS")))
    assert game.hand.aside == 1 << card("AS")
    assert game.hand.holding[1].bit_count() == 13
    assert game.refused(Bid(1, 4)) == {"3B-5"}
    game.do(Bid(2, 0), Draw(2))
    assert game.sees(2).drawn == 1 << card("AS")
    game.do(Discard(2, card("AS")))  # players may discard the card they drew
    assert game.turn == 3


@pytest.mark.rule("3B-7")
def test_the_first_highest_bidder_draws_the_card_discarded_for_a_zero() -> None:
    game = Sitting(FOUR).deal("", "2C", "AS", extra="BJ").do(Bid(1, 0), Draw(1), Discard(1, card("2C")))
    game.do(Bid(2, 4), Bid(3, 4), Bid(0, 3))
    assert game.turn == 2
    assert game.refused(Draw(3), Draw(0), Draw(1)) == {"3B-7"}
    assert game.refused(Play(1, card("BJ"))) == {"C-5"}  # the draw is a duty
    game.do(Draw(2))
    assert game.sees(2).drawn == 1 << card("2C")
    assert Discard(2, card("2C")) in game.sees(2).legal
    assert Discard(2, card("AS")) in game.sees(2).legal
    assert len([event for event in game.sees(2).legal if isinstance(event, Discard)]) == 14
    assert game.refused(Discard(1, card("BJ")), Discard(2, card("BJ"))) == {"3B-7"}
    game.do(Discard(2, card("AS")))
    assert game.state.phase == Phase.PLAY
    assert game.hand.aside == 1 << card("AS")
    assert game.refused(Draw(2)) == {"3B-7"}


@pytest.mark.rule("3B-8")
@pytest.mark.parametrize(
    ("slug", "bids", "kind"),
    [
        (FOUR, (3, 3, 3, 3), None),
        (FOUR, (3, 3, 3, 2), "low"),
        (FOUR, (3, 3, 2, 2), "super"),
        (FOUR, (0, 4, 4, 3), None),  # a zero counts as one: 12
        (FOUR, (0, 4, 3, 3), "low"),
        (FOUR, (0, 0, 4, 4), "super"),
        (FIVE, (None, 3, 3, 3, 2), "low"),
        (FIVE, (None, 3, 3, 3, 3), None),
        (THREE, (5, 5, 5), None),
        (THREE, (5, 5, 4), "low"),
        (THREE, (5, 4, 4), "super"),
        (THREE, (0, 7, 7), None),
        (THREE, (0, 7, 6), "low"),
    ],
)
def test_low_balls_are_announced_and_recorded(slug: str, bids: tuple[int | None, ...], kind: str | None) -> None:
    game = Sitting(slug).deal()
    assert of_custom(game.sees(None), "low_ball") is None
    game.bids(*bids)
    assert of_custom(game.sees(None), "low_ball") == called(game.rules, game.hand) == kind  # announced …
    tricks = [0] * game.rules.seats
    tricks[game.hand.table[0]] = game.rules.tricks
    assert of_custom(game.took(*tricks).score(), "low_ball") == kind  # … and recorded


@pytest.mark.rule("3B-9")
def test_all_the_tricks_may_be_bid_only_before_the_draw() -> None:
    game = Sitting(FOUR).deal().do(Bid(1, 3), Bid(2, 3), Bid(3, 3), Bid(0, 6))
    assert Bid(0, 13) in game.sees(0).legal
    game.do(Draw(0))
    assert game.refused(Bid(0, 13)) == {"3B-5"}
    zero = Sitting(FOUR).deal().do(Bid(1, 0), Draw(1))
    assert zero.refused(Bid(1, 13)) == {"3B-5"}


@pytest.mark.rule("3B-10")
def test_spades_may_be_led_at_any_time() -> None:
    for slug in (THREE, FOUR):
        game = Sitting(slug).deal("", "2S").bids(*([4] * (3 if slug == THREE else 4)))
        game.play("2S")


@pytest.mark.rule("3B-10")
@pytest.mark.parametrize(
    ("bid", "tricks", "lead", "gaccs"),
    [
        (1, 1, "BJ", 1),  # a spade straight after the trick that made the bid
        (1, 1, "QH", 0),
        (2, 1, "BJ", 0),  # the bid is not made yet
        (1, 2, "BJ", 0),  # it was made earlier
        (0, 1, "BJ", 0),  # a zero is not made by a trick
    ],
)
def test_gaccs_are_counted_at_the_lead_and_in_the_score(bid: int, tricks: int, lead: str, gaccs: int) -> None:
    game = Sitting(FOUR).deal("2-4H /S", "AKQH BJ KS", "5-7H /S", "8-TH", extra="JH").bids(4, bid, 4, 4)
    for heart in ("AH+ 5H 8H 2H", "KH 6H 9H 3H")[:tricks]:
        game.play(heart)
    game.play(lead)
    assert of_custom(game.sees(None), "gaccs") == ((0, gaccs, 0, 0) if gaccs else ())
    score = game.took(4, 4, 4, 1).score()
    assert of_custom(score, "gaccs") == (0, gaccs, 0, 0)
    words = built(Gacc).sheet_words({"gaccs": of_custom(score, "gaccs")}, standing())
    assert words == (("gacc",) if gaccs else ()), "the first sheet that names one explains it"


@pytest.mark.rule("3B-12")
@pytest.mark.parametrize(
    ("bid", "took", "lines"),
    [
        (4, 4, [("3B-12", 40)]),
        (4, 6, [("3B-12", 40), ("3B-12", -20)]),
        (1, 5, [("3B-12", 10), ("3B-12", -40)]),
        (4, 3, [("3B-12", 3)]),
        (4, 0, []),
        (12, 11, [("3B-12", 11)]),
    ],
)
def test_a_bid_of_one_or_more_scores_its_points(bid: int, took: int, lines: list[tuple[str, int]]) -> None:
    score = Sitting(FOUR).played((bid, 3, 3, 3), (took, 13 - took, 0, 0))
    assert sheet(score, 0) == lines


@pytest.mark.rule("3B-13")
@pytest.mark.parametrize(
    ("slug", "took", "points"), [(FOUR, 0, 100), (FOUR, 3, -30), (THREE, 0, 200), (THREE, 17, -170)]
)
def test_a_zero_made_or_failed_scores_its_points(slug: str, took: int, points: int) -> None:
    size = 3 if slug == THREE else 4
    tricks = (took, (17 if slug == THREE else 13) - took, 0, 0)[:size]
    score = Sitting(slug).played((0, 3, 3, 3)[:size], tricks)
    assert sheet(score, 0) == [("3B-13", points)]


@pytest.mark.rule("3B-14")
@pytest.mark.parametrize(("slug", "value"), [(THREE, 200), (FOUR, 100), (FIVE, 100)])
def test_a_zero_starts_at_its_initial_value(slug: str, value: int) -> None:
    assert Sitting(slug).deal().sees(None).zero_value == value


@pytest.mark.rule("3B-14")
def test_the_value_of_a_zero_grows_by_what_zeros_lose_until_one_succeeds() -> None:
    game = Sitting(FOUR)
    hands = [  # bids and tricks of the four; the value in this hand, the points of seat 0
        ((0, 3, 3, 3), (2, 4, 4, 3), 100, -20),
        ((3, 3, 3, 3), (3, 4, 3, 3), 120, 30),
        ((0, 0, 3, 3), (3, 1, 5, 4), 120, -30),  # both fail: 40 more
        ((0, 3, 3, 3), (0, 6, 4, 3), 160, 160),  # made: the value fixed before the bidding
        ((0, 0, 3, 3), (0, 0, 7, 6), 100, 100),  # two made: the same value each
        ((0, 3, 3, 3), (1, 5, 4, 3), 100, -10),
        ((0, 0, 3, 3), (0, 4, 5, 4), 110, 110),  # one made, one failed: back to the initial value
        ((3, 3, 3, 3), (3, 4, 3, 3), 100, 30),
    ]
    for bids, took, value, points in hands:
        assert game.state.standing.zero_pool == value - 100
        score = game.deal().bids(*bids).took(*took).score()
        assert (score.zero_value, score.points[0]) == (value, points)


@pytest.mark.rule("3B-14")
def test_bids_do_not_change_the_value_of_a_zero_in_the_same_hand() -> None:
    game = Sitting(THREE).so_far(zero_pool=50).deal()
    assert game.sees(None).zero_value == 250
    score = game.bids(0, 0, 0).took(0, 0, 17).score()
    assert score.points == (250, 250, -170)
    assert game.sees(None).zero_value == 200


@pytest.mark.rule("3B-15")
@pytest.mark.parametrize(("slug", "points"), [(THREE, 595), (FOUR, 455), (FIVE, 455)])
def test_making_a_bid_of_all_the_tricks_ends_the_game(slug: str, points: int) -> None:
    game = Sitting(slug)
    tricks, seats = game.rules.tricks, game.rules.seats
    bids = [3] * seats
    bids[1] = tricks
    took = [0] * seats
    took[1] = tricks
    score = game.deal().bids(*bids).took(*took).score()
    assert sheet(score, 1) == [("3B-15", points)]
    over = game.over()
    assert (over.reason, over.winners) == ("outright", (1,))


@pytest.mark.rule("3B-15")
def test_a_failed_bid_of_all_the_tricks_scores_like_any_failed_bid() -> None:
    game = Sitting(FOUR)
    assert sheet(game.played((13, 3, 3, 3), (12, 1, 0, 0)), 0) == [("3B-12", 12)]
    assert game.course.game_over() is None


@pytest.mark.rule("3B-15", "3B-17")
def test_after_an_outright_win_no_tie_is_broken() -> None:
    game = Sitting(FOUR).so_far(totals=(0, 500, 30, 30))
    game.played((13, 3, 3, 3), (13, 0, 0, 0))
    over = game.over()
    assert over.winners == (0,)
    assert over.standings == ((0,), (1,), (2, 3))  # the winner first, the others by points
    assert of_custom(over, "tray") is None  # level: all of these carry the trays together
    assert not of_custom(over, "wire_to_wire")


@pytest.mark.rule("3B-15", "3B-19")
def test_an_outright_winner_with_the_fewest_points_is_not_in_the_tray() -> None:
    game = Sitting(FOUR).so_far(totals=(-900, 0, 0, 30))
    score = game.played((13, 3, 3, 3), (13, 0, 0, 0))
    assert of_custom(score, "tray") == (1, 2)
    assert game.over().standings == ((0,), (3,), (1, 2))
