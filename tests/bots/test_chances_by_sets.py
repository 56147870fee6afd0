"""A game that a side loses by its sets has chances by both sides' sets. The sample hands are those of `classic`."""

import pytest

from spades_tui.bots.search.hand_results import results_of
from spades_tui.bots.search.win_chances import Chances
from tests.bots.tables import rules_of

NOBODY = (0, 0)


@pytest.mark.parametrize("sets", [(0, 0), (1, 0), (0, 2), (2, 1)])
def test_the_chances_of_both_sides_add_up_to_one_after_any_sets(sets: tuple[int, int]) -> None:
    rules = rules_of("jokers")
    results = results_of(rules_of("classic"))
    assert results
    chances = Chances(rules, results)
    one, other = (chances.win((200, 150), NOBODY, sets, 5, side) for side in (0, 1))
    assert one + other == pytest.approx(1, abs=0.01)
    swapped = Chances(rules, results).win((150, 200), NOBODY, (sets[1], sets[0]), 5, 1)
    assert swapped == pytest.approx(one, abs=0.01)
