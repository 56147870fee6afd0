"""The sentence of reason that goes with a bid, a raise, a look, a promise, a card thrown back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spades_tui.bots.reasons import reason
from spades_tui.bots.sentences import But
from spades_tui.cards import parse, parse_hand
from spades_tui.game.course import Course
from spades_tui.game.facts import Bid, Claim, Discard, Look, Promise, Raise, Redeal, SeatFact, Stand
from spades_tui.game.state import new_game
from spades_tui.seats import observe
from tests.advice.positions import FAIR, FOUR_HIGH, POOR, SANDBAGS, STRONG, after, first_bid, standing
from tests.bots.tables import hands, rules_of

# ---- bids


@pytest.mark.parametrize(
    ("hand", "bid", "words"),
    [
        (STRONG, 5, "Four top cards and five spades: about six in all; one less is safer."),
        (STRONG, 6, "Four top cards and five spades: about six in all."),
        (STRONG, 7, "Four top cards and five spades: about six in all; one more is a risk."),
        (STRONG, 2, "Three tricks are yours however the cards lie: bid no less."),
        (STRONG, 3, "Four top cards and five spades: about six in all; 3 is safer, but brings less."),
        (FAIR, 2, "No top card and what high cards may bring: about two in all."),
        (FAIR, 4, "No top card and what high cards may bring: about two in all; 4 is a bold bid."),
        ("AS 9S 8S 4S AH 8H 5H 4H 3H 2H QC 7C 2C", 4, "Two top cards, four spades and no diamonds at all: about four"),
        ("KH 8H 5H 4H KD 9D 4D 3D QC 7C 2C 3C 4C", 1, "no spade to ruff with"),
        ("3S 2S 8H 5H 3H 2H 9D 4D 3D 2D 6C 4C 2C", 0, "There are low cards under every high one."),
        ("TS 8S 7S 9H 8H 7H 5H 9D 8D 7D 9C 8C 7C", 1, "No top card and what low ones may bring: about"),
        (POOR, 0, "A zero is dangerous with the king of spades."),
        ("AS 2S 8H 5H 3H 2H 9D 4D 3D 2D 6C 4C 2C", 0, "One trick is yours however the cards lie: a zero cannot be"),
        ("KS 4S KH QH 3H 2H KD QD 6D 6C 4C 2C 5C", 0, "A zero is dangerous with the king of spades and other cards."),
    ],
)
def test_bids(hand: str, bid: int, words: str) -> None:
    assert words in reason(first_bid(SANDBAGS, hand), Bid(0, bid))


@pytest.mark.parametrize(
    ("slug", "hand", "words"),
    [
        # Six trumps with the two best make three tricks for certain, more than there are cards at the top.
        ("cutthroat", "AS KS TS 9S 8S 4S 6H KD JD 2D TC 6C 5C", "Three sure tricks, six spades and only one heart:"),
        # Aces and kings may be ruffed, so they are not said to be sure.
        ("3b-three", "TS 7S AH KH QH 9H 7H 4H 3H JD TD AC KC TC 7C 3C 2C", "Five top cards and what high cards may"),
        (SANDBAGS, "3S AH KH QH JH 8H 6H JD 9D 8D 6D AC 7C", "Five top cards, but somebody may ruff: about three"),
    ],
)
def test_top_cards_are_not_called_sure_and_sure_tricks_are_all_counted(slug: str, hand: str, words: str) -> None:
    seen = first_bid(slug, hand)
    number = 6 if slug != SANDBAGS else 3
    assert words in reason(seen, Bid(0, number))


def test_the_score_and_the_bids_before_count() -> None:
    seen, strong = first_bid(SANDBAGS, POOR), first_bid(SANDBAGS, STRONG)
    behind = standing(seen, totals=(0, 320))
    assert reason(behind, Bid(0, 0)).startswith("You are 320 behind: a zero is a risk with the king of spades")
    close = standing(strong, totals=(460, 320))
    assert reason(close, Bid(0, 3)) == "You are close to the end: bid no more than is safe."
    losing = standing(strong, totals=(460, 490))
    assert "close to the end" not in reason(losing, Bid(0, 3))
    late = standing(seen, totals=(400, 470))
    assert "the others are 30 points from the end, and a low bid would not catch them" in reason(late, Bid(0, 3))
    bags = standing(seen, totals=(0, 0), bags=(8, 0))
    assert "8 bags lie there, and a higher bid takes fewer" in reason(bags, Bid(0, 3))
    assert reason(after(strong, None, 6, 3, 5), Bid(0, 6)).endswith("but the other bids leave nothing.")
    low = after(strong, None, 1, 2, 2)
    assert reason(low, Bid(0, 7)).endswith("and the other bids leave eight.")
    assert "leave eight" not in reason(low, Bid(0, 10))
    grown = first_bid("3b-four", "3S 2S 8H 5H 3H 2H 9D 4D 3D 2D 6C 4C 2C")
    assert "a zero is worth 190 now" in reason(replace(grown, zero_value=190), Bid(0, 0))


def test_whoever_is_near_the_end_comes_before_the_bags() -> None:
    seen = standing(first_bid(SANDBAGS, FAIR), totals=(400, 470), bags=(9, 0))
    assert "the others are 30 points from the end" in reason(seen, Bid(0, 3))


def test_a_bid_that_is_changed_is_not_counted_among_the_others() -> None:
    """The others have bid nine of seventeen: eight are left, and not what the own bid leaves of them."""
    seen = after(first_bid("3b-three", "KS JS 8S 5S 3S KH JH TH 7H AD QD 2D KC JC TC 6C 4C"), 7, 4, 5)
    assert "one" not in reason(seen, Bid(0, 8)).partition(": about")[2]
    assert "leave" not in reason(seen, Bid(0, 8)) or "leave eight" in reason(seen, Bid(0, 8))


@pytest.mark.parametrize(
    ("slug", "hand", "bid", "words"),
    [
        ("bemo", FAIR, 1, "and a bid of 1 must be met exactly."),
        ("bemo", STRONG, 2, "and a bid of 2 must be met exactly."),
        ("3b-four", STRONG, 4, "and each trick above a bid of 4 costs."),
    ],
)
def test_a_low_bid_is_not_praised_where_a_trick_above_it_costs(slug: str, hand: str, bid: int, words: str) -> None:
    told = reason(first_bid(slug, hand), Bid(0, bid))
    assert isinstance(told, But)
    assert told.endswith(words)


def test_nobody_is_said_to_leave_tricks_for_a_bid_above_them() -> None:
    seen = after(first_bid("cutthroat", FAIR), None, 3, 3, 3)
    assert "four tricks that are left" in reason(seen, Bid(0, 4))
    assert reason(seen, Bid(0, 5)).endswith("5 is a bold bid.")


def test_partners_bid_makes_up_for_nothing() -> None:
    seen = after(first_bid("jokers", FAIR), None, 3, 5, 3)
    assert "partner" not in reason(seen, Bid(0, 5))


@pytest.mark.rule("3B-14")
def test_a_hopeless_zero_is_not_praised_for_its_worth() -> None:
    seen = replace(first_bid("3b-four", FOUR_HIGH), zero_value=200)
    told = reason(seen, Bid(0, 0))
    assert isinstance(told, But)
    assert told == "A zero is dangerous with the king of spades and other cards."


def test_a_number_that_the_rules_dictate_is_not_explained_as_chosen() -> None:
    seen = standing(first_bid("whiz", "QS 6S 5S 3S JH 2H QD JD 9D KC QC 8C 3C"), totals=(0, 597))
    assert reason(seen, Bid(0, 4)) == "You hold 4 spades, so you bid 4 or nil."


@pytest.mark.rule("3B-6")
def test_a_card_that_endangers_a_zero_may_be_drawn_for() -> None:
    back = "A zero is worth 100, and the king of spades may go back for the card that is left over."
    drawing = first_bid("3b-four", POOR)
    assert drawing.extra_down
    assert reason(drawing, Bid(0, 0)) == back
    without = replace(drawing, deal=replace(drawing.deal, extra_down=False))
    assert "may go back" not in reason(without, Bid(0, 0))
    assert "may go back" not in reason(first_bid("3b-four", FOUR_HIGH), Bid(0, 0))


# ---- blind bids


@pytest.mark.parametrize(
    ("slug", "totals", "fact", "words"),
    [
        ("bemo", (0, 0, 0), Look(0), "Look first, and bid what the cards are worth; a blind bid pays more when it is"),
        ("bemo", (0, 0, 0), Bid(0, 4, True), "A blind bid pays more. The usual share is about four."),
        ("bemo", (0, 42, 0), Bid(0, 4, True), "A blind bid pays more. The usual share is about four."),
        ("bemo", (0, 142, 0), Bid(0, 4, True), "You are 142 behind: a blind bid may bring you back."),
        ("bemo", (0, 0, 0), Bid(0, 11, True), "a blind bid far from it is seldom made."),
        ("bemo", (0, 0, 0), Bid(0, 0, True), "a blind bid far from it is seldom made."),
        ("jokers", (0, 300), Bid(0, 1, True), "The usual share is about three: so low a bid brings little."),
    ],
)
def test_blind_bids_and_looks(slug: str, totals: tuple[int, ...], fact: SeatFact, words: str) -> None:
    rules = rules_of(slug)
    course = Course(new_game(rules, rules.seats - 1))
    course.do(hands(rules, {}, rules.seats - 1))
    assert words in reason(standing(observe(course.state, 0), totals=totals), fact)


def test_only_the_usual_share_itself_is_called_so_beside_a_blind_partner() -> None:
    rules = rules_of("jokers")
    course = Course(new_game(rules, 3))
    course.do(hands(rules, {}, 3))
    seen = observe(course.state, 0)
    bidding = replace(seen.bidding, blind=(False, False, True, False))
    pressed = replace(seen, bidding=bidding, offers=replace(seen.offers, must_bid_blind=True))
    told = reason(pressed, Bid(0, 5, True))
    assert told == "Partner has gone blind, and you go with it. The usual share is about three."


# ---- after the bids


@pytest.mark.parametrize(
    ("slug", "bids", "fact", "words", "against"),
    [
        ("jokers", (2, 3, 2, 3), Raise(0, 5), "your side is good for about four; 5 is a risk.", True),
        ("jokers", (2, 3, 2, 3), Raise(0, 4), "The bids leave three tricks, and with partner's bid your side", False),
        ("jokers", (2, 3, 2, 3), Raise(0, 8), "your side is good for about four: 8 is more than that.", True),
        ("jokers", (2, 3, 2, 3), Stand(0), "your side is good for about four, and 4 are bid.", False),
        ("jokers", (2, 5, 2, 4), Stand(0), "All the tricks are spoken for: more would be hard to make.", False),
        ("bemo", (2, 5, 5), Raise(0, 5), "Your hand is good for about three: 5 is more than that.", True),
        ("bemo", (2, 5, 5), Raise(0, 3), "Your hand is good for about three.", False),
    ],
)
def test_raises(slug: str, bids: tuple[int, ...], fact: SeatFact, words: str, against: bool) -> None:
    seen = after(first_bid(slug, FAIR), *bids)
    contracts = (4, 6) if slug == "jokers" else bids
    told = reason(replace(seen, bidding=replace(seen.bidding, contracts=contracts)), fact)
    assert words in told
    assert isinstance(told, But) == against


def test_a_stand_far_below_what_the_cards_are_worth_is_not_praised() -> None:
    seen = after(first_bid("bemo", STRONG), 3, 4, 4)
    told = reason(seen, Stand(0))
    assert isinstance(told, But)
    assert told.endswith("and 3 are bid.")


@pytest.mark.parametrize(
    ("hand", "words", "against"),
    [
        ("BJ LJ 2S AS AH KH AD KD AC KC QC 3H 4H", "four top trumps, and you lead: the first 4 are yours.", False),
        ("3S 4S AH KH AD KD 5S 6S 2C 3C 4C 5C 6C", "four top cards, and you lead: the first 4 may be yours.", False),
        ("3S 4S AH 4H 6D KD 5S 6S 2C 3C 4C 5C 6C", "one top card, and the first 4 must all be yours.", True),
        ("3S 4S QH 4H 6D KD 5S 6S 2C 3C 4C 5C 6C", "no top cards, and the first 4 must all be yours.", True),
    ],
)
def test_promises(hand: str, words: str, against: bool) -> None:
    told = reason(first_bid("bemo", hand), Promise(0, 4))
    assert told == f"You hold {words}"
    assert isinstance(told, But) == against


def thrown(hand: str, bid: int, card: str) -> str:
    """Why a card is thrown back; the hand has one more than is played."""
    seen = after(first_bid("3b-four", hand[3:]), bid, 3, 3, 3)
    return reason(replace(seen, deal=replace(seen.deal, own=parse_hand(hand))), Discard(0, parse(card)))


MIXED = "JC AS KS 9S 8S 3S 2H 3H 4H KD QD 4D 2D 2C"
ONE_DANGER = "TD AS 2S 8H 5H 3H 2H 9D 4D 3D 2D 6C 4C 2C"


@pytest.mark.parametrize(
    ("hand", "bid", "card", "words"),
    [
        (ONE_DANGER, 0, "AS", "The ace of spades is the greatest danger to your zero."),
        (ONE_DANGER, 0, "2D", "You keep the ace of spades, the greatest danger to your zero."),
        ("TD AS 2S 8H 5H 3H 2H 9D 4D 3D 2D 6D JD 2C", 5, "2C", "Without it you have no clubs, and can ruff."),
        (MIXED, 5, "AS", "The hand loses more with it than with the two of clubs."),
        (MIXED, 5, "2H", "You can do without it: it adds little to the hand."),
        (MIXED, 2, "AS", "It could take a trick too many."),
        (MIXED, 2, "2H", "You can do without it: it adds little to the hand."),
    ],
)
def test_a_card_thrown_back_is_told_by_what_the_hand_loses_with_it(hand: str, bid: int, card: str, words: str) -> None:
    assert thrown(hand, bid, card) == words


def test_new_deals_and_claims() -> None:
    seen = first_bid("jokers", "3S 4S 5S KH 8H 5H 4H KD 9D 4D QC 7C 4C")
    assert reason(seen, Redeal(0)) == "There is nothing in this hand: ask for another."
    assert reason(seen, Claim(0, 4)).startswith("Nobody can take a trick from you")
