"""If a game's file is removed, replaced or cut during the game, the table stops and can save the whole game again."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui.record.replay import replay
from tests.terminal.terminal import TAKE, Start, Terminal

pytestmark = pytest.mark.slow

GAME = ("play", "--seed", "harmed", "--pace", "instant", "--variant", "sandbags")


def removed(path: Path) -> None:
    path.unlink()


def folder_gone(path: Path) -> None:
    shutil.rmtree(path.parent)


def replaced(path: Path) -> None:
    other = path.with_suffix(".other")
    other.write_text("somebody's notes\n")
    os.replace(other, path)


def cut_off(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 10)


def written_to(path: Path) -> None:
    with path.open("ab") as stream:
        stream.write(b"mine\n")


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
    with path.open("rb") as stream:
        (replayed,) = replay(stream)
    assert replayed.course.state.suspended
    again = start("play", "--resume", str(path))
    again.wait("Your turn")
    again.press("\x11")  # Ctrl+Q
    assert again.ended() == 0
