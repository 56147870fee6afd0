"""Measure what long games cost, in processor seconds, which a busy machine changes little.

``python -m tests.bench.journals facts --hands 300``
    plays one random game of this many hands, with its journal on disk, and prints the time per event and the memory of
    the process, every 25 hands.
``… resume --hands 191``
    makes the journal of such a game, and prints how long it takes to open its table; the same in a new process, with
    all imports.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from spades_tui.play.saved_games import NotSaved
from spades_tui.play.table import Table
from tests.commands.shell import python
from tests.memory import now
from tests.table.playing import opened, setup_of, step


def long_game(folder: Path, hands: int, told: int = 0) -> Path:
    """Return the journal of a game of this many hands; print a line every `told` hands."""
    table = opened(setup_of("sandbags", "hhhh", "long", target=1_000_000), folder)
    path, rng = table.path, random.Random(1)
    steps, since, before = 0, time.process_time(), 0
    while before < hands and step(table, rng):
        steps += 1
        scored = len(table.scores)
        if told and scored != before and scored % told == 0:
            each = (time.process_time() - since) / steps
            print(f"hand {scored:>4}: {each * 1e6:>5.0f} µs a fact, {now():.1f} MB", flush=True)
            steps, since = 0, time.process_time()
        before = scored
    table.leave()
    if path is None:
        raise NotSaved("this table keeps no journal")
    return path


def measure_resume(folder: Path, hands: int) -> None:
    """Print how long it takes to read a journal and open its table again."""
    path = long_game(folder, hands)
    print(f"{hands} hands, {path.stat().st_size / 1e6:.1f} MB")
    for _ in range(3):
        start, wall = time.process_time(), time.perf_counter()
        table = Table.resume(path)
        print(f"resumed in {time.process_time() - start:.2f} s ({time.perf_counter() - wall:.2f} s by the clock)")
        table.leave()
    code = f"import pathlib, spades_tui.play.resume as r; r.read_journal(pathlib.Path({str(path)!r}))"
    cold = sorted(python("-c", code).seconds for _ in range(9))
    print(f"read in a new process, imports and all: {cold[0]:.3f} s ({cold[4]:.3f}, {cold[-1]:.3f})")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("facts", "resume"))
    parser.add_argument("--hands", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.what == "facts":
            long_game(folder, arguments.hands or 300, 25)
        else:
            measure_resume(folder, arguments.hands or 191)


if __name__ == "__main__":
    main()
