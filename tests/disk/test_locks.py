"""Journals, the scorebook and the settings folder share one kind of lock, held until the file is closed."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from spades_tui.system.disk import lock, locked_folder
from tests.scorebook.games import Season


@pytest.mark.parametrize(("first_shared", "second_shared"), [(False, False), (False, True), (True, False)])
def test_a_lock_keeps_another_out_until_the_file_is_closed(
    first_shared: bool, second_shared: bool, tmp_path: Path
) -> None:
    first, second = (os.open(tmp_path / "file", os.O_RDWR | os.O_CREAT) for _ in range(2))
    lock(first, wait=False, shared=first_shared)
    with pytest.raises(BlockingIOError):
        lock(second, wait=False, shared=second_shared)
    os.close(first)
    lock(second, wait=False, shared=second_shared)
    os.close(second)


@pytest.mark.posix("shares a lock")
def test_readers_share_a_lock(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    handles = [os.open(tmp_path / "file", os.O_RDONLY) for _ in range(2)]
    for handle in handles:
        lock(handle, wait=False, shared=True)
    for handle in handles:
        os.close(handle)


@pytest.mark.posix("opens a folder")
def test_a_folder_stays_locked_until_released(tmp_path: Path) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)
    with locked_folder(tmp_path), pytest.raises(BlockingIOError):
        lock(handle, wait=False)
    lock(handle, wait=False)
    os.close(handle)


def test_the_scorebook_is_written_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refused(*asked: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    season = Season(tmp_path)
    season.play((0, 1, 2))
    season.book.rename("Bea", "Beatrix")
    season.book.close()
    again = Season(tmp_path).book
    assert "Beatrix" in [person.name for person in again.persons()]
    again.close()
