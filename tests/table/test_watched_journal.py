"""Nothing happens at a table before it is saved, and a damaged game can be saved again or elsewhere (promise 4)."""

import errno
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui.play.saved_games import NotSaved, suspended
from spades_tui.play.shown import CutOffered
from spades_tui.play.table import Table
from spades_tui.system.folders import next_secret_file
from spades_tui.system.output import os_words
from tests.games import path_of
from tests.record.records import replayed
from tests.table.disks import cut_off, emptied, fill, folder_a_file, folder_gone, removed, replaced, written_to
from tests.table.playing import opened, resumed, setup_of, state_of, step

HARMS: dict[Callable[[Path], None], str] = {
    removed: "The file of this game is gone",
    folder_gone: "The folder of this game is gone",
    folder_a_file: "The folder of this game is gone",
    replaced: "Another file has replaced the file of this game",
    emptied: "Another program has shortened the file of this game",
    cut_off: "Another program has shortened the file of this game",
    written_to: "Another program has written to the file of this game",
}

harms = pytest.mark.parametrize("harm", HARMS, ids=lambda harm: str(harm.__name__))


def game_in_progress(folder: Path, steps: int = 12) -> tuple[Table, Path]:
    """Return a table some steps into its game, and its journal."""
    table = opened(setup_of("sandbags", seed="watch"), folder)
    for _ in range(steps):
        step(table, random.Random(1))
    return table, path_of(table)


@harms
def test_a_damaged_file_stops_the_game_before_the_next_event(harm: Callable[[Path], None], tmp_path: Path) -> None:
    table, path = game_in_progress(tmp_path / "games")
    held, log = state_of(table), list(table.entries)
    harm(path)
    for _ in range(3):
        with pytest.raises(NotSaved, match=HARMS[harm]):
            step(table, random.Random(1))
        assert state_of(table) == held
        assert table.entries == log
    assert table.trouble is None
    table.leave()


@harms
def test_a_game_is_saved_again_in_the_same_place(harm: Callable[[Path], None], tmp_path: Path) -> None:
    table, path = game_in_progress(tmp_path / "games")
    raw, held = path.read_bytes(), state_of(table)
    harm(path)
    left = path.read_bytes() if path.is_file() else None
    if harm is folder_a_file:
        with pytest.raises(NotSaved, match=r"can't be saved \(file exists\)"):
            table.save_again()
        (tmp_path / "games").unlink()
    table.save_again()
    assert path_of(table).read_bytes() == raw
    assert path_of(table).stat().st_mode & 0o777 == 0o600
    assert [game.path for game in suspended(tmp_path / "games")][:1] == [path_of(table)]
    if harm in (replaced, written_to):  # a file of another program stays unchanged
        assert path_of(table).name == path.name.replace(".spades", "-2.spades")
        assert path.read_bytes() == left
    else:
        assert table.path == path
        assert {file.name for file in path.parent.iterdir()} == {path.name}
    assert state_of(table) == held
    step(table, random.Random(2))
    held = state_of(table)
    table.leave()
    again = resumed(table.path or path) if harm not in (replaced, written_to) else None
    if again is not None:
        assert state_of(again) == held
        again.leave()


@harms
def test_a_game_is_saved_in_another_place(harm: Callable[[Path], None], tmp_path: Path) -> None:
    table, path = game_in_progress(tmp_path / "games")
    harm(path)
    there = tmp_path / "stick.spades.jsonl"
    with pytest.raises(NotSaved, match="no such file or folder"):
        table.save_again(tmp_path / "nowhere" / "a.spades.jsonl")
    with pytest.raises(NotSaved, match="exists already"):
        table.save_again(Path(__file__))
    table.save_again(there)
    assert table.path == there
    step(table, random.Random(2))
    held = state_of(table)
    table.leave()
    again = resumed(there)
    assert state_of(again) == held
    again.leave()


