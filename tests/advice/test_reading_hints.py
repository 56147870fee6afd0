"""Hints for bids and cards state reasons that count, and `spades-tui advise` gives them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.analysis.simulate import play_game
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.trick_count import CardMark, count_tricks
from spades_tui.bots.valued_choice import Advice, Aim, PlainReason, Reason
from spades_tui.cards import cards_of, parse, pretty
from spades_tui.cli import main
from spades_tui.game.events import Bid, Look, Promise, Raise, Stand
from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.presentation.bid_words import BidChoice, bid_words
from spades_tui.presentation.chance_words import chance_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import MOST_WORDS
from spades_tui.presentation.worth_words import cost_beside
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to
from tests.bots.tables import rules_of
from tests.game.tables import Sitting
from tests.games import SLUGS
from tests.quick_cases import slow_but
from tests.scenes import at, mine

STRONG = LEVELS[-2]
HAND = "AK42S AQ3H 842C 973D"


def first_bidder(hand: str, slug: str = "sandbags") -> Observation:
    return Sitting(slug, dealer=rules_of(slug).seats - 1).deal(hand).sees(0)


def said(seen: Observation, bid: int, better: float = 0.0, against: int | None = None) -> str:
    """Return the reason for a bid; `better`: points by which it beats another one."""
    other = None if against is None else Bid(seen.seat or 0, against)
    return bid_words(Reason(Aim.MAKE, Bid(seen.seat or 0, bid), 0.8, other, 0.5, better), seen)


def test_the_best_bid_names_the_cards_that_make_it() -> None:
    seen = first_bidder(HAND)
    count = count_tricks(seen, 0)
    assert count is not None
    words = said(seen, count.about, 5.0, count.about + 1)
    assert words.startswith("about ")
    assert "A♠ and K♠ for sure" in words
    assert "A♥" in words


def test_a_lower_bid_names_the_trick_that_it_leaves_out_and_a_higher_one_what_it_needs() -> None:
    seen = first_bidder(HAND)
    count = count_tricks(seen, 0)
    assert count is not None
    low, high = count.tricks[count.about - 1], count.tricks[count.about]
    assert low.mark != CardMark.SURE
    left, needed = (said(seen, count.about + step, -5.0, count.about) for step in (-1, 1))
    assert "leaves out" in left
    assert low.mark in (CardMark.RUFF, CardMark.LONG) or pretty(low.card) in left
    assert "needs" in needed
    assert high.mark in (CardMark.RUFF, CardMark.LONG) or pretty(high.card) in needed


def test_a_bid_of_the_count_needs_no_more_than_the_cards_promise() -> None:
    """The count may be higher than the tricks that cards are named for."""
    seen = first_bidder("2S A865D Q8753C T63H", "classic")
    count = count_tricks(seen, 0)
    assert count is not None and len(count.tricks) < count.about
    for words in (said(seen, count.about, -5.0, count.about - 1), said(seen, count.about, -5.0, 0)):
        assert "small chances" in words and "promise" not in words
    assert "promise: about two" in said(seen, count.about + 1, -5.0, count.about - 1)


def test_long_trumps_that_may_lose_are_others_than_those_that_are_counted() -> None:
    seen = first_bidder("K9876432S 94H K6C 6D", "classic")
    count = count_tricks(seen, 0)
    assert count is not None
    long = [place for place, trick in enumerate(count.tricks[: count.about]) if trick.mark == CardMark.LONG]
    assert len(long) > 3
    assert " more long trumps" in said(seen, long[-2], 5.0)


@pytest.mark.parametrize(("hand", "tail"), [
    ("AK7S KJ43H K754C 93D", "K♣ and K♥ make about one together"), ("AKS K3H AQ7543C 964D", "don't count on K♥"),
])  # fmt: skip
def test_a_king_left_out_is_not_called_worse_than_one_counted_that_is_no_better(hand: str, tail: str) -> None:
    seen = first_bidder(hand, "classic")
    count = count_tricks(seen, 0)
    assert count is not None
    words = said(seen, count.about, 0.0)
    assert words.endswith(f"; {tail}")


@pytest.mark.parametrize(
    ("trumps", "count"), [("KQJ974", 5), ("AQJ974", 6), ("KQJ97", 4), ("K9", 2), ("QJT98", 4)],
)  # fmt: skip
def test_many_trumps_are_all_counted_only_if_none_falls_to_a_higher_one(trumps: str, count: int) -> None:
    plain = {6: "94H KJ74C 6D", 5: "943H KJ74C 6D", 2: "943H KJ74C 6432D"}[len(trumps)]
    counted = count_tricks(first_bidder(f"{trumps}S {plain}", "classic"), 0)
    assert counted is not None
    spades = [one for one in counted.tricks if pretty(one.card).endswith("♠") and one.mark != CardMark.RUFF]
    assert len(spades) <= count


def test_a_bid_of_nothing_is_a_number() -> None:
    """Where a zero is no nil, it is a bid as any other."""
    words = said(first_bidder("J76S T765H 764D 854C", "joker-deuces"), 0, -5.0, 1)
    assert words.startswith("zero ")


def test_the_last_bidder_hears_how_many_tricks_are_bid() -> None:
    sitting = Sitting("sandbags", dealer=3).deal("", "", "", HAND).do(Bid(0, 4), Bid(1, 5), Bid(2, 2))
    seen = sitting.sees(3)
    count = count_tricks(seen, 3)
    assert count is not None
    assert "11 are out: don't stretch" in said(seen, count.about, 5.0, count.about + 1)


@pytest.mark.parametrize(
    ("slug", "low", "words"),
    [
        ("two-handed", (None, 1), "your opponent bid only one"),
        ("cutthroat", (None, 1, 1, 1), "the others bid only three"),
    ],
)
def test_low_bids_are_those_of_one_opponent_or_of_several(slug: str, low: tuple[int | None, ...], words: str) -> None:
    seen = replace(first_bidder(HAND, slug), bids=low)
    assert words in said(seen, 4, 5.0, 5)


def test_a_nil_names_its_danger_and_what_covers_it() -> None:
    seen = first_bidder("543S Q432H 5432C 72D")
    danger = count_tricks(seen, 0)
    assert danger is not None
    words = said(seen, 0, 20.0, 2)
    assert pretty(danger.dangers[0].card) in words
    assert "partner can cover" in words
    behind = replace(seen, standing=replace(seen.standing, totals=(0, 470)))
    assert "you trail by 470" in said(behind, 0, 20.0, 2)
    assert re.search(r"lower \w+ to play first|higher \w+ out|nothing above", words)


@pytest.mark.parametrize(("hand", "words"), [
    ("A7S J7H AKQ986C 642D", "bid two; a nil fails: A♠ always wins"),
    ("85S A53H 85C KQJ842D", "bid two; a nil may break on A♥, with two lower hearts to play first"),
])  # fmt: skip
@pytest.mark.rule("WZ-1")
def test_a_number_that_the_rules_give_is_compared_with_a_nil_and_not_with_the_count(hand: str, words: str) -> None:
    assert said(first_bidder(hand, "whiz"), 2, 50.0, 0) == words


def test_two_bids_within_a_point_or_chance_are_called_equal_and_farther_ones_never() -> None:
    for number in range(4):
        seen = on_turn(played_to(rules_of("sandbags"), f"near {number}", number))
        assert seen is not None
        first, *others = [one for one in advise(STRONG, seen) if one.weighed]
        for one in (first, *others):
            if one.reason.as_good is None:
                continue
            near = next(other for other in (first, *others) if other.event == one.reason.as_good)
            assert abs(one.value - near.value) <= min(5.0, max(1.0, one.doubt, near.doubt))
            assert reason_words(one.reason, seen).startswith("Either ")


@pytest.mark.parametrize("slug", slow_but(["3b-five", "classic"], SLUGS))
def test_no_two_bids_of_a_hand_have_the_same_reason_and_none_has_a_percentage(slug: str) -> None:
    for number in range(3):
        seen = on_turn(played_to(rules_of(slug), f"same {number}", number))
        if seen is None or seen.phase != Phase.BID:
            continue
        advice = [one for one in advise(STRONG, seen) if isinstance(one.event, BidChoice)]
        plain = [one for one in advice if one.reason.goal not in (PlainReason.RULED, PlainReason.ONLY)]
        words = [reason_words(one.reason, seen) for one in plain]
        assert len(set(words)) == len(words), words
        assert not [said for said in words if "%" in said or len(said.split()) > MOST_WORDS]


@pytest.mark.parametrize("slug", slow_but(["3b-five", "classic"], SLUGS))
def test_a_reason_names_only_cards_of_the_own_hand(slug: str) -> None:
    for number in range(3):
        seen = on_turn(played_to(rules_of(slug), f"own {number}", number))
        if seen is None or seen.own is None or seen.phase not in (Phase.BID, Phase.RAISE):
            continue
        own = {pretty(card) for card in cards_of(seen.own)}
        for one in advise(STRONG, seen):
            if isinstance(one.event, BidChoice):
                named = set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", reason_words(one.reason, seen)))
                assert named <= own


def test_the_count_in_the_sentence_agrees_with_the_number_of_the_bid() -> None:
    for number in range(8):
        seen = on_turn(played_to(rules_of("classic"), f"agree {number}", number % 4))
        assert seen is not None and seen.seat is not None
        count = count_tricks(seen, seen.seat)
        if count is None:
            continue
        for bid in (count.about - 1, count.about, count.about + 1):
            words = said(seen, bid, 5.0) if bid > 0 else ""
            if bid == count.about:
                assert words.startswith("about ")
            elif words:
                assert "may lose" in words or "above your count" in words or "you count" in words


def test_raises_promises_and_looks_are_explained_without_figures() -> None:
    seen = first_bidder(HAND, "bemo")
    for event in (Raise(0, 6), Stand(0), Promise(0, 4)):
        words = bid_words(Reason(PlainReason.POINTS, event, 0.7, better=4.0), seen)
        assert words and "%" not in words
    blind = Sitting("bemo", dealer=2).so_far(totals=(-300, 200, 200)).deal().sees(0)
    assert blind.own is None
    look = bid_words(Reason(PlainReason.POINTS, Look(0), 0.7, better=4.0), blind)
    assert look.startswith("look first: you trail by ")


@pytest.mark.parametrize(("bid", "words"), [
    (0, "a blind zero pays +500 if made: you trail by "), (4, "a blind four pays +"),
    (4, "an average hand takes about"),
])  # fmt: skip
def test_a_blind_bid_says_what_it_pays(bid: int, words: str) -> None:
    blind = Sitting("bemo", dealer=2).so_far(totals=(-300, 200, 200)).deal().sees(0)
    sentence = bid_words(Reason(PlainReason.POINTS, Bid(0, bid, blind=True), 0.7, better=4.0), blind)
    assert words in sentence and len(sentence.split()) <= MOST_WORDS


def shown_chance(made: float, deals: int, seen: Observation) -> str:
    """Return the words for a chance from this number of deals."""
    event = Bid(0, 3)
    return chance_words(Advice(event, 0.0, 0.0, made, 3.0, deals, Reason(Aim.MAKE, event)), seen)


def test_a_chance_from_few_deals_has_no_second_digit() -> None:
    seen = replace(first_bidder(HAND), phase=Phase.PLAY)
    assert [shown_chance(made, 200, seen) for made in (0.64, 0.004, 0.996)] == ["64%", "<1%", ">99%"]
    assert [shown_chance(made, 160, seen) for made in (0.64, 0.99, 0.01)] == ["~60%", ">90%", "<10%"]


@pytest.mark.parametrize(("above", "certain"), [(0, "100%"), (1, ""), (9, "never")])
def test_a_chance_is_certain_only_if_the_bid_is_made_or_lost_already(above: int, certain: str) -> None:
    table = at("cutthroat", mine("play", 8))
    seen = table.observe(table.people[0])
    bid = max(1, seen.took[0]) + above
    took = (max(1, seen.took[0]), *seen.took[1:])
    seen = replace(seen, bids=(bid, *seen.bids[1:]), contracts=(bid, *seen.contracts[1:]), side_tricks=took, took=took)
    for made, guarded in ((1.0, ">99%"), (0.0, "<1%")):
        proved = certain == {1.0: "100%", 0.0: "never"}[made]
        assert shown_chance(made, 300, seen) == (certain if proved else guarded)


def test_the_hint_for_a_bid_shows_rounded_chances() -> None:
    seen = first_bidder(HAND)
    assert all(chance_words(one, seen)[0] in "~<>" for one in advise(ADVISER, seen) if one.weighed)


def test_a_bid_that_reaches_the_goal_is_enough() -> None:
    seen = first_bidder(HAND, "cutthroat")
    count = count_tricks(seen, 0)
    assert count is not None
    low = count.about - 1
    goal = rules_of("cutthroat").goal or 0
    for total, enough in ((goal - 10 * low, True), (goal - 10 * low + 10, False), (0, False)):
        standing = replace(seen.standing, totals=(total, 0, 0, 0))
        words = said(replace(seen, standing=standing), low, 5.0)
        assert (f"reaches {goal}" in words) == enough


@pytest.mark.parametrize(
    ("others", "totals", "why"),
    [
        ((2, 1, 1), (0, 0), "the others leave nine"),
        ((2, 4, 3), (440, 400), "you trail by 40"),
    ],
)
def test_a_bid_above_the_count_names_the_missing_tricks_and_says_why(
    others: tuple[int, ...], totals: tuple[int, int], why: str
) -> None:
    sitting = Sitting("sandbags", dealer=3).deal("", "", "", HAND)
    for seat, bid in enumerate(others):
        sitting.do(Bid(seat, bid))
    seen = sitting.sees(3)
    seen = replace(seen, standing=replace(seen.standing, totals=totals))
    count = count_tricks(seen, 3)
    assert count is not None
    words = said(seen, count.about + 1, 5.0)
    assert why in words
    missing = count.tricks[count.about]
    assert missing.mark in (CardMark.RUFF, CardMark.LONG) or pretty(missing.card) in words


@pytest.mark.parametrize(("slug", "cheap"), [("3b-four", True), ("cutthroat", False)])
def test_a_bid_above_the_count_says_if_a_set_costs_nothing(slug: str, cheap: bool) -> None:
    seen = first_bidder(HAND, slug)
    count = count_tricks(seen, 0)
    assert count is not None
    assert ("a set costs nothing, each overtrick 10" in said(seen, count.about + 1, 5.0)) == cheap


def test_two_equal_bids_far_above_the_count_say_what_the_cards_are_worth() -> None:
    seen = first_bidder("7S J987532H 87D KJ6C", "classic")
    seen = replace(seen, standing=replace(seen.standing, totals=(100, 440)))
    words = bid_words(Reason(Aim.WIN, Bid(0, 7), 0.1, as_good=Bid(0, 6)), seen)
    assert words == "either seven or six: you count about two; they need only 60 to win"


def test_a_bid_far_above_the_count_counts_the_missing_tricks() -> None:
    seen = first_bidder("KQJS KQJTH KQJC KQJD")
    count = count_tricks(seen, 0)
    assert count is not None and count.about == 4
    words = said(seen, 12, 5.0)
    assert words.endswith("eight more must win")
    assert len(words.split()) <= MOST_WORDS


def test_a_bid_two_below_the_count_says_why() -> None:
    for slug, why in (("sandbags", "better a bag than a set"), ("call-break", "better one over than a set")):
        seen = first_bidder(HAND, slug)
        count = count_tricks(seen, 0)
        assert count is not None
        assert why in said(seen, count.about - 2, 5.0)


def test_a_bid_says_which_aces_and_kings_it_does_not_count() -> None:
    seen = first_bidder("A6S K852H K643C 873D")
    count = count_tricks(seen, 0)
    assert count is not None
    counted = {pretty(trick.card) for trick in count.counted}
    assert len(counted & {"K♥", "K♣"}) == 1
    assert "K♣ and K♥ make about one together" in said(seen, count.about, 5.0)


def test_two_equal_bids_name_the_tricks_of_the_lower_one() -> None:
    seen = first_bidder(HAND)
    count = count_tricks(seen, 0)
    assert count is not None
    reason = Reason(Aim.MAKE, Bid(0, count.about), 0.8, as_good=Bid(0, count.about - 1))
    words = bid_words(reason, seen)
    assert "A♠, K♠" in words and " make " in words


def test_small_chances_of_which_one_is_needed_are_named_together() -> None:
    seen = first_bidder("J83S 72H T9754D KJ6C", "classic")
    count = count_tricks(seen, 0)
    assert count is not None
    low = max(n for n, trick in enumerate(count.tricks, 1) if trick.mark != CardMark.PERHAPS)
    perhaps = count.tricks[low:]
    assert len(perhaps) > 1
    words = bid_words(Reason(Aim.MAKE, Bid(0, low + 1), 0.8, as_good=Bid(0, low)), seen)
    assert f"one of {pretty(perhaps[0].card)}" in words and words.endswith(" decides")
    worse = bid_words(Reason(Aim.MAKE, Bid(0, low + 1), 0.3, Bid(0, low), 0.8, -9.0), seen)
    assert "needs one of " in worse and "each may well lose" in worse


@pytest.mark.parametrize(("totals", "higher", "words"), [
    ((104, 330), True, "you trail by 226: reach"), ((104, 330), False, ""),
    ((330, 104), False, "you lead by 226: play safe"), ((330, 104), True, ""),
    ((104, 130), True, ""), ((434, 311), True, "you need 66 to win"),
])  # fmt: skip
def test_two_equal_bids_far_apart_in_the_score_say_whether_to_reach(
    totals: tuple[int, int], higher: bool, words: str
) -> None:
    seen = first_bidder(HAND, "classic")
    seen = replace(seen, standing=replace(seen.standing, totals=totals))
    count = count_tricks(seen, 0)
    assert count is not None
    bid, other = (count.about, count.about - 1) if higher else (count.about - 1, count.about)
    sentence = bid_words(Reason(Aim.MAKE, Bid(0, bid), 0.8, as_good=Bid(0, other)), seen)
    assert sentence.endswith(words or ("decides", "decide"))


def test_two_equal_bids_say_that_bags_cost_soon() -> None:
    seen = first_bidder(HAND)
    seen = replace(seen, standing=replace(seen.standing, bags=(8, 0)))
    count = count_tricks(seen, 0)
    assert count is not None
    words = bid_words(Reason(Aim.MAKE, Bid(0, count.about), 0.8, as_good=Bid(0, count.about - 1)), seen)
    assert words.endswith("two bags more cost 100")


@pytest.mark.parametrize(("total", "words"), [(464, "two with partner's two is enough"), (455, "only three with")])
def test_of_two_equal_bids_those_that_reach_the_goal_are_named(total: int, words: str) -> None:
    seen = first_bidder("KJ92S T762H QJ2D QTC", "classic")
    seen = replace(seen, bids=(None, 2, 2, 2), standing=replace(seen.standing, totals=(total, 400)))
    for bid, other in ((3, 2), (2, 3)):
        assert words in bid_words(Reason(Aim.MAKE, Bid(0, bid), 0.9, as_good=Bid(0, other)), seen)


@pytest.mark.parametrize(("slug", "hand", "words"), [
    ("classic", "K94S J64H QJD JT975C", "K♠ likely, a ruff in diamonds"),
    ("jokers", "Q2S K73H 94D KQT754C", "2♠ and K♥"),
])  # fmt: skip
def test_a_low_trump_counts_after_a_ruff_and_a_high_one_with_a_guard_first(slug: str, hand: str, words: str) -> None:
    assert words in said(first_bidder(hand, slug), 2, 5.0)


@pytest.mark.parametrize(("slug", "hand", "first", "later"), [
    ("classic", "KQT3S KQH K5D AT763C", "KH", "TS"), ("classic", "Q7S A43H KT52D K972C", "KD", "QS"),
    ("classic", "3S KQJ87H KQJ3D 654C", "KD", "QD"), ("classic", "KQ4S QJT4H 952D 762C", "QH", "TH"),
])  # fmt: skip
def test_equal_honours_make_a_trick_and_a_trump_counts_first_only_with_a_guard_for_each_higher(
    slug: str, hand: str, first: str, later: str
) -> None:
    count = count_tricks(first_bidder(hand, slug), 0)
    assert count is not None
    cards = [trick.card for trick in count.tricks]
    assert parse(first) in cards
    assert parse(later) not in cards or cards.index(parse(first)) < cards.index(parse(later))


@pytest.mark.parametrize(
    ("against", "words"), [(1, "bid zero, not one: "), (3, "bid zero: "), (2, "bid zero, not two: ")]
)
def test_a_low_bid_speaks_against_a_number_that_is_weighed(against: int, words: str) -> None:
    assert said(first_bidder("Q2S K73H 94D KQT754C", "jokers"), 0, 5.0, against).startswith(words)


@pytest.mark.parametrize(("totals", "words"), [
    ((185, 484), "they need only 16 to win"), ((441, 1), "you need 59 to win"), ((200, 100), ""),
])  # fmt: skip
def test_the_score_is_said_before_anybody_has_bid_and_between_equal_bids(totals: tuple[int, int], words: str) -> None:
    seen = first_bidder(HAND, "classic")
    count = count_tricks(seen, 0)
    assert count is not None
    seen = replace(seen, standing=replace(seen.standing, totals=totals))
    either = Reason(Aim.MAKE, Bid(0, count.about), 0.8, as_good=Bid(0, count.about - 1))
    for sentence in (said(seen, count.about, 5.0), bid_words(either, seen)):
        assert words in sentence and (" to win" in sentence) == bool(words)
        assert len(sentence.split()) <= MOST_WORDS


def test_bids_without_figures_follow_from_the_nearest_to_the_farthest() -> None:
    choices = advise(ADVISER, first_bidder("AQJT982S 6H KT93C 3D", "jokers"))
    first, *others = [one.event.bid for one in choices if isinstance(one.event, Bid)]
    apart = [abs(bid - first) for bid in others]
    assert apart == sorted(apart) and len(apart) > 5


@pytest.mark.parametrize(("totals", "third", "words"), [
    ((0, 440), 3, "the others' six reaches 500 unless set"), ((450, 0), 3, "with partner's four that's enough for 500"),
    ((0, 380), 0, "the others' nil and three reach 500 unless set"),
])  # fmt: skip
def test_a_bid_in_what_may_be_the_last_hand_says_what_decides_it(
    totals: tuple[int, int], third: int, words: str
) -> None:
    seen = first_bidder(HAND, "classic")
    seen = replace(seen, bids=(None, 3, 4, third), standing=replace(seen.standing, totals=totals))
    count = count_tricks(seen, 0)
    assert count is not None
    assert words in said(seen, count.about if totals[1] else count.about - 2, 5.0)


@pytest.mark.parametrize("above", [0, 1])
def test_a_bid_of_the_count_or_above_it_says_that_bags_cost_soon(above: int) -> None:
    seen = first_bidder(HAND)
    count = count_tricks(seen, 0)
    assert count is not None
    seen = replace(seen, standing=replace(seen.standing, bags=(9, 0)))
    assert "one bag more costs 100" in said(seen, count.about + above, 5.0)


@pytest.mark.parametrize(("apart", "words"), [(0, ""), (1, ", one short already"), (-1, ", one to spare")])
def test_a_stand_says_how_far_the_side_s_bid_is_from_the_tricks_counted(apart: int, words: str) -> None:
    sitting = Sitting("jokers", dealer=3).deal(HAND)
    seen = sitting.sees(0)
    count = count_tricks(seen, 0)
    assert count is not None
    contract = count.about + 3 + apart
    seen = replace(seen, bids=(count.about, 4, 3, 2), contracts=(contract, 6))
    said_words = bid_words(Reason(Aim.MAKE, Stand(0), 0.8, Raise(0, contract + 1), 0.5, 2.0), seen)
    assert said_words.endswith(f"partner bid three{words}")


def test_a_bid_that_misses_the_goal_says_so_beside_one_that_reaches_it() -> None:
    seen = first_bidder(HAND, "cutthroat")
    count = count_tricks(seen, 0)
    assert count is not None
    goal = rules_of("cutthroat").goal or 0
    seen = replace(seen, standing=replace(seen.standing, totals=(goal - 10 * count.about, 0, 0, 0)))
    assert f"leaves you short of {goal}" in said(seen, count.about - 1, -100.0, count.about)


def test_the_cost_of_a_choice_is_a_share_of_games_where_winning_the_game_counts() -> None:
    seen = first_bidder(HAND)
    near = replace(seen, standing=replace(seen.standing, totals=(440, 430)))
    assert [cost_beside(cost, seen) for cost in (4.0, 127.9)] == ["−4.0", "−127.9"]
    assert [cost_beside(cost, near) for cost in (0.3, 12.0, 127.9)] == ["close", "−7%", "−71%"]
    alone = first_bidder(HAND, "cutthroat")
    alone = replace(alone, standing=replace(alone.standing, totals=(290, 280, 0, 0)))
    assert [cost_beside(cost, alone) for cost in (4.0, 12.0, 127.9)] == ["close", "worse", "far off"]
    about = count_tricks(near, 0)
    assert about is not None
    assert "you need 60 to win" in said(replace(near, bids=(None, 2, 1, 4)), about.about, 5.0)


def before_a_raise() -> Observation:
    """Return what a seat sees that may raise its bid, with a hand of many kinds of tricks."""
    sitting = Sitting("bemo", dealer=2).deal("LJ AK5S QT943H KD Q52C")
    for seat, bid in enumerate((4, 4, 3)):
        sitting.do(Look(seat), Bid(seat, bid))
    return sitting.sees(0)


@pytest.mark.parametrize(("apart", "words"), [(-1, "Q♣ may lose"), (0, "about five: "), (2, "two above your count: ")])
def test_a_raise_is_explained_from_the_tricks_counted(apart: int, words: str) -> None:
    seen = before_a_raise()
    count = count_tricks(seen, 0)
    assert count is not None
    assert words in bid_words(Reason(PlainReason.POINTS, Raise(0, count.about + apart), 0.7, better=4.0), seen)


def test_a_stand_on_a_hand_of_many_kinds_of_tricks_is_not_too_long() -> None:
    seen = before_a_raise()
    words = bid_words(Reason(Aim.MAKE, Stand(0), 0.8, Raise(0, 5), 0.5, 2.0), seen)
    assert "you count about" in words or "likely" in words
    assert len(words.split()) <= MOST_WORDS


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return the lines of a simulated game."""
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    return play_game(TableSetup(shipped()["sandbags"], {"target": 100}, seats, seed="advise")).text.splitlines()


