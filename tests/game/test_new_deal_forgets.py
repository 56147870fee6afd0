"""A new deal forgets the hand before it: nobody keeps cards, looks or bids (JK-13)."""

import pytest

from spades_tui.game.events import Bid, Look, Redeal
from tests.game.tables import Sitting


@pytest.mark.rule("JK-13")
def test_nothing_of_the_hand_is_seen_between_a_new_deal_and_the_next_cards() -> None:
    game = Sitting("jokers", new_deal=True).so_far(totals=(200, 0)).deal("", "3-9C 3-8D")
    game.do(Look(1), Redeal(1))
    assert game.state.hand is None
    for seat in (None, 0, 1, 2, 3):
        seen = game.sees(seat)
        assert not seen.own
        assert not any(seen.looked)
        assert all(bid is None for bid in seen.bids)
    game.deal("", "AKS")
    assert not any(game.sees(0).looked)
    game.do(Look(1), Bid(1, 4))
    assert game.sees(0).bids[1] is None or game.sees(0).bids[1] == 4
