"""Each value of docs/measurements.md has a day and a command with valid options."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "measurements.md").read_text("utf-8")
TABLES = re.findall(r"((?:.+\n)+)\n((?:\|.*\n)+)", PAGE.partition("\n## ")[2])
"""Each table below the first heading, with the paragraph before it."""
COMMANDS = sorted({" ".join(command.split()) for command in re.findall(r"`(python -m tests\.[^`]+)`", PAGE)})
DAY = r"20\d\d-\d\d-\d\d"


@pytest.mark.parametrize(("before", "table"), TABLES)
def test_every_value_has_a_command_and_a_day(before: str, table: str) -> None:
    """In its row, or in the paragraph before the table for all of its rows."""
    head, _, *rows = table.splitlines()
    if "| command |" not in head:
        rows = [before]
    same = False  # whether a row may say that its command is the one above
    for row in rows:
        assert re.search(r"`python -m tests\.[^`]+`", row) or (same and "| the same |" in row), row
        assert re.search(DAY, row), row
        same = True


def help_of(*words: str) -> str:
    """Return what a module of the benchmarks, or one of its commands, says of its options."""
    command = [sys.executable, "-m", *words, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted({shlex.split(command)[2] for command in COMMANDS}))
def test_the_commands_accept_their_options(module: str) -> None:
    page = help_of(module)
    found = re.search(r"\{([^}]+)\}", page)
    for each in COMMANDS:
        python, flag, named, *options = shlex.split(each)
        assert (python, flag) == ("python", "-m")
        if named == module:
            words = [option for option in options[:1] if not option.startswith("--") and not option.isdigit()]
            assert not words or (found is not None and words[0] in found[1].split(",")), each
            flags = {option for option in options if option.startswith("--")}
            if any(flag not in page for flag in flags):
                assert all(flag in help_of(module, options[0]) for flag in flags), each