def written(tmp_path: Path, lines: list[str]) -> str:
    path = tmp_path / "game.spades.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["advise", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.usefixtures("by_rules")
def test_advise_lists_choices_for_a_bid_and_for_a_card(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = asked(capsys, written(tmp_path, lines[:2]))
    assert (status, err) == (0, "")
    assert out.startswith("Bea (seat 1) is on turn: hand 1. Advice of ")
    assert out.count("\n") == 3 + 14
    status, out, err = asked(capsys, written(tmp_path, lines[:7]))
    assert (status, err) == (0, "")
    assert "hand 1, trick 1" in out
    best = out.splitlines()[3]
    assert best.endswith(".")
    assert "50%" in best


@pytest.mark.rule("NL-5")
@pytest.mark.usefixtures("by_rules")
@pytest.mark.parametrize(("game", "nil"), [("classic", "bid nil"), ("sandbags", "bid 0")])
def test_advice_says_nil_or_0_as_the_game_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, nil: str
) -> None:
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    played = play_game(TableSetup(shipped()[game], {"target": 100}, seats, seed="nil")).text.splitlines()
    _, out, _ = asked(capsys, written(tmp_path, played[:2]))
    choices = {line[2:].split("  ")[0] for line in out.splitlines()[3:]}
    assert {nil, "bid 1", "bid 13"} <= choices
    assert len(choices & {"bid nil", "bid 0"}) == 1


