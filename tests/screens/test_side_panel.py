"""The side panel shows bids and their needs, cards still out, voids, and the hands so far with their sheets."""

import asyncio

import pytest

from spades_tui.game.phase import Phase
from spades_tui.presentation.hand_words import needs, not_played, side_rows, voids_shown
from spades_tui.seats import Observation
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.effects import Do
from spades_tui.tui.table.screen_at_table import HandSheetScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.table_view import TableView
from tests.games import each_game
from tests.scenes import SceneApp, Until, advance, at, mine
from tests.screens.looking import TableApp, assert_no_hidden_card, click_at, screen_text, settle, top_screen, type_keys
from tests.sizes import LARGE, MEDIUM, SMALL


def later_hand(hands: int, tricks: int, played: int | None = None) -> Until:
    """Accept the viewer's turn to play, this many hands and tricks into the game."""
    return lambda seen: seen.standing.hands >= hands and mine(Phase.PLAY, tricks, played)(seen)


def side_of(app: SceneApp | TableApp) -> list[str]:
    """Return the text of the side panel."""
    screen = top_screen(app, TableScreen)
    region = screen.side.region
    lines = screen_text(app).split("\n")[region.y : region.bottom]
    return [line[region.x : region.right - 1].rstrip() for line in lines]


async def press(app: SceneApp | TableApp, *keys: str) -> None:
    type_keys(app, *keys)
    await settle(app)


@pytest.mark.parametrize("slug", each_game("sandbags", "3b-five", "two-handed", "bemo"))
async def test_the_side_panel_shows_bids_needs_and_hands_in_every_game(slug: str) -> None:
    table = at(slug, later_hand(2, 3))
    seen = table.observe(None)
    for size in (MEDIUM, LARGE):
        app = SceneApp(table, counting=True)
        async with app.run_test(size=size):
            await settle(app)
            lines = side_of(app)
            told = [line.split() for line in lines]
            for need in needs(seen):
                assert any(row[-1:] == [str(need.needed)] for row in told) or not need.needed or need.lost
            for score in table.scores:
                line = next(line for line in lines if line.split()[:1] == [f"{score.hand}."])
                rows = side_rows(seen.rules, score)
                assert all(f"{side.bid}/{side.took}" in line for side in rows if side.bid)
            assert "Not played yet" in "\n".join(lines)
            assert all(len(line) < app.screen.query_one("#side").region.width for line in lines)
            table_view = app.screen.query_one(TableView)
            assert table_view.region.x >= 30


@pytest.mark.parametrize("size", [MEDIUM, LARGE])
async def test_tab_selects_the_list_of_hands_and_enter_opens_a_sheet(size: tuple[int, int]) -> None:
    table = at("sandbags", later_hand(3, 3))
    app = SceneApp(table)
    async with app.run_test(size=size):
        await settle(app)
        screen = top_screen(app, TrickPlayScreen)
        card, played = screen.hand.card, len(table.observe(None).trick)
        await press(app, "tab", "up", "enter")
        assert top_screen(app, HandSheetScreen).place == 1
        points = table.scores[1].points
        assert all(f"{abs(amount)}" in screen_text(app) for amount in points)
        await press(app, "left")
        assert top_screen(app, HandSheetScreen).place == 0
        await press(app, "escape")
        assert app.screen is screen
        assert screen.side.has_focus
        await press(app, "escape")
        assert not screen.side.has_focus
        assert screen.hand.card == card
        await press(app, "tab", "right")
        assert not screen.side.has_focus, "a key of the table gives the keys back"
        assert screen.hand.card != card
        assert len(table.observe(None).trick) == played
        await press(app, "enter")
        assert len(table.observe(None).trick) != played, "and Enter plays a card again"


async def test_a_click_on_a_hand_opens_its_sheet_without_taking_the_focus() -> None:
    app = SceneApp(at("3b-four", later_hand(3, 3)))
    async with app.run_test(size=MEDIUM):
        await settle(app)
        screen = top_screen(app, TableScreen)
        row = next(n for n, line in enumerate(side_of(app)) if line.split()[:1] == ["2."])
        click_at(app, 5, screen.side.region.y + row)
        await settle(app)
        assert top_screen(app, HandSheetScreen).place == 1
        await press(app, "escape")
        assert not screen.side.has_focus


