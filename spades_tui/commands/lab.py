"""`spades-tui lab`: measure a game, compare two, or try one value after another."""

import argparse
import csv
import errno
import io
import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from spades_tui import __version__
from spades_tui.analysis.kept_counts import KeptCounts
from spades_tui.analysis.rule_lab import MEASURES, SEED, Measured, alike_measures, certain_differences, measure
from spades_tui.commands.from_arguments import bots_given, find_variant, options_given, seed_given
from spades_tui.commands.lab_exports import library, pyarrow, svg_of, write_table
from spades_tui.house_rules.differences import MOST_CHANGES, single_changes
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.presentation import lab_words
from spades_tui.rules.options import OptionError, with_options
from spades_tui.rules.variant import LISTS, Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from spades_tui.system.collecting import collect_seldom
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file, resumable
from spades_tui.system.jobs import workers
from spades_tui.system.output import write_text
from spades_tui.system.progress import Progress

MOST_STEPS = 50
"""Values that a sweep may try."""
FIGURES = {
    "game": "string", "hands": "int64", "games": "int64", "measure": "string", "value": "float64", "within": "float64",
}  # fmt: skip
"""The columns of the figures, with their types in a Parquet file."""
SWEPT = ("bids_made", "nils_bid", "nils_made", "bags", "points", "hands", "leader_wins")
"""The measures in the table of a sweep; `--csv` and `--json` have all."""


def run(arguments: argparse.Namespace) -> int:
    """Measure the games and print a table. Raises UsageError, InputError."""
    collect_seldom()
    games, seed = dict(_games(arguments)), seed_given(arguments.seed) or SEED
    changes = _changes(arguments, games)
    if arguments.plot is not None:
        library()
        _write_file(arguments.plot, _try_folder)
    if arguments.parquet is not None:
        pyarrow()
        _write_file(arguments.parquet, _try_folder)
    asked = list(games)
    games |= changes
    seats = {name: bots_given(variant, arguments.bots, outside=False) for name, (variant, _) in games.items()}
    progress = Progress(len(games) * arguments.hands, "hands")
    found: dict[str, Measured] = {}
    with (
        closing(progress), about_file(arguments.keep or "lab"), resumable(arguments.keep is not None),
        _kept(arguments.keep) as kept, workers(arguments.jobs or os.cpu_count() or 1, arguments.cluster) as jobs,
    ):  # fmt: skip
        for number, (name, (variant, options)) in enumerate(games.items()):
            setups = _setups(variant, options, seats[name], seed)
            before = number * arguments.hands
            found[name] = measure(setups, arguments.hands, jobs, partial(_show, progress, before), kept)
    _write(arguments, {name: found[name] for name in asked}, {name: found[name] for name in changes})
    return DONE


def _write(arguments: argparse.Namespace, found: dict[str, Measured], alone: dict[str, Measured]) -> None:
    """Print or write the figures. Raises UsageError."""
    every = found | alone
    if arguments.plot is not None:
        _write_file(arguments.plot, lambda file: write_whole(file, svg_of(every), mode=0o666, sync=False))
    if arguments.parquet is not None:
        rows = [tuple(row.values()) for row in _rows(every)]
        about = {"program": f"spades-tui {__version__}"}
        _write_file(arguments.parquet, lambda file: write_table(file, FIGURES, rows, about))
    elif arguments.form == "json":
        write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(every)))
    elif arguments.form == "csv":
        write_text(_csv(every))
    else:
        write_text(_text(found, arguments.sweep is not None or len(found) > 2, alone))


