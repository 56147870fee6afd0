"""Signals, closed terminals and invalid bytes leave the terminal restored and the game saved."""

import json
import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from spades_tui.system.faults import HUNG_UP
from spades_tui.tui.app import LEAVING
from tests.commands.interrupting import heard
from tests.hosting.programs import PROGRAM, started
from tests.terminal.terminal import ENTER, LEFT, LONG, PUT_BACK, Terminal

pytestmark = pytest.mark.slow

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Yield a function that starts the program; end it afterwards."""
    begun: list[Terminal] = []

    def begin(*arguments: str, plant: str = "") -> Terminal:
        terminal = Terminal(*arguments, home=tmp_path, plant=plant)
        begun.append(terminal)
        return terminal

    yield begin
    for terminal in begun:
        terminal.close()


def at_the_table(start: Start, plant: str = "") -> Terminal:
    """Start a game where a person must bid."""
    terminal = start("play", "--variant", "sandbags", "--seed", "signals", "--pace", "instant", plant=plant)
    text = terminal.wait("cut|Your bid|[Aa]ny key")
    while "Your bid" not in text:
        terminal.press(ENTER)
        text = terminal.wait("cut|Your bid|[Aa]ny key")
    terminal.rest()
    return terminal


def events(home: Path) -> list[str]:
    """Return the events in the journal of the only game."""
    (file,) = (home / "data" / "games").glob("*.spades.jsonl")
    return [json.loads(line)["event"] for line in file.read_bytes().splitlines()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_restores_the_terminal_and_suspends_the_game(
    start: Start, tmp_path: Path, how: signal.Signals
) -> None:
    terminal = at_the_table(start)
    terminal.child.kill(how)
    terminal.child.kill(how)
    assert terminal.ended() == 128 + how
    assert all(sequence in terminal.sent_out for sequence in PUT_BACK)
    after = bytes(terminal.sent_out).rpartition(LEFT)[2]
    assert b"Traceback" not in after
    assert events(tmp_path)[-1] == "suspend"


UNTOLD = """\
import os, signal
if child := os.fork():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
"""A parent that leads the session and passes no SIGHUP on, like some shells."""


def close_window(terminal: Terminal) -> int:
    """Close the terminal, so that nobody reads the rest; return the program's exit status."""
    process = terminal.child.pid
    terminal.child.ptyproc.fileobj.close()
    terminal.child.ptyproc.closed = terminal.child.closed = True
    end = time.monotonic() + LONG
    done = status = 0
    while not done and time.monotonic() < end:
        done, status = os.waitpid(process, os.WNOHANG)
        time.sleep(0.05)
    if not done:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    terminal.child.ptyproc.terminated = terminal.child.terminated = True
    assert done, "the program went on without a terminal"
    return os.waitstatus_to_exitcode(status)


@pytest.mark.parametrize("plant", ["", UNTOLD], ids=["told", "untold"])
def test_closing_the_terminal_ends_the_program_and_saves_the_game(start: Start, tmp_path: Path, plant: str) -> None:
    terminal = at_the_table(start, plant)
    assert close_window(terminal) == HUNG_UP
    assert events(tmp_path)[-1] == "suspend"
    assert not (tmp_path / "data" / "faults").exists()


@pytest.mark.parametrize("plant", ["", UNTOLD], ids=["told", "untold"])
def test_closing_the_terminal_at_home_reports_no_fault(start: Start, tmp_path: Path, plant: str) -> None:
    terminal = start(plant=plant)
    terminal.wait("Quick game")
    terminal.rest()
    assert close_window(terminal) == HUNG_UP
    assert not (tmp_path / "data" / "faults").exists()


def in_shell(home: Path, *arguments: str) -> Terminal:
    """Start the program as a job of a shell, and return when it has written something."""
    save_settings(Settings(name="Ann", cut_patience=0), home / "config" / "settings.toml")
    terminal = Terminal("-i", home=home, program="sh", environment={"PS1": "PROMPT ", "ENV": None})
    terminal.wait("PROMPT")
    terminal.child.send(shlex.join([sys.executable, "-m", "spades_tui", *arguments]) + "\r")
    return terminal


