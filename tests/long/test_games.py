"""Hundreds of games of each variant stay correct after every event; `tests.long.games` can play more.

The second reading of the rules judges their records.
"""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of
from tests.game.at_random import SWITCHES
from tests.long.games import LINES, play

QUICK, MANY, PARTS = 4, 84, 2


def test_long_games_cover_every_game_with_all_its_options() -> None:
    assert set(LINES) == set(SWITCHES) == set(shipped())
    for slug, variant in shipped().items():
        options = {option.name for option in options_of(variant)}
        assert set(SWITCHES[slug]) == options - {"take_back", "undo", "slip"}, slug


@pytest.mark.parametrize("slug", LINES)
def test_games_are_consistent_after_every_event(slug: str) -> None:
    assert set(play(slug, range(QUICK), judged=True)) <= LINES[slug]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", LINES)
def test_many_games_are_consistent_after_every_event(slug: str, part: int) -> None:
    """Steered games produce every line of the score sheet, and no other line."""
    found = play(slug, range(QUICK + part * MANY // PARTS, QUICK + (part + 1) * MANY // PARTS), judged=True)
    assert set(found) <= LINES[slug]
    assert len(found) >= len(LINES[slug]) * 0.6