@harms
def test_a_game_continues_without_being_saved(harm: Callable[[Path], None], tmp_path: Path) -> None:
    table, path = game_in_progress(tmp_path / "games")
    harm(path)
    left = path.read_bytes() if path.is_file() else None
    table.continue_unsaved()
    for _ in range(60):
        step(table, random.Random(1))
        assert table.trouble is not None
        assert "no longer being saved" in table.trouble
    assert (path.read_bytes() if path.is_file() else None) == left
    with pytest.raises(NotSaved):
        table.suspend()
    there = tmp_path / "kept after all.spades.jsonl"
    table.save_again(there)
    assert table.trouble is None
    held = state_of(table)
    table.leave()
    again = resumed(there)
    assert state_of(again) == held
    again.leave()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_stops_the_game_until_there_is_room(code: int, tmp_path: Path) -> None:
    rng = random.Random(code)
    table, path = game_in_progress(tmp_path)
    raw, held = path.read_bytes(), state_of(table)
    disk = fill(table, rng, code)
    for _ in range(5):
        with pytest.raises(NotSaved) as caught:
            step(table, rng)
        assert os_words(OSError(code, os.strerror(code))) in str(caught.value)
        assert state_of(table) == held
        assert path.read_bytes() == raw  # no part of a line for an event that has not happened
    table.save_again()  # a full disk does no harm without anything to write
    with pytest.raises(NotSaved):
        step(table, rng)
    disk.refuses = False
    step(table, rng)
    held = state_of(table)
    table.leave()
    again = resumed(path)
    assert state_of(again) == held
    again.leave()


def test_an_unsaved_game_is_saved_when_the_disk_has_room(tmp_path: Path) -> None:
    rng = random.Random(5)
    table, path = game_in_progress(tmp_path)
    disk = fill(table, rng)
    table.continue_unsaved()
    for _ in range(10):
        step(table, rng)
        assert table.trouble is not None
    with pytest.raises(NotSaved):
        table.check_saved()
    disk.refuses = False
    step(table, rng)
    assert table.trouble is None
    table.check_saved()
    held = state_of(table)
    table.leave()
    again = resumed(path)
    assert state_of(again) == held
    again.leave()


def test_an_unsaved_deal_keeps_its_secret(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), tmp_path / "games")
    offer = table.next()
    assert isinstance(offer, CutOffered)
    shutil.rmtree(tmp_path / "games")
    with pytest.raises(NotSaved):
        table.deal(7)
    assert table.next() == offer
    there = tmp_path / "there.spades.jsonl"
    table.save_again(there)
    assert table.next() == offer
    assert next_secret_file(there).is_file()  # a program killed now resumes with everything on the screen
    table.leave()
    again = resumed(there)
    assert again.next() == offer
    again.deal(7)
    assert not next_secret_file(there).exists()
    again.leave()


def test_a_table_whose_first_line_cannot_be_written_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "games").mkdir()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        opened(setup_of("sandbags"), tmp_path / "games")
    assert list((tmp_path / "games").iterdir()) == []


def test_the_name_of_a_new_journal_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def noted(handle: int) -> None:
        synced.append(os.path.realpath(f"/proc/self/fd/{handle}"))
        real(handle)

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("a system without /proc")
    monkeypatch.setattr(os, "fsync", noted)
    table = opened(setup_of("sandbags"), tmp_path / "data" / "games")
    table.leave()
    assert {str(tmp_path / "data" / "games"), str(tmp_path / "data"), str(tmp_path)} <= set(synced)


def test_sums_are_right_after_a_rescue(tmp_path: Path) -> None:
    """A game whose file was damaged repeatedly becomes one record with correct sums."""
    rng = random.Random(9)
    table, _ = game_in_progress(tmp_path / "games")
    for _ in range(40):
        path = path_of(table)
        rng.choice((removed, emptied, cut_off, folder_gone))(path)
        with pytest.raises(NotSaved):
            step(table, rng)
        table.save_again()
        for _ in range(rng.randrange(1, 5)):
            step(table, rng)
    path = path_of(table)
    table.leave()
    assert all('"sum": "' in line for line in path.read_text("utf-8").splitlines())
    assert len(replayed(path.read_bytes())) == 1
