"""`spades-tui settings` shows where the settings are and which lines are invalid."""

from pathlib import Path

import pytest

from spades_tui.cli import main
from spades_tui.settings.settings import LoadedSettings, Settings
from spades_tui.settings.settings_file import read_settings, save_settings, settings_file

FAULTY = """\
# my settings
pace = "slow"
theme = "drak"
bell = true
belll = true
cut_patience = 900
"""


def test_settings_path_prints_the_file_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "path"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}\n"


def test_settings_prints_a_file_that_can_be_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    liked = Settings(name="Ann", theme="light", keys=(("hint", "i"),))
    save_settings(liked)
    assert main(["settings"]) == 0
    shown = capsys.readouterr()
    assert (shown.out.splitlines()[0], shown.err) == (f"# {settings_file()}", "")
    (copy := tmp_path / "copy.toml").write_text(shown.out)
    assert read_settings(copy) == LoadedSettings(liked)


def test_settings_names_mistakes_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(FAULTY, "utf-8")
    assert main(["settings"]) == 1
    shown = capsys.readouterr()
    assert 'pace = "brisk"' in shown.out.splitlines()
    assert "bell = true" in shown.out.splitlines()
    assert len(shown.err.splitlines()) == 4


@pytest.mark.parametrize("command", ["variants", "lessons"])
def test_settings_list_is_the_default(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for words in ([command], [command, "list"]):
        assert main(words) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != ""


def test_defaults_apply_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "check"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}: no such file; the defaults apply\n"


def test_each_mistake_is_reported_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.toml"
    file.write_text(FAULTY, "utf-8")
    assert main(["settings", "check", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        f"{file}:2: pace: slow isn't allowed; choose from instant, lively, brisk, leisurely",
        f"{file}:3: theme: drak isn't allowed; did you mean 'dark'?",
        f"{file}:5: belll: there's no such setting; did you mean 'bell'?",
        f"{file}:6: cut_patience: 900 isn't allowed; write a number of seconds from 0 to 300",
    ]
    assert file.read_text("utf-8") == FAULTY


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("bell = true\npace =\n", '2: pace: pace = isn\'t TOML; write it like pace = "brisk"'),
        ("bell = true\n\nbell = false\npa", "3: bell: line 1 says this already, and counts; delete one of the two"),
        (
            'theme = "sepia"\n',
            "1: theme: sepia isn't allowed; choose from dark, light, contrast, red-green, warm, sixteen, terminal, or "
            "a theme of Textual's, such as nord",
        ),
        ("[keys]\nhint = j\n", '2: keys.hint: hint = j isn\'t TOML; write it like hint = "h"'),
        ("hello\n", "1: hello isn't TOML; write NAME = VALUE"),
    ],
)
def test_invalid_toml_is_reported_with_its_line(
    text: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.toml"
    file.write_text(text, "utf-8")
    assert main(["settings", "check", str(file)]) == 1
    assert capsys.readouterr().err.splitlines()[0] == f"{file}:{line}"


@pytest.mark.parametrize(("count", "left"), [(20, 0), (21, 1), (3000, 2980)])
def test_at_most_twenty_mistakes_are_reported(
    count: int, left: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.toml"
    file.write_text("bad\n" * count)
    assert main(["settings", "check", str(file)]) == 1
    *lines, last = capsys.readouterr().err.splitlines()
    assert (len(lines), last) == ((20, f"and {left} more") if left else (19, last))
    assert left or last.startswith(f"{file}:20: ")


def test_a_missing_file_cannot_be_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "check", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err == f"spades-tui: {tmp_path / 'none.toml'}: no such file or folder\n"
