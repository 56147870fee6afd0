"""Rules C-1 to C-10 and C-13, which hold in every game; claims and challenges have files of their own."""

import random
from typing import Any

import pytest
from msgspec.structs import fields, replace

from spades_tui import cards, fair
from spades_tui.game import events
from spades_tui.game.events import Bid, Deal, Play
from spades_tui.game.events.deal import Cut
from spades_tui.settings.settings import Settings
from tests.game.tables import Sitting, card, rules_of
from tests.games import SLUGS


@pytest.mark.rule("C-1", "JK-2")
def test_jokers_are_spades() -> None:
    sitting = Sitting("jokers").deal("", "5S 3-9H", "BJ TH /H", "LJ JH").bids(2, 2, 2, 2)
    assert sitting.refused(Play(1, card("5S"))) == {"JK-6"}
    sitting.play("3H")
    assert sitting.playable() == "TH"  # a joker follows spades, not hearts
    sitting = Sitting("bemo").deal("BJ /S", "KS", "LJ /S").bids(3, 3, 3).play("KS")
    assert sitting.playable() == "LJ"
    sitting.play("LJ")
    assert sitting.playable() == "BJ"
    sitting.play("BJ")
    assert sitting.hand.winners == (0,)


@pytest.mark.rule("C-1")
def test_a_spade_or_joker_beats_the_other_suits_and_breaks_spades() -> None:
    sitting = Sitting("sandbags").deal("AH", "KH", "2S /H", "JH").bids(1, 1, 1, 1)
    sitting.play("KH 2S JH AH")
    assert sitting.hand.winners == (2,)
    assert sitting.hand.broken
    sitting = Sitting("jokers").deal("AH", "KH", "LJ /H", "JH").bids(1, 1, 3, 3).play("KH LJ")
    assert sitting.hand.broken


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_deal_passes_to_the_left(slug: str) -> None:
    seats = rules_of(slug).seats
    sitting = Sitting(slug, dealer=seats - 1)
    for hand in range(4):
        dealer = (seats - 1 + hand) % seats
        right = sitting.deal_event()
        assert (right.number, right.dealer) == (hand + 1, dealer)
        for wrong in {0, 1, 2} - {dealer}:
            assert sitting.refused(replace(right, dealer=wrong)) == {"C-2"}
        assert sitting.refused(replace(right, number=hand + 2)) == {"C-2"}
        sitting.do(right).drafted().bids_near(1 if seats > 4 else 2)
        assert sitting.refused(right) == {"C-2"}  # not in the middle of a hand
        tricks = [bid or 0 for bid in sitting.hand.bids]
        tricks[tricks.index(max(tricks))] += sitting.rules.tricks - sum(tricks)
        sitting.so_far(totals=tuple(0 for _ in sitting.standing.totals))  # lets the game continue
        sitting.took(*tricks).score()


@pytest.mark.rule("C-2")
def test_the_first_dealer_can_be_set_and_must_be_a_seat() -> None:
    assert Sitting("bemo", dealer=1).state.next_dealer == 1
    with pytest.raises(ValueError, match="dealer 3 is not a seat"):
        Sitting("bemo", dealer=3)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_seat_on_the_dealers_right_cuts(slug: str) -> None:
    sitting = Sitting(slug, dealer=1)
    deal = sitting.deal_event()
    pack = len(sitting.rules.cards.pack)
    for seat in range(1, sitting.rules.seats):
        assert sitting.refused(replace(deal, cut=Cut(seat, 1))) == {"C-3"}
    for depth in (-1, pack):
        assert sitting.refused(replace(deal, cut=Cut(0, depth))) == {"C-3"}
    sitting.do(replace(deal, cut=Cut(0, pack - 1)))


@pytest.mark.rule("C-3")
def test_the_time_to_cut_is_20_seconds_and_can_be_switched_off() -> None:
    assert Settings().cut_patience == 20
    Settings(cut_patience=0)  # the option switches the time off


