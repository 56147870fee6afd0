"""All deals that agree with what a seat has seen, the worth of their cards, and the strength in a bid."""

from itertools import product
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.cardplay import SPREAD
from spades_tui.bots.estimate import estimate
from spades_tui.bots.hand_worth import worth
from spades_tui.bots.reach import best_within_reach, noise_of, within_reach
from spades_tui.bots.search.bid_reading import FURTHEST_ABOVE, FURTHEST_BELOW, LOWER, can_read, span_of
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.every_deal import every_deal, exact_values
from spades_tui.bots.search.layout import hand_by_suit, layout
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.cards import cards_of
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Bid
from spades_tui.game.history import History
from spades_tui.game.kernel import best_of
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.playable import answers
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.best_play import best, hand_with_cards_left
from tests.bots.tables import TABLES, at_play, rules_of, seen_by

ALL = 100_000
"""More deals than any of these hands has."""


def states_that_agree(state: GameState, seen: Observation) -> list[GameState]:
    """Return the game with each deal that agrees with what a seat has seen, by trying every holder of every card."""
    out, voids = not_seen(seen)
    unseen = cards_of(out)
    suit_of, hand = seen.rules.cards.suit_of, state.current
    holders = [*(other for other in seen.table if other != seen.seat), None]
    found = []
    for owners in product(holders, repeat=len(unseen)):
        sizes_agree = all(owners.count(other) == seen.sizes[other] for other in holders if other is not None)
        pairs = list(zip(unseen, owners, strict=True))
        if not sizes_agree or any(other is not None and voids[other] >> suit_of[card] & 1 for card, other in pairs):
            continue
        held = list(hand.holding)
        for other in holders:
            if other is not None:
                held[other] = sum(1 << card for card, holder in pairs if holder == other)
        found.append(replace(state, hand=replace(hand, holding=tuple(held))))
    return found


def followed_legally(state: GameState) -> bool:
    """Return whether all followers so far have played one of the cards that they had to choose from."""
    rules, hand = state.rules, state.current
    holding = list(hand.holding)
    for number, trick in reversed(list(enumerate((*hand.tricks, hand.trick)))):
        for place, played in reversed(list(enumerate(trick))):
            holding[played.seat] |= 1 << played.card
            if not place:
                continue
            best = trick[best_of(rules.cards, [before.value for before in trick[:place]])].value
            then = replace(hand, tricks=hand.tricks[:number])
            led = rules.cards.suit_of[trick[0].card]
            if not answers(rules, then, holding[played.seat], led, best) >> played.card & 1:
                return False
    return True


def by_suit(state: GameState) -> tuple[tuple[int, ...], ...]:
    """Return the cards of a game in the form of a sampled deal."""
    plan, hand = layout(state.rules), state.current
    hands = [hand_by_suit(plan, hand.holding[seat]) for seat in hand.table]
    return tuple(zip(*hands, strict=True))


@pytest.mark.parametrize(("slug", "cards"), [("sandbags", 11), ("two-handed", 5), ("cutthroat-three", 9)])
def test_every_deal_finds_each_deal_that_agrees_once(slug: str, cards: int) -> None:
    random = Random(slug)
    for _ in range(3):
        state = hand_with_cards_left(rules_of(slug), cards, random)
        seen = observe(state, state.current.player)
        deals = Deals(seen, state.current.player, random)
        found = [tuple(tuple(row) for row in deal) for deal in every_deal(deals, ALL)]
        agreeing = {by_suit(one) for one in states_that_agree(state, seen)}
        assert by_suit(state) in agreeing
        assert len(found) == len(set(found))
        assert set(found) == agreeing


