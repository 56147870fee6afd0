"""Two keys make the table faster or slower wherever there is a pace."""

import pytest
from msgspec.structs import replace

from spades_tui.play.table import Table
from spades_tui.settings.settings import Pace
from spades_tui.settings.settings_file import load_settings
from spades_tui.tui.command_palette import commands
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.pauses import PACES
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.watch_screen import WatchScreen
from tests.every_scene import EVERY
from tests.scenes import SCENES, at, last_card, scored, setup
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, wait_until


async def test_two_keys_change_and_save_the_pace() -> None:
    """The keys change nothing else; the selected choice stays."""
    app = SCENES["lead"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right")
        chosen = top_screen(app, TableScreen).hand.card
        for key, pace in (("plus", "lively"), ("plus", "instant"), ("plus", "instant"), ("minus", "lively"),
                          ("minus", "brisk"), ("minus", "leisurely"), ("minus", "leisurely")):  # fmt: skip
            await pilot.press(key)
            assert app.settings.pace == load_settings().pace == pace
            assert f"Pace: {pace}." in screen_text(app).splitlines()[-1]
            assert table_of(app).pace == PACES[pace]
            assert top_screen(app, TableScreen).hand.card == chosen
        told = [command.title for command in commands(app, app.screen)]
        assert "Faster" in told and "Slower" in told


async def test_other_keys_can_change_the_pace() -> None:
    app = SCENES["lead"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = replace(app.settings, keys=(("faster", "f6"),))
        await pilot.pause()
        await pilot.press("plus")
        assert load_settings().pace == "brisk"
        await pilot.press("f6")
        assert load_settings().pace == "lively"
        assert "F6 is faster, - slower." in screen_text(app)


async def test_a_watched_table_and_a_deal_have_a_pace(running_clock: None) -> None:
    watched = TableApp(Table.create(setup("sandbags", people=0)), pace="leisurely")
    async with watched.run_test(size=(80, 24)) as pilot:
        assert await wait_until(lambda: isinstance(watched.screen, WatchScreen))
        await pilot.press("space", "plus")
        assert watched.settings.pace == "brisk"
    app = SCENES["cut"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealingScreen)
        await pilot.press("minus")
        assert app.settings.pace == "leisurely"
        await pilot.press("w", "minus", "plus")  # the key types a letter of a word
        assert app.settings.pace == "leisurely"


async def test_a_lesson_has_a_pace() -> None:
    scene = EVERY["lesson-play"]()
    app = scene.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await scene.go(pilot)
        await pilot.press("minus")
        assert app.settings.pace == "lively"


@pytest.mark.parametrize(
    ("pace", "skips", "offered"), [("brisk", 15, True), ("brisk", 5, False), ("lively", 15, False)]
)
async def test_a_sheet_offers_a_faster_pace_once_to_somebody_who_skips_many_pauses(
    pace: Pace, skips: int, offered: bool
) -> None:
    app = TableApp(last_card(at("classic", scored(1))), pace=pace)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        table_of(app).pauses.skipped = skips
        for hand in range(1 + offered):
            while not isinstance(app.screen, ScoreScreen):
                await pilot.press("enter")
                await settle(app)
            assert ("+ at the table" in screen_text(app)) == (offered and not hand)
            await pilot.press("enter")
            await settle(app)
