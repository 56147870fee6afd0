"""What lies in the games folder and is no game: never waited for, never echoed raw, said in one sentence."""

import os
import resource
import time
from pathlib import Path

import pytest

from spades_tui.book.book import open_book
from spades_tui.output import MOST_ECHOED, echoed, printable
from spades_tui.table.saved import suspended
from tests.commands.shell import GOLDEN, spades
from tests.terminal.terminal import Terminal

EVIL = "2026-01-01-000002-\x1b[31m\x9b\x7fevil.spades.jsonl"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A games folder with one game and much that is none."""
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    lines = (GOLDEN / "sandbags.spades.jsonl").read_bytes().splitlines(keepends=True)[:9]
    (folder / "2026-01-01-000009-sandbags-aaaaaa.spades.jsonl").write_bytes(b"".join(lines))
    os.mkfifo(folder / "2026-01-01-000000-sandbags-aaaaab.spades.jsonl")
    (folder / "2026-01-01-000001-sandbags-aaaaac.spades.jsonl").write_bytes(b'{"event": "' + b"x" * 50_000_000)
    (folder / EVIL).write_bytes(b'{"event": "game"}\n')
    (folder / "2026-01-01-000003-sandbags-aaaaad.spades.jsonl").write_bytes(b'{"event": "suspend"}\n' * 600_000)
    os.symlink("/dev/zero", folder / "2026-01-01-000004-sandbags-aaaaae.spades.jsonl")
    (folder / "2026-01-01-000005-sandbags-aaaaaf.spades.jsonl").mkdir()
    return folder


def test_the_list_of_games_passes_them_over_and_does_not_wait(games: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    found = suspended(games)
    assert [game.path.name for game in found] == ["2026-01-01-000009-sandbags-aaaaaa.spades.jsonl"]
    assert time.process_time() - begun < 0.3
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_the_book_passes_them_over(games: Path) -> None:
    with open_book(games.parent) as book:
        book.catch_up()
        assert book.games() == ()


@pytest.mark.parametrize("name", ["2026-01-01-000000-sandbags-aaaaab", "2026-01-01-000004-sandbags-aaaaae"])
def test_a_pipe_or_a_device_is_not_gone_on_with(games: Path, name: str) -> None:
    file = str(games / f"{name}.spades.jsonl")
    done = spades("play", "--resume", file)
    assert (done.status, done.error) == (2, f"spades-tui: {file}: not a plain file")


def test_a_file_that_is_far_too_large_is_not_read(games: Path) -> None:
    file = str(games / "2026-01-01-000001-sandbags-aaaaac.spades.jsonl")
    done = spades("play", "--resume", file)
    assert (done.status, done.error) == (2, f"spades-tui: {file}: larger than any record of a game")
    replayed = spades("replay", file)
    assert replayed.status == 1
    assert "the line is longer than" in replayed.error


@pytest.mark.parametrize("command", ["replay", "verify", "review", "advise"])
def test_no_control_character_of_a_file_s_name_reaches_the_terminal(games: Path, command: str) -> None:
    done = spades(command, str(games / EVIL))
    assert done.status == 1
    assert done.error.isprintable()
    assert r"\x1b[31m\x9b\x7fevil" in done.error


def test_what_is_echoed_is_escaped_and_cut() -> None:
    assert printable("a\x1b[2J\x7f\u2028\U000e0001b") == r"a\x1b[2J\x7f\u2028\U000e0001b"
    assert echoed("/tmp/games/one") == "/tmp/games/one"
    assert len(echoed("x" * 500)) == MOST_ECHOED
    assert echoed("a" * 100 + "end").endswith("end")


def test_home_stands_beside_such_files(games: Path) -> None:
    terminal = Terminal(home=games.parent.parent)
    try:
        text = terminal.wait("Continue", seconds=30)
        assert "Sandbags" in text
        assert b"\x1b[31m\xc2\x9b" not in terminal.sent_out
    finally:
        terminal.close()


def test_a_table_that_cannot_be_written_down_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "games").write_text("a file, where a folder should be")
    terminal = Terminal("play", "--seed", "x", home=tmp_path)
    try:
        text = terminal.wait("cannot be opened: File exists", seconds=30)
        assert "Error in" not in text
        assert terminal.ended() == 1
    finally:
        terminal.close()


def test_a_journal_that_is_open_elsewhere_is_one_sentence(tmp_path: Path) -> None:
    first = Terminal("play", "--seed", "x", home=tmp_path)
    second = None
    try:
        first.wait("leave")
        journal = next((tmp_path / "data" / "games").glob("*.jsonl"))
        second = Terminal("play", "--resume", str(journal), home=tmp_path)
        text = second.wait("is open in another", seconds=30)
        assert "Error in" not in text
        assert second.ended() == 1
    finally:
        first.close()
        if second is not None:
            second.close()
