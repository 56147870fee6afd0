"""Every example of the help and the pages works as written, and prints what the page shows below it."""

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from spades_tui import cli
from spades_tui.commands.arguments import EPILOG
from tests import LONG
from tests.commands.shell import ROOT
from tests.outside.sample_players import sample_player
from tests.quick_cases import slow_but
from tests.setup.daily_days import DAY, play_hand

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


EVERY_PAGE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SAMPLE = re.compile(r"^```sh\nspades-tui ([^\n]*)\n```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A command alone in its block, and directly below it a block of text."""
ASKS_PEOPLE = ("match ", "play ")


def samples() -> dict[str, str]:
    """Return what the pages show below each command that needs no person."""
    texts = dict(pair for page in EVERY_PAGE for pair in SAMPLE.findall(page.read_text("utf-8")))
    return {command: shown for command, shown in texts.items() if not command.startswith(ASKS_PEOPLE)}


def test_the_pages_have_samples() -> None:
    assert "lab cutthroat --hands 3000" in samples()


@pytest.mark.slow
@pytest.mark.parametrize("command", samples())
def test_a_sample_is_what_the_command_prints(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(command.split()) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert printed == samples()[command].splitlines()


# ---- commands without output on the page ------------------------------------------------------------------

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN_ON = re.compile(r"play|match|serve|host|join|daily$|.*--cluster|.*…")
"""Commands that wait for people, need other machines, or are shortened on the page."""
FEWER = (
    (re.compile(r"--games \d+"), "--games 1"),
    (re.compile(r"--hands \d{3,}"), "--hands 20"),
    (re.compile(r"^lab (.*)my-rules.toml$"), r"lab \1my-rules.toml --hands 20"),
    (re.compile(r"FILE"), "day.spades.jsonl"),
    (re.compile(r"python3"), Path(sys.executable).as_posix()),
)
"""What takes long on a page and what is different here, each with what is run instead."""


def other_commands(page: Path) -> list[str]:
    """Return the commands of a page that end without a person, in order, up to the first pipe."""
    lines = "".join(BLOCK.findall(page.read_text("utf-8"))).splitlines()
    typed = [line.removeprefix("spades-tui ").partition(" | ")[0] for line in lines if line.startswith("spades-tui ")]
    return [command for command in typed if not RUN_ON.match(command) and command not in samples()]


def prepare(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Write the files that the pages take for granted."""
    play_hand(folder, DAY, "sandbags").rename(folder / "day.spades.jsonl")
    shutil.copy(folder / "day.spades.jsonl", folder / "game.spades.jsonl")
    for name in ("my-rules.toml", "kitchen.toml"):
        shutil.copy(ROOT / "docs" / "examples" / "boston.toml", folder / name)
    (player,) = re.findall(
        r"^Save this as `mine.py`:\n\n```python\n(.*?)^```$",
        (ROOT / "docs" / "first-bot.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    (folder / "mine.py").write_text(player, "utf-8")
    capsys.readouterr()
    for name, command in (("hand.ptn", "export day.spades.jsonl"), ("claims.txt", "code day.spades.jsonl --claim")):
        assert cli.main(command.split()) == 0
        (folder / name).write_text(capsys.readouterr().out, "utf-8")


RUNNABLE = [page for page in EVERY_PAGE if other_commands(page)]


def test_the_pages_have_commands_that_end() -> None:
    commands = [command for page in RUNNABLE for command in other_commands(page)]
    assert "verify game.spades.jsonl" in commands
    assert not any(command.startswith("host") for command in commands)
    assert len(commands) > 20


@pytest.mark.slow
@pytest.mark.posix("a player's command is written for a POSIX shell")
@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: str(page.stem))
def test_the_other_commands_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    prepare(tmp_path, capsys)
    for command in other_commands(page):
        if "--sandbox" in command and shutil.which("bwrap") is None:
            continue
        for long, short in FEWER:
            command = long.sub(short, command)
        assert cli.main(shlex.split(command)) == 0, command
