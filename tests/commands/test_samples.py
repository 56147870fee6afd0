"""What the pages show below a command is what the command prints."""

import re

import pytest

from spades_tui import cli
from tests.commands.shell import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SAMPLE = re.compile(r"^```sh\nspades-tui ([^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A command alone in its block, and directly below it a block of text."""
ASKS_PEOPLE = ("match ", "play ")


def samples() -> dict[str, str]:
    """Return what the pages show below each command that needs no person."""
    texts = dict(pair for page in PAGES for pair in SAMPLE.findall(page.read_text("utf-8")))
    return {command: shown for command, shown in texts.items() if not command.startswith(ASKS_PEOPLE)}


def test_the_pages_have_samples() -> None:
    assert "lab cutthroat --hands 3000" in samples()


@pytest.mark.slow
@pytest.mark.parametrize("command", samples())
def test_a_sample_is_what_the_command_prints(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(command.split()) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert printed == samples()[command].splitlines()
