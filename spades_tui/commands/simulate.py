"""`spades-tui simulate` and `lab`.

Play games between computer players, to write them down or to measure what rules do. With a seed,
games that are in the folder already aren't played again. So after Ctrl+C or on a full disk, the
same command resumes. Parquet tables, and plots as SVG, need the extra `lab`.
"""

import argparse
import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

from spades_tui import __version__
from spades_tui.analysis import simulate
from spades_tui.analysis.kept_counts import KeptCounts, run_of
from spades_tui.analysis.rule_lab import SEED, Measured, measure
from spades_tui.commands.argument_parser import whole_number
from spades_tui.commands.figure_files import (
    check_different,
    check_output,
    matplotlib_figure,
    svg_of,
    try_folder,
)
from spades_tui.commands.figure_text import FIGURES, figure_rows, figures_csv, figures_text
from spades_tui.commands.from_arguments import (
    bots_given,
    find_variant,
    options_given,
    sandboxed_seats,
    seed_given,
)
from spades_tui.house_rules.own_variants import MOST_CHANGES, single_changes
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import OUTSIDE, SeatSetup, TableSetup
from spades_tui.presentation import lab_words
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.writer import game_line
from spades_tui.rules.rules_page import zero_word
from spades_tui.rules.variant import LISTS, Variant, with_options
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.rules.variant_reader import VariantError, from_data
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file, resumable
from spades_tui.system.folders import SUFFIX, open_plain, simulated_file
from spades_tui.system.installing import missing
from spades_tui.system.jobs import Jobs, workers
from spades_tui.system.output import Progress, complain, json_text, printable, write_text

GAMES_A_FILE = 200  # games in one Parquet file
HANDS = "hands-{}.parquet"  # name of a Parquet file, by its first game

SAME_COMMAND = "finished games are kept; the same command resumes"
NOT_KEPT = "no games are kept; with --keep FILE, the same command would resume"


def run(arguments: argparse.Namespace) -> int:
    """Run the command. Raises UsageError, InputError."""
    if arguments.command == "lab":
        return _measure(arguments)
    return _simulate(arguments)


SetupOf = Callable[[int], TableSetup]  # returns the table of a game, by the game's number from 1


def _setup_of(
    variant: Variant, options: dict[str, object], seats: tuple[SeatSetup, ...], seed: str | None
) -> SetupOf:
    return lambda game: TableSetup(variant, options, seats, (game - 1) % variant.seats, seed, game)


# ---- simulate


def _simulate(arguments: argparse.Namespace) -> int:
    """Play the games and write their records, or their hands as columns."""
    variant = find_variant(arguments.variant)
    seats = sandboxed_seats(bots_given(variant, arguments.bots), arguments.sandbox)
    if arguments.cluster is not None and OUTSIDE in [seat.level for seat in seats]:
        words = "exec: players run on this machine only; leave out --cluster or them"
        raise UsageError(f"--cluster: {words}")
    seed = seed_given(arguments.seed)
    setup_of = _setup_of(variant, options_given(variant, arguments.option), seats, seed)
    place = arguments.out if arguments.parquet is None else arguments.parquet
    if arguments.parquet is not None:
        pyarrow()
    progress = Progress(arguments.games, "games" if arguments.games > 1 else "game")
    with closing(progress), about_file(place):
        folder = None if place == "-" else Path(place)
        if folder is not None:
            if folder.exists() and not folder.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, "is a file")
            folder.mkdir(parents=True, exist_ok=True)
            try_folder(folder)
        kept = SAME_COMMAND if folder is not None and seed is not None else ""
        opened = workers(min(arguments.jobs or 1, arguments.games), arguments.cluster)
        with resumable(kept, arguments.words), opened as jobs:
            if arguments.parquet is not None:
                _write_columns(Path(place), setup_of, arguments.games, jobs, progress)
            else:
                _write_records(folder, setup_of, arguments.games, jobs, progress)
    return DONE


def _write_records(
    folder: Path | None, setup_of: SetupOf, games: int, jobs: Jobs | None, progress: Progress
) -> None:
    """Write a record for each game that isn't in the folder, or print them all.

    Raises OSError, UsageError.
    """
    slug = setup_of(1).variant.slug
    there = set() if folder is None else _records_there(folder, setup_of, games)
    setups = (setup_of(game) for game in range(1, games + 1) if game not in there)
    complained: set[str] = set()
    for done in simulate.in_order(simulate.play_game, setups, jobs, progress.at):
        _complain_if_unfinished(done)
        for words in done.missed:
            if words not in complained:
                complained.add(words)
                complain(f"spades-tui: {words}")
        if folder is None:
            write_text(done.text)
        else:
            file = simulated_file(folder, slug, done.game, games)
            write_whole(file, done.text, mode=0o666, sync=False)
        progress.at(done.game)


