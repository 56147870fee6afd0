"""The terminal's title is the game's name while it is played, and afterwards what it was before."""

import re
from pathlib import Path

import pytest

from spades_tui.tui.terminal import LONGEST_TITLE, RESTORE_TITLE, SAVE_TITLE, titled
from tests.terminal.terminal import LEFT, Terminal
from tests.terminal.watching import QUIT


def titles(terminal: Terminal) -> list[str]:
    """Return the titles that the terminal has been given. Pyte would also take the shape of the pointer for one."""
    return [title.decode() for title in re.findall(rb"\x1b\]2;(.*?)\x07", bytes(terminal.sent_out))]


def test_the_title_names_the_game_and_comes_back(tmp_path: Path) -> None:
    terminal = Terminal("play", "--variant", "classic", "--seed", "tuesday", home=tmp_path)
    terminal.wait("bid")
    assert titles(terminal)[-1] == "Spades: Classic"
    terminal.press(QUIT)
    assert terminal.ended() == 0
    raw = bytes(terminal.sent_out)
    assert raw.count(SAVE_TITLE.encode()) == raw.count(RESTORE_TITLE.encode()) == 1
    assert raw.index(SAVE_TITLE.encode()) < raw.index(RESTORE_TITLE.encode()) < raw.index(LEFT)
    assert set(titles(terminal)) == {"Spades", "Spades: Classic"}


def test_home_has_the_title_of_the_program(tmp_path: Path) -> None:
    terminal = Terminal(home=tmp_path)
    terminal.wait("Quick game")
    assert set(titles(terminal)) == {"Spades"}
    terminal.press(QUIT)
    assert terminal.ended() == 0


def test_a_title_has_no_control_characters_and_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert titled("a\x07\x1b]52;c;AAAA\x07b") == "\x1b]2;a]52;c;AAAAb\x07"
    assert len(titled("x" * 10_000)) < LONGEST_TITLE + 10


def test_a_console_without_titles_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    assert titled("Spades") == ""
