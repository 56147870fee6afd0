"""A user's own program plays at the table on screen, and the game continues if it is slow or dies."""

import asyncio
import json
import shlex
import sys
from pathlib import Path

import pytest

from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.driver import driving
from tests.outside.sample_players import random_player
from tests.scenes import advance
from tests.screens.looking import TableApp, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
SLOWLY = "import os, time\n"
WAIT = "    while 'ask' in line and not os.path.exists({door!r}): time.sleep(0.01)\n"
DIES = "    if 'ask' in line and sum(1 for _ in [seen.append(1)]) and len(seen) > {most}: sys.exit(3)\n"


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


def lines_of(path: Path, seat: int = 1) -> list[dict[str, object]]:
    """Return a seat's decisions from the journal."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line for line in lines if line.get("seat") == seat and line["event"] in ("bid", "play", "stand", "look")]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), [("sandbags", {"target": 1}), ("bemo", {"target": 1})])
async def test_the_readmes_program_plays_a_game_on_screen(
    slug: str, options: dict[str, object], tmp_path: Path
) -> None:
    game = table(program(tmp_path), slug, **options)
    path = game.path
    assert path is not None
    async with driving(TableApp(game)) as seat:
        await seat.until("game over", most=600)
    mine = lines_of(path)
    assert len(mine) > 10
    assert not any(line.get("stand_in") for line in mine)
    with path.open("rb") as stream:
        (replayed,) = replay(stream, path.name)
    assert replayed.over is not None


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
    path = game.path
    assert path is not None
    advance(game, before_bea)
    async with driving(TableApp(game)) as seat:
        await seat.press("enter", "q")
        door.touch()
        await asyncio.sleep(1.0)
        assert seat.place == "home"
    with path.open("rb") as stream:
        list(replay(stream, path.name))


async def decide_until(game: Table, path: Path, decisions: int) -> None:
    """Press Enter at the table until the program's seat has decided so often."""
    async with driving(TableApp(game)) as seat:
        for _ in range(300):
            if len(lines_of(path)) >= decisions:
                return
            await seat.press("enter")


@pytest.mark.parametrize("asked", [0, 2])
async def test_a_program_that_dies_is_replaced(asked: int, tmp_path: Path) -> None:
    game = table(program(tmp_path, before="seen = []\n", at_each_line=DIES.format(most=asked)), target=1)
    path = game.path
    assert path is not None
    await decide_until(game, path, asked + 3)
    mine = lines_of(path)
    assert len(mine) >= asked + 3
    assert [bool(line.get("stand_in")) for line in mine] == [n >= asked for n in range(len(mine))]
    log = path.parent.parent / "players" / "seat-1.log"
    assert "a beginner plays" in log.read_text("utf-8")
    with path.open("rb") as stream:
        list(replay(stream, path.name))


async def test_a_missing_program_is_replaced() -> None:
    game = table("/nowhere/at-all")
    path = game.path
    assert path is not None
    await decide_until(game, path, 2)
    assert len(lines_of(path)) >= 2
    assert all(line.get("stand_in") for line in lines_of(path))
