"""Measure how long command lines take.

``python -m tests.bench.commands ctrl-c --runs 5``
    milliseconds from Ctrl+C to the end of `simulate`, `replay`, `verify`, `review` and `book rebuild`: processor time,
    and clock time, which includes other work of the machine.
``… tests``
    minutes of the README's test command, in clock and processor time, in an environment that already exists.

Every line gives median, minimum and maximum. Nothing here is a test.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.machine import machine
from tests.bench.terminal import print_range
from tests.commands.interrupting import interrupted
from tests.commands.shell import ROOT, spades


def commands(home: Path) -> Iterator[tuple[str, list[str], str]]:
    """Yield each command with its arguments, and the text on its terminal that shows it working."""
    games = home / "data" / "games"
    made = ["simulate", "--variant", "bemo", "--games", "400", "--bots", "beginner", "--option", "target=20"]
    spades(*made, "--seed", "c", "--out", str(games))
    files = [str(file) for file in sorted(games.iterdir())]
    yield "simulate", [*made[:4], "9000", *made[5:], "--out", str(home / "more")], "[1-9] of 9000 games"
    yield "simulate --jobs 2", [*made[:4], "9000", *made[5:], "--jobs", "2", "--out", str(home / "jobs")], "of 9000"
    yield "replay", ["replay", *(8 * files)], "%, "
    yield "verify", ["verify", *(8 * files)], "%, "
    yield "review", ["review", *files, "--seat", "0"], r"of \d+ decisions"
    yield "book rebuild", ["book", "rebuild"], "of 400 games"


def ctrl_c(home: Path, runs: int) -> None:
    """Print how long each command continues after Ctrl+C."""
    for name, arguments, at_work in commands(home):
        ends = [interrupted(arguments, at_work, home) for _ in range(runs)]
        print_range(f"{name}: Ctrl+C to its end, processor", [1000 * one.used for one in ends], "ms")
        print_range(f"{name}: Ctrl+C to its end, by the clock", [1000 * one.waited for one in ends], "ms")


def tests() -> None:
    """Print the time of the quick tests."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal", "-m", "not slow"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    clock, last = time.monotonic() - begun, done.stdout.strip().splitlines()[-1]
    print(f"the README's tests: {clock / 60:.1f} minutes by the clock, {used / 60:.1f} of the processor: {last}")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("ctrl-c", "tests"))
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.what == "tests":
        tests()
    else:
        with tempfile.TemporaryDirectory() as name:
            ctrl_c(Path(name), arguments.runs)
    print(machine())


if __name__ == "__main__":
    main()
