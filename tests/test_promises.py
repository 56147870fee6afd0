"""Each command of docs/promises.md can be run, and pytest finds the tests that it names."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import unskipped

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "promises.md").read_text("utf-8")
COMMANDS = re.findall(r"^\|.*\| `([^`]+)` \|$", PAGE, re.MULTILINE)
"""The last column of the tables."""


def test_every_promise_has_a_command() -> None:
    promises = PAGE.partition("\n## The limits of a record")[0]
    assert len(COMMANDS) == len(re.findall(r"^\| (?!promise \|)", promises, re.MULTILINE))
    assert len(COMMANDS) >= 15


@pytest.mark.slow
def test_pytest_finds_what_the_commands_name() -> None:
    """One run collects all of them; a missing file or test is an error."""
    names = [name for command in COMMANDS if command.startswith("pytest ") for name in shlex.split(command)[1:]]
    found = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *names]
    done = subprocess.run(found, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    for name in names:
        assert name in done.stdout, name


@pytest.mark.slow
@pytest.mark.parametrize("command", [one for one in COMMANDS if not one.startswith("pytest ")])
def test_commands_without_pytest_run(command: str) -> None:
    words = shlex.split(command.replace("4000", "2"))
    assert words[0] == "python"
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(("no_skips", "status"), [("", 0), ("1", 1)])
def test_a_skipped_promise_fails_if_skips_are_forbidden(no_skips: str, status: int, tmp_path: Path) -> None:
    """Without bwrap on the path, the test runs with and without the setting that forbids skips."""
    asked = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "1", "tests/outside/test_sandbox.py"]
    done = subprocess.run(
        [*asked, "-k", "test_a_sandboxed_player"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "PATH": str(tmp_path), "SPADES_TUI_NO_SKIPS": no_skips},
    )  # fmt: skip
    assert done.returncode == status, done.stdout
    assert "bwrap" in done.stdout
    assert ("can't be skipped here" in done.stdout) is bool(status)


def test_every_unskippable_test_is_named_by_a_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_TUI_NO_SKIPS", "1")
    names = unskipped.named_tests()
    assert all((ROOT / name.partition("::")[0]).exists() for name in names)
    for name in names:
        assert unskipped.must_run(name), name
    assert unskipped.must_run("tests/web/test_browser.py::test_a_hand_of_sandbags_is_played_in_a_browser[by_keys]")
    assert not unskipped.must_run("tests/openspiel/test_classic.py::test_it")
    monkeypatch.delenv("SPADES_TUI_NO_SKIPS")
    assert not any(map(unskipped.must_run, names))
