"""What Windows and macOS need for locks, replaced files and power cuts, with their parts of Python imitated."""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from spades_tui.play import journal
from spades_tui.play.journal import Journal, JournalBusy
from spades_tui.scorebook.database import connect
from spades_tui.settings.settings_file import load_settings, save_some, settings_file
from spades_tui.system import disk
from spades_tui.system.disk import lock, locked_folder, write_whole
from tests.scorebook.games import Season
from tests.table.playing import opened, resumed, setup_of

fcntl = pytest.importorskip("fcntl")


def locking(handle: int, mode: int, size: int) -> None:
    """Lock as Windows does: one byte at the position in the file, where nobody else can read; refuse at once."""
    assert (mode, size) == (2, 1)
    assert os.lseek(handle, 0, os.SEEK_CUR) > os.fstat(handle).st_size
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have locks like those of Windows, and no others; open files can't be replaced."""
    monkeypatch.setattr(disk, "fcntl", None)
    monkeypatch.setattr(disk, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking), raising=False)
    monkeypatch.setattr(journal, "REPLACES_OPEN_FILES", False)
    replace = os.replace

    def replace_closed(source: Path, target: Path) -> None:
        handles = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
        if {os.path.realpath(handle) for handle in handles} & {str(source), str(target)}:
            raise PermissionError(13, "another program uses the file", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", replace_closed)


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are looked up in /proc")


@needs_proc
def test_the_imitated_system_replaces_no_open_file(windows: None, tmp_path: Path) -> None:
    write_whole(tmp_path / "file", "old")
    with (tmp_path / "file").open("rb"), pytest.raises(PermissionError):
        write_whole(tmp_path / "file", "new")


def test_a_lock_of_windows_keeps_another_out_and_the_position(windows: None, tmp_path: Path) -> None:
    first, second = (os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2))
    os.write(first, b"text")
    lock(first, wait=False)
    assert os.lseek(first, 0, os.SEEK_CUR) == 4
    with pytest.raises(BlockingIOError):
        lock(second, wait=False)
    threading.Timer(0.2, os.close, (first,)).start()
    lock(second)
    os.close(second)


def test_two_programs_on_windows_keep_each_others_settings(windows: None) -> None:
    save_some(name="Ann")
    started, ended = threading.Event(), threading.Event()

    def other() -> None:
        started.set()
        save_some(bell=True)
        ended.set()

    with locked_folder(settings_file().parent):
        threading.Thread(target=other).start()
        assert started.wait(60)
        assert not ended.wait(0.2)
    assert ended.wait(60)
    assert (load_settings().name, load_settings().bell) == ("Ann", True)


def test_a_second_window_on_windows_cannot_open_the_game(windows: None, tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), tmp_path)
    assert table.path is not None
    with pytest.raises(JournalBusy):
        resumed(table.path)
    table.leave()


@needs_proc
def test_a_game_cut_short_by_another_program_is_saved_beside_it(windows: None, tmp_path: Path) -> None:
    game = Journal(tmp_path / "a.spades.jsonl")
    game.write({"event": "deal"})
    whole = game.path.read_bytes()
    os.truncate(game.path, 10)
    game.save()
    assert game.path == tmp_path / "a-2.spades.jsonl"
    assert game.path.read_bytes() == whole
    game.close()


@needs_proc
def test_a_damaged_scorebook_is_replaced_and_copied(windows: None, tmp_path: Path) -> None:
    season = Season(tmp_path)
    game = season.play()
    season.book.close()
    (tmp_path / "scorebook.sqlite3").write_bytes(b"nonsense" * 1000)
    assert [line.id for line in season.again().games()] == [game]
    season.play()
    season.book.close()


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Flush files as on macOS; return what was flushed to the medium."""
    found: list[int] = []

    def control(handle: int, command: int) -> None:
        assert command == 51
        found.append(handle)

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    return found


def forbidden(handle: int) -> None:
    raise AssertionError("os.fsync leaves the file in the drive's memory")


def copied_scorebook(folder: Path) -> None:
    """Write a scorebook and its copy."""
    season = Season(folder)
    season.play()
    season.book.close()


@pytest.mark.parametrize("write", [
    lambda folder: write_whole(folder / "file", "text"),
    lambda folder: disk.write_new(folder / "file", "text"),
    lambda folder: opened(setup_of("sandbags"), folder).leave(),
    copied_scorebook,
])  # fmt: skip
def test_files_reach_the_medium_on_macos(
    write: Callable[[Path], object], flushed: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", forbidden)
    write(tmp_path)
    assert flushed


def test_a_disk_without_that_call_gets_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(handle: int, command: int) -> None:
        raise OSError(45, "Operation not supported")

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", refused)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    write_whole(tmp_path / "file", "text")
    assert len(synced) == 2  # the file and its folder


def test_the_scorebook_reaches_the_medium_on_macos(tmp_path: Path) -> None:
    connection: sqlite3.Connection = connect(tmp_path / "scorebook.sqlite3")
    assert connection.execute("PRAGMA fullfsync").fetchone() == (1,)
    connection.close()
