"""Measure the program through a pseudo-terminal, in turns with a one-label Textual program.

``python -m tests.bench.terminal start --runs 15``
    seconds from the start to the painted home screen, to a painted table, to the painted deal of the day, and to a
    painted Textual hello-world.
``… key --presses 60``
    milliseconds from an arrow key to the last byte of the answer at the table, at 80×24 and 140×45; bytes sent;
    processor milliseconds; and the same for the one-label program, in turns. At 80×24 also while `expert` weighs a
    hint in its own process.
``… memory --runs 40``
    resident memory at the table, of the program and of its worker, also beside a game in which the program was killed,
    and after resuming that game; milliseconds from Ctrl+Q to the end of the process, for a quarter of the runs.

With ``--processor``, a start is measured in milliseconds of processor time, which a busy machine changes less. Every
line gives median, minimum and maximum. Ratios of starts are medians of the ratios of paired runs, other ratios are
ratios of medians. Nothing here is a test.
"""

import argparse
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pyte

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.bench.machine import machine

HELLO = """
from textual.app import App
from textual.widgets import Label
class Hello(App):
    BINDINGS = [("right", "turn(1)", "on"), ("left", "turn(-1)", "back")]
    at = 0
    def compose(self):
        yield Label("Hello 0 painted")
    def action_turn(self, step):
        self.at += step
        self.query_one(Label).update(f"Hello {self.at} painted")
Hello().run()
"""
SPADES = ("-m", "spades_tui")
TABLE = (*SPADES, "play", "--variant", "sandbags", "--seed", "bench", "--pace", "instant")
RIGHT, LEFT, ENTER, QUIT = b"\x1b[C", b"\x1b[D", b"\r", b"\x11"
TAKE = RIGHT + ENTER
"""Choose the next choice, and take it, whether or not one was suggested before."""
SILENCE = 0.06
"""Seconds without a byte after which an answer is complete."""


class Terminal:
    """A program in a pseudo-terminal, with the times of its output."""

    def __init__(
        self, arguments: Sequence[str], home: Path, columns: int = 80, lines: int = 24, program: str = sys.executable
    ) -> None:
        self.begun = time.perf_counter()
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            environment = {
                "PATH": os.environ.get("PATH", ""),
                "HOME": str(home),
                "SPADES_TUI_HOME": str(home),
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
            }
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.execvpe(program, [program, *arguments], environment)
        self.written = b""

    def until(self, mark: bytes, seconds: float = 30) -> float:
        """Return the seconds from the start until this text was written. Raises TimeoutError."""
        end = time.perf_counter() + seconds
        while mark not in self.written:
            if not select.select([self.line], [], [], max(0.0, end - time.perf_counter()))[0]:
                raise TimeoutError(f"{mark!r} was not written")
            self.written += os.read(self.line, 65536)
        return time.perf_counter() - self.begun

    def used(self) -> float:
        """Return the processor seconds that the program has used so far, without its worker."""
        return time.clock_gettime((~self.pid << 3) | 2)  # Linux has a clock for another process.

    def rest(self, silence: float = SILENCE) -> tuple[float, int]:
        """Read until no more output comes; return the time of the last byte and the number of bytes."""
        last, count = time.perf_counter(), 0
        while select.select([self.line], [], [], silence)[0]:
            try:
                data = os.read(self.line, 65536)
            except OSError:
                break
            if not data:
                break
            last = time.perf_counter()
            count += len(data)
            self.written += data
        return last, count

    def press(self, key: bytes) -> tuple[float, int]:
        """Type a key; return the milliseconds until the last byte of the answer, and the number of bytes."""
        before = time.perf_counter()
        os.write(self.line, key)
        last, count = self.rest()
        return 1000 * (last - before), count

    def resident(self) -> list[tuple[str, int]]:
        """Return the processes and their resident memory in KiB, the program first."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
            except (OSError, ValueError):
                continue
            if int(folder.name) == self.pid or int(status["PPid"]) == self.pid:
                found.append((int(folder.name) != self.pid, int(status["VmRSS"].split()[0])))
        return [("worker" if child else "program", kib) for child, kib in sorted(found)]

    def ended(self) -> None:
        """Wait for the program to end."""
        with suppress(OSError):
            while os.read(self.line, 65536):
                pass
        os.waitpid(self.pid, 0)
        os.close(self.line)

    def end(self) -> None:
        """Kill the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.line)


def print_range(name: str, values: Sequence[float], unit: str) -> float:
    """Print median and range; return the median."""
    middle = statistics.median(values)
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    spread = f"{ordered[0]:.1f} … {ordered[-1]:.1f}, 95 % below {high:.1f}, n {len(values)}"
    print(f"{name:44} {middle:8.1f} {unit}   {spread}")
    return middle


def start(home: Path, runs: int, processor: bool) -> None:
    """Measure starts, in turns."""
    kinds = {
        "a Textual hello-world": (("-c", HELLO), b"painted"),
        "spades-tui to home": (SPADES, b"keys"),
        "play to the table": (TABLE, b"leave"),
        "daily to its hands": ((*SPADES, "daily"), b"Bemo"),
        "--version": ((*SPADES, "--version"), b"spades-tui"),
    }
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for run in range(runs + 1):
        for name, (arguments, mark) in kinds.items():
            terminal = Terminal(arguments, home)
            seconds = terminal.until(mark)
            if processor:
                seconds = terminal.used()
            terminal.end()
            if run:  # The first run of each warms the file cache.
                found[name].append(1000 * seconds)
    for name, values in found.items():
        print_range(name, values, "ms")
    hello = found["a Textual hello-world"]
    for name in ("spades-tui to home", "play to the table"):
        ratios = [mine / its for mine, its in zip(found[name], hello, strict=True)]
        print(f"{name} ÷ hello-world: {statistics.median(ratios):.2f}")
    ratios = [day / table for day, table in zip(found["daily to its hands"], found["play to the table"], strict=True)]
    print(f"daily to its hands ÷ play to the table: {statistics.median(ratios):.2f}")


