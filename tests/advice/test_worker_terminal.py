"""The worker of the real program, run in a pseudo-terminal, thinks for the table and ends with the program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spades_tui.bots.levels import LEVELS
from tests.advice.processes import ended
from tests.terminal.terminal import TAKE, Terminal

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc"),
]


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a table with the best computer players."""
    seats = ",".join(("human:Ann", *(f"bot:{LEVELS[-1]}:{name}" for name in ("Bea", "Cy", "Dot"))))
    terminal = Terminal("play", "--seats", seats, "--seed", "worker", "--pace", "instant", home=tmp_path)
    yield terminal
    terminal.close()


def program(terminal: Terminal) -> int:
    """Return the process of the program."""
    pid: int | None = terminal.child.pid
    assert pid is not None
    return pid


def worker_of(terminal: Terminal) -> int:
    """Return the worker process, which starts a moment after the first frame."""
    terminal.wait("Classic")
    for _ in range(600):
        if children(program(terminal)):
            break
        terminal.read(0.1)
    [worker] = children(program(terminal))
    return worker


def test_the_worker_thinks_for_a_hand_and_ends_with_the_program(table: Terminal) -> None:
    worker = worker_of(table)
    table.wait("cut|bid")
    for _ in range(400):
        table.press(TAKE)
        if "trick 3/" in table.text():
            break
        time.sleep(0.1)
    assert "trick 3/" in table.text()
    assert children(program(table)) == [worker]
    used = Path(f"/proc/{worker}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    assert int(used[11]) > 5  # In hundredths of a second: more than this shows that the worker did the thinking.
    for _ in range(100):
        table.press("q")
        table.press("\x11")
        if not table.child.isalive():
            break
        time.sleep(0.1)
    assert not table.child.isalive()
    assert ended(worker)


def test_the_worker_ends_when_the_program_is_killed(table: Terminal) -> None:
    worker = worker_of(table)
    table.kill()
    assert ended(worker)
