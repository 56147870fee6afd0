"""Each figure of docs/figures.md has a command that is there, and that takes what stands behind it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "figures.md").read_text("utf-8").split("\n## ", 1)[0]
"""The first table; those behind it say their one command above."""
ROWS = re.findall(r"^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)
COMMANDS = sorted({command for _, command, _, _ in ROWS})


def test_every_line_has_a_command_and_a_day_or_no_figure() -> None:
    assert len(ROWS) == sum(line.startswith("| ") for line in PAGE.splitlines()) - 1
    for what, _, figure, how in ROWS:
        assert (figure == "not measured yet") != bool(re.search(r"\b20\d\d-\d\d-\d\d\b", how)), what


def test_the_readme_tells_what_was_measured_last() -> None:
    readme, players = ((ROOT / page).read_text("utf-8") for page in ("README.md", "docs/players.md"))
    told = re.findall(r"`expert` wins ([^ ]+ ± [^ ]+) points a hand over `club`", readme)
    assert told == re.findall(r"^\| `sandbags` \| `expert` over `club` \| ([^|]+) \| 1,000 \|$", players, re.MULTILINE)
    assert len(told) == 1


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted({shlex.split(command)[2] for command in COMMANDS}))
def test_the_commands_take_what_stands_behind_them(module: str) -> None:
    command = [sys.executable, "-m", module, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = re.search(r"\{([^}]+)\}", done.stdout)
    for each in COMMANDS:
        python, flag, named, *options = shlex.split(each)
        assert (python, flag) == ("python", "-m")
        if named == module:
            assert options[0].startswith("--") or (found is not None and options[0] in found[1].split(",")), each
            for option in options:
                assert not option.startswith("--") or option in done.stdout, each
