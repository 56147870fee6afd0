"""`spades-tui match` in plain text, and `spades-tui compare` with records."""

import io
from pathlib import Path

import pytest

from spades_tui import cli
from spades_tui.plain import home_table, match_run
from spades_tui.play.match import FILE_NAME, Match, read_match
from spades_tui.play.setup import TableSetup
from spades_tui.presentation.match_words import sheet
from spades_tui.system.folders import data_folder
from tests.setup.daily_days import play_out
from tests.table.playing import finished, renamed

CODE = "sandbags 6V27-5SP0-3741-WM11"
SEATS = "human:Ann,human:Zoe"


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr("spades_tui.play.match.default_level", lambda *seat: "club")  # it plays at once
    return tmp_path / "data" / "games"


def test_everybody_plays_in_turn_and_the_sheet_compares_them(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[TableSetup] = []
    records: list[str] = []

    def plays(setup: TableSetup | None, resume: object, once: bool) -> int:
        assert setup is not None and resume is None
        closed = capsys.readouterr().out
        assert opened or ":" not in closed
        opened.append(setup)
        records.append(str(play_out(setup, games, level=("club", "beginner")[len(opened) % 2])))
        return 0

    monkeypatch.setattr(home_table, "play", plays)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 8))
    assert cli.main(["match", "--seats", SEATS, "--hands", "2", "--scoring", "imps", "--plain"]) == 0
    match = read_match()
    assert match is not None
    assert opened == [match.table(1, 0), match.table(1, 1), match.table(2, 0), match.table(2, 1)]
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    assert len(lines) == 5 and lines[0].split() == ["hand", "Ann", "Zoe"]
    records.append(str(play_out(Match(CODE, match.tables, 1).table(1, 0), tmp_path / "alone")))  # is left out
    assert cli.main(["compare", *records, "--scoring", "imps"]) == 0
    compared = capsys.readouterr().out.splitlines()
    assert [line.split()[1:] for line in compared[1:3]] == [line.split()[1:] for line in lines[1:3]]
    assert compared[3:] == lines[3:]


def test_a_match_continues_where_somebody_left(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[object, object]] = []

    def leaves_it(setup: object, resume: object, once: bool) -> int:
        asked.append((setup, resume))
        return 0

    monkeypatch.setattr(home_table, "play", leaves_it)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert cli.main(["match", "--seats", SEATS, "--plain"]) == 0
    match = read_match()
    assert match is not None and asked == [(match.table(1, 0), None)]
    path = play_out(match.table(1, 0), games)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert cli.main(["match", "--plain", "--scoring", "matchpoints"]) == 0
    assert asked[1][1] is not None
    kept = read_match()
    assert kept is not None and kept.scoring == "matchpoints"
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli.main(["match", "--plain"]) == 0 and len(asked) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert cli.main(["match", "--plain"]) == 0 and len(asked) == 2


def test_an_error_while_a_resumed_hand_is_played_is_not_about_its_record(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(setup: object, resume: object, once: bool) -> int:
        raise OSError("not the record")

    setup = Match(CODE, (("Ann",), ("Zoe",)), 1).table(1, 0)
    path = play_out(setup, games)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
    monkeypatch.setattr(home_table, "play", fails)
    with pytest.raises(OSError, match="not the record"):
        match_run.play_hand(setup, path)


def test_enter_leads_through_a_match(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take\n" * 100))  # which is as good as Enter
    assert cli.main(["match", "--seats", SEATS, "--hands", "1", "--plain"]) == 0
    match = read_match()
    assert match is not None
    (board,) = match.boards()
    assert board.next_table is None
    assert capsys.readouterr().out.splitlines()[-3:] == sheet(match.tables, [board], match.scoring)[-3:]


@pytest.mark.parametrize(
    "given",
    [[], ["--seats", "human:Ann"], ["--seats", SEATS, "--hands", "25"], ["--hands", "4"],
     ["--seats", SEATS, "--variant", "league"], ["--seats", "human:Ann,human:Zoe,exec:true"],
     ["--seats", SEATS, "--scoring", "luck"]],
)  # fmt: skip
def test_a_wrong_match_is_refused_in_a_sentence(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = cli.main(["match", "--plain", *given])
    except SystemExit as error:
        status = int(error.code or 0)
    assert status == 2 and capsys.readouterr().err


def test_records_of_the_same_game_are_compared_hand_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = finished(tmp_path / "one", "sandbags", "hbbb", target=250)
    other, mine = tmp_path / "other.spades.jsonl", "P0"
    other.write_text(renamed(path, "Zoe"), "utf-8")
    assert cli.main(["compare", str(path), str(other)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["hand", mine, "Zoe"] and len(said) > 4
    assert all(line.split()[1:3] == line.split()[3:5] for line in said[1:-3])
    assert said[-1].startswith("Zoe: every choice in sandbags") and said[-1].endswith(" is P0's.")


def test_records_that_cannot_be_compared_say_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(CODE, (("Ann",), ("Zoe",)), 2)
    one, two = (str(play_out(match.table(1, 0), tmp_path)), str(play_out(match.table(2, 1), tmp_path)))
    bots = str(finished(tmp_path / "bots", "sandbags", "bbbb", target=50))
    damaged = tmp_path / "damaged.spades.jsonl"
    damaged.write_bytes(Path(one).read_bytes().replace(b'"trick"', b'"trik"', 1))
    for given in ([one], [one, two], [one, bots], [one, str(damaged)], [one, str(tmp_path / "missing")]):
        assert cli.main(["compare", *given]) in (1, 2)
        assert capsys.readouterr().err
    claims = tmp_path / "claims.txt"
    claims.write_text("", "utf-8")
    assert cli.main(["compare", str(claims), "--scoring", "imps"]) == 2


def test_a_damaged_match_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    file = data_folder() / FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{", "utf-8")
    assert cli.main(["match", "--plain"]) == 2
    assert str(file) in capsys.readouterr().err
    assert file.read_text("utf-8") == "{"
