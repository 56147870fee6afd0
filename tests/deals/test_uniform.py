"""The shuffle puts every card at every place as often as chance predicts."""

import pytest

from spades_tui.fair import Stream
from tests.deals.uniform import CARDS, measure


@pytest.mark.rule("C-3")
def test_cards_are_dealt_evenly() -> None:
    assert abs(measure(5_000).off) < 4


@pytest.mark.slow
@pytest.mark.rule("C-3")
def test_cards_are_dealt_evenly_in_many_packs() -> None:
    assert abs(measure(200_000).off) < 4


def test_a_shuffle_that_moves_every_card_fails_the_measure() -> None:
    def sattolo(number: int) -> list[int]:
        cards, stream = list(range(CARDS)), Stream(b"%d" % number)
        for i in range(CARDS - 1, 0, -1):
            j = stream.below(i)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    assert measure(5_000, sattolo).off > 10
