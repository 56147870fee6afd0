"""A closed screen leaves memory, with everything that it has drawn."""

import gc
from time import monotonic

import pytest
from textual.strip import Strip

from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.games_and_rules import RulesScreen
from spades_tui.tui.setup.home import HomeScreen
from tests.screens.looking import top_screen


def drawn() -> int:
    """Return the number of drawn lines in memory."""
    gc.collect()
    return sum(isinstance(one, Strip) for one in gc.get_objects())


@pytest.mark.slow
async def test_a_closed_screen_frees_its_memory() -> None:
    app = SpadesApp(settings=Settings(name="Ann"), keep=False)
    before = 0
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for turn in range(9):
            await pilot.press("r")
            await pilot.pause()
            top_screen(app, RulesScreen)
            await pilot.press("escape")
            await pilot.pause()
            top_screen(app, HomeScreen)
            if turn == 2:
                before = drawn()
        end = monotonic() + 120
        while (left := drawn()) >= before + 60 and monotonic() < end:  # a screen is deleted when the program has time
            await pilot.pause(0.05)
    assert left < before + 60  # a screen has at least 24 lines, of several widgets
