"""The program does without what only Linux and macOS have, as far as that can be tried there."""

import importlib
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spades_tui.system import jobs
from spades_tui.system.folders import config_folder, data_folder
from spades_tui.system.output import resume_command
from tests import LONG

ROOT = Path(__file__).parents[1]
WITHOUT = """
import importlib, os, select, signal, subprocess, sys, types
import pexpect, platformdirs.unix, textual.app, textual.drivers.web_driver
for name in ("fcntl", "termios", "pty", "tty", "resource", "pwd", "grp"):
    sys.modules[name] = None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *given: None)
for module, names in ((os, ("fork", "killpg", "getuid", "geteuid", "setsid", "openpty", "mkfifo")),
                      (signal, ("SIGHUP", "SIGKILL", "SIGCHLD", "pthread_sigmask")), (select, ("poll",))):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
"""
"""Removes what Windows lacks, after the import of other people's code, which looks at the system's name."""


def without(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run code where POSIX modules and functions are missing."""
    command = [sys.executable, "-c", WITHOUT + code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LONG)


def modules() -> list[str]:
    """Return all modules but those of hosted tables, which need POSIX terminals."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in (ROOT / "spades_tui").rglob("*.py")]
    names = sorted(".".join(path.parts).removesuffix(".__init__") for path in paths)
    hosted = ("spades_tui.hosting.", "spades_tui.web.invited_table")
    return [name for name in names if not name.startswith(hosted) and not name.endswith("__main__")]


def test_every_module_can_be_imported_without_posix() -> None:
    done = without("for name in sys.argv[1:]: importlib.import_module(name)", *modules())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    ["host --variant sandbags", "serve --invite", "join localhost code", "simulate --variant sandbags --bots exec:cat"],
)
def test_a_command_that_needs_posix_is_refused_with_a_sentence(command: str) -> None:
    done = without("from spades_tui.cli import main; sys.exit(main(sys.argv[1:]))", *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs Linux or macOS" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_tests_that_need_posix_are_left_out_without_it() -> None:
    collect = ["-q", "--collect-only", "-p", "no:cacheprovider", "-m", "not slow", "tests"]
    done = without("import pytest; sys.exit(pytest.main(sys.argv[1:]))", *collect)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "tests/game/" in done.stdout
    assert "tests/terminal/" not in done.stdout


def test_a_game_can_be_played_without_posix() -> None:
    code = "from spades_tui.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["simulate", "--variant", "sandbags", "--seed", "tuesday", "--bots", "club"]
    done = without(code, *words)
    assert done.returncode == 0, done.stderr
    with_posix = subprocess.run(
        [sys.executable, "-m", "spades_tui", *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=True,
    )
    assert done.stdout == with_posix.stdout


def test_folders_without_the_variable_are_below_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPADES_TUI_HOME")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", importlib.import_module("platformdirs.unix").Unix)
    assert data_folder() == tmp_path / ".local" / "share" / "spades-tui"
    assert config_folder() == tmp_path / ".config" / "spades-tui"


TYPED = """
import io
sys.stdin = io.TextIOWrapper(io.BytesIO(b"take\\n" * 20), encoding="utf-8")
"""


def test_a_game_in_plain_text_is_saved_without_posix(tmp_path: Path) -> None:
    code = f"{TYPED}from spades_tui.cli import main; sys.exit(main(sys.argv[1:]))"
    done = without(code, "play", "--plain", "--variant", "sandbags", "--seed", "tuesday")
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "home" / "data" / "games").glob("*.spades.jsonl"))) == 1


def test_no_more_processes_are_started_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def pool(number: int, *given: object) -> ThreadPoolExecutor:
        asked.append(number)
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(jobs, "ProcessPoolExecutor", pool)
    for system, most in (("linux", 64), ("win32", 61)):
        monkeypatch.setattr(sys, "platform", system)
        with jobs.processes(64) as found:
            assert found.ask(abs, -1).answer(lambda: None) == 1
        assert asked.pop() == most


def test_commands_to_type_are_quoted_for_the_users_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    path = r"C:\Users\Ann Bell\it's.spades.jsonl"
    monkeypatch.setattr(os, "name", "nt")
    windows = resume_command(path, "--plain")
    monkeypatch.undo()
    assert windows == f'spades-tui play --plain --resume "{path}"'
    assert shlex.split(resume_command(path)) == ["spades-tui", "play", "--resume", path]


SCREENS = """
import asyncio
from spades_tui.tui.app import SpadesApp

async def play():
    app = SpadesApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(100):
            await pilot.press("enter")
            await pilot.pause()
            if type(app.screen).__name__ == "TableScreen" and not app.screen.bidding:
                return 0
    return 1

sys.exit(asyncio.run(play()))
"""


def test_the_screens_reach_the_first_trick_without_posix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's own driver for the other system can't be tried."""
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    done = without(SCREENS)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "home" / "data" / "games").glob("*.spades.jsonl"))) == 1
