"""Home: what can be done, with and without a suspended game, and that it stands at once."""

import subprocess
import sys
import time

import pytest

from spades_tui.screens.choosing import ChoiceList
from spades_tui.screens.home import ContinueScreen, HomeScreen
from spades_tui.screens.rules_page import RulesScreen
from spades_tui.screens.settings import SettingsScreen
from spades_tui.screens.times import when
from spades_tui.screens.variant_selection import VariantSelectionScreen
from tests.setup.helpers import SIZES, labels, press, shown

REST = ["Quick game", "New game", "Book", "Rules", "Settings", "Quit"]


@pytest.mark.parametrize("size", SIZES)
async def test_home_without_a_suspended_game(app, size):
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert labels(pilot) == REST
        assert app.screen.query_one(ChoiceList).chosen.key == "quick"
        assert app.screen.query_one(ChoiceList).has_focus


async def test_quick_game_is_one_person_with_three_computer_players(app):
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "enter")
    (setup,) = app.started
    assert setup.variant.slug == "sandbags"
    assert [(seat.name, seat.kind, seat.level) for seat in setup.seats] == [
        ("Ann", "human", None),
        ("Bea", "bot", "club"),
        ("Cy", "bot", "strong"),
        ("Dot", "bot", "club"),
    ]
    assert setup.options == {}


async def test_quick_game_sets_the_last_table_again(app):
    from spades_tui.rules.shelf import find
    from spades_tui.table.saved import remember_setup
    from spades_tui.table.setup import SeatSetup, TableSetup

    seats = (SeatSetup("Uli", "human"), SeatSetup("Vic", "bot", "beginner"), SeatSetup("Wim", "human"))
    remember_setup(TableSetup(find("bemo"), {"target": 300}, seats))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        assert "Bemo · Uli, Vic, Wim" in shown(pilot)
        await press(pilot, "g")
    (setup,) = app.started
    assert (setup.variant.slug, setup.options, setup.seats) == ("bemo", {"target": 300}, seats)


async def test_one_suspended_game_is_continued_by_enter(app, suspend):
    path = suspend("Kit", time.time() - 3600)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        assert labels(pilot) == ["Continue", *REST]
        assert "Kit, Bea, Cy, Dot" in shown(pilot)
        await press(pilot, "enter")
    assert app.resumed == [path]


@pytest.mark.parametrize("size", SIZES)
async def test_among_several_games_the_newest_comes_first(app, suspend, size):
    now = time.time()
    older, newer = suspend("Old", now - 200_000), suspend("New", now - 10)
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "c")
        assert isinstance(app.screen, ContinueScreen)
        assert [label.split(", ")[0] for label in labels(pilot)] == ["Sandbags · New", "Sandbags · Old"]
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, HomeScreen)
    assert app.resumed == [older]
    assert newer.exists()


async def test_a_broken_journal_is_told_and_kept(app, suspend, monkeypatch):
    from spades_tui.app import SpadesApp

    path = suspend("Kit", time.time())
    path.write_bytes(path.read_bytes() + b"nonsense\n")
    before = path.read_bytes()
    monkeypatch.setattr(type(app), "resume_table", SpadesApp.resume_table)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "c")
        assert isinstance(app.screen, HomeScreen)
        assert "cannot be continued" in shown(pilot)
    assert path.read_bytes() == before


async def test_letters_arrows_and_the_mouse_lead_to_every_screen(app):
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        for key, screen in (("n", VariantSelectionScreen), ("r", RulesScreen), ("s", SettingsScreen)):
            await press(pilot, key)
            assert isinstance(app.screen, screen)
            await press(pilot, "escape")
            assert isinstance(app.screen, HomeScreen)
        await press(pilot, "home", "down", "enter")
        assert isinstance(app.screen, VariantSelectionScreen)
        await press(pilot, "escape")
        await pilot.click(ChoiceList, offset=(5, 3))
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_q_and_quit_leave(app):
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "q")
    assert app.return_code == 0


async def test_a_broken_settings_file_is_told_at_home(app, home):
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text('pace = "slow"\n')
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert "slow found" in " ".join(shown(pilot).split())


def test_home_stands_before_pydantic_markdown_and_computer_players():
    """The first frame waits for none of them, nor for the variants."""
    script = """
import asyncio, sys
from spades_tui.app import SpadesApp
import spades_tui.screens.home
async def main():
    async with SpadesApp().run_test() as pilot:
        await pilot.pause()
        heavy = ("pydantic", "markdown_it", "spades_tui.bots", "spades_tui.rules.variant", "spades_tui.table.table")
        print(*[name for name in heavy if name in sys.modules])
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


def test_times_are_told_as_people_tell_them():
    noon = time.mktime((2026, 3, 10, 12, 0, 0, 0, 0, -1))
    assert when(noon - 30, noon) == "just now"
    assert when(noon - 3 * 3600, noon) == "today 9:00"
    assert when(noon - 86_400, noon) == "yesterday 12:00"
    assert when(noon - 9 * 86_400, noon) == "1 March"
    assert when(noon - 100 * 86_400, noon) == "30 November 2025"
