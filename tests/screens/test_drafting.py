"""A person can draft at the table, sees only their own cards, and a curtain hides them from others (TW-1)."""

import pytest

from spades_tui.cards import cards_of
from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.game.drafting import two
from tests.screens.looking import TableApp, faces, screen_text, top_screen


def at_stock(people: int) -> Table:
    """Return a table where Ann deals, so that Bea decides first; the first `people` of them are people."""
    seats = tuple(
        SeatSetup(name, "human") if n < people else SeatSetup(name, "bot", "beginner")
        for n, name in enumerate(("Ann", "Bea"))
    )
    table = Table.create(TableSetup(two(), {}, seats, seed="stock"))
    table.deal(None)
    return table


def words(app: TableApp) -> set[str]:
    return {word.strip("│┃╭╮╰╯ .,;:") for word in screen_text(app).split()}


@pytest.mark.rule("TW-1", "TW-2")
async def test_a_person_drafts_bids_and_plays() -> None:
    table = at_stock(1)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        for place in range(13):
            while table.observe(0).on_turn != 0:
                await pilot.press("x")
                await pilot.pause()
            top_screen(app, BiddingScreen)
            top = table.observe(0).draft
            assert top is not None
            assert top.top is not None
            face = CardStyle(()).face(top.top)
            assert f"{face} is on top of the stock. Keep it, or throw it away?" in screen_text(app)
            await pilot.press(*(("left",) if place % 3 else ("right",)), "enter")
            await pilot.pause()
            last = table.observe(0).draft
            assert last is not None
            assert last.last is not None
            assert faces(last.last.second and 1 << last.last.second) <= words(app)
        while table.observe(0).on_turn != 0:
            await pilot.press("x")
            await pilot.pause()
        assert table.observe(0).phase == Phase.BID
        await pilot.press("4", "enter")
        await pilot.pause()
        while table.observe(0).phase != Phase.PLAY:
            await pilot.press("x")
            await pilot.pause()
        top_screen(app, TrickPlayScreen)
        assert faces(table.observe(0).own) <= words(app)


@pytest.mark.rule("TW-1", "C-9")
async def test_a_curtain_separates_two_people_at_one_keyboard() -> None:
    table = at_stock(2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(4):
            await pilot.pause()
            seat = table.observe(None).on_turn
            assert seat is not None
            assert top_screen(app, CurtainScreen).seat == seat
            assert "Keep a card from the stock, or throw it away." in screen_text(app)
            hand = table.course.state.hand
            assert hand is not None
            secret = faces(sum(1 << card for card in hand.stock)) | faces(sum(hand.holding))
            assert not secret & words(app)
            await pilot.pause(0.3)
            await pilot.press("space")
            await pilot.pause()
            mine = table.observe(seat)
            assert mine.draft is not None
            allowed = faces(mine.own) | faces(1 << (mine.draft.top or 0)) | faces(mine.draft.away)
            assert not (secret - allowed) & words(app)
            await pilot.press("enter")
            await pilot.pause()
            top_screen(app, BiddingScreen)  # the result is visible before the curtain
            mine = table.observe(seat)
            assert mine.draft is not None
            assert mine.draft.last is not None
            came = mine.draft.last.second
            assert came is not None
            assert faces(1 << came) <= words(app)
            assert all(faces(1 << card) <= words(app) for card in cards_of(mine.own or 0))
            assert "Press any key." in screen_text(app)
            assert "is thinking" not in screen_text(app)
            await pilot.press("x")
