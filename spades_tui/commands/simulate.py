"""`spades-tui simulate`: play games between computer players and write their records, or their hands as columns.

With a seed, games that are in the folder already aren't played again. So after Ctrl+C or on a full disk, the same
command resumes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from itertools import filterfalse, tee
from pathlib import Path

from spades_tui.analysis.kept_counts import run_of
from spades_tui.analysis.simulate import (
    COLUMNS,
    MAX_HANDS,
    GameRows,
    Simulated,
    Value,
    in_order,
    play_for_rows,
    play_game,
)
from spades_tui.commands.from_arguments import bots_given, find_variant, options_given, sandboxed_seats, seed_given
from spades_tui.commands.lab_exports import pyarrow, said_about, write_table
from spades_tui.play.setup import OUTSIDE, TableSetup
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.writer import game_line
from spades_tui.system.collecting import collect_seldom
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import DONE, UsageError, about_file, resumable
from spades_tui.system.folders import simulated_file
from spades_tui.system.jobs import Jobs, workers
from spades_tui.system.output import complain, json_text, write_text
from spades_tui.system.progress import Progress

GAMES_A_FILE = 200
"""Games in one Parquet file."""


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write their records. Raises UsageError, InputError."""
    collect_seldom()
    variant = find_variant(arguments.variant)
    seats = sandboxed_seats(bots_given(variant, arguments.bots), arguments.sandbox)
    if arguments.cluster is not None and any(seat.level == OUTSIDE for seat in seats):
        raise UsageError("--cluster: exec: players run on this machine only; leave out --cluster or them")
    seed = seed_given(arguments.seed)
    options = options_given(variant, arguments.option)

    def setup(game: int) -> TableSetup:
        return TableSetup(variant, options, seats, (game - 1) % variant.seats, seed, game)

    setups = map(setup, range(1, arguments.games + 1))
    place = arguments.out if arguments.parquet is None else arguments.parquet
    progress = Progress(arguments.games, "games" if arguments.games > 1 else "game")
    with closing(progress), about_file(place):
        folder = None if place == "-" else Path(place)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        resumes = folder is not None and seed is not None
        with resumable(resumes), workers(min(arguments.jobs, arguments.games), arguments.cluster) as jobs:
            if arguments.parquet is not None:
                _write_columns(Path(place), setups, arguments.games, jobs, progress)
            else:
                _write_records(folder, setups, arguments.games, jobs, progress)
    return DONE


def _write_records(
    folder: Path | None, setups: Iterator[TableSetup], games: int, jobs: Jobs | None, progress: Progress
) -> None:
    """Write a record for each game that isn't in the folder, or print them all. Raises OSError."""

    def file_of(game: int) -> Path:
        assert folder is not None
        return simulated_file(folder, variant.slug, game, games)

    setups, first = tee(setups)
    variant = next(first).variant
    if folder is not None:
        setups = filterfalse(lambda setup: _is_record_of(file_of(setup.game), setup), setups)
    said: set[str] = set()
    for done in in_order(play_game, setups, jobs, progress.at):
        _complain_if_unfinished(done)
        for words in (words for words in done.missed if words not in said):
            said.add(words)
            complain(f"spades-tui: {words}")
        if folder is None:
            write_text(done.text)
        else:
            write_whole(file_of(done.game), done.text, mode=0o666, sync=False)
        progress.at(done.game)


def _is_record_of(file: Path, setup: TableSetup) -> bool:
    """Return whether a file is the record of this game. Games without a seed are new every time."""
    if setup.seed is None:
        return False
    seats = [seat.to_json() for seat in setup.seats]
    wanted = game_line(setup.variant, setup.options, seats, setup.dealer, setup.seed, setup.game)
    try:
        with file.open("rb") as stream:
            return stream.readline(MAX_LINE) == f"{json_text(wanted)}\n".encode()
    except OSError:
        return False


def _write_columns(
    folder: Path, setups: Iterator[TableSetup], games: int, jobs: Jobs | None, progress: Progress
) -> None:
    """Write the hands into Parquet files of some games each, except files that are complete. Raises OSError."""
    pyarrow()

    def last_in_file(game: int) -> int:
        return min(game + GAMES_A_FILE - (game - 1) % GAMES_A_FILE - 1, games)

    def file_of(game: int) -> Path:
        first = game - (game - 1) % GAMES_A_FILE
        return folder / f"hands-{first:07d}.parquet"

    def about(setup: TableSetup) -> dict[str, str]:
        return {"run": run_of(setup), "games": str(last_in_file(setup.game)), "variant": setup.variant.slug}

    def missing() -> Iterator[TableSetup]:
        whole = False
        for setup in setups:
            if (setup.game - 1) % GAMES_A_FILE == 0:
                notes[setup.game] = about(setup)
                whole = setup.seed is not None and said_about(file_of(setup.game)) == notes[setup.game]
            if not whole:
                yield setup

    notes: dict[int, dict[str, str]] = {}
    rows: list[tuple[Value, ...]] = []
    for done in in_order(play_for_rows, missing(), jobs, progress.at):
        _complain_if_unfinished(done)
        rows += done.rows
        if done.game == last_in_file(done.game):
            file = file_of(done.game)
            write_table(file, COLUMNS, rows, notes.pop(done.game - (done.game - 1) % GAMES_A_FILE))
            rows.clear()
        progress.at(done.game)


def _complain_if_unfinished(done: Simulated | GameRows) -> None:
    if not done.ended:
        complain(f"game {done.game}: stopped after {MAX_HANDS} hands; its record is unfinished")
