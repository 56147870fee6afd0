"""Players read a range of strength from each bid, and real hands lie in that range."""

from math import inf
from random import Random

import pytest
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.estimate import estimate
from spades_tui.bots.search.bid_reading import FURTHEST_ABOVE, FURTHEST_BELOW, LOWER, can_read, span_of
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Bid
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation, observe
from tests.bench.bots import deal
from tests.bots.tables import at_play, rules_of, seen_by

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