@pytest.mark.rule("C-3", "3B-4", "BM-1")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    pack = tuple(range(9))
    common: dict[str, Any] = {"seats": 4, "extra_at": None, "dead_hand": False, "kitty": 0}
    dealt = fair.deal_out(pack[:8], table=(2, 3, 0, 1), **common)
    assert [list(cards.cards_of(hand or 0)) for hand in dealt.hands] == [[2, 6], [3, 7], [0, 4], [1, 5]]
    dealt = fair.deal_out(pack, table=(2, 3, 0, 1), **{**common, "extra_at": 1})
    assert dealt.extra == 1
    assert [list(cards.cards_of(hand or 0)) for hand in dealt.hands] == [[3, 7], [4, 8], [0, 5], [2, 6]]
    dealt = fair.deal_out(pack[:8], table=(1, 2, 0), **{**common, "seats": 3, "dead_hand": True})
    assert [list(cards.cards_of(hand or 0)) for hand in dealt.hands] == [[3, 7], [0, 4], [1, 5]]
    assert list(cards.cards_of(dealt.dead or 0)) == [2, 6]
    dealt = fair.deal_out(pack[:8], table=(2, 3, 0, 1), **{**common, "kitty": 4})
    assert [list(cards.cards_of(hand or 0)) for hand in dealt.hands] == [[2], [3], [0], [1]]
    assert list(cards.cards_of(dealt.kitty or 0)) == [4, 5, 6, 7]
    with pytest.raises(ValueError, match="divide"):
        fair.deal_out(pack, table=(2, 3, 0, 1), **common)


@pytest.mark.rule("C-3")
def test_the_whole_deck_is_dealt_and_each_card_once() -> None:
    sitting = Sitting("3b-four")
    deal = sitting.deal_event(extra="BJ")
    hands = list(deal.hands)

    def with_hands(*changed: int | None) -> Deal:
        return replace(deal, hands=(*changed, *hands[len(changed) :]))

    first, second = hands[0] or 0, hands[1] or 0
    assert sitting.refused(with_hands(first & (first - 1))) == {"C-3"}  # a card too few
    assert sitting.refused(with_hands(second)) == {"C-3"}  # the same cards twice
    assert sitting.refused(with_hands(first ^ (first & -first) | 1 << card("BJ"))) == {"C-3"}  # the extra card too
    assert sitting.refused(with_hands(first ^ (first & -first) | 1 << card("LJ"))) == {"C-3"}  # not in this deck
    assert sitting.refused(replace(deal, hands=deal.hands[:3])) == {"C-3"}
    assert sitting.refused(replace(deal, hands=(None, *hands[1:]))) == {"C-3"}
    assert sitting.refused(replace(deal, extra=None)) == {"3B-4"}
    assert sitting.refused(replace(deal, dead=first)) == {"C-3"}  # only Bemo has a dead hand
    sitting.do(deal)
    five = Sitting("3b-five")
    dealt = five.deal_event()
    assert five.refused(replace(dealt, hands=(*dealt.hands[:4], None))) == {"3B-1"}


@pytest.mark.rule("C-4")
@pytest.mark.parametrize(
    ("slug", "order"), [("sandbags", (3, 0, 1, 2)), ("bemo", (0, 1, 2)), ("3b-five", (3, 4, 0, 1))]
)
def test_the_dealers_left_bids_first_and_bidding_goes_clockwise(slug: str, order: tuple[int, ...]) -> None:
    sitting = Sitting(slug, dealer=2).deal()
    for seat in order:
        assert sitting.turn == seat
        others = [other for other in range(sitting.rules.seats) if other != seat and sitting.hand.bids[other] is None]
        assert sitting.refused(*(Bid(other, 4) for other in others)) <= {"C-4"}
        sitting.do(*([events.Look(seat)] if slug == "bemo" else []), Bid(seat, 4))


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_dealers_left_leads_and_then_the_winner_of_the_trick(slug: str) -> None:
    sitting = Sitting(slug, dealer=0).deal("AKC", "3C", "QC")
    seats = range(sitting.rules.seats)
    sitting.bids_near(4)
    assert sitting.turn == sitting.hand.leader == 1
    for other in set(seats) - {1}:
        held = sitting.hand.holding[other] or 1 << card("AS")
        assert sitting.refused(Play(other, cards.cards_of(held)[0])) == {"C-5"}
    rng = random.Random(5)
    while not sitting.hand.winners:
        sitting.do(rng.choice([f for f in sitting.sees(sitting.turn).legal if isinstance(f, Play)]))
    assert sitting.turn == sitting.hand.leader == sitting.hand.winners[0]


