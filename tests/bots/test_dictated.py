"""Players read a hand's strength from a bid that the rules dictate, and cover a partner who is left with nil."""

from random import Random

import pytest

from spades_tui.bots import choose
from spades_tui.bots.search.bid_search import DealPlayOuts
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.sound_bids import leaves_zero, speaks_of_tricks
from spades_tui.bots.styles import PLAIN
from spades_tui.bots.unseen_cards import counts_from_bids, not_seen, unseen_by
from spades_tui.cards import HEARTS, SPADES
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, SeatEvent
from tests.game.tables import Sitting
from tests.rules.parts import home_game

HANDS = ("AS KS QS JS 2H 3H 4H 5H 2C 3C 4C 5C 6C", "TS 9S 8S 7S 6S", "5S 4S 6H", "3S 2S")
"""Hands with four, five, two and two spades."""


@pytest.mark.rule("MR-1")
def test_a_dictated_bid_shows_the_number_of_spades() -> None:
    sitting = Sitting("mirrors").deal(*HANDS).bids(4, 5, 2, 2)
    unseen = unseen_by(sitting.sees(0), 0)
    assert [unseen.chances[SPADES][seat] * 9 for seat in (1, 2, 3)] == pytest.approx([5, 2, 2])
    assert unseen_by(sitting.sees(1), 1).chances[SPADES][0] == pytest.approx(4 / 8)


@pytest.mark.rule("WZ-1")
def test_a_nil_open_to_every_hand_shows_no_spades() -> None:
    sitting = Sitting("whiz").deal(*HANDS).bids(4, 5, 0, 2)
    unseen = unseen_by(sitting.sees(0), 0)
    assert unseen.chances[SPADES][1] == pytest.approx(5 / 9)
    assert unseen.chances[SPADES][2] == pytest.approx(2 / 9)


@pytest.mark.rule("SU-1")
@pytest.mark.parametrize("level", ["beginner", "club"])
def test_the_weaker_of_two_partners_bids_nil(level: str) -> None:
    strong, weak = "AKQJS AKQH AKQC AKQD", "2S 2-5H 2-5C 2-5D"
    sitting = Sitting("suicide").deal(strong, weak)
    assert leaves_zero(sitting.sees(1), 1, 4)
    assert choose(level, sitting.sees(1), Stream(b"x")) == Bid(1, 0)
    sitting.do(Bid(1, 0), Bid(2, 0), Bid(3, 4))
    event = choose(level, sitting.sees(0), Stream(b"x"))
    assert isinstance(event, Bid)
    assert event.bid >= 4


@pytest.mark.rule("MR-1")
def test_sampled_deals_have_the_spades_shown_by_the_bids() -> None:
    """This holds before the first card and after some of the spades have been played."""
    sitting = Sitting("mirrors").deal(*HANDS).bids(4, 5, 2, 2)
    for cards, left in (("", [4, 5, 2, 2]), ("6S 4S 2S AS", [3, 4, 1, 1])):
        if cards:
            sitting = Sitting("mirrors", lead_spades="any").deal(*HANDS).bids(4, 5, 2, 2).play(cards)
        seen = sitting.sees(0)
        deals = Deals(seen, 0, Random(5))
        for _ in range(20):
            spades = deals.next()[SPADES]
            assert [spades[seen.table.index(seat)].bit_count() for seat in range(4)] == left


@pytest.mark.rule("MR-1", "C-11")
def test_after_reneges_that_contradict_every_hand_deals_are_sampled_without_voids() -> None:
    """The three others have shown that nobody holds the rest of the hearts."""
    challenge = {"mode": "challenge", "when": "hand", "books": 0, "sets": True, "wrong_costs": True, "taken": "at_once"}
    rules = home_game("mirrors", customs=[{"kind": "enforcement", **challenge}])
    sitting = Sitting(rules).deal("AKQJS AKH", "T9876S 2H TC", "54S 3H 9C", "32S 4H 8C").bids(4, 5, 2, 2)
    seen = sitting.play("2H 9C 8C AH KH TC").sees(0)
    assert [mask >> HEARTS & 1 for mask in not_seen(seen)[1]] == [0, 1, 1, 1]
    hands = Deals(seen, 0, Random(5)).next()
    assert sum(hands[HEARTS][seen.table.index(seat)].bit_count() for seat in (1, 2, 3)) == 10


@pytest.mark.rule("WZ-1")
def test_a_nil_leaves_the_spades_of_a_hand_open_in_sampled_deals() -> None:
    seen = Sitting("whiz").deal(*HANDS).bids(4, 5, 0, 2).sees(0)
    deals = Deals(seen, 0, Random(5))
    player = seen.table.index
    for _ in range(20):
        spades = deals.next()[SPADES]
        assert [spades[player(seat)].bit_count() for seat in (0, 1, 3)] == [4, 5, 2]


@pytest.mark.rule("NL-8")
def test_spades_that_may_have_been_passed_are_not_counted_on() -> None:
    """After a pass for a nil, only the side without a nil surely still holds the spades shown by its bids."""
    sitting = Sitting("mirrors", nil_pass=1).deal(HANDS[0], HANDS[1], HANDS[2], "2D 3D")
    seen = sitting.do(Bid(1, 7), Bid(2, 2), Bid(3, 0), Bid(0, 4)).sees(0)
    assert counts_from_bids(seen, [1, 2, 3]) == {(SPADES, 2): 2}


@pytest.mark.parametrize(
    ("slug", "bids", "speaks"),
    [
        ("classic", (4, 5, 0, 2), [True, True, True, True]),
        ("mirrors", (4, 5, 2, 2), [False, False, False, False]),
        ("whiz", (4, 5, 0, 2), [False, False, True, False]),
        ("suicide", (5, 0, 0, 4), [True, True, True, False]),
    ],
)
def test_a_dictated_bid_does_not_predict_tricks(slug: str, bids: tuple[int, ...], speaks: list[bool]) -> None:
    """The same goes for the lowest number left; a nil says something if another bid was possible."""
    seen = Sitting(slug).deal(*HANDS).bids(*bids).sees(0)
    assert [speaks_of_tricks(seen, seat) for seat in range(4)] == speaks


@pytest.mark.rule("MR-1")
def test_play_outs_give_the_other_seats_bids_that_the_rules_allow() -> None:
    sitting = Sitting("whiz").deal(*HANDS)
    seen = sitting.sees(1)
    choices: list[SeatEvent] = [Bid(1, 5), Bid(1, 0)]
    deals = Deals(seen, 1, Random(2))
    run = DealPlayOuts(seen, 1, deals, choices, PLAIN)
    nils = 0
    for choice in (0, 1):
        for _ in range(20):
            held = deals.next()
            before = set(run.ends)
            run(choice, held)
            for bidding in set(run.ends) - before:
                for seat in (0, 2, 3):
                    count = held[SPADES][seen.table.index(seat)].bit_count()
                    assert bidding.bids[seat] in (count, 0)
                    nils += bidding.bids[seat] == 0 < count
    assert nils
    assert len(run.ends) > 5
