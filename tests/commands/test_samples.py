"""What the pages show below a command is what the command prints, and their other commands run."""

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from spades_tui import cli
from tests.commands.shell import ROOT
from tests.setup.daily_days import DAY, play_hand

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


RUNNABLE = [page for page in PAGES if other_commands(page)]


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
