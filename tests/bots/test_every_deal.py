"""All deals that agree with what a seat has seen are found, and cards have the average worth of best play in them."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.every_deal import every_deal, exact_values
from spades_tui.bots.search.layout import hand_by_suit, layout
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.cards import cards_of
from spades_tui.game import machine
from spades_tui.game.state import GameState
from spades_tui.seats import Observation, observe
from tests.bots.best_play import best, hand_with_cards_left
from tests.bots.tables import rules_of

ALL = 100_000
"""More deals than any of these hands has."""


def states_that_agree(state: GameState, seen: Observation) -> list[GameState]:
    """Return the game with each deal that agrees with what a seat has seen, by trying every holder of every card."""
    out, voids = not_seen(seen)
    unseen = cards_of(out)
    suit_of, hand = seen.rules.cards.suit_of, state.current
    holders = [*(other for other in seen.table if other != seen.seat), None]
    found = []
    for given in product(holders, repeat=len(unseen)):
        sizes_agree = all(given.count(other) == seen.sizes[other] for other in holders if other is not None)
        pairs = list(zip(unseen, given, strict=True))
        if not sizes_agree or any(other is not None and voids[other] >> suit_of[card] & 1 for card, other in pairs):
            continue
        held = list(hand.holding)
        for other in holders:
            if other is not None:
                held[other] = sum(1 << card for card, holder in pairs if holder == other)
        found.append(replace(state, hand=replace(hand, holding=tuple(held))))
    return found


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
