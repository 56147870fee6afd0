"""An observation names the side of its seat; a watcher has none."""

import pytest
from msgspec.structs import replace

from spades_tui.seats import observe
from tests.game.tables import Sitting
from tests.games import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_each_seat_has_its_side_and_a_watcher_none(slug: str) -> None:
    game = Sitting(slug)
    for seat in range(game.rules.seats):
        side = observe(game.state, seat).side
        assert side is not None
        assert seat in game.rules.sides[side]
    assert observe(game.state, None).side is None


def test_an_observation_without_its_claim_is_otherwise_the_same() -> None:
    seen = observe(Sitting("sandbags").deal().state, 1)
    claiming = replace(seen, may_claim=True)
    assert claiming.without_claim() == replace(seen, may_claim=False)
    assert claiming.without_claim() != claiming
