"""A program that ends, is killed or gets bad bytes leaves the terminal restored and the game counted once."""

import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.scorebook.scorebook import open_book
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.record.records import replayed
from tests.scorebook.computed import content_of
from tests.scorebook.games import Recorded
from tests.table.disks import cut_off, folder_gone, removed, replaced, written_to
from tests.terminal.terminal import ENTER, LONG, TAKE, Start, Terminal

pytestmark = pytest.mark.slow


def before_its_last_claim(home: Path) -> Path:
    """Write a game between Ann, who only has to claim, and two computer players."""
    record = Recorded(datetime(2026, 3, 2, 20, tzinfo=UTC), ("Ann", "Bea=club", "Cy=club"), dealer=2, hands=1)
    record.hand_of((13, 0, 1))
    folder = home / "data" / "games"
    folder.mkdir(parents=True)
    path = folder / "2026-03-02-200000-0001.spades.jsonl"
    path.write_text("".join(record.text.splitlines(keepends=True)[:-1]), "utf-8")
    with open_book(home / "data") as book:  # the scorebook exists already, so only this game takes time
        assert book.records.catch_up().games == 0
    return path


def over(path: Path) -> bool:
    """Return whether the game's end is on disk."""
    last = path.read_bytes().splitlines(keepends=True)[-1]
    return b'"game_over"' in last and last.endswith(b"\n")


def in_the_book(home: Path) -> int:
    """Return how often the scorebook has a game, as another program sees it; -1 if it can't be read now."""
    try:
        with sqlite3.connect(f"file:{home / 'data' / SCOREBOOK_FILE}?mode=ro", uri=True, timeout=0.2) as connection:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return -1
    finally:
        if "connection" in locals():
            connection.close()


def wait_for(happened: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition is true, checking as often as possible."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
    return True


def at_once(home: Path) -> None:
    """Kill the program before the scorebook hears of the game."""


def while_it_is_written(home: Path) -> None:
    """Wait until the database has started to write its own journal, unless that was too quick."""
    journal = home / "data" / f"{SCOREBOOK_FILE}-journal"
    wait_for(lambda: journal.exists() and journal.stat().st_size > 0, 0.4)


def when_it_is_written(home: Path) -> None:
    """Wait until the game is in the scorebook."""
    wait_for(lambda: in_the_book(home) == 1, 3)


def after(milliseconds: int) -> Callable[[Path], None]:
    """Return a wait of this length after the game's end."""
    return lambda home: time.sleep(milliseconds / 1000)


MOMENTS = {
    "at once": at_once, "10 ms": after(10), "30 ms": after(30), "100 ms": after(100),
    "while it is written": while_it_is_written, "when it is written": when_it_is_written,
}  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_after_the_games_end_counts_the_game_once(moment: str, tmp_path: Path) -> None:
    path = before_its_last_claim(tmp_path)
    quiet = Settings(name="Ann", suggestions=False)  # after a suggestion, Enter doesn't count for a moment
    save_settings(quiet, tmp_path / "config" / "settings.toml")
    first = Terminal("play", "--resume", str(path), "--pace", "instant", home=tmp_path)
    try:
        first.wait("Your turn")
        first.child.send("m")
        first.wait("Play on")
        first.child.send("\x1b[D")
        first.child.send(ENTER)
        end = time.monotonic() + LONG
        while not over(path):
            assert time.monotonic() < end, first.text()
            first.read(0)
        MOMENTS[moment](tmp_path)
        first.kill()
    finally:
        first.close()
    record = path.read_bytes()

    second = Terminal(home=tmp_path)
    try:
        second.wait("Quick game")
        assert "Continue" not in second.text()
        assert wait_for(lambda: in_the_book(tmp_path) == 1, LONG)
    finally:
        second.close()
    assert path.read_bytes() == record
    with open_book(tmp_path / "data") as book:
        assert book.notice is None
        assert book.records.catch_up().games == 0
        assert [line.file for line in book.games()] == [path.name]
        assert book.scoreboard(book.tables()[0].id).games == 1
        found = content_of(book)
        book.records.rebuild()
        assert content_of(book) == found


GAME = ("play", "--seed", "harmed", "--pace", "instant", "--variant", "sandbags")


HARMS: dict[Callable[[Path], None], tuple[str, bool]] = {
    removed: ("The file of this game is gone", True),
    folder_gone: ("The folder of this game is gone", True),
    replaced: ("Another file has replaced the file of this game", False),
    cut_off: ("Another program has shortened the file of this game", True),
    written_to: ("Another program has written to the file of this game", False),
}
"""The sentence, and whether the game may be saved in the same file; another program's file stays unchanged."""


def games(home: Path) -> list[Path]:
    return sorted((home / "data" / "games").glob("*.spades.jsonl"))


def press_until(terminal: Terminal, there: Callable[[], bool]) -> None:
    """Choose and press Enter until a text appears. Raises AssertionError with the screen if it doesn't."""
    for _ in range(20):
        if there():
            return
        terminal.press(TAKE)
    raise AssertionError(f"it did not come:\n{terminal.text()}")


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: str(harm.__name__))
def test_a_damaged_journal_stops_the_table_and_can_be_saved_again(
    harm: Callable[[Path], None], start: Start, tmp_path: Path
) -> None:
    said, in_its_place = HARMS[harm]
    terminal = start(*GAME)
    terminal.wait("leave")
    (path,) = games(tmp_path)
    press_until(terminal, lambda: b'"play"' in path.read_bytes() and "Your turn" in terminal.text())
    before = path.read_bytes()
    harm(path)
    harmed = path.read_bytes() if path.exists() else None
    press_until(terminal, lambda: "Saving failed" in terminal.text())
    assert said in " ".join(terminal.text().split())
    assert (path.read_bytes() if path.exists() else None) == harmed  # no event has happened yet
    terminal.press("h")  # the whole file is in its old place again
    terminal.wait("(?s)^(?!.*Saving failed).*leave")
    if in_its_place:
        assert games(tmp_path) == [path]
    else:
        assert path.read_bytes() == harmed
        path = next(one for one in games(tmp_path) if one != path)
    after = path.read_bytes()
    assert after.startswith(before)
    assert b'"play"' in after[len(before) :]
    terminal.press("q")
    terminal.press("q")
    assert terminal.ended() == 0
    (game,) = replayed(path.read_bytes())
    assert game.course.state.suspended
    again = start("play", "--resume", str(path))
    again.wait("Your turn")
    again.press("\x11")  # Ctrl+Q
    assert again.ended() == 0
