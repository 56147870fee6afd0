"""Plain text reports unusable files in a sentence and never crashes."""

import io
from pathlib import Path

import pytest

from spades_tui.cli import main
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.menus import Home
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from tests.commands.shell import spades
from tests.plain.talking import Player, Typist, table_of


def left_game(home: Path) -> Path:
    """Start a game in plain text, leave it after the cut, and return its journal."""
    spades("play", "--plain", "--seed", "left", given=b"take\n", SPADES_TUI_HOME=str(home))
    (journal,) = (home / "data" / "games").glob("*.jsonl")
    return journal


def test_a_game_open_in_another_window_is_reported(tmp_path: Path) -> None:
    journal = left_game(tmp_path)
    table = Table.resume(journal)
    try:
        home = str(tmp_path)
        told = spades("play", "--plain", "--resume", str(journal), SPADES_TUI_HOME=home)
        assert told.status == 1
        assert told.error == f"spades-tui: the game can't be opened: {journal.name} is open in another window"
        from_home = spades(given=b"continue\n1\nquit\n", SPADES_TUI_HOME=home)
        assert from_home.status == 0
        assert from_home.err == ""
        assert "open in another window." in " ".join(from_home.out.split())
    finally:
        table.leave()
    assert not (tmp_path / "data" / "faults").exists()


@pytest.mark.parametrize("folder", ["games", "forks"])
def test_an_abandoned_game_is_resumed_after_it_is_reopened(tmp_path: Path, folder: str) -> None:
    home, journal = str(tmp_path), left_game(tmp_path)
    (tmp_path / "data" / folder).mkdir(exist_ok=True)
    journal = journal.rename(tmp_path / "data" / folder / journal.name)
    resume = "play", "--plain", "--resume", str(journal)
    assert spades("scorebook", "abandon", journal.name, SPADES_TUI_HOME=home).status == 0
    refused = spades(*resume, SPADES_TUI_HOME=home)
    assert refused.status == 1
    place, _, reopens = refused.error.rpartition("; reopen it with: spades-tui ")
    assert place.startswith(f"{journal}: ")
    assert spades(*reopens.split(), SPADES_TUI_HOME=home).status == 0
    assert spades(*resume, given=b"quit\n", SPADES_TUI_HOME=home).status == 0


def test_a_copy_of_an_abandoned_game_is_another_game(tmp_path: Path) -> None:
    home, journal = str(tmp_path), left_game(tmp_path)
    assert spades("scorebook", "abandon", journal.name, SPADES_TUI_HOME=home).status == 0
    copy = tmp_path / journal.name
    copy.write_bytes(journal.read_bytes())
    assert spades("play", "--plain", "--resume", str(copy), given=b"quit\n", SPADES_TUI_HOME=home).status == 0


@pytest.mark.parametrize("given", [b"", b"take\n"])
def test_an_unwritable_folder_is_reported(given: bytes, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    told = spades("play", "--plain", given=given, SPADES_TUI_HOME=str(tmp_path))
    assert told.status == 1
    assert told.error.startswith("spades-tui: the game can't be opened: ")
    from_home = spades(given=b"quick\nquit\n", SPADES_TUI_HOME=str(tmp_path))
    assert from_home.status == 0
    assert "The game can't be opened: " in " ".join(from_home.out.split())


def test_an_unwritable_rescue_of_a_broken_game_is_reported(tmp_path: Path) -> None:
    journal = left_game(tmp_path)
    broken = tmp_path / "broken.spades.jsonl"
    broken.write_bytes(journal.read_bytes() + b"{}\n{}\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "data").write_text("")
    told = spades("play", "--good-part", "--resume", str(broken), SPADES_TUI_HOME=str(elsewhere))
    assert told.status == 2
    assert told.error.startswith(f"spades-tui: {elsewhere / 'data'}")


def test_problems_of_a_game_are_sentences(tmp_path: Path) -> None:
    journal = left_game(tmp_path)
    journal.write_bytes(journal.read_bytes() + b"{}\n{}\n")
    told = spades(given=b"continue\n1\nquit\n", SPADES_TUI_HOME=str(tmp_path))
    words = " ".join(told.out.split())
    assert "('" not in words
    assert "To resume a copy of them: " in words
    typist = Typist()
    home = Home(typist)
    home.sorry("no variant 'x'", "--good-part needs a game", "That is all.")
    assert typist.lines == ["No variant 'x'.", "--good-part needs a game.", "That is all."]


class Vanishing(io.StringIO):
    """Type ``quit`` after removing the game's file."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home = home

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        for journal in self.home.rglob("*.spades.jsonl"):
            journal.unlink()
        return "quit\n"


def test_an_incompletely_saved_game_ends_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Vanishing(tmp_path))
    assert main(["play", "--plain", "--variant", "sandbags"]) == 1
    assert "Part of the game isn't saved." in capsys.readouterr().out


def test_the_message_of_a_full_disk_ends_with_one_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("sandbags", tmp_path)

    def full(*_: object) -> None:
        raise NotSaved("The game can't be saved (No space left on device).")

    player = Player(table, 1)
    monkeypatch.setattr(table, "do", full)
    PlainTable(table, player, Settings()).run()
    table.leave()
    assert "The game can't be saved (No space left on device)." in player.lines
