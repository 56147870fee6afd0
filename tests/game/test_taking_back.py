"""Rule 3B-11: slips, events at a practice table, and undo among computer players."""

import random

import pytest

from spades_tui.cards import pretty
from spades_tui.game import machine
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
    SeatEvent,
    Stand,
    Suspend,
    TakeBack,
)
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.sight import played_cards, seen_cards
from spades_tui.game.state import GameState
from tests.game.tables import Sitting, card, of_custom
from tests.games import SLUGS

pytestmark = pytest.mark.rule("3B-11")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_is_taken_back_only_with_an_option_and_undone_behind_another_only_with_undo(slug: str) -> None:
    each: tuple[tuple[dict[str, bool], bool, bool], ...] = (
        ({}, False, False), ({"slip": True}, True, False), ({"take_back": True}, True, False),
        ({"undo": True}, True, True),
    )  # fmt: skip
    for options, last, behind in each:
        game = Sitting(slug, **options).deal().bids_near(4)
        seat, before = game.turn, game.state
        assert seat is not None
        play = game.play_event(game.playable().split()[0])
        game.do(play)
        if last:
            game.do(TakeBack(seat))
            assert game.state == before
            game.do(play)
        else:
            assert game.refused(TakeBack(seat)) == {"3B-11"}
        game.play(game.playable().split()[0])
        assert (game.course.refusal(TakeBack(seat)) is None) == behind


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


@pytest.mark.parametrize("option", ["slip", "take_back"])
def test_a_claim_cannot_be_taken_back(option: str) -> None:
    claimer = Sitting("sandbags", **{option: True}).deal("", "2-AS").bids(0, 13, 0, 0).do(Claim(1, 13))
    assert claimer.refused(TakeBack(1)) == {"3B-11"}


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


def test_replaying_the_same_card_shows_nothing_new() -> None:
    game = Sitting("3b-four", take_back=True).deal("", "2H KH").bids(3, 3, 3, 3)
    game.play("2H").do(TakeBack(1), Dump(0)).play("2H").do(TakeBack(0))
    assert not game.hand.noted
    assert game.turn == 1
    game.do(Dump(0)).play("KH")
    assert game.refused(TakeBack(0)) == {"3B-11"}


def test_taking_back_a_bid_removes_later_bids() -> None:
    game = Sitting("sandbags", take_back=True).deal().do(Bid(1, 1), Bid(2, 2), Bid(3, 3))
    game.do(TakeBack(1))
    assert game.hand.bids == (None, None, None, None)
    assert game.turn == 1
    assert game.refused(TakeBack(2)) == {"3B-11"}  # nothing of seat 2 is left


def test_looks_and_draws_cannot_be_taken_back() -> None:
    game = Sitting("bemo", take_back=True).deal().do(Look(1))
    assert game.refused(TakeBack(1)) == {"3B-11"}
    drawer = Sitting("3b-four", take_back=True).deal().do(Bid(1, 0), Draw(1))
    assert drawer.refused(TakeBack(1)) == {"3B-11"}
    drawer.do(Discard(1, card("2C")), TakeBack(1))  # but a discard may be taken back
    assert drawer.hand.discarding == 1


@pytest.mark.rule("3B-11", "BM-3")
def test_a_blind_bid_that_showed_cards_cannot_be_taken_back() -> None:
    solo = Sitting("bemo", take_back=True).deal().do(Bid(1, 4, blind=True), Bid(2, 4, blind=True))
    solo.do(TakeBack(2), Bid(2, 5, blind=True), Look(0))
    solo.do(Bid(0, 3))  # the blind bidders see their cards after the last bid
    assert solo.refused(TakeBack(1), TakeBack(2)) == {"3B-11"}


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


def test_nothing_can_be_undone_between_the_call_for_a_new_deal_and_the_deal() -> None:
    for option in ("take_back", "undo"):
        game = Sitting("jokers", new_deal=True, **{option: True})
        game.deal("3-9C 3-8D").do(Bid(1, 4), Bid(3, 4))
        assert game.turn == 0 or game.turn == 2
        if game.turn == 2:
            game.do(Bid(2, 4))
        game.do(Redeal(0))
        assert game.refused(TakeBack(1)) == {"JK-13"}


@pytest.mark.rule("3B-11", "3B-21")
@pytest.mark.parametrize("option", ["slip", "take_back", "undo"])
def test_nothing_can_be_taken_back_before_the_deal_while_suspended_or_after_the_score(option: str) -> None:
    game = Sitting("sandbags", **{option: True}).deal("", "2H")
    assert game.refused(*(TakeBack(seat) for seat in range(4))) == {"3B-11"}
    game.bids(3, 3, 3, 3).play("2H").do(Suspend())
    assert game.refused(TakeBack(1)) == {"3B-21"}
    game.do(Resume(), TakeBack(1)).play("2H").took(4, 3, 3, 3).score()
    assert game.refused(TakeBack(1)) == {"3B-11"}
    game.deal()
    assert game.refused(TakeBack(1)) == {"3B-11"}


@pytest.mark.rule("3B-11", "JK-9")
@pytest.mark.parametrize("option", ["slip", "take_back", "undo"])
def test_challenges_new_deals_and_blind_bids_that_showed_cards_stay(option: str) -> None:
    accuser = Sitting("jokers", enforcement="challenge", **{option: True}).deal("", "KH").bids(4, 4, 4, 4).play("KH")
    accuser.do(Challenge(0, 1))
    assert accuser.refused(TakeBack(0)) == {"3B-11"}
    caller = Sitting("jokers", new_deal=True, **{option: True}).deal("", "3-9C 3-8D").do(Redeal(1))
    assert caller.refused(TakeBack(1)) == {"3B-11"}
    side = Sitting("jokers", **{option: True}).so_far(totals=(200, 0)).deal().do(Bid(1, 4, blind=True))
    side.do(TakeBack(1), Bid(1, 3, blind=True), Bid(3, 2, blind=True))
    assert side.refused(TakeBack(3)) == {"3B-11"}


def test_undoing_an_earlier_event_also_removes_a_challenge_or_a_blind_bid() -> None:
    accuser = Sitting("jokers", undo=True, enforcement="challenge").deal("", "KH").bids(4, 4, 4, 4).play("KH")
    accuser.do(Challenge(0, 1), TakeBack(1))
    assert not accuser.hand.books
    side = Sitting("jokers", undo=True).so_far(totals=(200, 0)).deal()
    side.do(Bid(1, 3, blind=True), Bid(3, 2, blind=True), TakeBack(1))
    assert side.hand.bids == (None,) * 4
