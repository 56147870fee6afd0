"""Keys that come faster than the program draws take effect once, and never on a closed screen."""

import asyncio

import pytest

from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.command_palette import Palette
from spades_tui.tui.scorebook.unfinished import ContinueScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.table.controller import Controller
from spades_tui.tui.table.score_screen import GameOverScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from tests.scenes import at, setup
from tests.screens.looking import TableApp, settle, table_of, type_keys


def journals() -> int:
    """Return the number of games started."""
    return len(list(games_folder().glob("*.spades.jsonl")))


def palettes(app: SpadesApp) -> int:
    """Return the number of open palettes."""
    return sum(isinstance(screen, Palette) for screen in app.screen_stack)


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_page_keys_do_no_harm_before_the_palette_is_drawn(key: str) -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "ctrl+p", key, key)
        await settle(app, rest=30)
        assert palettes(app) == 1


async def test_enter_twice_in_the_palette_closes_only_the_palette() -> None:
    table = at("sandbags", lambda seen: seen.phase == "play" and seen.on_turn == 0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        below = app.screen
        type_keys(app, "ctrl+p")
        await pilot.pause(0.3)
        type_keys(app, *"pace", "down", "enter", "enter", "enter", "enter")
        await settle(app, rest=30)
        assert palettes(app) == 0
        assert app.screen is below


async def test_enter_twice_at_home_starts_one_game() -> None:
    app = SpadesApp(settings=Settings(pace="instant", cut_patience=0))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(app.screen, HomeScreen)
        type_keys(app, "enter", "enter", "enter")
        await settle(app)
        assert isinstance(app.controller, Controller)
        assert journals() == 1


async def test_enter_twice_on_start_starts_one_game() -> None:
    app = SpadesApp(settings=Settings(pace="instant", cut_patience=0))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "n")
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        assert isinstance(app.screen, SeatsScreen)
        type_keys(app, "enter", "enter", "enter")
        await settle(app)
        assert isinstance(app.controller, Controller)
        assert journals() == 1


async def test_enter_twice_on_a_suspended_game_resumes_it_once() -> None:
    for seed in ("one", "two"):
        Table.create(setup("sandbags", dealer=0, seed=seed), games_folder()).suspend()
    app = SpadesApp(settings=Settings(pace="instant", cut_patience=0))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        assert isinstance(app.screen, ContinueScreen)
        type_keys(app, "enter", "enter", "enter")
        await settle(app)
        assert isinstance(app.controller, Controller)
        assert journals() == 2


async def test_play_again_twice_starts_one_game() -> None:
    app = TableApp(at("sandbags", None, target=60))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        while not isinstance(app.screen, GameOverScreen):
            type_keys(app, "enter")
            await settle(app)
        dealer = table_of(app).table.setup.dealer
        type_keys(app, "enter", "enter", "enter")
        await settle(app)
        assert table_of(app).table.setup.dealer == (dealer + 1) % 4


async def test_escape_twice_goes_back_once() -> None:
    app = TableApp(at("sandbags", lambda seen: seen.phase == "play" and seen.on_turn == 0))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        below = app.screen
        type_keys(app, "s")
        await settle(app)
        assert isinstance(app.screen, GameSheetScreen)
        type_keys(app, "escape", "escape", "escape")
        await settle(app)
        assert app.screen is below


@pytest.mark.parametrize("ticks", range(12))
async def test_a_screen_can_be_left_before_its_first_frame(ticks: int) -> None:
    for seed in ("one", "two"):
        Table.create(setup("sandbags", dealer=0, seed=seed), games_folder()).suspend()
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(app.screen, HomeScreen)
        app.screen.query_one(ChoiceList).action_take()
        await asyncio.sleep(0)
        for _ in range(ticks):
            await asyncio.sleep(0)
        app.open_home()
        await settle(app)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize(
    "keys",
    [("ctrl+q", "ctrl+p", "3"), ("ctrl+p", "3", "ctrl+q"), ("0", "ctrl+q", "left", "ctrl+p", "3", "down")],
    ids=["after", "before", "between"],
)
@pytest.mark.parametrize("ticks", range(0, 60, 6))
async def test_the_program_can_be_left_while_the_palette_opens(keys: tuple[str, ...], ticks: int) -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for key in keys:
            type_keys(app, key)
            for _ in range(ticks):
                await asyncio.sleep(0)
        await settle(app, rest=10)
        assert not app.is_running