def _records_there(folder: Path, setup_of: SetupOf, games: int) -> set[int]:
    """Return the games whose records are in the folder.

    They may have been named for fewer games, such as ``bemo-7``.
    Raises OSError, UsageError for another file with the name of a record.
    """
    slug = setup_of(1).variant.slug
    there = set[int]()
    for name in sorted(os.listdir(folder)):
        numbered = re.fullmatch(rf"{slug}-0*([1-9][0-9]{{0,6}}){re.escape(SUFFIX)}", name)
        if numbered is None or int(numbered[1]) > games:
            continue
        game = int(numbered[1])
        if _is_record_of(folder / name, setup_of(game)):
            there.add(game)
        elif name == simulated_file(folder, slug, game, games).name:
            _refuse_other(folder / name)
    return there


def _refuse_other(file: Path) -> None:
    """Raise UsageError for a file that isn't empty, because this run would replace it."""
    if not file.is_file() or file.stat().st_size:
        words = "exists already, from another run; name another folder, or delete this file"
        raise UsageError(f"{file}: {words}")


def _is_record_of(file: Path, setup: TableSetup) -> bool:
    """Return whether a file is the record of this game. Games without a seed are new every time."""
    if setup.seed is None:
        return False
    seats = setup.seats_json()
    line = game_line(setup.variant, setup.options, seats, setup.dealer, setup.seed, setup.game)
    try:
        with open_plain(file) as stream:
            return stream.readline(MAX_LINE) == f"{json_text(line)}\n".encode()
    except OSError:
        return False


def _write_columns(
    folder: Path, setup_of: SetupOf, games: int, jobs: Jobs | None, progress: Progress
) -> None:
    """Write the hands into Parquet files of some games each, except complete ones.

    Raises OSError, UsageError.
    """
    setup = setup_of(1)
    run = run_of(setup)
    parts: dict[int, Path] = {}
    missing: list[range] = []

    def notes(last: int) -> dict[str, str]:
        return {"run": run, "games": str(last), "variant": setup.variant.slug}

    for first in range(1, games + 1, GAMES_A_FILE):
        last = min(first + GAMES_A_FILE - 1, games)
        parts[last] = folder / HANDS.format(f"{first:07d}")
        if setup.seed is None or noted_in(parts[last]) != notes(last):
            missing.append(range(first, last + 1))
    for file in sorted(folder.glob(HANDS.format("*"))):
        if noted_in(file).get("run") != run or setup.seed is None:
            _refuse_other(file)
        elif file > parts[games]:
            words = f"has games after {games}; raise --games, or name another folder"
            raise UsageError(f"{file}: {words}")
    setups = map(setup_of, chain.from_iterable(missing))
    rows: list[tuple[simulate.Value, ...]] = []
    for done in simulate.in_order(simulate.play_for_rows, setups, jobs, progress.at):
        _complain_if_unfinished(done)
        rows += done.rows
        if done.game in parts:
            write_table(parts[done.game], simulate.COLUMNS, rows, notes(done.game))
            rows.clear()
        progress.at(done.game)


def _complain_if_unfinished(done: simulate.Simulated | simulate.GameRows) -> None:
    if not done.ended:
        complain(f"game {done.game}: stopped after {MOST_HANDS} hands; its record is unfinished")


# ---- lab

MOST_NAMED = 5  # damaged lines of a file that are named one by one
MOST_STEPS = 50  # values that a sweep may try
MOST_DIGITS = 7  # digits of such a value; the largest of any option is 1,000,000
Games = dict[str, tuple[Variant, dict[str, object]]]  # by name: a game to measure, and its options