@pytest.mark.usefixtures("by_rules")
def test_advise_json_has_each_choice_with_its_figures(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = asked(capsys, written(tmp_path, lines[:7]), "--json", "--level", LEVELS[-1])
    data = json.loads(out)
    assert (status, data["level"]) == (0, LEVELS[-1])
    assert data["seat"] == data["choices"][0]["fact"]["seat"]
    assert set(data["choices"][0]) == {"fact", "value", "cost", "made", "tricks", "deals", "reason", "why"}
    assert {choice["why"]["goal"] for choice in data["choices"]} <= {*Aim, *PlainReason}
    assert data["choices"][0]["cost"] == 0
    played = json.loads(lines[7])
    assert any(choice["fact"].get("card") == played["card"] for choice in data["choices"])


@pytest.mark.usefixtures("by_rules")
def test_advice_at_a_line_equals_advice_on_the_record_up_to_it(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, at_end, _ = asked(capsys, written(tmp_path, lines[:9]))
    _, at_line, _ = asked(capsys, written(tmp_path, lines), "--line", "10")
    assert at_end == at_line


@pytest.mark.usefixtures("by_rules")
def test_advice_is_the_same_with_other_hidden_cards(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Swapping the other players' hands leaves every word of the advice unchanged."""
    deal = json.loads(lines[1])
    deal["hands"] = [deal["hands"][n] for n in (2, 1, 0, 3)]
    del deal["fair"]
    _, one, _ = asked(capsys, written(tmp_path, lines[:2]))
    _, two, _ = asked(capsys, written(tmp_path, [lines[0], json.dumps(deal)]))
    assert one == two


def test_wrong_arguments_are_refused_in_one_line(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, lines[:2])
    for arguments, message in (
        ((path, "--seat", "2"), "Cy isn't on turn there; Bea is (seat 1)"),
        ((path, "--seat", "9"), "no seat 9; choose one from 0 to 3"),
        ((path, "--level", "guru"), "'guru' isn't a level"),
        ((path, "--line", "99"), "no line 99; choose one from 2 to 3"),
        ((str(tmp_path / "none"),), "no such file"),
    ):
        status, out, err = asked(capsys, *arguments)
        assert (status, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    status, out, err = asked(capsys, written(tmp_path, lines))
    assert (status, out) == (1, "")
    assert err == f"{path}:{len(lines)}: nobody is on turn at the end of this record\n"
    status, out, err = asked(capsys, written(tmp_path, [lines[0], lines[3]]))
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}:2: ")


@pytest.mark.usefixtures("by_rules")
def test_advice_on_a_suspended_game_equals_advice_before_suspending(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    aside = asked(capsys, written(tmp_path, [*lines[:7], '{"event": "suspend"}']))
    assert aside == asked(capsys, written(tmp_path, lines[:7]))
    assert aside[0] == 0