@pytest.mark.parametrize(
    "rules",
    [
        rules_of("call-break"),
        rules_of("sandbags", must_beat={"void": "spade"}),
        rules_of("cutthroat", must_beat={"void": "free"}),
        rules_of("classic", must_beat={"follow": False}),
    ],
    ids=["beat", "spade", "free", "void"],
)
def test_deals_give_nobody_a_card_that_would_have_had_to_beat_a_trick(rules: Ruleset) -> None:
    random = Random("must beat")
    fewer = 0
    for _ in range(8):
        state = hand_with_cards_left(rules, 9, random)
        seen = observe(state, state.current.player)
        deals = Deals(seen, state.current.player, random)
        found = {tuple(tuple(row) for row in deal) for deal in every_deal(deals, ALL)}
        agreeing = states_that_agree(state, seen)
        legal = {by_suit(one) for one in agreeing if followed_legally(one)}
        assert by_suit(state) in legal
        assert found == legal
        assert {tuple(tuple(row) for row in deals.next()) for _ in range(50)} <= legal
        fewer += len(legal) < len(agreeing)
    assert fewer


@pytest.mark.parametrize("slug", ["whiz", "mirrors"])
def test_every_deal_keeps_the_numbers_of_cards_that_bids_tell(slug: str) -> None:
    random = Random(slug)
    for _ in range(4):
        state = hand_with_cards_left(rules_of(slug), 11, random)
        deals = Deals(observe(state, state.current.player), state.current.player, random)
        found = list(every_deal(deals, ALL))
        assert by_suit(state) in {tuple(tuple(row) for row in deal) for deal in found}
        suits = [(suit, n) for n, row in enumerate(deals.counted) for suit in range(4) if row[suit]]
        for suit, n in suits:
            assert len({deal[suit][n].bit_count() for deal in found}) == 1


def test_exact_values_are_the_average_of_best_play() -> None:
    random = Random("exact values")
    for cards in (8, 9):
        state = hand_with_cards_left(rules_of("sandbags"), cards, random)
        seat = state.current.player
        seen = observe(state, seat)
        ends = ends_as_bid(seen, seat)
        ours = [side == ends.table.side_of[seen.table.index(seat)] for side in ends.table.side_of]
        values = exact_values(seen, seat)
        assert values
        states = states_that_agree(state, seen)
        for play, value in values.items():
            tried = [best(machine.apply(one, play)[0], ends, ours) for one in states]
            assert value == pytest.approx(sum(tried) / len(tried))


def test_there_are_no_exact_values_early_or_among_three_sides() -> None:
    random = Random("none")
    early = hand_with_cards_left(rules_of("sandbags"), 24, random)
    assert exact_values(observe(early, early.current.player), early.current.player) is None
    three = hand_with_cards_left(rules_of("cutthroat-three"), 6, random)
    assert exact_values(observe(three, three.current.player), three.current.player) is None


READ = [slug for slug, variant in shipped().items() if not variant.programme and can_read(ruleset(variant))]


def bid_by_club(rules: Ruleset, number: int) -> tuple[Observation, dict[int, float]]:
    """Return everyone's view after the bidding, and the strength on which each seat bid."""
    course = History(new_game(rules, number % rules.seats))
    held: dict[int, float] = {}
    while course.state.phase != Phase.PLAY:
        turn = on_turn(course.state)
        if course.state.phase == Phase.DEAL:
            deal(course, seeded_secret("read", number, 1, 1))
            continue
        assert turn is not None
        seen = observe(course.state, turn)
        event = bots.choose("club", seen, Stream(b"read"))
        if isinstance(event, Bid) and seen.own is not None:
            held[turn] = estimate(rules, seen.own).tricks
        course.do(event)
    return observe(course.state, None), held