def _try_folder(file: Path) -> None:
    """Write an empty file beside `file`, and delete it. Raises OSError if the figures couldn't be written there."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a folder")
    with TemporaryFile(dir=file.parent):
        pass


def _write_file(name: str, write: Callable[[Path], None]) -> None:
    with about_file(name):
        write(Path(name))


def _changes(
    arguments: argparse.Namespace, games: dict[str, tuple[Variant, dict[str, object]]]
) -> dict[str, tuple[Variant, dict[str, object]]]:
    """Return the first game with each change of the second alone, by the change in words. Raises UsageError."""
    if not arguments.each_change:
        return {}
    if len(games) != 2 or arguments.sweep is not None or arguments.option:
        raise UsageError("--each-change needs two games, and no --sweep or --option")
    (before, _), (now, _) = games.values()
    changes = single_changes(RulesDraft(before, now))
    if not changes:
        raise UsageError(f"--each-change: there aren't 2 to {MOST_CHANGES} changes to measure alone; leave it out")
    return {change.label: (change.variant, {}) for change in changes}


def _kept(file: str | None) -> AbstractContextManager[KeptCounts | None]:
    return nullcontext() if file is None else closing(KeptCounts(Path(file)))


def _show(progress: Progress, before: int, done: float | None) -> None:
    progress.at(None if done is None else before + done)


def _games(arguments: argparse.Namespace) -> Iterator[tuple[str, tuple[Variant, dict[str, object]]]]:
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
                with_options(variant, chosen := options | {key: value})
                yield f"{key}={value}", (variant, chosen)
            else:
                yield f"{key}={value}", (changed(variant, key, value), options)
        except (OptionError, VariantError) as error:
            raise InputError(f"--sweep: {key}={value}: {error}") from None


def read_sweep(text: str) -> tuple[str, range]:
    """Return the key and the values of ``bags.limit=3..10`` or ``target=200..500:100``. Raises UsageError."""
    key, equals, values = text.partition("=")
    span, colon, step = values.partition(":")
    first, dots, last = span.partition("..")
    try:
        if not (key and equals and dots):
            raise ValueError
        tried = range(int(first), int(last) + 1, int(step) if colon else 1)
        if not 1 <= len(tried) <= MOST_STEPS:
            raise ValueError
    except ValueError:
        raise UsageError(
            f"--sweep: {text!r} isn't a sweep of 1 to {MOST_STEPS} values; write KEY=FIRST..LAST, "
            "such as bags.limit=3..10 or target=200..500:100"
        ) from None
    return key, tried


def changed(variant: Variant, key: str, value: int) -> Variant:
    """Return a variant with another value at ``KIND.KEY`` of a component. Raises UsageError, VariantError."""
    kind, _, name = key.partition(".")
    data = variant.to_json()
    parts: list[dict[str, Any]] = [part for where in LISTS for part in data[where] if part["kind"] == kind]
    if not parts:
        kinds = sorted({part["kind"] for where in LISTS for part in data[where]} | {*variant.option_names})
        raise UsageError(f"--sweep: {variant.slug} has no {kind!r}; choose from {', '.join(kinds)}")
    for part in parts:
        part[name] = value
    return from_data(data)


def _setups(
    variant: Variant, options: dict[str, object], seats: tuple[SeatSetup, ...], seed: str
) -> Iterator[TableSetup]:
    for game in count(1):
        yield TableSetup(variant, options, seats, (game - 1) % variant.seats, seed, game)


# Printing


def _text(found: dict[str, Measured], rows: bool, alone: dict[str, Measured]) -> str:
    if rows:
        return _text_in_rows(found)
    lines: list[str] = []
    if len(found) == 2:
        before, now = found.values()
        differences = certain_differences(before, now, list(alone.values()))
        changes = [f"“{name}”" for name in alone]
        lines += [*lab_words.sentences(differences, alike_measures(before, now), changes), ""]
    width = max(len(one.label) for one in MEASURES)
    lines.append("  ".join((" " * width, *(f"{_short(name):>16}" for name in found))).rstrip())
    for line in lab_words.figure_lines(list(found.values())):
        same = f"  {lab_words.SAME}" if len(found) == 2 and not line.certain else ""
        lines.append(f"{line.label:{width}}  {'  '.join(f'{cell:>16}' for cell in line.cells)}{same}")
    lines.append("")
    for name, measured in (found | alone).items():
        ended = f", {measured.unfinished} of them not finished" if measured.unfinished else ""
        lines.append(f"{name}: {measured.hands} hands in {measured.games} games{ended}.")
    lines.append(lab_words.INTERVAL + (f" {lab_words.SAME_MEANS}" if len(found) == 2 else ""))
    lines.append(lab_words.MINUTES)
    return "\n".join(lines) + "\n"


def _short(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".toml")[:16]


def _text_in_rows(found: dict[str, Measured]) -> str:
    measures = [one for one in MEASURES if one.name in SWEPT]
    width = max(map(len, found))
    heads = [one.label.split(",")[0] for one in measures]
    lines = ["  ".join((" " * width, *(f"{head:>{max(len(head), 6)}}" for head in heads)))]
    for name, measured in found.items():
        figures = [measured.figure(one.name).value for one in measures]
        cells = (
            f"{'–' if figure is None else one.words(figure):>{max(len(head), 6)}}"
            for one, head, figure in zip(measures, heads, figures, strict=True)
        )
        lines.append("  ".join((f"{name:{width}}", *cells)))
    hands = min(measured.hands for measured in found.values())
    lines += ["", f"At least {hands} hands each. --csv has every measure, with its 95% interval."]
    return "\n".join(lines) + "\n"


def _rows(found: dict[str, Measured]) -> Iterator[dict[str, object]]:
    for name, measured in found.items():
        for one in MEASURES:
            figure = measured.figure(one.name)
            if figure.value is not None:
                within = figure.within if figure.within < float("inf") else None
                yield {
                    "game": name, "hands": measured.hands, "games": measured.games, "measure": one.name,
                    "value": round(figure.value, 6), "within": None if within is None else round(within, 6),
                }  # fmt: skip


def _csv(found: dict[str, Measured]) -> str:
    stream = io.StringIO()
    rows = list(_rows(found))
    writer = csv.DictWriter(stream, FIGURES, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
