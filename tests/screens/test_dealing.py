"""Deal and bidding show each pile, the dealer, and who sits out."""

import pytest

from spades_tui.play.shown import CutOffered
from spades_tui.seats import Observation
from spades_tui.tui.table.dealing_screen import DealState, DealView
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.driver import driving
from tests.games import each_game
from tests.scenes import SceneApp, at, mine, scored
from tests.screens.looking import TableApp


@pytest.mark.rule("C-2", "C-3")
@pytest.mark.parametrize(("hands", "sentence"), [(1, "You have shuffled"), (3, "Cy has shuffled")])
async def test_the_dealer_of_the_next_hand_has_shuffled(hands: int, sentence: str) -> None:
    async with driving(TableApp(at("classic", scored(hands), people=1), pace="brisk")) as seat:
        await seat.until("deal", most=9)
        await seat.wait(sentence)


def corners(canvas: Canvas) -> int:
    """Return how many cards have all their upper corners on the canvas."""
    lines = ["".join(char or " " for char, _ in row) for row in canvas._cells]
    return min(sum(line.count(corner) for line in lines) for corner in "╭╮╰╯")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("size", [(80, 18), (80, 20), (100, 26), (140, 40)])
@pytest.mark.parametrize("slug", each_game("bemo", "3b-five", "two-handed"))
def test_no_pile_of_a_deal_covers_another(slug: str, size: tuple[int, int]) -> None:
    seen: Observation = at(slug, lambda seen: seen.table != ()).observe(None)
    names = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")[: seen.rules.seats]
    dealt = max(seen.sizes)
    offer = CutOffered(0, True, "ab" * 32, len(seen.rules.cards.pack), None)
    view, canvas = DealView(), Canvas(*size)
    view.picture(canvas, DealState(CardStyle(names, people=(0,)), seen, offer, "deal", 20, False, dealt))
    deal = seen.rules.variant.deal
    others = bool(deal.extra or deal.draft or deal.dead_hands)
    assert corners(canvas) == sum(count > 0 for count in seen.sizes) + others
    text = "".join(strip.text for strip in canvas.strips())
    assert others == any(name in text for name in ("the extra card", "the stock", "the dead hand"))


@pytest.mark.rule("3B-1")
async def test_bidding_says_who_sits_out() -> None:
    async with driving(SceneApp(at("3b-five", mine("bid")))) as seat:
        assert seat.sees("Dot sits out this hand.")


async def test_a_partner_who_deals_is_named_as_both() -> None:
    async with driving(SceneApp(at("six-handed", mine("bid"), dealer=3))) as seat:
        assert seat.sees("partner", "dealer")
