"""Every example of the help, the README and the pages for players works as written."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from spades_tui.commands.arguments import EPILOG
from tests import LONG
from tests.commands.shell import ROOT
from tests.outside.sample_players import sample_player
from tests.quick_cases import slow_but

FOR_PLAYERS = (
    "README.md",
    *(
        f"docs/{page}.md"
        for page in ("first-game", "house-rules", "first-bot", "settings", "friends", "review", "plain")
    ),
    *(f"docs/{page}.md" for page in ("troubleshooting", "players", "scorebook", "hosting")),
)
PAGES = "\n".join((ROOT / page).read_text("utf-8") for page in FOR_PLAYERS)
NO_EXAMPLE = re.compile(r"\b[A-Z]{3,}\b|…|^spades-tui [a-z]+$|^spades-tui (serve|host|join)\b")
"""Texts with words like `FILE` and bare command names aren't examples; tables stay open, and guests need one."""


def examples_of_the_help() -> list[str]:
    """Return the commands below `examples:` in the help, one per line."""
    block = EPILOG.split("examples:", 1)[1].split("\nexit:", 1)[0]
    return [line.strip() for line in block.splitlines()]


def examples_of_the_pages() -> list[str]:
    """Return the texts in backquotes that begin with the program's name."""
    told = [one.replace("\n", " ") for one in re.findall(r"`(spades-tui(?: [^`]*)?)`", PAGES)]
    return [one for one in dict.fromkeys(told) if not NO_EXAMPLE.search(one)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the examples, with the program on the path, a variant and an outside player."""
    folder = tmp_path_factory.mktemp("examples")
    program = folder / "bin" / "spades-tui"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spades_tui "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    shutil.copy(ROOT / "variants" / "sandbags.toml", folder / "my-rules.toml")
    (folder / "mine.py").write_text(sample_player())
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return an environment with the program first on the path and a separate home."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "SPADES_TUI_HOME": str(folder / "home"),
            "TERM": "xterm-256color", "LANG": "C.UTF-8"}  # fmt: skip


def opens_the_game(command: str) -> bool:
    """Return whether a command needs a terminal."""
    return command == "spades-tui" or (command.startswith("spades-tui play") and "--plain" not in command)


def run(folder: Path, command: str) -> None:
    """Run an example as written: it must succeed or open the game."""
    if not opens_the_game(command):  # Nobody answers a game in plain text, so it is suspended.
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment(folder), capture_output=True, timeout=300, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert (done.returncode, done.stderr.decode()) == (0, ""), command
        return
    child = pexpect.spawn("bash", ["-c", command], cwd=str(folder), env=environment(folder), dimensions=(24, 80),
                          timeout=LONG)  # fmt: skip
    child.delaybeforesend = None
    child.expect_exact("\x1b[?1049h")
    child.expect_exact("\x1b[?25l")
    child.expect("leave|choose|quit|name")
    child.send("\x11")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, command


def test_examples_are_found_in_help_and_pages() -> None:
    assert len(examples_of_the_help()) >= 4
    assert len(examples_of_the_pages()) >= 3
    assert all(one.startswith("spades-tui ") for one in examples_of_the_help())


@pytest.mark.slow
def test_the_examples_in_the_help_work(folder: Path) -> None:
    """The examples run in order, because one may read what an earlier one wrote."""
    for command in examples_of_the_help():
        run(folder, command)
    assert len(list((folder / "games").glob("*.spades.jsonl"))) == 10


@pytest.mark.parametrize("command", slow_but(["spades-tui play --plain", "spades-tui"], examples_of_the_pages()))
def test_an_example_in_the_readme_works(folder: Path, command: str) -> None:
    run(folder, command)
