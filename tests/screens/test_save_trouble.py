"""If the journal can't be written, the table stops before it shows an unsaved card, and leaving asks."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.play.journal import UNKEPT
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.tui.dialogs import AskLine
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.table.save_trouble import SaveQuestionScreen
from spades_tui.tui.table.score_screen import GameOverScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.scenes import setup
from tests.screens.looking import TableApp, press_until, screen_text, table_of, top_screen
from tests.table.disks import FullDisk, fill


def table_in(folder: Path) -> Table:
    """Return a short game between one person and computer players, saved in a folder."""
    return Table.create(setup("sandbags", dealer=1, seed="enter", target=60), folder)


def journal_of(app: TableApp) -> Path:
    path = table_of(app).table.path
    assert path is not None
    return path


async def playing(pilot: Pilot[int]) -> None:
    """Play until the person must play a card."""
    await press_until(pilot, "enter", TrickPlayScreen)


async def stopped(pilot: Pilot[int], keys: int = 400) -> SaveQuestionScreen:
    """Play until the table stops."""
    await press_until(pilot, "enter", SaveQuestionScreen, keys)
    assert isinstance(pilot.app, TableApp)
    return top_screen(pilot.app, SaveQuestionScreen)


async def press(pilot: Pilot[int], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


async def test_a_deleted_journal_stops_the_table_and_is_written_again(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        raw = path.read_bytes()
        path.unlink()
        held = table_of(app).table.course.state
        screen = await stopped(pilot, 2)
        text = screen_text(app)
        assert "Saving failed" in text
        assert "The file of this game is gone" in text
        await press(pilot, "escape", "question_mark", "escape")
        assert top_screen(app, SaveQuestionScreen) is screen
        assert "Choose one of these" in screen_text(app)
        assert table_of(app).table.course.state is held  # nobody has acted meanwhile
        assert not path.exists()
        await press(pilot, "h")
        await pilot.pause()
        assert not isinstance(app.screen, SaveQuestionScreen)
        assert path.read_bytes().startswith(raw)
        assert len(path.read_bytes()) > len(raw)
        await press_until(pilot, "enter", GameOverScreen)
    with path.open("rb") as stream:
        (done,) = replay(stream)
    assert done.over is not None


async def test_a_game_continues_in_a_typed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        shutil.rmtree(path.parent)
        await stopped(pilot, 2)
        await press(pilot, "o")
        asked = top_screen(app, AskLine)
        assert asked.value == str(tmp_path / path.name)
        await press(pilot, "escape")
        top_screen(app, SaveQuestionScreen)
        missing = "no such file or folder"
        for where, why in (
            (str(tmp_path / "nowhere" / "a"), missing), ("~nobody has this name/a", missing),
            (f"{tmp_path}/{'x' * 300}", "file name too long"), (f"{tmp_path}/{'x' * 300}/a", "file name too long"),
        ):  # fmt: skip
            await press(pilot, "o")
            top_screen(app, AskLine).query_one("TextField").value = where  # type: ignore[attr-defined]
            await press(pilot, "enter")
            top_screen(app, SaveQuestionScreen)
            assert why in screen_text(app)
        await press(pilot, "o", "enter")
        await pilot.pause()
        assert journal_of(app) == tmp_path / path.name
        await press_until(pilot, "enter", GameOverScreen)
    with (tmp_path / path.name).open("rb") as stream:
        (done,) = replay(stream)
    assert done.over is not None


async def test_an_unsaved_game_says_so_and_leaving_asks(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        path.unlink()
        await stopped(pilot, 2)
        await press(pilot, "w")
        await press_until(pilot, "enter", TrickPlayScreen)
        assert UNKEPT[:40] in screen_text(app)
        for leave in ("ctrl+q", "ctrl+q"):
            await press(pilot, leave)
            assert top_screen(app, SaveQuestionScreen).leaving
        assert "If you leave now" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TrickPlayScreen)
        table_of(app).leave()
        await pilot.pause()
        await press(pilot, "h")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert path.read_bytes().splitlines()[-1].startswith(b'{"event": "suspend"')


async def test_leaving_without_saving_loses_the_game_on_request_only(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        journal_of(app).unlink()
        await press(pilot, "ctrl+c", "ctrl+c")
        assert top_screen(app, SaveQuestionScreen).leaving
        await press(pilot, "l")
        await pilot.pause()
    assert app.return_code == 0
    assert not app.trouble
    assert list((tmp_path / "games").iterdir()) == []


async def test_a_full_disk_stops_the_table_until_there_is_room(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        disk = fill(table_of(app).table, random.Random(1))
        await stopped(pilot, 2)
        raw = path.read_bytes()
        assert "the disk is full" in screen_text(app)
        await press(pilot, "h")
        await pilot.pause()
        top_screen(app, SaveQuestionScreen)
        assert "That didn't work." in screen_text(app)
        assert path.read_bytes() == raw
        disk.refuses = False
        await press(pilot, "h")
        await press_until(pilot, "enter", GameOverScreen)
    with path.open("rb") as stream:
        (done,) = replay(stream)
    assert done.over is not None


async def test_leaving_asks_nothing_if_every_event_is_saved(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        fill(table_of(app).table, random.Random(1))
        await stopped(pilot, 2)
        await press(pilot, "l")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["deal", "score", "end"])
async def test_deals_and_scores_wait_for_the_disk_too(moment: str, tmp_path: Path) -> None:
    """The disk refuses every second write, during several hands."""
    rng = random.Random(moment)
    app = TableApp(table_in(tmp_path / "games"))
    events = {"deal": b'"deal"', "score": b'"hand_score"', "end": b'"game_over"'}
    met = 0
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        path = journal_of(app)
        disk: FullDisk = fill(table_of(app).table, rng)
        disk.refuses_only = events[moment]
        for _ in range(600):
            if isinstance(app.screen, GameOverScreen):
                break
            if isinstance(app.screen, SaveQuestionScreen):
                met += 1
                assert events[moment] not in path.read_bytes().splitlines()[-1]
                disk.refuses = False
                await press(pilot, "h")
                await pilot.pause()
                disk.refuses = moment != "end"
            await press(pilot, "enter")
        assert isinstance(app.screen, GameOverScreen)
    assert met >= 1
    with path.open("rb") as stream:
        (done,) = replay(stream)
    assert done.over is not None


async def test_a_signal_saves_the_game_again_without_a_question(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        raw = path.read_bytes()
        shutil.rmtree(path.parent)
        app._end_by_signal(15)
        await pilot.pause()
    assert path.read_bytes().startswith(raw)
    assert not app.trouble


async def test_a_failed_save_at_a_signal_is_reported_after_the_screen_closes(tmp_path: Path) -> None:
    app = TableApp(table_in(tmp_path / "games"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(pilot)
        path = journal_of(app)
        shutil.rmtree(path.parent)
        path.parent.write_text("a file where the folder was")
        app._end_by_signal(15)
        await pilot.pause()
    assert "the game isn't saved" in app.trouble
