"""Last places (3B-19) are computed in one place, for a scored hand and for any standing."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset


@pytest.mark.rule("3B-15", "3B-19")
def test_last_places_are_the_seats_with_the_lowest_total() -> None:
    alone, pairs = ruleset(shipped()["3b-four"]), ruleset(shipped()["sandbags"])
    assert alone.last_places((30, -5, 12, 40)) == (1,)
    assert alone.last_places((30, -5, -5, 40)) == (1, 2)
    assert alone.last_places((7, 7, 7, 7)) == (0, 1, 2, 3)
    assert alone.last_places((-90, 1, 5, 1), outright=0) == (1, 3)
    assert pairs.last_places((10, 20)) == (0, 2)
