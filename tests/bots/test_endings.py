"""Measurements of endings and of naive players play legal hands and count what they say."""

from random import Random

import pytest

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.every_deal import exact_values
from spades_tui.seats import observe
from tests.bench import last_five, naive
from tests.bots.best_play import hand_with_cards_left
from tests.bots.tables import rules_of


def test_averages_over_sampled_deals_agree_with_every_deal() -> None:
    random = Random("endings")
    for _ in range(3):
        state = hand_with_cards_left(rules_of("sandbags"), 11, random)
        seat = state.current.player
        seen = observe(state, seat)
        exact = exact_values(seen, seat)
        assert exact is not None
        plays = fair_plays(seen)
        averages = last_five.exact_averages(seen, seat, plays, 300, random)
        best = max(exact.values())
        assert exact[plays[averages.index(max(averages))]] >= best - 8  # points that 300 deals leave in doubt


def test_a_hand_has_a_loss_for_each_choice_of_its_ninth_trick() -> None:
    hand = last_five.Hand("classic", "club", "club", "endings", 1, 5)
    losses = last_five.measured(hand).losses
    assert losses == last_five.measured(hand).losses
    assert set(losses) <= set(last_five.PLACES)
    assert all(len(values) == 1 and values[0] >= 0 for values in losses.values())


@pytest.mark.parametrize("variant", ["cutthroat", "call-break", "six-handed"])
def test_naive_players_finish_a_hand_by_its_rules(variant: str) -> None:
    deal = naive.compared(naive.Unit(variant, "beginner", "endings", 1, 2))
    sides = len(rules_of(variant).sides)
    assert deal.mine.sides == sides
    assert deal.theirs.sides == sides * (sides - 1)
    assert deal == naive.compared(naive.Unit(variant, "beginner", "endings", 1, 2))
