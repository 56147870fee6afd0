"""If a game's file is broken, its good part is offered and continues in a separate file."""

import random
from pathlib import Path

from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.setup.home import HomeScreen
from tests.screens.looking import screen_text, top_screen
from tests.setup.helpers import press
from tests.table.playing import opened, setup_of, step


def broken_game() -> tuple[Path, bytes]:
    """Write a game of some cards with its last line changed; return its path and bytes."""
    table = opened(setup_of("sandbags", "hbbb", "broken"), games_folder())
    rng = random.Random(1)
    for _ in range(20):
        step(table, rng)
    path = table.path
    assert path is not None
    table.leave()
    raw = path.read_bytes()
    head, last = raw.rsplit(b'"sum": "', 1)
    path.write_bytes(head + b'"sum": "0' + last)
    return path, path.read_bytes()


async def test_the_good_part_of_a_broken_game_can_be_played_on() -> None:
    path, spoiled = broken_game()
    app = SpadesApp(settings=Settings(name="P0", pace="instant"))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "c")
        top_screen(app, AskChoice)
        text = " ".join(screen_text(app).split())
        assert "The game can't be resumed" in text
        lines = len(spoiled.splitlines())
        assert f"The first {lines - 1} lines are good, up to hand 1." in text
        await press(pilot, "escape")
        top_screen(app, HomeScreen)
        assert list(games_folder().iterdir()) == [path]
        await press(pilot, "c", "enter")
        await pilot.pause()
        assert app.controller is not None
        new = app.controller.table.path
    assert new is not None
    assert new != path
    assert path.read_bytes() == spoiled
    assert new.read_bytes().startswith(b"".join(spoiled.splitlines(keepends=True)[:-1]))
