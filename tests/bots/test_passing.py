"""Computer players pass sensible cards for a nil, and remember which cards the partner got (NL-8)."""

from random import Random

import pytest

from spades_tui import bots, cards, fair
from spades_tui.bots.search.layout import hand_by_suit
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.game.events import Pass
from tests.game.exchanging import passed, table


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_nil_bidder_passes_dangerous_cards_and_the_partner_low_ones(level: str) -> None:
    """The nil bidder passes the ace of clubs, held without a low club. The partner passes its lowest side cards."""
    sitting = table(4, 0, 3, 5)
    stream = fair.Stream(b"passing")
    first = bots.choose(level, sitting.sees(2), stream)
    assert isinstance(first, Pass)
    assert "AC" in cards.hand_text(first.cards) or level == "beginner"
    assert not first.cards & cards.parse_hand("2S 3S")
    second = bots.choose(level, sitting.do(first).sees(0), stream)
    assert second == passed(0, "6H 7H")


@pytest.mark.rule("NL-8")
def test_sampled_deals_keep_passed_cards_with_the_partner() -> None:
    sitting = table(4, 0, 3, 5).do(passed(2, "AC 6S"), passed(0, "6H 7H"))
    sitting.play("2H")
    deals = Deals(sitting.sees(2), 2, Random(7))
    given = hand_by_suit(deals.plan, cards.parse_hand("AC 6S"))
    partner = sitting.sees(2).table.index(0)
    for _ in range(20):
        deal = list(zip(*deals.next(), strict=True))
        assert all(held & suit == suit for held, suit in zip(deal[partner], given, strict=True))
        assert [sum(held.bit_count() for held in hand) for hand in deal] == [12, 13, 13, 13]
