"""The queue of keys is limited, and holds up nobody who leaves."""

import asyncio

import pytest

from spades_tui.tui import app_host
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.games_and_rules import RulesScreen
from tests.driver import home_app
from tests.scenes import at, mine
from tests.screens.looking import TableApp, settle, top_screen, type_keys


@pytest.fixture
def home() -> SpadesApp:
    return home_app(name="Ann", pace="instant")


@pytest.mark.parametrize("most", [100, pytest.param(app_host.MOST_KEYS, marks=pytest.mark.slow)])
async def test_a_flood_of_keys_is_limited(home: SpadesApp, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_host, "MOST_KEYS", most)
    async with home.run_test(size=(80, 24)):
        await settle(home)
        type_keys(home, *["down", "up"] * most * 2)
        assert len(home.keys._typed) <= most
        await settle(home)
        assert not home.keys.typing
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
