"""docs/commands.md and the man page are made from `--help` and up to date."""

import shutil
import subprocess

import pytest

from spades_tui.commands.arguments import parser
from tests import LONG
from tests.make_manual import MAN, MARKDOWN, commands, man, markdown, notes


def test_the_pages_match_the_help() -> None:
    assert MARKDOWN.read_text(encoding="utf-8") == markdown(), "python -m tests.make_manual makes them anew"
    assert MAN.read_text(encoding="utf-8") == man(), "python -m tests.make_manual makes them anew"


def test_every_command_and_argument_has_a_help_text() -> None:
    told = list(commands(parser()))
    assert [command.name for command in told][:2] == ["spades-tui", "spades-tui play"]
    assert "spades-tui scorebook abandon" in [command.name for command in told]
    for command in told:
        assert command.about.endswith("."), command
        assert all(words for _, words in command.arguments + command.options), command


def test_the_manual_has_all_notes_of_the_help() -> None:
    assert [word for word, _ in notes()] == ["seats", "options", "examples", "exit"]
    assert notes()[-1][1].endswith("fault")


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here, which sets pages for man")
def test_the_man_page_has_no_warning() -> None:
    set_page = ["groff", "-Kutf8", "-man", "-Tutf8", "-ww", str(MAN)]
    done = subprocess.run(set_page, capture_output=True, check=True, timeout=LONG)
    assert not done.stderr
    assert b"start a game at once" in done.stdout.lower()


def test_the_help_fits_into_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = parser().format_help().splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []
