"""A user's own program plays at the table on screen, and the game continues if it is slow or dies."""

import asyncio
import shlex
import sys
from pathlib import Path

from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.driver import driving
from tests.games import path_of
from tests.outside.sample_players import random_player
from tests.record.records import replayed
from tests.scenes import advance
from tests.screens.looking import TableApp, wait_until

SLOWLY = "import os, time\n"
WAIT = "    while 'ask' in line and not os.path.exists({door!r}): time.sleep(0.01)\n"


def program(folder: Path, *, before: str = "", at_each_line: str = "") -> str:
    """Write the README's program with additions; return the command that starts it."""
    text = random_player().replace("for line in sys.stdin:\n", f"{before}for line in sys.stdin:\n{at_each_line}")
    path = folder / "mine.py"
    path.write_text(text, "utf-8")
    return shlex.join([sys.executable, str(path)])


def waiting_program(door: Path) -> str:
    """Write a program that answers nothing before this file is there; return the command that starts it."""
    return program(door.parent, before=SLOWLY, at_each_line=WAIT.format(door=str(door)))


def table(command: str, slug: str = "sandbags", **options: object) -> Table:
    """Return a table of Ann, the program in the second seat, and beginners."""
    variant = shipped()[slug]
    seats = (
        SeatSetup("Ann", "human"),
        SeatSetup("Bea", "bot", OUTSIDE, command),
        *(SeatSetup(NAMES[n], "bot", "beginner") for n in range(2, variant.seats)),
    )
    return Table.create(TableSetup(variant, options, seats, variant.seats - 1, "outside"), games_folder())


def before_bea(seen: Observation) -> bool:
    """Return whether it is Ann's turn and then Bea's."""
    return seen.phase == "play" and seen.on_turn == 0 and len(seen.trick) < 3


async def test_keys_work_while_an_outside_player_thinks(tmp_path: Path) -> None:
    door = tmp_path / "door"
    game = table(waiting_program(door))
    advance(game, before_bea)
    async with driving(TableApp(game)) as seat:
        assert seat.place == "play"
        await seat.press("enter")
        await seat.wait("Bea is thinking")
        on_the_table = len(game.observe(None).trick)
        for key, place in (("s", "all scores"), ("escape", "play")):
            await seat.press(key)
            assert seat.place == place
        assert len(game.observe(None).trick) == on_the_table, "it has not answered yet"
        door.touch()
        answered = "it has never answered"
        assert await wait_until(lambda: any(e.text.startswith("Bea plays") for e in game.entries[-6:])), answered


async def test_an_answer_under_another_screen_waits(tmp_path: Path) -> None:
    door = tmp_path / "door"
    game = table(waiting_program(door))
    advance(game, before_bea)
    async with driving(TableApp(game)) as seat:
        await seat.type("enter", "s")
        before = len(game.entries)
        door.touch()
        await asyncio.sleep(1.0)
        assert seat.place == "all scores"
        assert len(game.entries) == before
        await seat.press("escape")
        assert await wait_until(lambda: len(game.entries) > before)


async def test_the_table_can_be_left_while_a_program_thinks(tmp_path: Path) -> None:
    door = tmp_path / "door"
    game = table(waiting_program(door))
    path = path_of(game)
    advance(game, before_bea)
    async with driving(TableApp(game)) as seat:
        await seat.press("enter", "q")
        door.touch()
        await asyncio.sleep(1.0)
        assert seat.place == "home"
    replayed(path.read_bytes())
