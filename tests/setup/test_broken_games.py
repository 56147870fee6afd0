"""If a game's file is broken, its good part is offered and continues in a separate file."""

import random
from pathlib import Path

from spades_tui.system.folders import games_folder
from tests.driver import driving, home_app
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
    async with driving(home_app(name="P0", pace="instant")) as seat:
        await seat.press("c")
        lines = len(spoiled.splitlines())
        assert seat.sees("The game can't be resumed", f"The first {lines - 1} lines are good, up to hand 1.")
        await seat.press("escape")
        assert seat.place == "home"
        assert list(games_folder().iterdir()) == [path]
        await seat.press("c", "enter")
        new = seat.table.path
    assert new is not None
    assert new != path
    assert path.read_bytes() == spoiled
    assert new.read_bytes().startswith(b"".join(spoiled.splitlines(keepends=True)[:-1]))
