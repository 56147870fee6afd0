"""A user's own program plays at the table on screen, and the game continues if it is slow or dies."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.table.score_screen import GameOverScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.outside.sample_players import random_player
from tests.scenes import policy
from tests.screens.looking import TableApp, screen_text, settle, type_keys

ROOT = Path(__file__).resolve().parent.parent.parent
SLOWLY = "import time\n"
WAIT = "    if 'ask' in line: time.sleep({seconds})\n"
DIES = "    if 'ask' in line and sum(1 for _ in [seen.append(1)]) and len(seen) > {most}: sys.exit(3)\n"


def program(folder: Path, *, before: str = "", at_each_line: str = "") -> str:
    """Write the README's program with additions; return the command that starts it."""
    text = random_player().replace("for line in sys.stdin:\n", f"{before}for line in sys.stdin:\n{at_each_line}")
    path = folder / "mine.py"
    path.write_text(text, "utf-8")
    return shlex.join([sys.executable, str(path)])


def table(command: str, slug: str = "sandbags", **options: object) -> Table:
    """Return a table of Ann, the program in the second seat, and beginners."""
    variant = shipped()[slug]
    seats = (
        SeatSetup("Ann", "human"),
        SeatSetup("Bea", "bot", OUTSIDE, command),
        *(SeatSetup(NAMES[n], "bot", "beginner") for n in range(2, variant.seats)),
    )
    return Table.create(TableSetup(variant, options, seats, variant.seats - 1, "outside"), games_folder())


def play_until(game: Table, until: Callable[[Observation], bool]) -> None:
    """Play all seats by a simple policy, including the program's, until `until` accepts the view of seat 0."""
    while not until(game.observe(0)):
        due = game.next()
        if isinstance(due, CutOffered):
            game.deal(None)
        elif isinstance(due, Turn):
            game.do(policy(game.observe(due.seat)))
        else:
            game.score()


def before_bea(seen: Observation) -> bool:
    """Return whether it is Ann's turn and then Bea's."""
    return seen.phase == "play" and seen.on_turn == 0 and len(seen.trick) < 3


def lines_of(path: Path, seat: int = 1) -> list[dict[str, object]]:
    """Return a seat's decisions from the journal."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line for line in lines if line.get("seat") == seat and line["event"] in ("bid", "play", "stand", "look")]


async def play_to_the_end(app: TableApp) -> None:
    """Play to the end with Enter alone."""
    for _ in range(600):
        await settle(app)
        if isinstance(app.screen, GameOverScreen):
            return
        type_keys(app, "enter")
    raise AssertionError(screen_text(app))


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "options"), [("sandbags", {"target": 1}), ("bemo", {"target": 1})])
async def test_the_readmes_program_plays_a_game_on_screen(
    slug: str, options: dict[str, object], tmp_path: Path
) -> None:
    game = table(program(tmp_path), slug, **options)
    path = game.path
    assert path is not None
    app = TableApp(game)
    async with app.run_test(size=(80, 24)):
        await play_to_the_end(app)
    mine = lines_of(path)
    assert len(mine) > 10
    assert not any(line.get("stand_in") for line in mine)
    with path.open("rb") as stream:
        (replayed,) = replay(stream, path.name)
    assert replayed.over is not None


async def test_keys_work_while_an_outside_player_thinks(tmp_path: Path) -> None:
    command = program(tmp_path, before=SLOWLY, at_each_line=WAIT.format(seconds=1.5))
    game = table(command)
    play_until(game, before_bea)
    app = TableApp(game)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        type_keys(app, "enter")
        await pilot.pause(0.3)
        assert "Bea is thinking" in screen_text(app)
        on_the_table = len(game.observe(None).trick)
        type_keys(app, "s")
        await settle(app)
        assert isinstance(app.screen, GameSheetScreen)
        type_keys(app, "escape")
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        assert len(game.observe(None).trick) == on_the_table, "it has not answered yet"
        for _ in range(100):
            await pilot.pause(0.1)
            if any(entry.text.startswith("Bea plays") for entry in game.entries[-6:]):
                break
        else:
            raise AssertionError("it has never answered")


async def test_an_answer_under_another_screen_waits(tmp_path: Path) -> None:
    command = program(tmp_path, before=SLOWLY, at_each_line=WAIT.format(seconds=0.4))
    game = table(command)
    play_until(game, before_bea)
    app = TableApp(game)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        type_keys(app, "enter", "s")
        await settle(app)
        before = len(game.entries)
        await pilot.pause(1.0)
        assert isinstance(app.screen, GameSheetScreen)
        assert len(game.entries) == before
        type_keys(app, "escape")
        for _ in range(100):
            await pilot.pause(0.1)
            if len(game.entries) > before:
                break
        assert len(game.entries) > before


async def test_the_table_can_be_left_while_a_program_thinks(tmp_path: Path) -> None:
    game = table(program(tmp_path, before=SLOWLY, at_each_line=WAIT.format(seconds=1.0)))
    path = game.path
    assert path is not None
    play_until(game, before_bea)
    app = TableApp(game)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        type_keys(app, "q")
        await pilot.pause(2.0)
        assert isinstance(app.screen, HomeScreen)
    with path.open("rb") as stream:
        list(replay(stream, path.name))


@pytest.mark.parametrize("asked", [0, 2])
async def test_a_program_that_dies_is_replaced(asked: int, tmp_path: Path) -> None:
    game = table(program(tmp_path, before="seen = []\n", at_each_line=DIES.format(most=asked)), target=1)
    path = game.path
    assert path is not None
    app = TableApp(game)
    async with app.run_test(size=(80, 24)):
        for _ in range(300):
            await settle(app)
            if len(lines_of(path)) >= asked + 3:
                break
            type_keys(app, "enter")
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
    app = TableApp(game)
    async with app.run_test(size=(80, 24)):
        for _ in range(60):
            await settle(app)
            if len(lines_of(path)) >= 2:
                break
            type_keys(app, "enter")
    assert all(line.get("stand_in") for line in lines_of(path))
