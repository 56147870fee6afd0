"""Before the first card, a key marks each card of the own hand that wins a trick or endangers a nil."""

import pytest

from spades_tui.bots.trick_count import count_tricks
from spades_tui.game.phase import Phase
from spades_tui.presentation.marked_hand import DANGER, IN_LETTERS, SIGNS, count_line, marks, nil_possible
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from tests.bots.club_hands import on_turn, played_to
from tests.bots.tables import rules_of
from tests.driver import driving
from tests.games import SLUGS
from tests.scenes import at, mine
from tests.screens.looking import TableApp, assert_no_hidden_card, hands_in_tree


def signs_in(text: str) -> int:
    return sum(text.count(sign) for sign in SIGNS.values())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_key_marks_the_hand_with_tricks_then_dangers_then_nothing(size: tuple[int, int]) -> None:
    table = at("sandbags", mine("bid"))
    seen = table.observe(0)
    count = count_tricks(seen, 0)
    assert count is not None
    async with driving(TableApp(table), size) as seat:
        before = seat.text
        assert signs_in(before) == 0
        await seat.press("c")
        assert seat.sees(count_line(count, seen, Wording(table.names, people=table.people), nil=False))
        kinds = {trick.mark for trick in count.tricks}
        assert signs_in(seat.text) == len(count.tricks) + len(kinds), "each card, and each kind in the line below"
        await seat.press("c")
        assert seat.text.count(DANGER) == len(count.dangers) + 1
        await seat.press("c")
        assert seat.text == before


async def test_the_marks_end_with_the_first_card() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 0, 1)))) as seat:
        await seat.press("c")
        assert signs_in(seat.text) == 0
        assert seat.sees(dead_key_reasons.COUNT_BEFORE_PLAY.words)


async def test_the_marks_end_with_the_bidding_so_that_the_table_says_whose_turn_it_is() -> None:
    async with driving(TableApp(at("sandbags", mine("bid")))) as seat:
        await seat.until("bid", "space")
        await seat.press("c", "enter")
        await seat.until("play", "space")
        assert signs_in(seat.text) == 0


@pytest.mark.rule("C-9")
async def test_the_curtain_hides_the_marks_and_the_next_player_starts_without() -> None:
    table = at("sandbags", mine("bid"), people=4)
    app = TableApp(table)
    async with driving(app) as seat:
        await seat.until("bid", "space")
        await seat.press("c")
        assert signs_in(seat.text)
        assert hands_in_tree(app) == 1
        await seat.until("curtain")
        assert hands_in_tree(app) == 0
        assert signs_in(seat.text) == 0
        assert_no_hidden_card(app, table)
        await seat.until("bid", "space")
        assert signs_in(seat.text) == 0


def possible(slug: str, number: int) -> Observation | None:
    seen = on_turn(played_to(rules_of(slug), f"marks {number}", number))
    if seen is None or not seen.own or seen.phase in (Phase.PLAY, Phase.DRAFT):
        return None
    return seen


@pytest.mark.parametrize("slug", SLUGS)
def test_the_line_below_the_hand_fits_into_80_columns(slug: str) -> None:
    for number in range(6):
        seen = possible(slug, number)
        if seen is None or seen.seat is None:
            continue
        count = count_tricks(seen, seen.seat)
        assert count is not None
        look = Wording(("Ann", "Bea", "Cy", "Dot", "Eve", "Fay"))
        for nil in (False, True) if nil_possible(seen) else (False,):
            assert len(count_line(count, seen, look, nil)) <= 78
            assert set(marks(count, False, nil)) <= {card for card in range(54) if seen.own and seen.own >> card & 1}
        assert all(sign.isascii() for sign in marks(count, True, nil=False).values())


def test_each_mark_has_a_sign_and_a_letter_of_its_own() -> None:
    for signs in (SIGNS, IN_LETTERS):
        every = [*signs.values(), DANGER]
        assert len({sign[0] for sign in every}) == len({sign[1] for sign in every}) == len(every)
