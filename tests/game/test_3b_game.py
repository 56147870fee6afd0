"""Rules 3B-15 to 3B-31: length, places, trays, days, dumps, and what the players record."""

from collections.abc import Callable

import pytest

from spades_tui.cards import cards_of
from spades_tui.game.events import Bid, Bone, Chit, Discard, Draw, Dump, Play, Resume, Suspend, ZeroBuddy
from spades_tui.game.hand_end import as_counted
from spades_tui.record.event_words import announcements
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs.tray import Tray, struck_trays
from spades_tui.rules.variant import options_of
from tests.game.tables import Sitting, card, of_custom
from tests.rules.parts import built, standing

THREE, FOUR, FIVE = "3b-three", "3b-four", "3b-five"


def scores(game: Sitting, *points: int) -> None:
    """Play a hand for four with these points: at least 10 for a made bid, less for the tricks of a failed one."""
    bids = tuple(point // 10 if point >= 10 else 5 for point in points)
    took = tuple(point // 10 if point >= 10 else point for point in points)
    assert game.played(bids, took).points == points


@pytest.mark.rule("3B-16")
def test_the_game_ends_after_the_chosen_number_of_hands() -> None:
    assert [Sitting(slug).rules.variant.endings[-1].hands for slug in (THREE, FOUR, FIVE)] == [9, 8, 9]  # type: ignore[union-attr]
    for hands in (1, 2, 10):  # short, and extended
        game = Sitting(FOUR, hands=hands)
        for _ in range(hands):
            assert game.course.game_over() is None
            scores(game, 40, 30, 20, 4)
        assert game.over().reason == "hands"
    for wrong in (0, -1, 201, True):
        with pytest.raises(ValueError, match="option hands"):
            Sitting(FOUR, hands=wrong)
    assert all("hands" in shipped()[slug].option_names for slug in (THREE, FOUR, FIVE))


@pytest.mark.rule("3B-17")
def test_another_hand_is_played_while_any_two_are_tied() -> None:
    game = Sitting(FOUR, hands=1)
    scores(game, 50, 30, 30, 2)  # the middle is level
    assert game.course.game_over() is None
    scores(game, 4, 50, 30, 1)
    over = game.over()
    assert over.totals == (54, 80, 60, 3)
    assert over.standings == ((1,), (2,), (0,), (3,))


@pytest.mark.rule("3B-18")
def test_the_most_points_win_and_the_fewest_get_the_tray() -> None:
    game = Sitting(FOUR, hands=1)
    scores(game, 40, 50, 30, 1)
    over = game.over()
    assert (over.winners, of_custom(over, "tray")) == ((1,), 3)


@pytest.mark.rule("3B-19")
def test_each_hand_records_who_is_last() -> None:
    game = Sitting(FOUR, hands=3)
    assert of_custom(game.played((4, 4, 4, 4), (4, 3, 3, 3)), "tray") == (1, 2, 3)  # tied players are all last
    assert of_custom(game.played((4, 4, 4, 4), (3, 3, 3, 4)), "tray") == (1, 2)
    assert of_custom(game.played((4, 4, 4, 4), (4, 4, 5, 0)), "tray") == (2,)
    assert struck_trays(game.standing.last) == ((2,), (2,), (2,))


@pytest.mark.rule("3B-19")
@pytest.mark.parametrize(
    ("trays", "kept"),
    [
        ([(0, 1), (0,)], [(0,), (0,)]),  # some but not all are in the tray again: the others are struck
        ([(0, 1), (0, 1)], [(0, 1), (0, 1)]),  # all are
        ([(0, 1), (2,)], [(0, 1), (2,)]),  # other people: nothing is struck
        ([(0, 1), (0, 2)], [(0,), (0, 2)]),
        ([(0, 1), (0, 1), (0,)], [(0,), (0,), (0,)]),  # and so back along the run
        ([(0, 1, 2), (0, 1), (1,)], [(1,), (1,), (1,)]),
        ([(0, 1), (0, 1), (2,)], [(0, 1), (0, 1), (2,)]),
        ([(0, 1), (1, 2), (2,)], [(0, 1), (2,), (2,)]),
        ([(3,), (0, 3), (0,)], [(3,), (0,), (0,)]),  # a name alone is never struck
        ([(0, 1), (0,), (0, 1), (1,)], [(0,), (0,), (1,), (1,)]),
        ([(0, 1, 2, 3)], [(0, 1, 2, 3)]),
        ([], []),
    ],
)
def test_tied_names_are_struck_along_a_run_of_trays(trays: list[tuple[int, ...]], kept: list[tuple[int, ...]]) -> None:
    assert struck_trays(tuple(trays)) == tuple(kept)


@pytest.mark.rule("3B-19")
@pytest.mark.parametrize(
    ("trays", "struck"),
    [
        (((0, 1), (0,)), ";  no longer: P1, for hand 1"),
        (((2,), (0, 1), (0, 1), (0,)), ";  no longer: P1, for hands 2 and 3"),
        (((0, 1), (2,)), ""),
    ],
)
def test_the_sheet_names_the_hands_for_which_somebody_is_no_longer_in_the_tray(
    trays: tuple[tuple[int, ...], ...], struck: str
) -> None:
    remark = built(Tray).remark_now({"tray": trays[-1]}, standing(last=trays), False, "P{}".format)
    assert "".join(words for words, _ in remark) == f"In the tray: P{trays[-1][0]}{struck}"


@pytest.mark.rule("3B-20")
@pytest.mark.parametrize(("second", "wire"), [((40, 30, 20, 4), True), ((1, 2, 3, 70), False)])
def test_a_player_last_after_every_hand_is_wire_to_wire(second: tuple[int, ...], wire: bool) -> None:
    game = Sitting(FOUR, hands=3)
    scores(game, 40, 30, 20, 4)
    scores(game, *second)
    scores(game, 50, 40, 30, 1)
    over = game.over()
    assert of_custom(over, "tray") == (3 if wire else 2)
    assert of_custom(over, "wire_to_wire") == wire


@pytest.mark.rule("3B-20", "3B-19")
def test_a_tie_for_the_tray_counts_for_wire_to_wire() -> None:
    game = Sitting(FOUR, hands=2)
    scores(game, 40, 30, 3, 3)
    scores(game, 40, 20, 50, 2)
    assert (of_custom(game.over(), "tray"), of_custom(game.over(), "wire_to_wire")) == (3, True)


@pytest.mark.rule("3B-21")
def test_a_suspended_game_accepts_nothing_but_resume() -> None:
    game = Sitting(FOUR)
    steps: list[Callable[[], Sitting]] = [
        lambda: game.deal("", "KH"),
        lambda: game.bids(3, 3, 3, 3),
        lambda: game.play("KH"),
    ]
    for step in steps:
        before = game.state
        assert game.refused(Resume()) == {"3B-21"}
        game.do(Suspend())
        legal = [event for seat in range(4) for event in game.sees(seat).legal]
        assert not legal
        assert game.refused(Suspend(), Bone(1), game.deal_event()) == {"3B-21"}
        game.do(Resume())
        assert game.state == before  # the same seat, the same cards
        step()


@pytest.mark.rule("3B-22")
@pytest.mark.parametrize(
    ("bid", "took", "off"),
    [(3, 3, 0), (3, 5, 2), (3, 1, -2), (3, 0, 0), (5, 0, 0), (2, 0, -2), (1, 0, -1), (0, 0, 0), (0, 2, 2)],
)
def test_tricks_over_and_short_are_added_up(bid: int, took: int, off: int) -> None:
    """The tricks over and short are kept, not just whether the bid was missed."""
    game = Sitting(FOUR)
    assert game.standing.off(0) == (0, 0)
    game.played((bid, 3, 3, 3), (took, 13 - took, 0, 0))
    assert game.standing.on_nose[0] == (off == 0)
    assert game.standing.off(0) == (max(off, 0), max(-off, 0))
    game.played((2, 3, 3, 3), (5, 2, 3, 3))
    assert game.standing.off(0) == (max(off, 0) + 3, max(-off, 0))
    assert game.standing.off(1)[1] == 1 + max(0, took - 10)


@pytest.mark.rule("3B-22")
def test_a_dump_without_a_trick_counts_as_meeting_the_bid() -> None:
    game = Sitting(FOUR).deal().bids(2, 2, 3, 3)
    game.do(Dump(0), Dump(1)).took(0, 3, 5, 5).score()
    assert game.standing.on_nose == (1, 0, 0, 0)  # seat 1 dumped as well, and took three
    assert [game.standing.off(seat) for seat in range(4)] == [(0, 0), (1, 0), (2, 0), (2, 0)]


@pytest.mark.rule("3B-22")
def test_a_dump_needs_no_trick_and_comes_before_the_fifth() -> None:
    game = Sitting(FOUR).deal("2-4H /S", "AKQJTH", "5-7H /S", "89H BJ", extra="2C")
    assert game.refused(Dump(0)) == {"3B-22"}
    game.bids(2, 2, 2, 2).do(Dump(0))
    assert game.refused(Dump(0)) == {"3B-22"}  # once
    game.play("AH+ 5H 8H 2H")
    assert game.refused(Dump(1)) == {"3B-22"}  # by a player without a trick
    for lead in ("KH", "QH", "JH"):
        game.play(lead)
        while game.hand.trick:
            game.do(next(event for event in game.sees(game.turn).legal if isinstance(event, Play)))
    four = len(game.hand.tricks)
    assert four == 4
    game.do(Dump(2))
    game.play(game.playable().split()[0])
    assert game.refused(Dump(3)) == {"3B-22"}  # the fifth trick has begun
    assert Sitting("sandbags").deal().bids(1, 1, 1, 1).refused(Dump(0)) == {"3B-22"}


@pytest.mark.rule("3B-22")
def test_a_dump_waits_for_the_draw_and_the_discard() -> None:
    game = Sitting(FOUR).deal()
    game.do(Bid(1, 4), Bid(2, 2), Bid(3, 2), Bid(0, 2))
    assert game.refused(Dump(0)) == {"3B-22"}
    game.do(Draw(1))
    assert game.refused(Dump(0)) == {"3B-22"}
    game.do(Discard(1, cards_of(game.hand.drawn)[0]), Dump(0))


@pytest.mark.rule("3B-23")
def test_a_perfect_day_meets_every_bid_and_an_imperfect_day_none() -> None:
    game = Sitting(FOUR, hands=4)
    hand = ((4, 3, 2, 1), (4, 3, 1, 5))
    for number in range(1, 4):
        game.played(*hand)
        seen = game.sees(0)
        on_track = ((0, 1), (2, 3)) if number == 3 else ((), ())
        # shown once three hands have been scored
        assert (of_custom(seen, "perfect"), of_custom(seen, "imperfect")) == on_track
    game.played((4, 3, 2, 2), (4, 5, 1, 3))
    over = game.over()
    assert of_custom(over, "perfect") == (0,)
    assert of_custom(over, "imperfect") == (2, 3)  # over or short


@pytest.mark.rule("3B-23")
def test_days_ignore_hands_sat_out() -> None:
    game = Sitting(FIVE, hands=2)
    game.played((None, 4, 3, 2, 1), (0, 4, 3, 1, 5))
    game.played((5, None, 3, 2, 1), (4, 0, 2, 6, 1))
    over = game.over()
    assert of_custom(over, "perfect") == (1,)
    assert of_custom(over, "imperfect") == (0, 3)
    assert game.standing.played == (1, 1, 2, 2, 2)


@pytest.mark.rule("3B-20", "3B-23")
@pytest.mark.parametrize("hands", [1, 2, 3])
def test_only_three_hands_or_more_are_a_day_or_wire_to_wire(hands: int) -> None:
    game = Sitting(FOUR, hands=hands)
    for _ in range(hands):
        game.played((4, 3, 2, 5), (4, 3, 1, 5))
    over = as_counted(game.over(), game.rules, hands)
    long = hands >= 3
    assert (of_custom(over, "tray"), of_custom(over, "wire_to_wire")) == (2, long)
    assert (of_custom(over, "perfect"), of_custom(over, "imperfect")) == (((0, 1, 3), (2,)) if long else ((), ()))
    assert of_custom(game.over(), "wire_to_wire"), "records keep the finding"
    assert of_custom(game.over(), "imperfect") == (2,)


@pytest.mark.rule("3B-27")
def test_a_chit_gives_the_tray_to_another_player_after_the_last_hand() -> None:
    game = Sitting(FOUR, hands=1).deal()
    assert game.refused(Chit(3, 0)) == {"3B-27"}
    game.bids(4, 3, 2, 5).took(4, 3, 2, 4).score()
    assert of_custom(game.over(), "tray") == 3
    assert game.refused(Chit(0, 1), Chit(3, 3)) == {"3B-27"}
    game.do(Chit(3, 1))
    over = game.over()
    assert of_custom(over, "tray") == 1
    assert not of_custom(over, "wire_to_wire")
    assert over.standings[-1] == (3,)
    assert game.refused(Chit(3, None), Chit(1, 3), Chit(1, 1), Chit(2, 0)) == {"3B-27"}


@pytest.mark.rule("3B-27", "3B-20")
def test_a_named_player_may_name_another_but_nobody_twice() -> None:
    game = Sitting(FOUR, hands=1).deal()
    game.bids(4, 3, 2, 5).took(4, 3, 2, 4).score()
    game.do(Chit(3, 1))
    assert {event.tray for event in game.sees(1).aside if isinstance(event, Chit)} == {0, 2, None}
    assert game.rules.decider(game.state) == 1
    game.do(Chit(1, 2), Chit(2, 0))
    assert of_custom(game.over(), "tray") == 0
    assert game.refused(*(Chit(0, seat) for seat in range(4))) == {"3B-27"}
    game.do(Chit(0, None))
    assert game.rules.decider(game.state) is None
    assert of_custom(game.over(), "tray") == 0
    assert game.refused(Chit(0, None)) == {"3B-27"}


@pytest.mark.rule("3B-27")
def test_a_chit_may_be_declined_and_is_not_offered_for_a_tied_last_place() -> None:
    game = Sitting(FOUR, hands=1)
    scores(game, 40, 30, 20, 4)
    game.do(Chit(3, None))
    assert (of_custom(game.over(), "tray"), of_custom(game.over(), "wire_to_wire")) == (3, True)
    level = Sitting(FOUR).so_far(totals=(0, 500, 30, 30))
    level.played((13, 3, 3, 3), (13, 0, 0, 0))
    assert level.refused(Chit(2, 0), Chit(3, None)) == {"3B-27"}
    assert level.rules.decider(level.state) is None


@pytest.mark.rule("3B-29")
def test_players_cite_only_their_own_bonehead_plays() -> None:
    game = Sitting(FOUR, hands=1).deal("2H", "KH", "4H", "3H", extra="2C")
    assert game.refused(Bone(1)) == {"3B-29"}
    game.bids(3, 3, 3, 3)
    assert game.refused(Bone(1)) == {"3B-29"}  # no card yet
    game.play("KH 4H")
    assert Bone(2) in game.sees(2).aside
    game.do(Bone(2), Bone(1), Bone(2))
    assert game.refused(Bone(3)) == {"3B-29"}
    assert [note.card for note in game.hand.noted] == [card("4H"), card("KH"), card("4H")]
    game.took(4, 3, 2, 4).score()
    game.do(Bone(1))  # at any moment before the next deal, also after the game
    game.deal()
    assert game.refused(Bone(1)) == {"3B-29"}
    assert Sitting("bemo").deal().bids(3, 3, 3).refused(Bone(1)) == {"3B-29"}


@pytest.mark.rule("3B-30")
def test_zb_potential_is_marked_while_a_zero_is_hunted() -> None:
    game = Sitting(FOUR).deal("2H", "AKQH", "4H", "3JTH", extra="2C").bids(0, 4, 4, 4)
    assert game.refused(ZeroBuddy(2, 1)) == {"3B-30"}  # no card yet
    game.play("AH+ 4H")
    game.do(ZeroBuddy(2, 1), ZeroBuddy(3, 1), ZeroBuddy(3, 2))
    assert game.refused(ZeroBuddy(2, 2)) == {"3B-30"}  # another's card
    assert game.refused(ZeroBuddy(0, 1)) == {"3B-30"}  # not for one's own zero
    assert game.refused(ZeroBuddy(2, 3)) == {"3B-30"}
    game.play("3H")
    assert game.refused(ZeroBuddy(1, 0)) == {"3B-30"}  # the zero bidder is no hunter
    assert game.hand.noted[0] == ("zb", 2, 1, card("AH"))


@pytest.mark.rule("3B-30")
def test_a_zero_with_a_trick_is_no_longer_hunted() -> None:
    game = Sitting(FOUR).deal("2H", "AKH", "4H", "3JTH", extra="2C").bids(4, 0, 4, 4)
    game.play("AH+ 4H 3H 2H")
    game.do(ZeroBuddy(2, 3))  # seat 3 had none before this trick
    game.play("KH")
    game.do(ZeroBuddy(0, 2))  # a card of the trick before
    game.play(game.playable().split()[0])
    assert game.refused(ZeroBuddy(0, 2)) == {"3B-30"}
    other = Sitting(FOUR).deal("", "AH").bids(3, 3, 3, 3).play("AH")
    assert other.refused(ZeroBuddy(0, 1)) == {"3B-30"}  # no zero at all


@pytest.mark.rule("3B-30")
def test_zb_potential_cannot_be_marked_after_the_score() -> None:
    game = Sitting(FOUR).deal("", "AH").bids(0, 4, 4, 4).play("AH+").do(ZeroBuddy(3, 1))
    game.took(0, 5, 4, 4).score()
    assert game.refused(ZeroBuddy(3, 1)) == {"3B-30"}


@pytest.mark.rule("3B-14")
@pytest.mark.parametrize(("slug", "first"), [(THREE, 150), (THREE, 200), (FOUR, 150), (FIVE, 7)])
def test_the_option_first_zero_sets_the_initial_value(slug: str, first: int) -> None:
    game = Sitting(slug, first_zero=first)
    sits_out = {0: None} if slug == FIVE else {}
    bids = [sits_out.get(seat, 0 if seat == 1 else 4) for seat in range(game.rules.seats)]
    took = [0] * game.rules.seats
    took[1], took[2] = 2, game.rules.tricks - 2
    game.deal().bids(*bids).took(*took).score()
    assert game.rules.zero_value(game.standing) == first + 20
    assert [option.usual for option in options_of(shipped()[slug]) if option.name == "first_zero"] == [
        200 if slug == THREE else 100
    ]


@pytest.mark.rule("3B-31")
@pytest.mark.parametrize(("slug", "bid", "told"), [(FOUR, 0, True), (FOUR, 1, False), ("sandbags", 0, False)])
def test_a_zero_in_the_last_hand_is_announced_as_a_desperation_zero(slug: str, bid: int, told: bool) -> None:
    hands = {"hands": 1} if slug == FOUR else {}
    game = Sitting(slug, **hands).deal()
    before = game.state
    game.do(Bid(1, bid))
    said = announcements(game.state, before, ("Ann", "Bea", "Cy", "Dot"))
    assert said == (["Bea tries a desperation zero"] if told else [])
    early = Sitting(slug, **({"hands": 2} if hands else {})).deal()
    before = early.state
    early.do(Bid(1, bid))
    assert announcements(early.state, before, ("Ann", "Bea", "Cy", "Dot")) == []
