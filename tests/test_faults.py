"""Reports of the program's faults contain no cards, no values, no source code."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui import cards, cli
from spades_tui.system import faults
from spades_tui.system.folders import data_folder
from tests import LONG
from tests.no_cards import no_card_in

HELD = "AS KS 2C"


def broken(hand: int) -> None:
    """Fail with a hand among the local variables."""
    held = cards.hand_text(hand)
    try:
        raise KeyError(held)
    except KeyError as error:
        raise ValueError(f"cannot play from {held}") from error


def caught() -> Exception:
    try:
        broken(cards.parse_hand(HELD))
    except ValueError as error:
        return error
    raise AssertionError


def test_a_fault_report_names_only_kinds_and_places() -> None:
    text = faults.report(caught())
    assert re.search(r"ValueError in\n  test_faults\.py:\d+ caught\n  test_faults\.py:\d+ broken\nKeyError in", text)
    no_card_in(text)
    assert "cannot play" not in text
    assert "held" not in text
    assert str(Path.home()) not in text


@pytest.mark.parametrize("closed", [True, False])
def test_an_error_in_a_closed_terminal_is_not_a_fault(closed: bool) -> None:
    other, ours = os.openpty()
    if closed:
        os.close(other)
    told = "import sys; from spades_tui.system import faults; sys.exit(faults.report_fault(OSError(5, 'gone')))"
    done = subprocess.run([sys.executable, "-c", told], stdin=ours, capture_output=True, timeout=LONG, check=False)
    assert done.returncode == (faults.HUNG_UP if closed else faults.FAULT)
    assert (data_folder() / "faults").exists() is not closed


def test_fault_reports_are_private_and_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    os.umask(before := os.umask(0))
    try:
        os.umask(0)
        assert faults.report_fault(caught()) == faults.report_fault(caught()) == faults.FAULT
    finally:
        os.umask(before)
    files = list((data_folder() / "faults").iterdir())
    assert len(files) == 2
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert stat.S_IMODE(files[0].parent.stat().st_mode) == 0o700
    told = capsys.readouterr().err
    no_card_in(told)
    assert told.count("the program has a fault") == 2
    assert all(str(file) in told for file in files)


def test_an_unwritable_fault_report_goes_elsewhere_or_is_announced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder().parent.mkdir(parents=True, exist_ok=True)
    data_folder().write_text("a file, where a folder should be")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert faults.report_fault(caught(), Path("some game.spades.jsonl")) == faults.FAULT
    (file,) = tmp_path.glob("spades-tui-fault-*.log")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    told = capsys.readouterr().err
    assert str(file) in told
    assert "The game is saved; to resume it: spades-tui play --resume 'some game.spades.jsonl'" in told
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert faults.report_fault(caught()) == faults.FAULT
    assert "No report could be written: no such file or folder." in capsys.readouterr().err


def test_a_report_of_an_error_in_another_process_has_its_place() -> None:
    import pickle

    error = caught()
    faults.remember_places(error)
    text = faults.report(pickle.loads(pickle.dumps(error)))
    assert "elsewhere:   test_faults.py" in text
    no_card_in(text)


WRONG = (ValueError("AS"), KeyError("KS"), RecursionError("2C"), MemoryError(), OSError(5, "AS"))


@pytest.mark.parametrize("error", WRONG)
def test_a_fault_in_a_command_gives_one_sentence_and_a_report(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def bad(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("spades_tui.commands.own_files.shelf", bad)
    assert cli.main(["variants"]) == faults.FAULT
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 2
    assert "Traceback" not in told.err
    no_card_in(told.err)
    (file,) = (data_folder() / "faults").iterdir()
    no_card_in(file.read_text("utf-8"))
    assert type(error).__name__ in file.read_text("utf-8")


PLANTED = """
import spades_tui.bots.club as club
def broken(*_, **__):
    held = "AS KS 2C"
    raise ZeroDivisionError(held)
club.choose = broken
"""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_fault_in_a_simulation_prints_no_source(jobs: str, tmp_path: Path) -> None:
    """With several processes, the error happens in another one."""
    program = tmp_path / "planted.py"
    program.write_text(
        f"{PLANTED}\nfrom spades_tui.cli import main\nif __name__ == '__main__':\n    raise SystemExit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, str(program), "simulate", "--variant", "sandbags", "--games", "2", "--jobs", jobs],
        capture_output=True, encoding="utf-8", timeout=LONG, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    assert done.returncode == faults.FAULT
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 2, done.stderr
    no_card_in(done.stderr)
    (file,) = (data_folder() / "faults").iterdir()
    text = file.read_text("utf-8")
    assert "ZeroDivisionError in" in text
    assert "planted.py" in text
    no_card_in(text)


def test_only_the_newest_reports_and_other_files_are_kept() -> None:
    folder = data_folder() / "faults"
    folder.mkdir(parents=True)
    for number in range(faults.KEPT + 5):
        old = folder / f"2025-01-{number + 1:02d}-120000-77.log"
        old.write_text("old")
        os.utime(old, (number, number))
    (folder / "notes.log").write_text("mine")
    os.utime(folder / "notes.log", (0, 0))
    newest = faults.write_report(caught())
    assert len(faults.reports()) == faults.KEPT
    assert faults.reports()[-1] == newest
    assert faults.reports()[0].name == "2025-01-07-120000-77.log"
    assert (folder / "notes.log").read_text("utf-8") == "mine"