def _measure(arguments: argparse.Namespace) -> int:
    games = dict(_games(arguments))
    seed = seed_given(arguments.seed) or SEED
    changes = _changes(arguments, games)
    check_different(plot=arguments.plot, parquet=arguments.parquet, keep=arguments.keep)
    if arguments.plot is not None:
        if Path(arguments.plot).suffix.lower() not in (".svg", ""):
            words = "would be an SVG file; write a name that ends in .svg"
            raise UsageError(f"--plot: {arguments.plot!r} {words}")
        matplotlib_figure()
        check_output("--plot", arguments.plot, "an SVG")
    if arguments.parquet is not None:
        pyarrow()
        check_output("--parquet", arguments.parquet, "a Parquet")
    measured: dict[str, Measured] = {}
    alone: dict[str, Measured] = {}
    setups: dict[str, SetupOf] = {}
    zero_words = set[str]()
    for name, (variant, options) in (games | changes).items():
        seats = bots_given(variant, arguments.bots, outside=False)
        setups[name] = _setup_of(variant, options, seats, seed)
        zero_words.add(zero_word(variant))
    zero = zero_words.pop() if len(zero_words) == 1 else "nil"
    progress = Progress(len(setups) * arguments.hands, "hands")
    with closing(progress), about_file(arguments.keep or "lab"), ExitStack() as stack:
        kept = None
        if arguments.keep is not None:
            kept = stack.enter_context(closing(_kept(arguments.keep)))
            stack.enter_context(resumable(SAME_COMMAND, arguments.words))
        else:
            stack.enter_context(resumable(NOT_KEPT, ()))
        with workers(arguments.jobs or os.cpu_count() or 1, arguments.cluster) as jobs:
            for number, (name, setup_of) in enumerate(setups.items()):
                figures = alone if name in changes else measured
                show = partial(_show, progress, number * arguments.hands)
                figures[name] = measure(map(setup_of, count(1)), arguments.hands, jobs, show, kept)
        _write_figures(arguments, measured, alone, zero)
    return DONE


def _kept(file: str) -> KeptCounts:
    try:
        kept = KeptCounts(Path(file))
    except ValueError as error:
        raise UsageError(f"--keep: {file}: {error}") from None
    place = printable(file)
    for number in kept.damaged[:MOST_NAMED]:
        words = f"line {number} is damaged and isn't counted; its game is played again"
        complain(f"{place}: {words}")
    if len(kept.damaged) > MOST_NAMED:
        words = f"{len(kept.damaged)} lines are damaged; their games are played again"
        complain(f"{place}: {words}")
    return kept


def _write_figures(
    arguments: argparse.Namespace, found: dict[str, Measured], alone: dict[str, Measured], zero: str
) -> None:
    """Print or write the figures; `zero`: the games' word for a bid of zero. Raises UsageError."""
    every = found | alone
    try:
        if arguments.parquet is not None:
            values = [tuple(row.values()) for row in figure_rows(every)]
            about = {"program": f"spades-tui {__version__}"}
            with about_file(arguments.parquet):
                # a link's file
                write_table(Path(os.path.realpath(arguments.parquet)), FIGURES, values, about)
        elif arguments.form == "json":
            write_text("".join(f"{json_text(row)}\n" for row in figure_rows(every)))
        elif arguments.form == "csv":
            write_text(figures_csv(every))
        else:
            rows = arguments.sweep is not None or len(found) > 2
            write_text(figures_text(found, rows, alone, zero))
    finally:  # a plot that can't be written costs no figures, and the other way round
        if arguments.plot is not None:
            names = lab_words.whole_names(list(every))
            svg = svg_of(dict(zip(names, every.values(), strict=True)), zero)
            with about_file(arguments.plot):
                write_whole(Path(os.path.realpath(arguments.plot)), svg, mode=0o666, sync=False)


def _changes(arguments: argparse.Namespace, games: Games) -> Games:
    """Return the first game with each change of the second alone, by the change in words.

    Raises UsageError.
    """
    if not arguments.each_change:
        return {}
    if len(games) != 2 or arguments.sweep is not None or arguments.option:
        raise UsageError("--each-change needs two games, and no --sweep or --option")
    (before, _), (now, _) = games.values()
    changes = single_changes(RulesDraft(before, now))
    if not changes:
        words = f"there aren't 2 to {MOST_CHANGES} changes to measure alone; leave it out"
        raise UsageError(f"--each-change: {words}")
    return {change.label: (change.variant, {}) for change in changes}


def _show(progress: Progress, before: int, done: float | None) -> None:
    progress.at(None if done is None else before + done)


