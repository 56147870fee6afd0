"""Long commands show progress, end at Ctrl+C, and refuse what can't be done in time."""

import io
from pathlib import Path
from typing import NoReturn

import pytest

from spades_tui import cli
from spades_tui.analysis import simulate
from spades_tui.commands import advise, long_work
from spades_tui.commands.long_work import claim_seconds, record_seconds, time_words
from spades_tui.commands.records import progress_of
from spades_tui.play.game_code import setup_by_code
from spades_tui.system import output
from spades_tui.system.output import Progress
from tests.commands.interrupting import Ended, interrupted
from tests.commands.shell import GOLDEN, spades
from tests.table.playing import finished

GONE = "\n\x1b[?25h\r\x1b[1A\x1b[2K"
"""The line is erased, and the cursor is shown again."""
AT_ONCE = 0.2
"""Maximum processor seconds from Ctrl+C to the end."""


BEMO = ["bemo", "--bots", "beginner", "--option", "target=20"]
"""Short games."""


class Screen:
    """Standard error, either as a terminal or not."""

    def __init__(self, terminal: bool) -> None:
        self.terminal, self.text = terminal, ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""


class Clock:
    """A clock that tests set by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(output, "time", made)
    return made


def screen(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> Screen:
    made = Screen(terminal)
    monkeypatch.setattr("sys.stderr", made)
    return made


def test_a_progress_bar_shows_the_share_and_the_time_left(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    shown = screen(monkeypatch, terminal=True)
    watched = Progress(200, "games")
    for seconds, done, words in (
        (0.4, 1, ""), (0.6, 2, "2 of 200 games"), (0.7, 3, ""), (10, 20, "20 of 200 games"), (50, 150, "00:1")
    ):  # fmt: skip
        clock.now = 100 + seconds
        shown.text = ""
        watched.at(done)
        assert words in shown.text
        assert bool(shown.text) == bool(words)
    watched.close()
    assert shown.text.endswith(GONE)


def test_progress_without_a_total_shows_a_count(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    shown = screen(monkeypatch, terminal=True)
    watched = Progress(None, "lines")
    clock.now += 75
    watched.at(1234)
    assert "1234 lines" in shown.text
    output.complain("something is wrong")
    assert shown.text.endswith(f"{GONE}something is wrong\n")
    clock.now += 75
    watched.at(2345)
    assert "2345 lines" in shown.text.partition("wrong")[2], "it is there again"
    watched.close()
    assert shown.text.endswith(GONE)


def test_progress_is_silent_without_a_terminal(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    shown = screen(monkeypatch, terminal=False)
    watched = Progress(10, "games")
    clock.now += 75
    watched.at(3)
    watched.close()
    assert shown.text == ""


def test_progress_knows_the_size_of_its_input_files(tmp_path: Path) -> None:
    assert progress_of(["-"]).total is progress_of(["/dev/null"]).total is None
    assert progress_of([str(tmp_path), str(tmp_path / "nothing")]).total == 0
    size = (GOLDEN / "bemo.spades.jsonl").stat().st_size
    assert progress_of(2 * [str(GOLDEN / "bemo.spades.jsonl")]).total == 2 * size


def check_end(ended: Ended, after: str = "") -> None:
    """Check that a command ended at once with the status of an interruption, and left its terminal line clean."""
    assert ended.status == 130
    assert ended.used <= AT_ONCE
    assert "Traceback" not in ended.told
    assert "KeyboardInterrupt" not in ended.told
    gone = GONE.replace("\n", "\r\n")
    assert ended.told.endswith(gone) or (after and after in ended.told.rpartition(gone)[2]), ended.told


@pytest.mark.posix("presses Ctrl+C in a pseudo-terminal")
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_ctrl_c_leaves_whole_records(jobs: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    command = ["simulate", "--variant", "bemo", "--games", "9000", "--bots", "beginner", "--option", "target=20"]
    ended = interrupted([*command, "--jobs", jobs, "--out", str(folder)], "[1-9] of 9000 games", tmp_path)
    check_end(ended)
    files = sorted(folder.iterdir())
    assert files
    for file in (files[0], files[-1]):
        assert file.name.startswith("bemo-")
        assert '"event": "game_over"' in file.read_text("utf-8").splitlines()[-1]


@pytest.mark.posix("presses Ctrl+C in a pseudo-terminal")
@pytest.mark.slow
@pytest.mark.parametrize("form", ["--out", "--parquet", "lab"])
def test_the_same_command_resumes_after_ctrl_c(form: str, tmp_path: Path) -> None:
    """The files and figures are those of a command that was never stopped."""
    if form == "--parquet":
        pytest.importorskip("pyarrow")

    def command(name: str) -> list[str]:
        where = str(tmp_path / name)
        if form == "lab":
            return ["lab", *BEMO, "--hands", "900", "--keep", where, "--csv"]
        return ["simulate", "--variant", *BEMO, "--games", "900", "--seed", "c", form, where]

    ended = interrupted([*command("stopped"), "--jobs", "2"], "[2-8][0-9][0-9] of 900", tmp_path)
    assert ended.status == 130 and "the same command resumes" in ended.told
    again, whole = spades(*command("stopped"), "--jobs", "1"), spades(*command("once"), "--jobs", "1")
    assert (again.status, again.out) == (whole.status, whole.out) == (0, whole.out)
    assert again.seconds < whole.seconds, "what was finished isn't played again"
    stopped, once = tmp_path / "stopped", tmp_path / "once"
    if form == "lab":
        assert sorted(stopped.read_bytes().splitlines()) == sorted(once.read_bytes().splitlines())
    else:
        assert {file.name: file.read_bytes() for file in stopped.iterdir()} == {
            file.name: file.read_bytes() for file in once.iterdir()
        }


@pytest.mark.posix("presses Ctrl+C in a pseudo-terminal")
@pytest.mark.slow
def test_ctrl_c_ends_each_reading_command(tmp_path: Path) -> None:
    """There are enough games for the scorebook to report progress before it is done."""
    games = tmp_path / "data" / "games"
    made = spades("simulate", "--variant", *BEMO, "--games", "2000", "--seed", "c", "--out", str(games))
    assert made.status == 0
    files = [str(file) for file in sorted(games.iterdir())]
    for command, until, said in (
        (["book", "rebuild"], "of 2000 games", ""),
        (["review", *files[:400], "--seat", "0"], r"of \d+ decisions", "stopped"),
        (["replay", *files, *files], "% ", ""),
        (["verify", *files, *files], "% ", "verified"),
        (["verify", "--jobs", "2", *files, *files], "% ", "verified"),
    ):
        check_end(interrupted(command, until, tmp_path), said)


HOSTILE = "sandbags 60K7-QF20-CCC2-M0ZK-JMFW-M1K"
"""A game to 1,000,000 points against three experts."""

SLOW = ("review", "story", "verify", "duplicate --as beginner", "code --claim")
"""Commands that make the decisions of a record again."""


@pytest.fixture
def finished_game(tmp_path: Path) -> str:
    """Return a finished game of a person and three beginners that has a code."""
    return str(finished(tmp_path, "sandbags", "hbbb", target=60))


def stop(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_claim_of_hours_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(*_: object) -> NoReturn:
        raise AssertionError("it was played")

    claims = tmp_path / "claims.txt"
    claims.write_text(f"Eve: {HOSTILE}:{'1' * 40_000}:AAAAA\n", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(simulate.GameInMemory, "play", play)
        assert cli.main(["compare", str(claims)]) == 1
        assert f"{claims}:1: this takes about" in (said := capsys.readouterr().err) and "--long" in said
    monkeypatch.setattr(simulate.GameInMemory, "play", stop)
    assert cli.main(["compare", "--long", str(claims)]) == 130
    assert "stopped" in capsys.readouterr().err


def test_many_claims_together_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []
    monkeypatch.setattr(simulate.GameInMemory, "play", lambda *_: played.append(1))
    claims = tmp_path / "claims.txt"
    claims.write_text(f"Eve: {HOSTILE}:{'1' * 400}:AAAAA\n" * 20, "utf-8")
    assert cli.main(["compare", str(claims)]) == 1
    seconds = claim_seconds(setup_by_code(HOSTILE), 400)
    assert len(played) == int(long_work.LONG_SECONDS / seconds) < 20
    assert capsys.readouterr().err.count("--long") == 20 - len(played)


@pytest.mark.parametrize("command", SLOW)
def test_long_work_on_a_record_is_refused_unless_somebody_insists(
    command: str, finished_game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command.split(), finished_game]
    monkeypatch.setattr(long_work, "LONG_SECONDS", 0.001)
    monkeypatch.setattr(advise, "judge", stop)
    assert cli.main(words) == 1
    out, err = capsys.readouterr()
    assert out == "" and finished_game in err and "--long" in err
    assert cli.main([*words, "--long"]) in (0, 130)
    assert "--long" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [*SLOW, "daily check"])
def test_ctrl_c_ends_a_long_command_with_a_sentence(
    command: str, finished_game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    works = ("advise.judge", "daily_text.check", "same_cards.play_again", "same_cards.claim_of", "records.verify")
    for work in works:
        monkeypatch.setattr(f"spades_tui.commands.{work}", stop)
    assert cli.main([*command.split(), finished_game]) == 130
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("spades-tui: stopped")


def test_the_work_on_a_record_is_counted_by_its_players(tmp_path: Path) -> None:
    text = finished(tmp_path, "sandbags", "hbbb", target=60).read_bytes()
    slower = text.replace(b'"level": "beginner"', b'"level": "expert/bold"')
    quick, slow = (list(record_seconds(io.BytesIO(2 * record))) for record in (text, slower))
    assert len(quick) == len(slow) == 2 and quick[0] == quick[1] > 0
    assert slow[0] == pytest.approx(quick[0] * long_work.SECONDS["expert"] / long_work.QUICK_SECONDS)
    assert list(record_seconds(io.BytesIO(b'{"event": "game", "seats": [1]}\n{"seat": 1}\nx'))) == [0]


def test_a_time_is_said_in_minutes_or_hours() -> None:
    assert [time_words(seconds) for seconds in (10, 600, 36_000)] == ["about 2 minutes", "about 10 minutes",
                                                                      "about 10 hours"]  # fmt: skip
