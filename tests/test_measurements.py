"""Each value of docs/measurements.md has a day and a command with valid options."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "measurements.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \|(?: [^|]+)? \| ([^|]+) \|$", PAGE, re.MULTILINE)
COMMANDS = sorted({command for _, command, _, _ in ROWS})


def test_every_row_has_a_command_and_a_day() -> None:
    tables = PAGE.partition("\n## ")[2]
    headings = re.findall(r"^\| [^|]+ \| command \|", tables, re.MULTILINE)
    assert len(ROWS) == sum(line.startswith("| ") for line in tables.splitlines()) - len(headings)
    for what, _, _, day in ROWS:
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", day), what


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
            assert options[0].startswith("--") or (found is not None and options[0] in found[1].split(",")), each
            flags = {option for option in options if option.startswith("--")}
            if any(flag not in page for flag in flags):
                assert all(flag in help_of(module, options[0]) for flag in flags), each
