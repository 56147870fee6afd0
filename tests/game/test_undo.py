"""Rule 3B-11, option undo: one person among computer players undoes action after action, back to the deal."""

import pytest

from spades_tui.cards import pretty
from spades_tui.game.events import (
    Bid,
    Challenge,
    Claim,
    Discard,
    Draw,
    Dump,
    Look,
    Play,
    Redeal,
    Resume,
    Score,
    SeatEvent,
    Suspend,
    TakeBack,
)
from spades_tui.game.phase import Phase
from tests.game.tables import Sitting, card
from tests.games import SLUGS

pytestmark = pytest.mark.rule("3B-11")


@pytest.mark.parametrize("slug", SLUGS)
def test_undo_is_allowed_only_with_its_option(slug: str) -> None:
    for options, rules in (({}, {"3B-11"}), ({"take_back": True}, {"3B-11"}), ({"undo": True}, set[str]())):
        game = Sitting(slug, **options).deal().bids_near(4)
        seat = game.turn
        assert seat is not None
        game.play(game.playable().split()[0])
        other = game.turn
        assert other is not None
        game.play(game.playable().split()[0])
        assert {refusal.rule for refusal in [game.course.refusal(TakeBack(seat))] if refusal} == rules


def test_undo_reaches_back_to_the_deal() -> None:
    game = Sitting("sandbags", undo=True).deal("2-AS", "2-AH", "2-AC", "2-AD")
    dealt = game.state
    game.bids(13, 0, 0, 0).play("2H 2C 2D 2S 3S 3H 3C 3D 4S")
    assert [(step.event, step.before.current.took) for step in game.course.steps[-3:]]
    game.do(TakeBack(0))
    assert len(game.hand.tricks) == 2
    assert game.turn == 0
    game.do(TakeBack(0))
    assert (len(game.hand.tricks), game.hand.holding[0]) == (1, game.hand.dealt[0] ^ 1 << card("2S"))  # type: ignore[operator]
    game.do(TakeBack(0))
    assert (len(game.sees(0).tricks), len(game.sees(0).trick), game.turn) == (0, 3, 0)
    game.do(TakeBack(0))
    assert (game.sees(0).phase, game.turn, game.sees(0).bids) == (Phase.BID, 0, (None, 0, 0, 0))
    assert game.refused(TakeBack(0)) == {"3B-11"}
    game.do(TakeBack(1))  # seat 1 made the first bid of all
    assert game.state is dealt


def undone(game: Sitting) -> tuple[SeatEvent, str] | None:
    """Return the event that was just undone, and the player's name."""
    event = game.course.undone
    return (event, event.undo_label(pretty)) if event is not None else None


def test_the_undone_action_is_named_until_the_next_event() -> None:
    game = Sitting("sandbags", undo=True).deal("", "2H KH").bids(3, 3, 3, 3)
    assert undone(game) is None
    game.play("2H").do(TakeBack(1))
    assert undone(game) == (Play(1, card("2H")), "2♥")
    game.do(TakeBack(1))
    assert undone(game) == (Bid(1, 3), "the bid of 3")
    game.do(Bid(1, 4))
    assert undone(game) is None


def test_looks_draws_discards_and_claims_can_be_undone() -> None:
    looker = Sitting("bemo", undo=True).deal().do(Look(1))
    looker.do(TakeBack(1))
    assert Bid(1, 4, blind=True) in looker.sees(1).legal
    drawer = Sitting("3b-four", undo=True).deal("", "", extra="KC").do(Bid(1, 0), Draw(1), Discard(1, card("KC")))
    drawer.do(TakeBack(1))
    assert drawer.sees(1).phase == Phase.DISCARD
    drawer.do(TakeBack(1))
    assert (drawer.sees(1).phase, drawer.hand.aside) == (Phase.DRAW, 1 << card("KC"))
    drawer.do(TakeBack(1))
    assert drawer.sees(1).phase == Phase.BID
    claimer = Sitting("sandbags", undo=True).deal("", "2-AS").bids(0, 13, 0, 0).do(Claim(1, 13))
    assert claimer.sees(1).phase == Phase.PLAYED
    claimer.do(TakeBack(1))
    assert (claimer.sees(1).phase, claimer.turn, claimer.hand.claimed) == (Phase.PLAY, 1, None)


def test_undo_also_removes_later_events_of_other_players() -> None:
    game = Sitting("3b-four", undo=True).deal("", "2H KH").bids(3, 3, 3, 3)
    game.play("2H").do(Dump(0), Suspend(), Resume(), TakeBack(1))
    assert not game.hand.noted
    assert game.turn == 1


def test_challenges_new_deals_and_blind_bids_that_showed_cards_cannot_be_undone() -> None:
    accuser = Sitting("jokers", undo=True, enforcement="challenge").deal("", "KH").bids(4, 4, 4, 4).play("KH")
    accuser.do(Challenge(0, 1))
    assert accuser.refused(TakeBack(0)) == {"3B-11"}
    accuser.do(TakeBack(1))  # but undoing an earlier event removes it
    assert not accuser.hand.books
    caller = Sitting("jokers", undo=True, new_deal=True).deal("", "3-9C 3-8D").do(Redeal(1))
    assert caller.refused(TakeBack(1)) == {"3B-11"}
    side = Sitting("jokers", undo=True).so_far(totals=(200, 0)).deal().do(Bid(1, 4, blind=True))
    side.do(TakeBack(1), Bid(1, 3, blind=True), Bid(3, 2, blind=True))
    assert side.refused(TakeBack(3)) == {"3B-11"}
    side.do(TakeBack(1))  # the blind bid showed nobody a card
    assert side.hand.bids == (None,) * 4


def test_nothing_can_be_undone_between_the_call_for_a_new_deal_and_the_deal() -> None:
    for option in ("take_back", "undo"):
        game = Sitting("jokers", new_deal=True, **{option: True})
        game.deal("3-9C 3-8D").do(Bid(1, 4), Bid(3, 4))
        assert game.turn == 0 or game.turn == 2
        if game.turn == 2:
            game.do(Bid(2, 4))
        game.do(Redeal(0))
        assert game.refused(TakeBack(1)) == {"JK-13"}


def test_nothing_before_the_deal_or_the_score_can_be_undone() -> None:
    game = Sitting("sandbags", undo=True).deal("", "2H").bids(3, 3, 3, 3).play("2H").took(4, 3, 3, 3)
    game.do(Score())
    assert game.refused(TakeBack(1)) == {"3B-11"}
    game.deal()
    assert game.refused(TakeBack(1)) == {"3B-11"}
    game.do(Suspend())
    assert game.refused(TakeBack(1)) == {"3B-21"}
