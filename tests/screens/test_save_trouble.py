"""If the journal can't be written, the table stops before it shows an unsaved card, and leaving asks."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from spades_tui.play.journal import UNKEPT
from spades_tui.play.table import Table
from tests.driver import Driver, driving
from tests.games import path_of
from tests.record.records import replayed
from tests.scenes import setup
from tests.screens.looking import TableApp
from tests.table.disks import FullDisk, fill


def app_in(folder: Path) -> TableApp:
    """Return the program at a short game between one person and computer players, saved in a folder."""
    return TableApp(Table.create(setup("sandbags", dealer=1, seed="enter", target=60), folder))


def journal_of(seat: Driver) -> Path:
    """Return the path of the game's journal."""
    return path_of(seat.table)


def assert_whole_game(path: Path) -> None:
    """Assert that a journal is a game played to its end."""
    (done,) = replayed(path.read_bytes())
    assert done.over is not None


async def test_a_deleted_journal_stops_the_table_and_is_written_again(tmp_path: Path) -> None:
    async with driving(app_in(tmp_path / "games")) as seat:
        await seat.until("play")
        path = journal_of(seat)
        raw = path.read_bytes()
        path.unlink()
        held = seat.table.course.state
        await seat.until("unsaved", most=2)
        assert seat.sees("Saving failed", "The file of this game is gone")
        await seat.press("escape", "question_mark", "escape")
        assert seat.place == "unsaved"
        assert seat.sees("Choose one of these")
        assert seat.table.course.state is held  # nobody has acted meanwhile
        assert not path.exists()
        await seat.press("h")
        assert seat.place == "play"
        assert path.read_bytes().startswith(raw)
        assert len(path.read_bytes()) > len(raw)
        await seat.until("game over")
    assert_whole_game(path)


async def test_a_game_continues_in_a_typed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with driving(app_in(tmp_path / "games")) as seat:
        await seat.until("play")
        path = journal_of(seat)
        shutil.rmtree(path.parent)
        await seat.until("unsaved", most=2)
        await seat.press("o")
        assert seat.place != "unsaved"
        await seat.press("escape")
        assert seat.place == "unsaved"
        missing = "no such file or folder"
        for where, why in (
            (str(tmp_path / "nowhere" / "a"), missing), ("~nobody has this name/a", missing),
            (f"{tmp_path}/{'x' * 300}", "file name too long"), (f"{tmp_path}/{'x' * 300}/a", "file name too long"),
        ):  # fmt: skip
            await seat.press("o")
            await seat.write(where)
            await seat.press("enter")
            assert seat.place == "unsaved"
            assert seat.sees(why)
        await seat.press("o", "enter")  # a path beside the lost folder is in the field
        assert journal_of(seat) == tmp_path / path.name
        await seat.until("game over")
    assert_whole_game(tmp_path / path.name)


async def test_an_unsaved_game_says_so_and_leaving_asks(tmp_path: Path) -> None:
    async with driving(app_in(tmp_path / "games")) as seat:
        await seat.until("play")
        path = journal_of(seat)
        path.unlink()
        await seat.until("unsaved", most=2)
        await seat.press("w")
        await seat.until("play")
        assert seat.sees(UNKEPT[:40])
        for leave in ("ctrl+q", "ctrl+q"):
            await seat.press(leave)
            assert seat.heading == "Not saved"
        assert seat.sees("If you leave now")
        await seat.press("escape")
        assert seat.place == "play"
        await seat.press("q", "h")
        assert seat.place == "home"
        assert path.read_bytes().splitlines()[-1].startswith(b'{"event": "suspend"')


async def test_leaving_without_saving_loses_the_game_on_request_only(tmp_path: Path) -> None:
    app = app_in(tmp_path / "games")
    async with driving(app) as seat:
        await seat.until("play")
        journal_of(seat).unlink()
        await seat.press("ctrl+c", "ctrl+c")
        assert seat.heading == "Not saved" and seat.running
        await seat.press("l")
        assert not seat.running
    assert app.return_code == 0
    assert not app.trouble
    assert list((tmp_path / "games").iterdir()) == []


async def test_leaving_asks_nothing_if_every_event_is_saved(tmp_path: Path) -> None:
    async with driving(app_in(tmp_path / "games")) as seat:
        await seat.until("play")
        fill(seat.table, random.Random(1))
        await seat.until("unsaved", most=2)
        await seat.press("l")
        assert seat.place == "home"


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["deal", "score", "end"])
async def test_deals_and_scores_wait_for_the_disk_too(moment: str, tmp_path: Path) -> None:
    """The disk refuses every second write, during several hands."""
    event = {"deal": b'"deal"', "score": b'"hand_score"', "end": b'"game_over"'}[moment]
    met = 0
    async with driving(app_in(tmp_path / "games")) as seat:
        path = journal_of(seat)
        disk: FullDisk = fill(seat.table, random.Random(moment))
        disk.refuses_only = event
        for _ in range(600):
            if seat.place == "game over":
                break
            if seat.place == "unsaved":
                met += 1
                assert event not in path.read_bytes().splitlines()[-1]
                disk.refuses = False
                await seat.press("h")
                disk.refuses = moment != "end"
            await seat.press("enter")
        assert seat.place == "game over"
    assert met >= 1
    assert_whole_game(path)


async def test_a_signal_saves_the_game_again_without_a_question(tmp_path: Path) -> None:
    app = app_in(tmp_path / "games")
    async with driving(app) as seat:
        await seat.until("play")
        path = journal_of(seat)
        raw = path.read_bytes()
        shutil.rmtree(path.parent)
        await seat.end_by_signal()
    assert path.read_bytes().startswith(raw)
    assert not app.trouble


async def test_a_failed_save_at_a_signal_is_reported_after_the_screen_closes(tmp_path: Path) -> None:
    app = app_in(tmp_path / "games")
    async with driving(app) as seat:
        await seat.until("play")
        path = journal_of(seat)
        shutil.rmtree(path.parent)
        path.parent.write_text("a file where the folder was")
        await seat.end_by_signal()
    assert "the game isn't saved" in app.trouble
