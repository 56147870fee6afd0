"""`spades-tui book` shows and changes the scorebook on the command line."""

import io
import json
import re
from pathlib import Path

import pytest

from spades_tui.commands.scorebook import count_name
from spades_tui.scorebook.season import CORRECTABLE
from spades_tui.system.folders import data_folder
from tests.scorebook.commands import command
from tests.scorebook.games import Season

ANN_WINS = (0, 1, 2)


@pytest.fixture
def home() -> Season:
    season = Season(data_folder())
    for _ in range(5):
        season.write(ANN_WINS, imperfect=(1,))
    season.book.close()
    return season


def test_an_empty_scorebook_is_printed_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert command() == 0
    assert capsys.readouterr().out == "The scorebook is empty: finish a game to fill it.\n"


def test_the_command_prints_scoreboards_and_statistics(home: Season, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--year", "2026") == 0
    out = capsys.readouterr().out
    assert out.startswith("Ann, Bea & Cy · 2026 · 5 games")
    assert "Cy is the violator and carries the trays" in out
    assert "Bea owes a deck of cards" in out
    assert "5 wins in a row: Ann, 2026-03-02 to 2026-03-02" in out
    assert re.search("games won +5 of 5", out)
    assert command("--table", "Ann, Bea & Cy", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["tables"][0]["lines"][0]["red"], data["persons"]) == (1, [])
    assert isinstance(data["tables"][0]["session"], str)
    assert command("--person", "cy", "--variant", "3b-three", "--json") == 0
    assert json.loads(capsys.readouterr().out)["persons"][0]["places"] == [0, 0, 5]


def test_subcommands_change_the_scorebook(home: Season, capsys: pytest.CaptureFixture[str]) -> None:
    table = "Ann, Bea & Cy"
    assert command("carried", "Cy", table) == command("paid", "Bea", table) == 0
    assert capsys.readouterr().out == "5 carried\n4 still owed\n"
    assert command("games", "--limit", "1") == 0
    game = capsys.readouterr().out.split()[0]
    for words in (
        ("delete", game), ("rename", "Cy", "Cyril"), ("table", "Ann, Bea & Cyril", "--rename", "Lunch"),
        ("table", "Lunch", "--session", "week", "--forfeit", "cooks"), ("table", "New", "--people", "Ann,Zoe"),
        ("merge", "Zoe", "Bea"), ("restore", game), ("assign", game, "New"), ("rebuild",),
    ):  # fmt: skip
        assert command(*words) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert command("--table", "Lunch", "--json") == 0
    (board,) = json.loads(capsys.readouterr().out)["tables"]
    assert (board["games"], board["table"]["settings"]["session"], board["table"]["settings"]["forfeit"]) == (
        4, "week", "cooks",
    )  # fmt: skip


def test_the_help_names_every_count_that_can_be_corrected(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command("correct", "--help")
    words = re.sub(r"-\s+", "-", capsys.readouterr().out)
    assert "_" not in words
    assert [kind for kind in CORRECTABLE if count_name(kind) not in words] == []


@pytest.mark.parametrize("what", ["tray person", "Tray-Person", "tray_person", "gold-star", "gold", "bonehead"])
def test_a_count_may_be_typed_as_people_say_it(what: str, home: Season, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("correct", "Ann", "Ann, Bea & Cy", what, "1") == 0
    assert command("correct", "Ann", "Ann, Bea & Cy", f"no {what}", "1") == 2
    assert "tray-person" in capsys.readouterr().err


def test_an_export_can_be_imported_once_and_overwrites_nothing(
    home: Season, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out.csv"
    assert command("export", "--csv", str(file)) == command("export") == 0
    assert file.stat().st_mode & 0o777 == 0o600
    lines = capsys.readouterr().out
    written = file.read_bytes()
    assert command("export", str(file)) == 2
    assert capsys.readouterr().err == f"spades-tui: {file}: this file exists already; choose another name\n"
    assert file.read_bytes() == written
    assert [json.loads(line)["event"] for line in lines.splitlines()] == ["book", *["game"] * 5]
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "other"))
    assert command("import", str(file)) == command("import", str(file)) == 0
    assert capsys.readouterr().out == "imported 5 games and 0 notes\nimported 0 games and 0 notes\n"
    stdin = io.TextIOWrapper(io.BytesIO(b"{}\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", stdin)
    assert command("import", "-") == 1
    assert capsys.readouterr().err.startswith("-: line 1: unknown event")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("--json games", "games can't use --json"), ("--json rebuild", "rebuild can't use --json"),
        ("--year 1900 games", "games can't use --year"), ("--year 0000 games", "games can't use --year"),
        ("--table Lunch assign 1 Lunch", "assign can't use --table"),
        ("--person Ann rename Ann Bea", "rename can't use --person"),
        ("--person Ann --variant bemo --json export", "export can't use --person or --variant or --json"),
    ],
)  # fmt: skip
def test_an_option_without_effect_is_refused(words: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(*words.split()) == 2
    assert capsys.readouterr().err.startswith(f"spades-tui scorebook: {wrong}; leave ")
    assert not data_folder().exists(), "the book is not even opened"


def test_games_of_a_table_and_of_a_person_are_listed(home: Season, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--table", "Ann, Bea & Cy", "--person", "Cy", "games") == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_each_invalid_argument_has_its_error(home: Season, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, status in (
        (("--table", "nowhere"), 2), (("--variant", "bemo"), 2), (("delete", "nothing"), 2),
        (("--person", "Ann", "--variant", "bemo"), 2), (("games", "--limit", "0"), 2),
        (("import", str(tmp_path / "none")), 2), (("carried", "Ann", "Ann, Bea & Cy"), 2),
        (("games", "--limit", "9" * 20), 2), (("--year", "9" * 20), 2), (("rename", "A\udcff", "B"), 2),
        (("table", "A\udcff", "--people", "Cy,Dot"), 2), (("table", "Lunch", "--deck", "\udcff"), 2),
        (("assign", "1", "Lunch", "--seat", "0=\udcff"), 2),
    ):  # fmt: skip
        assert command(*words) == status
        captured = capsys.readouterr()
        assert captured.out == ""
        assert len(captured.err.splitlines()) == 1
    half = tmp_path / "half.jsonl"
    half.write_text('{"event": "person", "id": "x", "at": "2026-11-01T00:00:00", "person": "p", "name": "A\\ud800"}')
    assert command("import", str(half)) == 1
    assert "half.jsonl: line 1: name: a text with half of a surrogate pair; " in capsys.readouterr().err
    assert not list(data_folder().glob("*damaged*"))
    (data_folder() / "scorebook.sqlite3").write_bytes(b"damaged " * 500)
    assert command("games") == 0
    captured = capsys.readouterr()
    assert "book.damaged-" in captured.err
    assert len(captured.out.splitlines()) == 5