@pytest.mark.parametrize("slug", READ)
def test_most_hands_are_within_the_range_read_from_their_bids(slug: str) -> None:
    rules = rules_of(slug)
    zeros = rules.zeros_separate or rules.must_be_exact(0, blind=False)
    inside: list[bool] = []
    for number in range(20 * 4 // rules.seats):
        seen, held = bid_by_club(rules, number)
        for seat, tricks in held.items():
            low, high = span_of(seen, seat)
            if seen.bids[seat] or not zeros:
                inside.append(low < tricks < high + 2 * LOWER)
    assert sum(inside) > 0.85 * len(inside) > 25


def view_after_bids(slug: str, bids: tuple[int, ...]) -> Observation:
    """Return the view of the seat on turn after these bids, by seat."""
    return seen_by(at_play(rules_of(slug), {0: "KS TS 5S KH 8H 6H 3H QD 9D 3D JC 7C 4C"}, bids))


@pytest.mark.rule("JK-4")
def test_a_bid_forced_by_the_board_sets_no_lower_limit_on_the_hand() -> None:
    seen = view_after_bids("jokers", (3, 2, 1, 3))
    assert span_of(seen, 2)[0] == -inf
    assert 1 < span_of(seen, 2)[1] < 3
    assert 2 < span_of(seen, 3)[0] < span_of(seen, 3)[1] < 5


@pytest.mark.rule("JK-4")
def test_a_second_bid_shows_more_strength_after_a_higher_first_bid() -> None:
    beside = [sum(span_of(view_after_bids("jokers", (first, 2, 3, 3)), 2)) / 2 for first in (1, 3, 5)]
    assert beside == sorted(beside)
    assert beside[2] - beside[0] > 0.5
    honest = [sum(span_of(view_after_bids("jokers", (first, 2, 3, 3)), 0)) / 2 - first for first in (3, 5)]
    assert all(0.0 <= off < 0.3 for off in honest)


@pytest.mark.rule("JK-4")
def test_sampled_hands_are_weaker_after_a_bid_forced_by_the_board() -> None:
    def strength(bids: tuple[int, ...]) -> float:
        deals = Deals(view_after_bids("jokers", bids), 0, Random(1))
        return sum(deals.fast_estimate.tricks([cards[2] for cards in deals.next()]) for _ in range(80)) / 80

    assert strength((3, 3, 1, 3)) < strength((3, 3, 2, 3)) < strength((3, 3, 4, 3))


def test_bids_near_the_end_are_read_close_to_their_number() -> None:
    seen = view_after_bids("sandbags", (3, 3, 4, 3))
    for totals in ((450, 0), (490, 480), (0, 490), (-150, 420)):
        late = replace(seen, standing=replace(seen.standing, totals=totals))
        for seat in range(4):
            bid = seen.bids[seat] or 0
            for end in span_of(late, seat):
                assert end in (-inf, inf) or bid - FURTHEST_BELOW <= end + LOWER <= bid + FURTHEST_ABOVE


def test_reading_a_bid_does_not_use_the_readers_own_cards() -> None:
    seen = view_after_bids("sandbags", (3, 3, 4, 3))
    other = replace(seen, own=None)
    assert [span_of(seen, seat) for seat in range(4)] == [span_of(other, seat) for seat in range(4)]


def test_dictated_and_raised_bids_are_not_read() -> None:
    assert not any(can_read(rules_of(slug)) for slug in ("whiz", "mirrors", "suicide", "bemo"))
    assert can_read(rules_of("sandbags")) and can_read(rules_of("jokers"))


NUMBERS = st.floats(0, 13, allow_nan=False)


@given(table=st.sampled_from(TABLES), bid=st.integers(1, 5), taken=st.integers(0, 4), ends=st.tuples(NUMBERS, NUMBERS))
def test_both_ways_to_value_tricks_in_reach_agree(
    table: tuple[str, dict[str, object]], bid: int, taken: int, ends: tuple[float, float]
) -> None:
    """The quick one is for rows with one peak. A player's least can be more than its most."""
    rules = rules_of(table[0], **table[1])
    left = rules.tricks - taken - 1
    least, most = (min(end, left) for end in ends)
    bids = tuple(bid if seat < rules.players else None for seat in range(rules.seats))
    contracts = tuple(sum(bids[seat] or 0 for seat in seats) for seats in rules.sides)
    values = worth(rules, rules.fresh_standing(), Bidding(bids, (False,) * rules.seats, contracts))
    noise = noise_of(SPREAD * left**0.5)
    for unit in range(len(values.seats)):
        row = values.row(unit)
        quick = within_reach(row, values.shape_of(unit), taken, least, most, noise)
        slow = [best_within_reach(row, taken + more, least, most, noise) for more in (0, 1)]
        assert quick == pytest.approx(slow, abs=1e-9)
