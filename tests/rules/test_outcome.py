"""The outcome of a game gives every side its place."""

import pytest

from spades_tui.rules.ledger import places


@pytest.mark.parametrize(
    ("totals", "first", "standings"),
    [
        ((10, 30, 20), (), ((1,), (2,), (0,))),
        ((10, 30, 10), (), ((1,), (0, 2))),
        ((10, 30, 10), (2,), ((2,), (1,), (0,))),
        ((5, 5, 5), (), ((0, 1, 2),)),
    ],
)
def test_places_follow_the_totals_after_the_winners(
    totals: tuple[int, ...], first: tuple[int, ...], standings: object
) -> None:
    assert places(totals, first) == standings
