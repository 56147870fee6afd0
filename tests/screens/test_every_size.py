"""The program survives every size of terminal on every screen, filled as much as possible."""

import random
from importlib import import_module
from pkgutil import walk_packages

import pytest

import spades_tui.tui
from spades_tui.bots import advice
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup import house_rules_form
from spades_tui.tui.textual_private import LeavingScreen
from tests.advice.fakes import weigh_by_rules
from tests.crowded import LONG, OURS, QUICK
from tests.every_scene import EVERY, stand_still
from tests.lessons.scenes import LESSONS
from tests.quick_cases import slow_but
from tests.scenes import Scene
from tests.screens.looking import resize, screen_text, settle, type_keys

BASES = {
    "BookPage", "ChoosingScreen", "Dialog", "FormScreen", "LessonListScreen", "OfferScreen", "ProclamationScreen",
    "ReasonsWindow", "ScreenAtTable", "ScreenWithHands", "ShelfScreen", "SpadesScreen",
}  # fmt: skip
"""Base classes, which are never shown."""
SOONEST = (
    "CurtainScreen", "DealingScreen", "GameOverScreen", "HearingScreen", "HomeScreen", "LogScreen", "OpenHandsScreen",
    "Palette", "PersonScreen", "RulesScreen", "ScoreScreen", "SettingsScreen", "TableScreen", "WatchScreen",
)  # fmt: skip
"""Screens for the quick tests, one of each layout; a slow test has all of them and more sizes."""
LESSON_SCREENS = {"LessonScreen": "three", "LessonScoreScreen": "score", "PuzzleListScreen": "puzzles"}

FEW = ((1, 1), (300, 2), (20, 24), (79, 24), (111, 29))
"""Sizes with the most different layouts; at most of them a notice covers the screen below."""
MANY = (
    *((width, 24) for width in (1, 2, 5, 10, 15, 23, 25, 28, 30, 35, 40, 50, 56, 64, 70, 86, 100, 110, 132, 140, 300)),
    *((80, height) for height in (1, 2, 3, 5, 8, 10, 14, 18, 23, 25, 28, 30, 33, 43, 45, 50, 60, 100)),
    (1, 1), (300, 1), (1, 100), (24, 70), (30, 10), (40, 100), (300, 100),
)  # fmt: skip
KEYS = ("up", "down", "left", "right", "pageup", "pagedown", "home", "end", "tab")
"""Keys that move the selection and open nothing."""


def scene_of(screen: str) -> Scene:
    return QUICK[screen] if screen in QUICK else LESSONS[LESSON_SCREENS[screen]]()


async def put_through(scene: Scene, sizes: tuple[tuple[int, int], ...], screen: str = "", seed: str = "") -> None:
    """Show a scene at each size and move its selection. Raises AssertionError with the size that ended the program.

    At 80×24, no word but names may be cut. `screen` is the class that must be on top. With `seed`, sizes and keys come
    at random, too fast to be answered.
    """
    app = scene.app()
    at: object = "the scene itself"
    chance = random.Random(seed)
    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await scene.go(pilot)
            assert not screen or type(app.screen).__name__ == screen, app.screen
            assert not OURS.search(screen_text(app)), screen_text(app)
            for size in sizes:
                at = size
                resize(app, *size)
                for _ in range(chance.randint(1, 5) if seed else 0):
                    type_keys(app, *chance.choices(KEYS, k=3))
                    resize(app, chance.randint(1, 300), chance.randint(1, 100))
                await settle(app, rest=1)
                for one in app.screen_stack:  # paint the screen below the notice before its size is known
                    one._compositor.render_strips(app.size)
                type_keys(app, *KEYS[:4])
                await settle(app, rest=1)
                assert app._exception is None
    except Exception as error:
        raise AssertionError(f"at {at}: {error!r}") from error


@pytest.fixture(autouse=True)
def _the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_still(monkeypatch)
    monkeypatch.setattr("tests.scenes.NAMES", LONG)
    monkeypatch.setattr(house_rules_form, "WORK_GAP", 0)
    monkeypatch.setattr(advice, "weigh", weigh_by_rules)


def test_every_screen_has_a_scene() -> None:
    for module in walk_packages(spades_tui.tui.__path__, "spades_tui.tui."):
        import_module(module.name)
    found: set[str] = set()
    kinds: list[type] = [LeavingScreen]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.__module__.startswith("spades_tui.tui.") and kind is not LeavingScreen:
            found.add(kind.__name__)
    assert SpadesScreen.__name__ in found
    assert found - BASES == {*QUICK, *LESSON_SCREENS}


@pytest.mark.parametrize("screen", SOONEST)
async def test_one_screen_of_each_layout_survives_any_size(screen: str) -> None:
    await put_through(scene_of(screen), FEW, screen)


async def test_bids_survive_a_terminal_of_a_few_columns() -> None:
    await put_through(EVERY["bid"](), tuple((width, 24) for width in (2, 5, 10, 15)))


@pytest.mark.parametrize("name", ["bid-bemo", pytest.param("lesson-raise", marks=pytest.mark.slow)])
async def test_the_table_survives_any_size_while_bids_are_made(name: str) -> None:
    await put_through(EVERY[name](), FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("place", "screen"), enumerate([*QUICK, *LESSON_SCREENS]))
async def test_every_screen_survives_resizing_while_keys_arrive(place: int, screen: str) -> None:
    """Every four screens in a row share all sizes; each gets random ones between, about 45 in all."""
    await put_through(scene_of(screen), MANY[place % 4 :: 4], screen, "sizes")


@pytest.mark.parametrize("name", slow_but(("lesson-letters",), EVERY))
async def test_every_scene_survives_some_sizes(name: str) -> None:
    """Every eighteen scenes in a row share all sizes."""
    await put_through(EVERY[name](), MANY[[*EVERY].index(name) % 18 :: 18])


@pytest.mark.parametrize("size", [(1, 1), (30, 10), (79, 24), (80, 24)], ids=str)
async def test_the_program_opens_at_any_size(size: tuple[int, int]) -> None:
    app = SpadesApp()
    async with app.run_test(size=size):
        await settle(app)
        resize(app, 80, 24)
        await settle(app)
        assert type(app.screen).__name__ == "HomeScreen"
