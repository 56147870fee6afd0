"""Solving the last tricks exactly lets other sampled deals reduce the luck in the value of a card."""

from random import Random
from statistics import mean, stdev

import pytest

from spades_tui.bots.search import card_search, choice_values
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.cards import text
from spades_tui.game.events import Play
from spades_tui.seats import Observation
from tests.game.tables import Sitting


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