def table_at_a_card(home: Path, columns: int, lines: int) -> Terminal:
    """Return a table where a person must play a card."""
    terminal = Terminal(TABLE, home, columns, lines)
    terminal.until(b"leave")
    for _ in range(12):
        terminal.rest(0.4)
        if asks_for_card(terminal, columns, lines):
            break
        terminal.press(TAKE)
    return terminal


def asks_for_card(terminal: Terminal, columns: int = 80, lines: int = 24) -> bool:
    """Return whether the screen asks for a card to play; a word there may never be whole in the output."""
    screen = pyte.Screen(columns, lines)
    pyte.ByteStream(screen).feed(bytes(terminal.written))
    shown = "\n".join(screen.display)
    return "play" in shown and "Your turn" in shown


class Keys:
    """A program whose answers to keys are measured."""

    def __init__(self, name: str, terminal: Terminal) -> None:
        self.name, self.terminal = name, terminal
        self.times: list[float] = []
        self.sizes: list[float] = []
        self.work: list[float] = []
        terminal.rest(0.5)

    def press(self, key: bytes) -> None:
        """Press one more key; don't count it without an answer."""
        before = self.terminal.used()
        milliseconds, count = self.terminal.press(key)
        if count:
            self.times.append(milliseconds)
            self.sizes.append(float(count))
            self.work.append(1000 * (self.terminal.used() - before))

    def tell(self) -> tuple[float, float]:
        """Print the measurements; return the medians by the clock and by the processor."""
        print_range(f"{self.name}: bytes of a key", self.sizes, "B ")
        return print_range(f"{self.name}: a key", self.times, "ms"), print_range(
            f"{self.name}: its work", self.work, "ms"
        )


def key(home: Path, presses: int) -> None:
    """Measure arrow keys at the table and in the one-label program, in turns; at one table a hint is being weighed."""
    label = Keys("one-label program", Terminal(("-c", HELLO), home))
    tables = [Keys(f"table {size[0]}×{size[1]}", table_at_a_card(home, *size)) for size in ((80, 24), (140, 45))]
    busy = Keys("expert weighs a hint", table_at_a_card(home, 80, 24))
    for number in range(presses):
        for measured in (label, *tables, busy):
            if measured is busy:
                ask_for_a_hint(busy.terminal)
            measured.press(LEFT if number % 2 else RIGHT)
    clock, work = label.tell()
    found = [table.tell() for table in (*tables, busy)]
    for table, (its_clock, its_work) in zip(tables, found, strict=False):
        print(f"{table.name} ÷ one-label program: {its_clock / clock:.2f}, work {its_work / work:.2f}")
    print(f"while expert thinks ÷ idle: {found[2][0] / found[0][0]:.2f}, work {found[2][1] / found[0][1]:.2f}")
    for measured in (label, *tables, busy):
        measured.terminal.end()


def ask_for_a_hint(terminal: Terminal) -> None:
    """Let `expert` think in the worker, after another key has closed the hint panel."""
    for key in (b"h", b"j"):
        os.write(terminal.line, key)
        terminal.rest(0.03)


def settled_memory(terminal: Terminal) -> float:
    """Return the program's resident memory in MiB when its imports are complete, even on a busy machine."""
    last = 0
    for _ in range(20):
        terminal.rest(3)
        size = terminal.resident()[0][1]
        if size == last:
            break
        last = size
    return last / 1024


def quit_and_memory(home: Path, runs: int) -> None:
    """Measure the memory of a table and the time to leave it, and the memory beside an interrupted game."""
    times, sizes = [], []
    beside: list[float] = []
    gone_on: list[float] = []
    for _ in range(runs):
        terminal = table_at_a_card(home, 80, 24)
        terminal.rest(1.5)  # Wait for the imports after the first frame.
        sizes.append(terminal.resident())
        before = time.perf_counter()
        os.write(terminal.line, QUIT)
        terminal.ended()
        times.append(1000 * (time.perf_counter() - before))
    for _ in range(runs):
        games = home / "data" / "games"
        shutil.rmtree(games)
        table_at_a_card(home, 80, 24).end()
        (killed,) = games.glob("*.jsonl")
        resumed = Terminal((*SPADES, "play", "--resume", str(killed)), home)
        resumed.until(b"leave")
        gone_on.append(settled_memory(resumed))
        resumed.end()
        another = table_at_a_card(home, 80, 24)
        beside.append(settled_memory(another))
        another.end()
    print_range("Ctrl+Q to the end of the process", times, "ms")
    for kind in ("program", "worker"):
        print_range(f"resident, {kind}", [kib / 1024 for size in sizes for name, kib in size if name == kind], "MiB")
    print_range("resident, beside a game broken off", beside, "MiB")
    print_range("resident, going on with it", gone_on, "MiB")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.terminal", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("start", "key", "memory", "all"))
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--presses", type=int, default=40)
    parser.add_argument("--processor", action="store_true", help="a start in the processor's time")
    arguments = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="spades-bench-"))
    (home / "config").mkdir()
    save_settings(Settings(name="Ann"), home / "config" / "settings.toml")
    try:
        if arguments.what in ("start", "all"):
            start(home, arguments.runs, arguments.processor)
        if arguments.what in ("key", "all"):
            key(home, arguments.presses)
        if arguments.what in ("memory", "all"):
            quit_and_memory(home, max(1, arguments.runs // 4))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(machine())


if __name__ == "__main__":
    main()
