"""Computer players draft for the resulting hand and never keep a low card instead of an ace (TW-1)."""

from random import Random

import pytest

from spades_tui import bots, fair
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.search.layout import hand_by_suit
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.game.events import Bid, Draft
from tests.game.drafting import at_draft, drafted

STREAM = fair.Stream(b"drafting")


@pytest.mark.rule("TW-1")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("top", "keep"), [("AS", True), ("KS", True), ("AH", True), ("KD", True), ("2C", False), ("5H", False)]
)
def test_a_drafting_player_keeps_an_ace_and_discards_a_low_card(level: str, top: str, keep: bool) -> None:
    assert bots.choose(level, at_draft(f"3C 4D 6H 7D {top} 8C").sees(1), STREAM) == Draft(1, False)
    sitting = drafted(at_draft(f"3C 4D 6H 7D {top} 8C"), False, False)
    assert bots.choose(level, sitting.sees(1), STREAM) == Draft(1, keep)


@pytest.mark.rule("TW-1")
def test_a_guarded_king_is_worth_more_than_a_bare_jack() -> None:
    sitting = drafted(at_draft("AC 2D 3H 4H QS 5D 6H 7H KS 8D 9H 6D JD TD"), *[True, False] * 3)
    assert bots.choose("club", sitting.sees(1), STREAM) == Draft(1, False)


@pytest.mark.rule("TW-1")
def test_sampled_deals_leave_out_discards_that_the_seat_saw() -> None:
    sitting = drafted(at_draft("AS 2C 3C KH")).do(Bid(1, 4), Bid(0, 5))
    seen = sitting.sees(1)
    assert seen.draft is not None
    deals = Deals(seen, 1, Random(3))
    away = hand_by_suit(deals.plan, seen.draft.away)
    for _ in range(20):
        deal = list(zip(*deals.next(), strict=True))
        assert all(not held & gone for hand in deal for held, gone in zip(hand, away, strict=True))
        assert [sum(held.bit_count() for held in hand) for hand in deal] == [13, 13]


@pytest.mark.rule("TW-1")
def test_sampled_drafted_hands_are_stronger_than_random_ones() -> None:
    """The sampled hand is thirteen of the twenty-six cards left, as strong as drafted hands usually are."""
    sitting = drafted(at_draft("AS 2C 3C KH"))
    seen = sitting.sees(1)
    deals = Deals(seen, 1, Random(3))
    estimate = deals.fast_estimate
    other = 1 - deals.me
    better = 0.0
    for _ in range(40):
        hands = deals.next()
        better += estimate.raw([row[other] for row in hands]) - estimate.raw(deals.aside_cards())
    assert better / 40 > 1
