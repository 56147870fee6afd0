"""The last tricks are solved exactly, as by best play of everybody, and that lowers the luck in a card's value."""

from functools import partial
from random import Random
from statistics import mean, stdev

import pytest

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search import card_search, choice_values, search_players
from spades_tui.bots.search.choice_values import EndWorth
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.layout import bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.playout import after_card
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.cards import text
from spades_tui.game import machine
from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bots.at_random import bid, ends_at
from tests.bots.best_play import best, hand_with_cards_left
from tests.bots.tables import rules_of, stream
from tests.game.tables import Sitting
from tests.games import SLUGS, each_game

TWO_PARTIES = [slug for slug in SLUGS if len(rules_of(slug).sides) == 2]


def worth_of(outcomes: EndWorth, winners: list[int], count: int) -> float:
    return outcomes.of(count, winners).value


@pytest.mark.parametrize("slug", [case for case in each_game("sandbags", "jokers") if case.values[0] in TWO_PARTIES])
def test_the_last_tricks_have_the_value_of_best_play(slug: str) -> None:
    compare_with_best_play(slug, rules_of(slug))


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize("must_beat", [{}, {"void": "spade"}, {"follow": False}, {"void": "free"}], ids=str)
def test_the_last_tricks_are_played_by_the_rule_to_beat_them(must_beat: dict[str, object]) -> None:
    compare_with_best_play(str(must_beat), rules_of("sandbags", must_beat=must_beat))


def compare_with_best_play(seed: str, rules: Ruleset) -> None:
    random = Random(seed)
    plan = layout(rules)
    seats = len(bid(rules, random).current.table)
    for cards in [*[2 * seats + n for n in range(seats)] * 6, 3 * seats - 1]:
        state = hand_with_cards_left(rules, cards, random)
        ends = ends_at(state)
        table, seat = state.current.table, state.current.player
        me = table.index(seat)
        ours = [side == ends.table.side_of[me] for side in ends.table.side_of]
        last = LastTricks(ends.table, ours, partial(worth_of, ends.outcomes(), ends.start.winners))
        hands = [hand_by_suit(plan, state.current.holding[other]) for other in table]
        dealt = [list(row) for row in zip(*hands, strict=True)]
        for event in fair_plays(observe(state, seat)):
            after = machine.apply(state, event)[0]
            laid = (after.current.trick or after.current.tricks[-1])[-1]
            suit, bit = plan.suit_of[event.card], plan.bit_of[event.card]
            position = after_card(ends.table, ends.start, suit, bit_as_played(plan, laid.value))
            held = [row[:] for row in dealt]
            held[suit][me] ^= bit
            end = last.end(held, position)
            assert last.value(end) == best(after, ends, ours)
            last.begin(dealt, ends.start)
            assert last.value(last.end_after(suit, bit, position)) == last.value(end)
        assert [list(row) for row in zip(*hands, strict=True)] == dealt


@pytest.mark.parametrize("slug", each_game("sandbags", "3b-four"))
def test_searching_players_play_the_last_tricks_of_every_game(slug: str) -> None:
    """In every game, a searching level finds a legal card up to the last one, with two sides or more."""
    rules = rules_of(slug)
    random = Random(f"decided {slug}")
    state = hand_with_cards_left(rules, 4 * len(bid(rules, random).current.table), random)
    while state.phase == Phase.PLAY:
        seat = state.current.player
        event = search_players.choose(
            "strong", observe(state, seat).without_claim(), stream(f"{slug} {state.current.took}")
        )
        state = machine.apply(state, event)[0]
    assert state.phase == Phase.PLAYED


def differences(seen: Observation, cards: tuple[str, str], deals: int, alone: bool = False) -> list[float]:
    """Return the difference between the play-outs of two cards by deal, with exact ends.

    `alone`: no other deals beside each of them, so that its luck stays.
    """
    ends = ends_as_bid(seen, 0)
    source = Deals(seen, 0, Random("apart"))
    plays = [
        next(event for event in seen.legal if isinstance(event, Play) and text(event.card) == card) for card in cards
    ]
    played = card_search.play_outs_of(seen, source, ends, plays, True, source.next)
    found = []
    for _ in range(deals):
        deal = played.deal()
        if alone:
            played.beside = [deal] * choice_values.BESIDE
        found.append(played.run(0, deal)[0] - played.run(1, deal)[0])
    return found


@pytest.mark.rule("SB-5")
def test_luck_correction_reduces_the_spread_and_keeps_the_mean() -> None:
    """The deals decide between leading four diamonds and three clubs, with a bid of three by everyone."""
    sitting = Sitting("sandbags", dealer=3).deal("A93S K84H QT62D KJ5C")
    seen = sitting.bids(3, 3, 3, 3).sees(0)
    steady = differences(seen, ("2D", "5C"), 200)
    plain = differences(seen, ("2D", "5C"), 200, alone=True)
    assert stdev(steady) ** 2 < 0.65 * stdev(plain) ** 2
    assert abs(mean(steady) - mean(plain)) < 2 * stdev(plain) / 200**0.5