@pytest.mark.rule("C-6", "C-8")
def test_players_follow_suit_or_play_any_card_when_void() -> None:
    sitting = Sitting("sandbags").deal("", "2H", "A3H 5S 6C /H", "/H").bids(3, 3, 3, 3).play("2H")
    assert sitting.playable() == "3H AH"
    refusal = sitting.why(Play(2, card("5S")))
    assert str(refusal) == "Follow suit: you have hearts (C-6)"
    assert sitting.sees(2).why_not[card("6C")].rule == "C-6"
    assert sitting.refused(Play(2, card("2H")), Play(2, card("KD"))) == {"C-6"}  # cards that the seat doesn't hold
    sitting.play("3H")
    assert sitting.playable() == cards.hand_text(sitting.hand.holding[3])


@pytest.mark.rule("C-7")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("5H 9H KH 2H", 2),
        ("5H AC 9H AD", 2),
        ("5H AC KD AD", 0),
        ("5H 2S AH 3C", 1),
        ("5H 2S 9S AH", 2),
        ("KC 2C 3C AC", 3),
    ],
)
def test_the_highest_spade_wins_or_else_the_highest_of_the_suit_led(trick: str, winner: int) -> None:
    first, *others = trick.split()
    hands = [first] + [f"{word} /{first[1]}" for word in others]  # those players have no other card of the suit led
    sitting = Sitting("sandbags", dealer=3).deal(*hands).bids(1, 1, 1, 1).play(trick)
    assert sitting.hand.winners == (winner,)


@pytest.mark.rule("C-8")
def test_a_refused_event_changes_nothing() -> None:
    sitting = Sitting("sandbags").deal()
    for wrong in (
        Bid(0, 3),
        Bid(1, 14),
        Play(1, card("2C")),
        events.Stand(1),
        events.Draw(1),
        events.Score(),
        Bid(4, 1),
    ):
        assert sitting.why(wrong).sentence
    assert sitting.turn == 1
    sitting.do(Bid(1, 3))


@pytest.mark.rule("C-9")
def test_every_seat_sees_the_public_facts() -> None:
    sitting = Sitting("sandbags").so_far(totals=(120, -40), bags=(3, 4))
    sitting.deal("AH", "2H", "3H KH", "4H").bids(1, 2, 3, 4).play("2H 3H 4H AH")
    held = cards.hand_text(sitting.hand.holding[0]).split()
    sitting.play(held[0])
    for seat in (0, 1, 2, 3, None):
        seen = sitting.sees(seat)
        assert seen.bids == (1, 2, 3, 4)
        assert seen.contracts == (4, 6)
        assert seen.took == (1, 0, 0, 0)
        assert seen.standing.totals == (120, -40)
        assert seen.standing.bags == (3, 4)
        assert seen.on_turn == 1
        assert [(played.seat, cards.text(played.card)) for played in seen.trick] == [(0, held[0])]
        assert seen.own == (None if seat is None else sitting.hand.holding[seat])


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("slug", SLUGS)
def test_the_last_trick_may_be_looked_at_again_but_not_in_sandbags(slug: str) -> None:
    sitting = Sitting(slug, dealer=0).deal().bids_near(4)
    assert sitting.sees(1).last_trick is None
    for _ in range(2 * sitting.rules.players):
        turn = sitting.turn
        sitting.do(next(event for event in sitting.sees(turn).legal if isinstance(event, Play)))
    shown = sitting.sees(1).last_trick
    assert shown == (None if slug == "sandbags" else sitting.hand.tricks[1])


@pytest.mark.rule("C-13")
def test_events_carry_no_message_and_observations_show_the_suit_led() -> None:
    kinds = [kind for kind in events.EVENT_KINDS if issubclass(kind, events.SeatEvent)]
    told = {field.name for kind in kinds for field in fields(kind)}
    assert told == {"seat", "bid", "blind", "tricks", "card", "cards", "keep", "ace", "accused", "count", "tray"}
    sitting = Sitting("sandbags").deal("", "2H").bids(1, 1, 1, 1)
    assert sitting.sees(3).led is None
    assert sitting.play("2H").sees(3).led == cards.HEARTS
