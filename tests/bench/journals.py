"""Measure what long games cost, in processor seconds, which a busy machine changes little.

``python -m tests.bench.journals facts --hands 300``
    plays one random game of this many hands, with its journal on disk, and prints the time per event and the memory of
    the process, every 25 hands.
``… resume --hands 191``
    makes the journal of such a game, and prints how long it takes to open its table; the same in a new process, with
    all imports.
``… games --games 100``
    plays this many games (of one hand, or more if asked for) in one program with its screens, by Enter alone, and
    prints the memory every ten games.
``… heavy``
    puts 600,000 lines of ``suspend`` and ``resume``, a line of 50 MB and a pipe into the games folder, and prints the
    time and memory to examine them.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path

from spades_tui.play.resume import read_journal
from spades_tui.play.saved_games import NotSaved, known_people, suspended
from spades_tui.play.table import Table
from spades_tui.record import RecordError
from spades_tui.tui.table.answers import PlayAgain
from tests.commands.shell import python
from tests.memory import now, peak
from tests.scenes import setup
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


def measure_heavy(folder: Path) -> None:
    """Print the time and memory that strange files in the games folder take."""
    head = long_game(folder / "made", 1).read_bytes().splitlines(keepends=True)[0]
    games = folder / "games"
    games.mkdir()
    many, line, pipe = (games / f"{name}.spades.jsonl" for name in ("many", "line", "pipe"))
    many.write_bytes(head + b'{"event": "suspend"}\n{"event": "resume"}\n' * 300_000)
    line.write_bytes(head + b'{"event": "' + b"x" * 50_000_000)
    os.mkfifo(pipe)
    start, before = time.process_time(), peak()
    print(f"{len(suspended(games))} listed, {len(known_people(games))} names: {time.process_time() - start:.3f} s")
    for file in (many, line, pipe):
        start = time.process_time()
        try:
            read_journal(file)
        except (RecordError, OSError) as error:
            print(f"{file.name}: {error}: {time.process_time() - start:.3f} s")
    print(f"{peak() - before:.1f} MB more")


async def measure_games(folder: Path, games: int, hands: int) -> None:
    """Print the memory of a program that plays one game after another."""
    from tests.screens.looking import TableApp, table_of

    os.environ["SPADES_TUI_HOME"] = str(folder)
    table = Table.create(setup("3b-three", seed="bench", hands=hands), folder)
    app = TableApp(table)
    app.keep = True
    played, before = 0, None
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        while played < games:
            await pilot.press("enter")
            await pilot.pause()
            final = table_of(app).table.final if app.controller is not None else None
            if final is not None and final is not before:
                before, played = final, played + 1
                if played in (1, 5) or played % 10 == 0:
                    print(f"game {played:>4}: {now():.1f} MB", flush=True)
                table_of(app).act(PlayAgain())
                await pilot.pause()


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("facts", "resume", "games", "heavy"))
    parser.add_argument("--hands", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match arguments.what:
            case "facts":
                long_game(folder, arguments.hands or 300, 25)
            case "resume":
                measure_resume(folder, arguments.hands or 191)
            case "games":
                asyncio.run(measure_games(folder, arguments.games, arguments.hands or 1))
            case _:
                measure_heavy(folder)


if __name__ == "__main__":
    main()
