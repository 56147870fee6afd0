"""Each command of docs/promises.md is there to be run: its files and tests exist, and pytest finds tests in them."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "promises.md").read_text("utf-8")
COMMANDS = re.findall(r"^\|.*\| `([^`]+)` \|$", PAGE, re.MULTILINE)
"""The last column of the table."""


def test_every_line_has_a_command() -> None:
    promises = PAGE.partition("\n## ")[0]
    assert len(COMMANDS) == sum(line.startswith("| ") for line in promises.splitlines()) - 1
    assert len(COMMANDS) >= 15


@pytest.mark.slow
def test_pytest_finds_what_the_commands_name() -> None:
    """One run for all of them; what is not there is an error."""
    names = [name for command in COMMANDS if command.startswith("pytest ") for name in shlex.split(command)[1:]]
    found = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *names]
    done = subprocess.run(found, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    for name in names:
        assert name in done.stdout, name


@pytest.mark.slow
@pytest.mark.parametrize("command", [one for one in COMMANDS if not one.startswith("pytest ")])
def test_other_commands_run(command: str) -> None:
    words = shlex.split(command.replace("4000", "2"))
    assert words[0] == "python"
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
