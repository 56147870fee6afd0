"""Keys typed all at once have the same effect as keys typed slowly."""

import asyncio
from pathlib import Path

import pytest

from spades_tui.settings.settings import Settings
from spades_tui.tui import app_host
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.games_and_rules import RulesScreen, VariantSelectionScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.paragraphs import PageScroll
from tests.scenes import at, mine
from tests.screens.looking import TableApp, settle, top_screen, type_keys


@pytest.mark.rule("C-12")
async def test_enter_right_after_the_claim_key_plays_no_card() -> None:
    table = at("sandbags", mine("play", 9, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        held = table.observe(0).own
        type_keys(app, "m", "enter")
        await settle(app)
        assert table.observe(0).own == held, "Enter answered the question: play on"
        assert not top_screen(app, TableScreen).busy


@pytest.fixture
def home(tmp_path: Path) -> SpadesApp:
    return SpadesApp(settings=Settings(name="Ann", pace="instant"))


async def test_keys_reach_a_screen_that_is_still_opening(home: SpadesApp) -> None:
    async with home.run_test(size=(80, 24)):
        await settle(home)
        top_screen(home, HomeScreen)
        type_keys(home, "r", "space", "space")
        await settle(home)
        slowly = top_screen(home, RulesScreen).query_one(PageScroll).scroll_offset.y
        assert slowly > 0
        type_keys(home, "b", "b", "b", "escape", "n", "down", "down", "up")
        await settle(home)
        assert top_screen(home, VariantSelectionScreen).query_one(ChoiceList).at == 1


@pytest.mark.parametrize("times", [1, pytest.param(5, marks=pytest.mark.slow)])
async def test_a_key_for_a_closing_screen_does_nothing(home: SpadesApp, times: int) -> None:
    """Screens open and close many times at once, and each key reaches the screen that it was typed for."""
    async with home.run_test(size=(80, 24)):
        await settle(home)
        for _ in range(times):
            type_keys(home, *["r", "space", "escape"] * 6, *["r", "pagedown", "q", "n", "escape"] * 3)
            await settle(home)
            top_screen(home, HomeScreen)


@pytest.mark.parametrize("most", [100, pytest.param(app_host.MOST_KEYS, marks=pytest.mark.slow)])
async def test_a_flood_of_keys_is_limited(home: SpadesApp, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_host, "MOST_KEYS", most)
    async with home.run_test(size=(80, 24)):
        await settle(home)
        type_keys(home, *["down", "up"] * most * 2)
        assert len(home.keys._typed) <= most
        await settle(home)
        assert not home.typing
        type_keys(home, "r")
        await settle(home)
        top_screen(home, RulesScreen)


@pytest.mark.parametrize("at_table", [False, True])
async def test_leaving_does_not_wait_for_queued_keys(
    home: SpadesApp, at_table: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key to leave isn't lost among the others either."""
    monkeypatch.setattr(app_host, "LEAVE_WITHIN", 0.01)
    app = TableApp(at("sandbags", mine("play", 9, 0))) if at_table else home
    async with app.run_test(size=(80, 24)):
        await settle(app)
        before = app.keys._count
        type_keys(app, *["right", "left"] * app_host.MOST_KEYS, *["ctrl+q"] * 5, "right")
        while app.is_running:
            await asyncio.sleep(0.01)
        assert app.keys._count - before < app_host.MOST_KEYS // 2
        assert app.return_value is None
        assert app.fault is None


async def test_keys_typed_just_before_leaving_are_handled() -> None:
    table = at("sandbags", mine("play", 9, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        held = table.observe(0).own
        type_keys(app, "enter", "ctrl+q")
        while app.is_running:
            await asyncio.sleep(0.01)
        assert table.observe(0).own != held


async def test_keys_do_nothing_on_a_screen_that_was_left(home: SpadesApp) -> None:
    """A click on its way to the closed screen has no effect."""
    async with home.run_test(size=(80, 24)):
        await settle(home)
        type_keys(home, "r")
        await settle(home)
        left = top_screen(home, RulesScreen)
        assert await home.run_action("page(1)", left)
        type_keys(home, "escape")
        await settle(home)
        assert not await home.run_action("page(1)", left)
        assert not await home.run_action("page(1)", left.key_line)
        assert await home.run_action("command_palette"), "what belongs to the program can always be done"
