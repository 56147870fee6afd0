"""An event costs the same in a late hand as in an early one, and reading a journal takes time in proportion.

Times are processor seconds, and only their ratios count; `tests/bench/journals.py` measures the figures.
"""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spades_tui.play.resume import read_journal
from spades_tui.play.table import Table
from tests import memory
from tests.table.playing import opened, setup_of, step

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip waits for the disk, so that hundreds of hands take only processor time."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def endless_game(folder: Path) -> tuple[Table, random.Random]:
    """Return an endless game, and the random numbers to play it."""
    return opened(setup_of("sandbags", "hhhh", "long", target=1_000_000), folder), random.Random(1)


def play_hands(table: Table, rng: random.Random, hands: int) -> float:
    """Play this many hands; return the seconds they took."""
    wanted, since = len(table.scores) + hands, time.process_time()
    while len(table.scores) < wanted:
        assert step(table, rng)
    return time.process_time() - since


def test_an_event_costs_the_same_in_late_and_early_hands(tmp_path: Path) -> None:
    """Late and early hands alternate, each at its best, so that other work of the machine affects both."""
    late = endless_game(tmp_path / "late")
    play_hands(*late, 100)
    early, took = endless_game(tmp_path / "early"), []
    for _ in range(20):
        took.append((play_hands(*late, 1), play_hands(*early, 1)))
    assert min(took)[0] < 1.5 * min(quick for _, quick in took)


def long_game(folder: Path, hands: int) -> Path:
    """Return the journal of a game of this many hands."""
    table, rng = endless_game(folder)
    path = table.path
    assert path is not None
    play_hands(table, rng, hands)
    table.leave()
    return path


def read_in(path: Path) -> float:
    """Return the shortest of several times to read a journal, in seconds."""
    times = []
    for _ in range(3):
        start = time.process_time()
        read_journal(path)
        times.append(time.process_time() - start)
    return min(times)


def test_reading_a_journal_takes_time_in_proportion_to_its_length(tmp_path: Path) -> None:
    path = long_game(tmp_path / "games", 120)
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [n + 1 for n, line in enumerate(lines) if b'"hand_score"' in line]
    short = tmp_path / "short.spades.jsonl"
    short.write_bytes(b"".join(lines[: ends[29]]))
    read_in(short)
    assert read_in(path) < 4 * 1.5 * read_in(short)


GAMES = """
import os, random, sys
from pathlib import Path
import spades_tui.tui.table.home_runner  # what a program with a table in it has loaded
from tests.memory import now
from tests.table.playing import opened, setup_of, step

os.fsync = lambda handle: None  # a hundred games at the pace of the processor, not of the disk
rng, folder = random.Random(1), Path(sys.argv[1])
for game in range(1, 101):
    table = opened(setup_of("3b-three", "hbb", f"game {game}", hands=3), folder)
    while step(table, rng):
        pass
    table.leave()
    if game in (10, 100):
        print(now())
"""


HANDS = """
import os, random, sys
from pathlib import Path
import spades_tui.tui.table.home_runner  # what a program with a table in it has loaded
from tests.memory import now
from tests.table.playing import opened, setup_of, step

os.fsync = lambda handle: None
rng, scored = random.Random(1), 0
table = opened(setup_of("sandbags", "hhhh", "long", target=1_000_000), Path(sys.argv[1]))
while scored < 300 and step(table, rng):
    if len(table.scores) != scored:
        scored = len(table.scores)
        if scored in (10, 300):
            print(now())
"""


def memory_of(program: str, folder: Path) -> tuple[float, float]:
    """Return the two figures that a program prints: its memory early and late."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, encoding="utf-8", timeout=500, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    early, late = map(float, done.stdout.split())
    return early, late


@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
def test_later_hands_take_hardly_more_memory(tmp_path: Path) -> None:
    tenth, last = memory_of(HANDS, tmp_path)
    assert last < tenth + 5, "290 hands take at most 5 MiB, of which the text of the journal is almost half"


@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
def test_later_games_take_no_more_memory(tmp_path: Path) -> None:
    tenth, last = memory_of(GAMES, tmp_path)
    assert last < 1.1 * tenth
