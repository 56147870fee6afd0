"""A person can draft at the table, sees only their own cards, and a curtain hides them from others (TW-1)."""

import pytest

from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from tests.driver import Driver, driving
from tests.game.drafting import two
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, faces


def at_stock(people: int) -> Table:
    """Return a table where Ann deals, so that Bea decides first; the first `people` of them are people."""
    seats = tuple(
        SeatSetup(name, "human") if n < people else SeatSetup(name, "bot", "beginner")
        for n, name in enumerate(("Ann", "Bea"))
    )
    table = Table.create(TableSetup(two(), {}, seats, seed="stock"))
    table.deal(None)
    return table


async def until_ann_is_on_turn(seat: Driver) -> None:
    """Hurry the computer player."""
    for _ in range(20):
        if seat.table.observe(0).on_turn == 0:
            return
        await seat.press("x")
    raise AssertionError(seat.text)


@pytest.mark.rule("TW-1", "TW-2")
async def test_a_person_drafts_bids_and_plays() -> None:
    table = at_stock(1)
    async with driving(TableApp(table)) as seat:
        for place in range(13):
            await until_ann_is_on_turn(seat)
            assert seat.place == "bid"
            draft = table.observe(0).draft
            assert draft is not None and draft.top is not None
            (face,) = faces(1 << draft.top)
            assert seat.sees(f"{face} is on top of the stock. Keep it, or throw it away?")
            await seat.press("left" if place % 3 else "right", "enter")
            draft = table.observe(0).draft
            assert draft is not None and draft.last is not None
            assert faces(draft.last.second and 1 << draft.last.second) <= seat.words
        await until_ann_is_on_turn(seat)
        assert table.observe(0).phase == Phase.BID
        await seat.press("4", "enter")
        await seat.until("play", "x", 20)
        assert table.observe(0).phase == Phase.PLAY
        assert faces(table.observe(0).own) <= seat.words


@pytest.mark.rule("TW-1", "C-9")
async def test_a_curtain_separates_two_people_at_one_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at_stock(2)
    async with driving(TableApp(table)) as seat:
        for _ in range(4):
            person = table.observe(None).on_turn
            assert person is not None
            assert seat.next_person == ("ANN", "BEA")[person]
            assert seat.sees("Keep a card from the stock, or throw it away.")
            hand = table.course.state.current
            secret = faces(sum(1 << card for card in hand.stock)) | faces(sum(hand.holding))
            assert not secret & seat.words
            await seat.press("space")
            draft = table.observe(person).draft
            assert draft is not None
            allowed = faces(table.observe(person).own) | faces(1 << (draft.top or 0)) | faces(draft.away)
            assert not (secret - allowed) & seat.words
            await seat.press("enter")
            assert seat.place == "bid", "the result is visible before the curtain"
            draft = table.observe(person).draft
            assert draft is not None and draft.last is not None and draft.last.second is not None
            assert faces(1 << draft.last.second) | faces(table.observe(person).own) <= seat.words
            assert seat.sees("Press any key.")
            assert not seat.sees("is thinking")
            await seat.press("x")
