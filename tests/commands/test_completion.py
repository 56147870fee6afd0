"""Tab completes commands, options and names in a shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests import LONG
from tests.commands.shell import spades

BREAKS = " \t\n\"'><=;|&(:"
"""The characters that end a word in bash."""


def offered(line: str, home: Path) -> list[str]:
    """Return the completions that a shell gets at the end of a line."""
    answer = home / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_COMP_WORDBREAKS": BREAKS,
        "IFS": "\v",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        "COMP_TYPE": "9",
        "SPADES_TUI_HOME": str(home),
    }
    subprocess.run(
        [sys.executable, "-m", "spades_tui"], env=os.environ | asked, cwd=home, check=True, timeout=LONG,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return answer.read_text(encoding="utf-8").split("\v")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("spades-tui si", ["simulate "]),
        ("spades-tui book gi", ["give-up "]),
        ("spades-tui play --se", ["--seats", "--seed"]),
        ("spades-tui play --variant 3b-f", ["3b-five", "3b-four"]),
        ("spades-tui play --variant bemo --option un", ["undo=off", "undo=on"]),
        ("spades-tui simulate --bots exp", ["expert "]),
        ("spades-tui replay mine", ["mine.spades.jsonl "]),
        ("spades-tui book rename m", [""]),
        ("spades-tui play --pace b", ["brisk "]),
    ],
)
def test_commands_options_and_values_are_completed(line: str, words: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.spades.jsonl").touch()
    assert sorted(offered(line, tmp_path)) == words


def test_house_rules_and_their_options_are_completed(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "variants" / "bemo.toml"
    own = tmp_path / "config" / "variants"
    own.mkdir(parents=True)
    text = shipped.read_text(encoding="utf-8")
    (own / "ours.toml").write_text(text.replace('"bemo"', '"ours"', 1), encoding="utf-8")
    assert offered("spades-tui play --variant ou", tmp_path) == ["ours "]
    assert "undo=on" in offered("spades-tui play --variant ours --option undo", tmp_path)


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete "), ("zsh", "#compdef"), ("fish", "complete ")])
def test_each_shell_has_its_script(shell: str, word: str) -> None:
    done = spades("completion", shell)
    assert done.status == 0
    assert word in done.out
    assert "spades-tui" in done.out


@pytest.mark.posix("plays in a pseudo-terminal")
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_tab_completes_in_bash(tmp_path: Path) -> None:
    folder = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "SPADES_TUI_HOME": str(tmp_path), "PS1": "> "}
    bash = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], env=environment, encoding="utf-8", timeout=LONG)
    bash.sendline('eval "$(spades-tui completion bash)"; echo re""ady')
    bash.expect("ready")
    bash.send("spades-tui variants show cutthroat-t\t")
    bash.expect("cutthroat-three")
    bash.close(force=True)
