"""Keys typed ahead take effect once, as slowly typed ones do, and hold up nobody who leaves."""

import asyncio

import pytest

from spades_tui.play.table import Table
from spades_tui.system.folders import games_folder
from spades_tui.tui import app_host
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.games_and_rules import RulesScreen
from tests.driver import driving, home_app
from tests.quick_cases import slow_but
from tests.scenes import at, mine, setup
from tests.screens.looking import TableApp, settle, top_screen, type_keys

QUICK = {"pace": "instant", "cut_patience": 0}


def journals() -> int:
    """Return the number of games started."""
    return len(list(games_folder().glob("*.spades.jsonl")))


def save_two_games() -> None:
    for seed in ("one", "two"):
        Table.create(setup("sandbags", dealer=0, seed=seed), games_folder()).suspend()


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
async def test_page_keys_do_no_harm_before_the_palette_is_drawn(key: str) -> None:
    async with driving(home_app()) as seat:
        await seat.type("ctrl+p", key, key)
        await seat.wait("Type a game")
        await seat.press("escape")
        assert seat.place == "home", "only one palette was open"


async def test_enter_twice_in_the_palette_closes_only_the_palette() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 3)))) as seat:
        pace = seat.settings.pace
        await seat.press("ctrl+p")
        await seat.wait("Type a game")
        await seat.type(*"pace", "down", "enter", "enter", "enter", "enter")
        await seat.wait("Type a game", gone=True)
        assert seat.settings.pace != pace
        assert seat.place == "play"


async def test_the_palette_can_be_opened_again_while_it_closes() -> None:
    async with driving(home_app()) as seat:
        await seat.type(*("ctrl+p", "s", "escape") * 5, "ctrl+p")
        assert seat.place == "palette"


async def test_keys_typed_ahead_answer_the_dialog_that_their_answer_opens() -> None:
    async with driving(home_app(**QUICK)) as seat:
        await seat.type("k", *"no code", "enter")
        assert seat.heading == "Play a code"
        wrong = seat.text
        await seat.press("escape")
        assert seat.place == "home"
        await seat.type("k", *"no code", "enter", "enter", "escape")
        assert seat.place == "home"
        await seat.type("k", *"no code", "enter", "enter")
        assert seat.text == wrong


@pytest.mark.parametrize(
    ("saved", "keys", "place"),
    [(0, (), "home"), (0, ("n", "enter"), "seats"), (2, ("enter",), "continue")],
)
async def test_enter_twice_begins_or_resumes_one_game(saved: int, keys: tuple[str, ...], place: str) -> None:
    if saved:
        save_two_games()
    async with driving(home_app(**QUICK)) as seat:
        await seat.press(*keys)
        assert seat.place == place
        await seat.type("enter", "enter", "enter")
        assert seat.table
        assert journals() == (saved or 1)


async def test_play_again_twice_starts_one_game() -> None:
    async with driving(TableApp(at("sandbags", None, target=60))) as seat:
        await seat.until("game over")
        dealer = seat.table.setup.dealer
        await seat.type("enter", "enter", "enter")
        assert seat.table.setup.dealer == (dealer + 1) % 4


async def test_escape_twice_goes_back_once() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 3)))) as seat:
        before = seat.lines
        await seat.press("s")
        assert seat.place == "all scores"
        await seat.type("escape", "escape", "escape")
        assert seat.lines[:-1] == before[:-1], "but for the words that there's nothing to go back to"


@pytest.mark.parametrize("ticks", slow_but((0, 5), (0, 1, 3, 5, 8, 11)))
async def test_a_screen_can_be_left_before_its_first_frame(ticks: int) -> None:
    save_two_games()
    app = home_app()
    async with driving(app) as seat:
        assert seat.place == "home"
        screens = len(app.screen_stack)
        type_keys(app, "enter")
        for _ in range(1000):
            if len(app.screen_stack) > screens:
                break
            await asyncio.sleep(0)
        assert len(app.screen_stack) > screens
        for _ in range(ticks):
            await asyncio.sleep(0)
        app.open_home()
        await settle(app)
        assert seat.place == "home"


@pytest.mark.parametrize(
    "keys",
    [("ctrl+q", "ctrl+p", "3"), ("ctrl+p", "3", "ctrl+q"), ("0", "ctrl+q", "left", "ctrl+p", "3", "down")],
    ids=["after", "before", "between"],
)
@pytest.mark.parametrize("ticks", slow_but((12, 36), range(0, 60, 12)))
async def test_the_program_can_be_left_while_the_palette_opens(keys: tuple[str, ...], ticks: int) -> None:
    app = home_app()
    async with driving(app) as seat:
        for key in keys:
            type_keys(app, key)
            for _ in range(ticks):
                await asyncio.sleep(0)
        await settle(app, rest=10)
        assert not seat.running


@pytest.mark.rule("C-12")
async def test_enter_right_after_the_claim_key_plays_no_card() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        held, question = table.observe(0).own, seat.line("Your turn")
        await seat.type("m", "enter")
        assert table.observe(0).own == held, "Enter answered the question: play on"
        assert seat.line("Your turn") == question


async def test_keys_reach_a_screen_that_is_still_opening() -> None:
    async with driving(home_app(name="Ann", pace="instant")) as seat:
        await seat.press("r")
        first = seat.text
        await seat.press("escape")
        await seat.type("r", "space", "space")
        assert seat.place == "rules" and seat.text != first, "further down"
        await seat.type("b", "b", "b", "escape", "n", "down", "down", "up")
        assert (seat.place, seat.chosen) == ("variants", "Jokers")


async def test_keys_typed_just_before_leaving_are_handled() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        held = table.observe(0).own
        await seat.type("enter", "ctrl+q")
        assert not seat.running
        assert table.observe(0).own != held


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
