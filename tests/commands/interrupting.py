"""Run a command whose standard error is a terminal, and interrupt it."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.commands.shell import ROOT


def heard() -> None:
    """Let the new process handle Ctrl+C, which shells disable for background processes."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass
class Ended:
    """The end of an interrupted command."""

    status: int
    told: str
    """Everything sent to the terminal."""
    used: float
    """Processor seconds from the interruption to the end, including child processes."""
    waited: float
    """Clock seconds from the interruption to the end."""


def interrupted(arguments: list[str], until: str, home: Path, count: int = 1, seconds: float = 180.0) -> Ended:
    """Run the program, wait for a text on its terminal, and press Ctrl+C this many times."""
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "spades_tui", *arguments],
        stdin=follower, stdout=subprocess.DEVNULL, stderr=follower, cwd=ROOT, start_new_session=True,
        env={**os.environ, "SPADES_TUI_HOME": str(home)}, preexec_fn=heard,
    )  # fmt: skip
    os.close(follower)
    told = ""
    try:
        end = time.monotonic() + seconds
        while not re.search(until, told):
            assert time.monotonic() < end, told
            told += _read(leader)
            assert process.poll() is None, told
        before = _used(process.pid)
        began = time.monotonic()
        for _ in range(count):
            os.killpg(process.pid, signal.SIGINT)
        after = before
        while process.poll() is None:
            after = max(after, _used(process.pid))
            told += _read(leader)
            assert time.monotonic() < end, told
        waited = time.monotonic() - began
        while more := _read(leader):
            told += more
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(leader)
    return Ended(process.returncode, told, after - before, waited)


def _read(leader: int) -> str:
    ready, _, _ = select.select([leader], [], [], 0.01)
    try:
        return os.read(leader, 65536).decode("utf-8", "replace") if ready else ""
    except OSError:
        return ""


def _used(pid: int) -> float:
    """Return the processor time of a process in seconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
