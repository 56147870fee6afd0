"""Rule 3B-11, option slip: a slip may be taken back until another player acts, and never after seeing new cards."""

import random

import pytest

from spades_tui.game import machine
from spades_tui.game.events import (
    Bid,
    Challenge,
    Claim,
    Discard,
    Draw,
    Dump,
    Look,
    Resume,
    Score,
    SeatEvent,
    Suspend,
    TakeBack,
)
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.sight import played_cards, seen_cards
from spades_tui.game.state import GameState
from tests.game.tables import Sitting, card
from tests.games import SLUGS

pytestmark = pytest.mark.rule("3B-11")


@pytest.mark.parametrize("slug", SLUGS)
def test_slips_are_taken_back_only_with_the_option(slug: str) -> None:
    for options, rules in (({}, {"3B-11"}), ({"slip": True}, set[str]())):
        game = Sitting(slug, **options).deal()
        game.bids_near(4)
        seat, before = game.turn, game.state
        assert seat is not None
        game.play(game.playable().split()[0])
        assert {refusal.rule for refusal in [game.course.refusal(TakeBack(seat))] if refusal} == rules
        if not rules:
            game.do(TakeBack(seat))
            assert game.state is before


def test_a_bid_or_card_can_be_taken_back_until_another_player_acts() -> None:
    game = Sitting("sandbags", slip=True).deal("", "2H", "3H").do(Bid(1, 1))
    game.do(TakeBack(1), Bid(1, 2), Bid(2, 2))
    assert game.refused(TakeBack(1)) == {"3B-11"}  # the option take_back would allow this
    game.do(Bid(3, 3), Bid(0, 3), TakeBack(0), Bid(0, 4)).play("2H")
    assert game.refused(TakeBack(0)) == {"3B-11"}
    game.do(TakeBack(1)).play("2H 3H")
    assert game.refused(TakeBack(1)) == {"3B-11"}


def test_an_event_out_of_turn_also_ends_the_right_to_take_back() -> None:
    game = Sitting("3b-four", slip=True).deal("", "2H").bids(3, 3, 3, 3).play("2H").do(Dump(0))
    assert game.refused(TakeBack(1)) == {"3B-11"}
    game.do(TakeBack(0), TakeBack(1))
    assert game.turn == 1


def test_only_the_last_card_can_be_taken_back() -> None:
    """After winning a trick and leading, you may take back the lead. You can't take back the card before it."""
    game = Sitting("sandbags", slip=True).deal("2H 2C", "3H 3C", "4H 4C", "AH KC").bids(3, 3, 3, 3)
    game.play("3H 4H AH 2H")
    game.do(TakeBack(0)).play("2H")
    assert game.refused(TakeBack(3)) == {"3B-11"}
    game.play("KC").do(TakeBack(3))
    assert game.turn == 3
    assert game.refused(TakeBack(3), TakeBack(0)) == {"3B-11"}


def test_no_slip_is_taken_back_after_seeing_cards() -> None:
    looker = Sitting("bemo", slip=True).deal().do(Look(1))
    assert looker.refused(TakeBack(1)) == {"3B-11"}
    looker.do(Bid(1, 4), TakeBack(1))
    assert looker.refused(TakeBack(1)) == {"3B-11"}  # the look stays
    drawer = Sitting("3b-four", slip=True).deal("", "", extra="KC").do(Bid(1, 0), TakeBack(1), Bid(1, 0), Draw(1))
    assert drawer.refused(TakeBack(1)) == {"3B-11"}
    drawer.do(Discard(1, card("KC")), TakeBack(1))
    assert drawer.refused(TakeBack(1)) == {"3B-11"}  # so does the draw
    side = Sitting("jokers", slip=True).so_far(totals=(200, 0)).deal().do(Bid(1, 4, blind=True))
    side.do(TakeBack(1), Bid(1, 3, blind=True), Bid(3, 2, blind=True))
    assert side.refused(TakeBack(3)) == {"3B-11"}


def test_a_bid_that_shows_a_player_cards_is_not_a_slip() -> None:
    """With the option take_back these two bids may be taken back. The others have seen cards by then."""
    solo = Sitting("bemo", slip=True).deal().do(Look(1), Bid(1, 4), Bid(2, 4, blind=True), Look(0))
    solo.do(Bid(0, 3))  # the last bid: the blind bidder sees
    assert solo.refused(TakeBack(0)) == {"3B-11"}
    for option, rules in (("slip", {"3B-11"}), ("take_back", set[str]())):
        board = Sitting("classic", board=True, **{option: True}).so_far(totals=(-100, 0)).deal()
        board.do(Bid(1, 3), Look(2))
        assert board.sees(0).own is None
        board.do(Bid(2, 2))  # the partner needs two more tricks, so a blind nil isn't allowed
        assert board.sees(0).own is not None
        assert {reason.rule for reason in [board.course.refusal(TakeBack(2))] if reason} == rules


def test_a_claim_or_a_challenge_is_not_a_slip() -> None:
    claimer = Sitting("sandbags", slip=True).deal("", "2-AS").bids(0, 13, 0, 0).do(Claim(1, 13))
    assert claimer.refused(TakeBack(1)) == {"3B-11"}
    accuser = Sitting("jokers", slip=True, enforcement="challenge").deal("", "KH").bids(4, 4, 4, 4).play("KH")
    accuser.do(Challenge(0, 1))
    assert accuser.refused(TakeBack(0), TakeBack(1)) == {"3B-11"}


def test_a_slip_cannot_be_taken_back_after_the_score_or_while_suspended() -> None:
    game = Sitting("sandbags", slip=True).deal("", "2H").bids(3, 3, 3, 3).play("2H").do(Suspend())
    assert game.refused(TakeBack(1)) == {"3B-21"}
    game.do(Resume(), TakeBack(1)).play("2H").took(4, 3, 3, 3)
    game.do(Score())
    assert game.refused(TakeBack(1)) == {"3B-11"}


def hidden(state: GameState) -> list[int]:
    """Return the cards, as bit sets, that each seat knows besides the played ones."""
    played = played_cards(state) if state.hand is not None else 0
    return [seen_cards(state, seat) & ~played for seat in range(state.rules.seats)]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_seat_knows_more_after_a_slip_than_before(slug: str) -> None:
    """In random hands, only the last event can be taken back, and only if it showed nobody new cards."""
    allowed = refused = 0
    for seed in range(3):
        rng = random.Random(f"{slug} {seed}")
        options = {"slip": True, **({"nil_pass": 1, "board": True, "blind_behind": 0} if slug == "classic" else {})}
        game = Sitting(slug, **options).deal()
        course: History = game.course
        while course.state.phase != Phase.PLAYED:
            before = course.state
            asides = [one for seat in range(before.rules.seats) for one in machine.aside(before, seat)]
            choices = asides if asides and rng.random() < 0.1 else machine.legal(before)
            event: SeatEvent = rng.choice(list(choices))
            course.do(event)
            for seat in range(before.rules.seats):
                if course.refusal(TakeBack(seat)) is not None:
                    refused += 1
                    continue
                allowed += 1
                assert seat == event.seat
                known, after = hidden(before), hidden(course.state)
                assert not any(now & ~was for was, now in zip(known, after, strict=True)), event
                if rng.random() < 0.3:
                    course.do(TakeBack(seat))
                    assert course.state is before
                    course.do(event)
    assert allowed > 20
    assert refused >= allowed
