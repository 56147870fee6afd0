"""The scorebook keeps practice games (3B-11) apart and counts none of them."""

from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.scorebook import transfer
from spades_tui.scorebook.game_files import look
from spades_tui.scorebook.scorebook import open_book
from spades_tui.system.folders import data_folder
from tests.scorebook.commands import command
from tests.scorebook.games import Season, open_files
from tests.table.playing import setup_of

pytestmark = pytest.mark.rule("3B-11")


def practice_game(home: Path, seed: str = "practice", **options: object) -> Path:
    """Write a finished game with undo into the games folder; a beginner plays the person's part."""
    text = play_game(setup_of("sandbags", "bbbb", seed, undo=True, target=30, **options)).text
    assert '"game_over"' in text
    folder = home / "games"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"2026-03-02-1200{len(list(folder.iterdir())):02}-{seed}.spades.jsonl"
    path.write_text(text.replace('"B0", "kind": "bot", "level": "beginner"', '"Ann", "kind": "human"'), "utf-8")
    return path


def test_a_practice_game_is_in_no_list_and_in_no_count(tmp_path: Path) -> None:
    season = Season(tmp_path)
    season.play()
    before = season.book.scoreboard(season.table)
    path = practice_game(tmp_path)
    assert season.book.records.take_in(path) == ()
    assert look(path).practice == "undo was on"
    assert season.book.records.practice_files() == (path.name,)
    assert season.book.scoreboard(season.table) == before
    assert [person.name for person in season.book.persons()] == ["Ann", "Bea", "Cy"]
    assert len(season.book.games()) == 1
    assert path.name not in open_files(season.book)
    assert season.book.must_decide(path) is None
    done = season.book.records.rebuild()
    assert (done.games, done.broken) == (1, ())
    assert season.book.records.practice_files() == (path.name,)
    season.book.close()


def test_an_unfinished_practice_game_is_listed_as_unfinished(tmp_path: Path) -> None:
    path = practice_game(tmp_path)
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:20]), "utf-8")
    with open_book(tmp_path) as book:
        book.records.catch_up()
        records = book.records
        assert (records.practice_files(), open_files(book), look(path).practice) == ((), (path.name,), "")


def test_the_scorebook_command_names_practice_games(capsys: pytest.CaptureFixture[str]) -> None:
    home = data_folder()
    first = practice_game(home)
    assert command() == 0
    told = "1 practice game doesn't count in the scorebook."
    assert capsys.readouterr().out == f"The scorebook is empty.\n\n{told}\n"
    assert command("games") == 0
    assert capsys.readouterr().out == f"practice, doesn't count: {first.name}\n"
    second = practice_game(home, "more")
    season = Season(home)
    season.play()
    season.book.close()
    assert command() == 0
    out = capsys.readouterr().out
    assert out.startswith("Ann, Bea & Cy · ")
    assert out.endswith("\n\n2 practice games don't count in the scorebook.\n")
    assert command("--person", "Ann") == 0
    assert "practice" not in capsys.readouterr().out
    assert command("games") == 0
    assert {first.name, second.name} <= set(capsys.readouterr().out.split())


def test_exports_have_no_practice_counts(tmp_path: Path) -> None:
    practice_game(tmp_path)
    with open_book(tmp_path) as book:
        book.records.catch_up()
        assert "practice" not in transfer.exported(book)
