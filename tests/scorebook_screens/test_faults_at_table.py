"""If anything is wrong with the scorebook, the game at the table continues to its end and is added later, once."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.scorebook import database
from spades_tui.scorebook.scorebook import open_book
from spades_tui.system.folders import data_folder
from tests.quick_cases import slow_but
from tests.scorebook.games import Season, game, open_with
from tests.scorebook_screens.helpers import reading
from tests.scorebook_screens.playing import play_out, unfinished

ANN = (0, 1, 2)
Mend = Callable[[], object]
Fault = Callable[[Path, pytest.MonkeyPatch], Mend]


def locked(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Let another program lock the file."""
    other = sqlite3.connect(base, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def writing(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Let another program write for a long time."""
    other = sqlite3.connect(base, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other.close


def read_only(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Make the file read-only."""
    connect = sqlite3.connect
    patch = pytest.MonkeyPatch()
    patch.setattr(sqlite3, "connect", lambda path, **more: connect(f"file:{path}?mode=ro", uri=True, **more))
    return patch.undo


def full(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Leave no room for another page."""
    real, patch = database.connect, pytest.MonkeyPatch()

    def connect(path: Path, patience: float = 1.0) -> sqlite3.Connection:
        connection = real(path, patience)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    patch.setattr(database, "connect", connect)
    return patch.undo


def damaged(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Replace the file with something that is no database."""
    base.write_bytes(b"no database at all" * 300)
    return lambda: None


def later_version(base: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Make the file look like a later release's."""
    connection = sqlite3.connect(base)
    connection.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    connection.execute("PRAGMA application_id = 0")  # the seal of the earlier content
    connection.commit()

    def mend() -> None:
        connection.execute(f"PRAGMA user_version = {database.VERSION}")
        connection.commit()
        connection.close()

    return mend


FAULTS: dict[Fault, str] = {
    locked: "another program is writing in it",
    writing: "another program is writing in it",
    read_only: "it is read-only",
    full: "the disk is full",
    damaged: "The scorebook was damaged. The damaged file is kept as scorebook.damaged-",
    later_version: "A newer spades-tui",
}


@pytest.mark.parametrize("fault", slow_but([writing, damaged], FAULTS), ids=lambda fault: fault.__name__)
async def test_a_game_continues_with_one_notice_and_is_added_later(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_with(monkeypatch, patience=0.05)
    for name in ("_MOMENT", "_AGAIN"):
        monkeypatch.setattr(f"spades_tui.tui.scorebook_thread.{name}", 600.0)  # a busy machine is slow
    season = Season(data_folder())
    for _ in range(8 if fault is full else 2):  # the last pages are full too
        season.play(ANN)
    before = len(season.book.games(limit=100))
    season.book.close()
    base = data_folder() / SCOREBOOK_FILE
    async with reading(pace="instant", cut_patience=0) as seat:
        said = seat.notices()
        await seat.answered()
        path = unfinished(season.path(), game(season.now, ANN))
        mend = fault(base, monkeypatch)
        course = await play_out(seat, path, "2026-03-09T20:00:00+00:00")
        assert course.screens[-2:] == ["tray", "game over"]
        assert "C Y" in course.ceremony
        await seat.answered()
    mend()
    assert len(said) == 1, said
    assert FAULTS[fault] in said[0]
    assert '"game_over"' in path.read_text("utf-8").splitlines()[-2] + path.read_text("utf-8").splitlines()[-1]
    with open_book(data_folder()) as book:
        assert book.notice is None
        book.records.rebuild()
        assert [line.file for line in book.games(limit=100)].count(path.name) == 1
        assert len(book.games(limit=100)) == before + 1
    if fault is damaged:
        (aside,) = data_folder().glob("scorebook.damaged-*.sqlite3")
        assert aside.name in said[0]
        assert aside.read_bytes().startswith(b"no database at all")
