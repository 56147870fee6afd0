"""A scorebook behind a symbolic link works like one in the data folder."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.scorebook import BookTrouble, copies
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Kind
from tests.scorebook.games import Season

pytestmark = pytest.mark.posix("makes symbolic links")


@pytest.fixture
def linked(season: Season, tmp_path: Path) -> Path:
    """Move a filled scorebook to another folder, put a link in its place, and return its new path."""
    season.fill()
    season.book.close()
    file = tmp_path / "elsewhere" / "season.sqlite3"
    file.parent.mkdir()
    os.replace(season.home / SCOREBOOK_FILE, file)
    for copy in copies.names(season.home / SCOREBOOK_FILE):
        copy.unlink(missing_ok=True)
    (season.home / SCOREBOOK_FILE).symlink_to(file)
    return file


def notes_in(file: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT json FROM notes ORDER BY place").fetchall()


def test_a_linked_scorebook_is_read_changed_and_copied_where_it_is(season: Season, linked: Path) -> None:
    season.again()
    before = season.line("Ann").tray_count
    season.book.correct("Ann", "Lunch", Kind.TRAY, 1)
    season.book.close()
    assert season.again().notice is None
    assert season.line("Ann").tray_count == before + 1
    season.book.close()
    assert (season.home / SCOREBOOK_FILE).is_symlink()
    assert notes_in(copies.names(linked)[0]) == notes_in(linked)


def test_a_damaged_linked_scorebook_is_restored_behind_its_link(season: Season, linked: Path) -> None:
    season.again().correct("Ann", "Lunch", Kind.TRAY, 1)
    trays = season.line("Ann").tray_count
    season.book.close()
    linked.write_bytes(b"no database" * 100)
    book = season.again()
    assert "was damaged" in (book.notice or "")
    assert season.line("Ann").tray_count == trays
    book.close()
    assert (season.home / SCOREBOOK_FILE).is_symlink()
    assert [*linked.parent.glob("*damaged*")]
    assert not [*season.home.glob("*damaged*")]


def test_a_link_to_a_missing_file_makes_that_file(tmp_path: Path) -> None:
    (tmp_path / SCOREBOOK_FILE).symlink_to(tmp_path / "new.sqlite3")
    open_book(tmp_path).close()
    assert (tmp_path / "new.sqlite3").stat().st_size
    assert (tmp_path / SCOREBOOK_FILE).is_symlink()


def test_a_link_to_a_missing_folder_is_trouble_and_makes_no_folder(tmp_path: Path) -> None:
    (tmp_path / SCOREBOOK_FILE).symlink_to(tmp_path / "drive" / "season.sqlite3")
    with pytest.raises(BookTrouble, match="drive"):
        open_book(tmp_path)
    assert not (tmp_path / "drive").exists()
