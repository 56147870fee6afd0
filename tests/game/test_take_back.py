"""Rule 3B-11, option take_back: at a practice table, an event may be taken back unless it showed somebody cards."""

import pytest

from spades_tui.game.events import (
    Bid,
    Bone,
    Challenge,
    Chit,
    Claim,
    Discard,
    Draw,
    Dump,
    Look,
    Play,
    Promise,
    Raise,
    Redeal,
    Resume,
    Stand,
    Suspend,
    TakeBack,
)
from tests.game.tables import Sitting, card, of_custom
from tests.games import SLUGS


@pytest.mark.rule("3B-11")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant_has_the_option_take_back_which_is_off(slug: str) -> None:
    seats = (0, 1, 2, 3, 4)
    for options, rules in (({}, {"3B-11"}), ({"take_back": True}, set())):
        game = Sitting(slug, **options).deal()
        bid = game.bid_near(4)
        before = game.state
        game.do(Bid(1, bid))
        assert {r.rule for seat in seats[:1] if (r := game.course.refusal(TakeBack(1)))} == rules
        if not rules:
            game.do(TakeBack(1))
            assert game.state == before
            game.do(Bid(1, game.bid_near(5)))


@pytest.mark.rule("3B-11")
def test_a_card_is_taken_back_but_not_after_the_next_was_shown() -> None:
    game = Sitting("sandbags", take_back=True).deal("", "2H", "3H").bids(1, 2, 3, 4)
    before = game.state
    game.play("2H")
    assert game.refused(TakeBack(2), TakeBack(0)) == {"3B-11"}  # the next card shows what was hidden at the bids
    game.do(TakeBack(1))
    assert game.state == before
    game.play("2H 3H")
    assert game.refused(TakeBack(1)) == {"3B-11"}
    game.do(TakeBack(2))
    assert game.refused(TakeBack(1), TakeBack(0)) == {"3B-11"}  # others have seen that card


@pytest.mark.rule("3B-11")
def test_replaying_the_same_card_shows_nothing_new() -> None:
    game = Sitting("3b-four", take_back=True).deal("", "2H KH").bids(3, 3, 3, 3)
    game.play("2H").do(TakeBack(1), Dump(0)).play("2H").do(TakeBack(0))
    assert not game.hand.noted
    assert game.turn == 1
    game.do(Dump(0)).play("KH")
    assert game.refused(TakeBack(0)) == {"3B-11"}


@pytest.mark.rule("3B-11")
def test_taking_back_a_bid_removes_later_bids() -> None:
    game = Sitting("sandbags", take_back=True).deal().do(Bid(1, 1), Bid(2, 2), Bid(3, 3))
    game.do(TakeBack(1))
    assert game.hand.bids == (None, None, None, None)
    assert game.turn == 1
    assert game.refused(TakeBack(2)) == {"3B-11"}  # nothing of seat 2 is left


@pytest.mark.rule("3B-11")
def test_looks_draws_claims_and_challenges_cannot_be_taken_back() -> None:
    game = Sitting("bemo", take_back=True).deal().do(Look(1))
    assert game.refused(TakeBack(1)) == {"3B-11"}
    drawer = Sitting("3b-four", take_back=True).deal().do(Bid(1, 0), Draw(1))
    assert drawer.refused(TakeBack(1)) == {"3B-11"}
    drawer.do(Discard(1, card("2C")), TakeBack(1))  # but a discard may be taken back
    assert drawer.hand.discarding == 1
    claimer = Sitting("sandbags", take_back=True).deal("", "2-AS").bids(0, 13, 0, 0).do(Claim(1, 13))
    assert claimer.refused(TakeBack(1)) == {"3B-11"}
    accuser = Sitting("jokers", take_back=True, enforcement="challenge").deal("", "KH").bids(4, 4, 4, 4).play("KH")
    accuser.do(Challenge(0, 1))
    assert accuser.refused(TakeBack(0)) == {"3B-11"}
    caller = Sitting("jokers", take_back=True, new_deal=True).deal("", "3-9C 3-8D").do(Redeal(1))
    assert caller.refused(TakeBack(1)) == {"3B-11"}
    assert caller.deal().refused(TakeBack(1)) == {"3B-11"}  # nor may anything before the last deal


@pytest.mark.rule("3B-11", "JK-9", "BM-3")
def test_a_blind_bid_that_showed_cards_cannot_be_taken_back() -> None:
    side = Sitting("jokers", take_back=True).so_far(totals=(200, 0)).deal().do(Bid(1, 4, blind=True))
    side.do(TakeBack(1), Bid(1, 3, blind=True), Bid(3, 2, blind=True))
    assert side.refused(TakeBack(3), TakeBack(1)) == {"3B-11"}
    solo = Sitting("bemo", take_back=True).deal().do(Bid(1, 4, blind=True), Bid(2, 4, blind=True))
    solo.do(TakeBack(2), Bid(2, 5, blind=True), Look(0))
    solo.do(Bid(0, 3))  # the blind bidders see their cards after the last bid
    assert solo.refused(TakeBack(1), TakeBack(2)) == {"3B-11"}


@pytest.mark.rule("3B-11")
def test_nothing_can_be_taken_back_after_the_score() -> None:
    game = Sitting("sandbags", take_back=True).deal("", "2H").bids(3, 3, 3, 3).play("2H").took(4, 3, 3, 3)
    game.score()
    assert game.refused(TakeBack(1)) == {"3B-11"}


@pytest.mark.rule("3B-11", "3B-21")
def test_nothing_can_be_taken_back_while_suspended_or_without_an_event() -> None:
    game = Sitting("3b-four", take_back=True).deal()
    assert game.refused(*(TakeBack(seat) for seat in range(4))) == {"3B-11"}
    game.bids(3, 3, 3, 3).do(Suspend())
    assert game.refused(TakeBack(1)) == {"3B-21"}
    game.do(Resume(), Dump(2), TakeBack(2))
    assert not game.hand.noted


@pytest.mark.rule("3B-11")
def test_raises_stands_promises_citations_and_chits_can_be_taken_back() -> None:
    game = Sitting("bemo", take_back=True).deal().do(Look(1), Bid(1, 4), Look(2), Bid(2, 4), Look(0), Bid(0, 4))
    for event in (Raise(1, 5), Stand(1), Promise(1, 4)):
        before = game.state
        game.do(event, TakeBack(1))
        assert game.state == before
    bone = Sitting("3b-four", take_back=True, hands=1).deal("", "KH").bids(4, 3, 2, 5).play("KH")
    bone.do(Bone(1), TakeBack(1))
    assert not bone.hand.noted
    bone.took(4, 3, 2, 4).score()
    bone.do(Chit(3, 0), TakeBack(3))
    assert of_custom(bone.over(), "tray") == 3
    assert bone.refused(Play(1, card("KH"))) == {"C-5"}
