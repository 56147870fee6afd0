"""`spades-tui settings`: where they lie, and what of them does not hold."""

from pathlib import Path

import pytest

from spades_tui.cli import main
from spades_tui.table.settings import Settings
from spades_tui.table.settings_file import save_settings, settings_file

FAULTY = """\
# my settings
pace = "slow"
theme = "drak"
bell = true
belll = true
cut_patience = 900
"""


def test_the_path_is_that_of_the_file_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "path"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}\n"


def test_without_a_file_the_usual_settings_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "check"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}: there is none, so the usual settings hold\n"


def test_what_the_program_wrote_holds(capsys: pytest.CaptureFixture[str]) -> None:
    save_settings(Settings(name="Ann"))
    assert main(["settings", "check"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}: all of it holds\n"


def test_each_fault_has_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.toml"
    file.write_text(FAULTY)
    assert main(["settings", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        f"{file}:2: pace: slow found, instant or brisk or leisurely wanted",
        f"{file}:3: theme: drak found, dark wanted",
        f"{file}:5: belll: found, which is no setting; did you mean 'bell'?",
        f"{file}:6: cut_patience: 900 found, a number of seconds from 0 to 300 wanted",
    ]
    assert file.read_text() == FAULTY


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bell = true\npace =\n", "2: pace: pace = found, which is no TOML; NAME = VALUE wanted"),
        ("bell = true\n\nbell = false\npa", "3: bell: found twice; line 1 holds"),
        (
            'theme = "sepia"\n',
            "1: theme: sepia found, dark or light or contrast or red-green or warm or a theme of Textual's, "
            "such as nord, wanted",
        ),
        ("hello\n", "1: hello found, which is no TOML; NAME = VALUE wanted"),
    ],
)
def test_what_is_no_toml_is_told_by_its_line(
    text: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.toml"
    file.write_text(text)
    assert main(["settings", "check", str(file)]) == 1
    assert capsys.readouterr().err.splitlines()[0] == f"{file}:{line}"


def test_a_file_that_is_not_there_cannot_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "check", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err == f"spades-tui: {tmp_path / 'none.toml'}: No such file or directory\n"