async def test_at_80_columns_there_is_no_side_panel_and_tab_does_nothing() -> None:
    app = SceneApp(at("sandbags", later_hand(2, 3)), counting=True)
    async with app.run_test(size=SMALL):
        await settle(app)
        screen = top_screen(app, TableScreen)
        assert not screen.side.display
        await press(app, "tab")
        assert not screen.side.has_focus
        assert "Tab" not in screen_text(app).split("\n")[-1]
        assert "Not played yet" not in screen_text(app)


async def test_cards_out_are_shown_only_if_the_table_allows_it() -> None:
    for counting in (False, True):
        app = SceneApp(at("sandbags", mine(Phase.PLAY, 4)), counting=counting)
        async with app.run_test(size=LARGE):
            await settle(app)
            assert ("Not played yet" in screen_text(app)) is counting


@pytest.mark.parametrize("slug", each_game("sandbags", "3b-four", "two-handed", "jokers"))
def test_only_cards_that_every_seat_saw_are_counted(slug: str) -> None:
    table = at(slug, lambda seen: seen.phase == Phase.PLAY and len(seen.tricks) >= 5)
    seen = table.observe(None)
    tricks = (*seen.tricks, seen.trick)
    played = {one.card for trick in tricks for one in trick}
    assert {card for suit in not_played(seen) for card in suit} == set(seen.rules.cards.pack) - played
    suit_of = seen.rules.cards.suit_of
    for seat, suits in enumerate(voids_shown(seen)):
        assert set(suits) == {
            suit_of[trick[0].card]
            for trick in tricks
            for one in trick
            if one.seat == seat and suit_of[one.card] != suit_of[trick[0].card]
        }
    for viewer in seen.table:  # the same count for everybody, whatever their hands
        theirs: Observation = table.observe(viewer)
        assert (not_played(theirs), voids_shown(theirs)) == (not_played(seen), voids_shown(seen))


@pytest.mark.rule("C-9")
async def test_no_panel_shows_what_the_curtain_hides() -> None:
    table = at("sandbags", mine(Phase.PLAY, 3, 2), people=4)
    app = TableApp(table, counting=True)
    async with app.run_test(size=LARGE) as pilot:
        await settle(app)
        assert isinstance(app.screen, CurtainScreen)
        assert not app.screen.query("#side")
        assert_no_hidden_card(app, table)
        await asyncio.sleep(0.3)
        await press(app, "space")
        assert isinstance(app.screen, TrickPlayScreen)
        side = app.screen.side.state
        assert side is not None
        assert side.public.seat is None, "the panel is handed what everybody sees"
        await press(app, "enter")
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert_no_hidden_card(app, table)


@pytest.mark.parametrize("size", [MEDIUM, LARGE, (120, 40), (200, 60)])
async def test_a_hint_does_not_cover_the_trick(size: tuple[int, int]) -> None:
    app = TableApp(at("sandbags", mine(Phase.PLAY, 4, 2)))
    async with app.run_test(size=size):
        await settle(app)
        screen = top_screen(app, TrickPlayScreen)
        before = [line[screen.query_one(TableView).region.x :] for line in screen_text(app).split("\n")]
        screen.hint_panel.display = True
        await settle(app)
        assert screen.hint_panel.display
        assert not screen.hint_panel.region.overlaps(screen.query_one(TableView).region)
        assert not screen.hint_panel.region.overlaps(screen.hand.region)
        assert [line[screen.query_one(TableView).region.x :] for line in screen_text(app).split("\n")] == before


async def test_a_card_repaints_only_the_changed_parts_of_the_side_panel() -> None:
    table = at("sandbags", later_hand(2, 3, 1))
    app = SceneApp(table, counting=True)
    async with app.run_test(size=LARGE):
        await settle(app)
        side = top_screen(app, TableScreen).side
        before: Canvas = side._drawn()
        advance(table, lambda seen: len(seen.trick) > 1)
        assert app.controller is not None
        app.controller.act(Do.FILL_SCREEN)
        await settle(app)
        changed = side._drawn().changes(before)
        assert changed
        assert sum(region.area for region in changed) < side.size.area // 4