def _games(
    arguments: argparse.Namespace,
) -> Iterator[tuple[str, tuple[Variant, dict[str, object]]]]:
    """Yield a name for each game to measure, with its variant and options."""
    if arguments.sweep is None:
        if len({*arguments.games}) < len(arguments.games):
            raise UsageError("two games are the same; name each once, or one with --sweep")
        for name in arguments.games:
            variant = find_variant(name)
            yield name, (variant, options_given(variant, arguments.option))
        return
    if len(arguments.games) > 1:
        raise UsageError("--sweep goes with one game; leave the others out")
    variant = find_variant(arguments.games[0])
    options = options_given(variant, arguments.option)
    key, values = read_sweep(arguments.sweep)
    for value in values:
        try:
            if key in variant.option_names:
                chosen = options | {key: value}
                with_options(variant, chosen)
                yield f"{key}={value}", (variant, chosen)
            else:
                yield f"{key}={value}", (changed(variant, key, value), options)
        except UnusableError as error:
            raise InputError(f"--sweep: {key}={value}: {error}") from None
        except VariantError as error:
            raise InputError(f"--sweep: {key}={value}: {error.key}: {error.message}") from None


def read_sweep(text: str) -> tuple[str, range]:
    """Return the key and the values of ``bags.limit=3..10`` or ``target=200..500:100``.

    Raises UsageError.
    """
    key, equals, values = text.partition("=")
    span, colon, step = values.partition(":")
    first, dots, last = span.partition("..")
    try:
        if not (key and equals and dots):
            raise ValueError
        by = whole_number(step, MOST_DIGITS) if colon else 1
        end = whole_number(last, MOST_DIGITS) + 1
        tried = range(whole_number(first, MOST_DIGITS), end, by)
        if not 1 <= len(tried) <= MOST_STEPS:
            raise ValueError
    except (ValueError, argparse.ArgumentTypeError):
        words = f"{text!r} isn't a sweep of 1 to {MOST_STEPS} values; write KEY=FIRST..LAST"
        examples = "such as bags.limit=3..10 or target=200..500:100"
        raise UsageError(f"--sweep: {words}, {examples}") from None
    return key, tried


def changed(variant: Variant, key: str, value: int) -> Variant:
    """Return a variant with another value at ``KIND.KEY`` or ``LIST.KIND.KEY``.

    Raises UsageError, VariantError.
    """
    before, _, place = key.partition(".")
    lists: Sequence[str] = (before,)
    if before not in LISTS or "." not in place:
        lists = LISTS
        place = key
    kind, _, name = place.partition(".")
    data = variant.to_json()
    kinds = set[str]()
    for part in chain(*(data[where] for where in lists)):
        kinds.add(part["kind"])
        if part["kind"] == kind:
            part[name] = value
    if kind not in kinds:
        choices = ", ".join(sorted(kinds.union(variant.option_names)))
        raise UsageError(f"--sweep: {variant.slug} has no {kind!r}; choose from {choices}")
    return from_data(data)


# ---- files


def pyarrow() -> Any:
    """Return the library. Raises UsageError if it is missing."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError(f"--parquet: {missing('pyarrow', 'lab')}") from None
    return pyarrow


def write_table(
    file: Path, types: dict[str, str], rows: Iterable[Sequence[object]], about: dict[str, str]
) -> None:
    """Write rows to a whole file, with the names and types of their columns.

    Raises OSError, UsageError.
    """
    arrow = pyarrow()
    columns = list(zip(*rows, strict=True)) or [()] * len(types)
    fields = []
    for name, kind in types.items():
        type_of = getattr(arrow, "bool_" if kind == "bool" else kind)
        fields.append((name, type_of()))
    schema = arrow.schema(fields)
    arrays = list(map(arrow.array, columns, schema.types))
    stream = arrow.BufferOutputStream()
    table = arrow.Table.from_arrays(arrays, schema=schema.with_metadata(about))
    arrow.parquet.write_table(table, stream)
    write_whole(file, stream.getvalue().to_pybytes(), mode=0o666, sync=False)


def noted_in(file: Path) -> dict[str, str]:
    """Return what was noted when a file was written; nothing if it isn't a Parquet file.

    Raises UsageError.
    """
    arrow = pyarrow()
    if not file.is_file():
        return {}
    try:
        metadata = arrow.parquet.read_schema(file).metadata or {}
    except (OSError, arrow.ArrowInvalid):
        return {}
    notes = {}
    for key, value in metadata.items():
        notes[key.decode(errors="replace")] = value.decode(errors="replace")
    return notes