WAYS = {
    "alone": ("play", "--variant", "sandbags", "--seed", "signals", "--pace", "instant"),
    "host": ("host", "--seats", "human:Ann,bot,guest,bot", "--port", "0", "--pause", "0"),
}


def all_keys(terminal: Terminal) -> str:
    terminal.press("?")
    text = terminal.wait("keys|Keys")
    for _ in range(3):
        terminal.press("\x1b[6~")
        text += terminal.text()
    return text


@contextmanager
def joined(host: Terminal, home: Path) -> Iterator[None]:
    """Let a guest join this host."""
    line = re.search(r"ssh -p (\d+) (\w+)@localhost", host.wait("The table waits"))
    assert line is not None
    guest = started([*PROGRAM, "join", f"localhost:{line[1]}", line[2]], home / "guest")
    guest.expect("name")
    guest.sendline("Gus")
    host.wait("for screens")
    host.child.send("\r")
    yield
    guest.close(force=True)


RESTS = "Your (cut|bid)|waits for Gus|Gus is thinking"
"""The table waits for a person, whoever was drawn as dealer. Nothing changes until somebody answers."""


def stops_again(terminal: Terminal) -> None:
    """Let the shell continue the job in the background, and wait until it has stopped again."""
    terminal.screen.reset()
    terminal.child.send("bg\r")
    end = time.monotonic() + LONG
    while "Stopped" not in terminal.text():
        assert time.monotonic() < end, f"the job goes on in the background:\n{terminal.text()}"
        terminal.child.send("jobs\r")
        terminal.read(0.2)


@pytest.mark.parametrize("way", WAYS)
def test_ctrl_z_suspends_the_whole_job_and_fg_restores_the_screen(way: str, tmp_path: Path) -> None:
    """A host's screens are another process than the one that the shell waits for."""
    terminal = in_shell(tmp_path, *WAYS[way])
    try:
        with joined(terminal, tmp_path) if way == "host" else nullcontext():
            if "Your bid" in terminal.wait(RESTS):
                terminal.wait("suggested")
            terminal.rest()
            before = terminal.text()
            terminal.child.send("\x1a")
            terminal.wait("PROMPT")
            assert LEFT in terminal.sent_out
            for _ in range(2):  # in the background, it can't use the terminal, so it stops again
                stops_again(terminal)
            terminal.screen.reset()
            terminal.child.send("fg\r")
            terminal.wait(re.escape(before))
            assert "suspend" in all_keys(terminal)
    finally:
        terminal.close()


def test_ctrl_z_does_nothing_where_no_shell_waits(start: Start) -> None:
    """The page of keys doesn't offer it either, and a signal leaves the screen as it is."""
    terminal = at_the_table(start)
    before = terminal.wait("suggested")
    terminal.press("\x1a")
    terminal.child.kill(signal.SIGTSTP)
    terminal.read(0.3)
    assert (terminal.text(), LEFT in terminal.sent_out) == (before, False)
    assert "suspend" not in all_keys(terminal)


def test_ctrl_c_explains_how_to_leave_and_a_second_one_leaves(start: Start, tmp_path: Path) -> None:
    terminal = at_the_table(start)
    begun = time.monotonic()
    terminal.press("\x03")
    terminal.wait(r"Press Ctrl\+C again to quit; the game is saved\.")
    assert "Ctrl+C again" in terminal.text().splitlines()[-1], "in the line of keys, not over the hand"
    terminal.press("\x03")
    if terminal.child.isalive() and time.monotonic() - begun > LEAVING:  # too late: it counted as a first one
        terminal.press("\x03")
    assert terminal.ended() == 0
    assert events(tmp_path)[-1] == "suspend"


def test_a_second_interrupt_while_a_command_leaves_says_nothing() -> None:

    command = ["-m", "spades_tui", "simulate", "--variant", "sandbags", "--games", "500", "--bots", "club"]
    work = Popen([sys.executable, *command], stdout=PIPE, stderr=PIPE, preexec_fn=heard)
    assert work.stdout is not None
    work.stdout.readline()
    work.send_signal(signal.SIGINT)
    work.send_signal(signal.SIGINT)
    _, told = work.communicate(timeout=LONG)
    assert (work.returncode, told) == (130, b"")
