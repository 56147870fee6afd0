"""`spades-tui lab`: measure a game, compare two, or try one value after another."""

import argparse
import csv
import io
import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from spades_tui.analysis.kept_counts import KeptCounts
from spades_tui.analysis.rule_lab import BID_SECONDS, CARD_SECONDS, MEASURES, Figure, Measured, measure
from spades_tui.commands.from_arguments import bots_given, find_variant, options_given, seed_given
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.options import OptionError, with_options
from spades_tui.rules.variant import LISTS, Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from spades_tui.system.collecting import collect_seldom
from spades_tui.system.exit_status import DONE, InputError, UsageError, unusable
from spades_tui.system.output import write_text
from spades_tui.system.progress import Progress
from spades_tui.system.workers import workers

MOST_STEPS = 50
"""Values that a sweep may try."""
SWEPT = ("bids_made", "nils_bid", "nils_made", "bags", "points", "hands", "leader_wins")
"""The measures in the table of a sweep; `--csv` and `--json` have all."""


def run(arguments: argparse.Namespace) -> int:
    """Measure the games and print a table. Raises UsageError, InputError."""
    collect_seldom()
    games, seed = dict(_games(arguments)), seed_given(arguments.seed) or "lab"
    seats = {name: bots_given(variant, arguments.bots, outside=False) for name, (variant, _) in games.items()}
    progress = Progress(len(games) * arguments.hands, "hands")
    found: dict[str, Measured] = {}
    try:
        with _kept(arguments.keep) as kept, workers(arguments.jobs or os.cpu_count() or 1, arguments.cluster) as jobs:
            for number, (name, (variant, options)) in enumerate(games.items()):
                setups = _setups(variant, options, seats[name], seed)
                before = number * arguments.hands
                found[name] = measure(setups, arguments.hands, jobs, partial(_show, progress, before), kept)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unusable(arguments.keep or "lab", error) from None
    finally:
        progress.close()
    forms = {"json": _json, "csv": _csv}
    write_text(forms.get(arguments.form, partial(_text, rows=arguments.sweep is not None or len(games) > 2))(found))
    return DONE


def _kept(file: str | None) -> AbstractContextManager[KeptCounts | None]:
    return nullcontext() if file is None else KeptCounts(Path(file))


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


# What is printed


def _text(found: dict[str, Measured], rows: bool) -> str:
    if rows:
        return _text_in_rows(found)
    names = list(found)
    lines: list[str] = []
    if len(found) == 2:
        lines += [*_sentences(*found.values()), ""]
    width = max(len(one.label) for one in MEASURES)
    lines.append("  ".join((" " * width, *(f"{_short(name):>16}" for name in names))).rstrip())
    for one in MEASURES:
        figures = [measured.figure(one.name) for measured in found.values()]
        if any(figure.value is not None for figure in figures):
            same = len(figures) == 2 and not figures[0].differs(figures[1])
            cells = (f"{_cell(one.words, figure):>16}" for figure in figures)
            lines.append(f"{one.label:{width}}  {'  '.join(cells)}{'  ≈' if same else ''}")
    lines.append("")
    for name, measured in found.items():
        ended = f", {measured.unfinished} of them not finished" if measured.unfinished else ""
        lines.append(f"{name}: {measured.hands} hands in {measured.games} games{ended}.")
    lines.append("± is a 95% interval." + (" ≈ means: no certain difference." if len(found) == 2 else ""))
    lines.append(f"Minutes count {BID_SECONDS} seconds for a bid and {CARD_SECONDS} for a card.")
    return "\n".join(lines) + "\n"


def _short(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".toml")[:16]


def _cell(words: Any, figure: Figure) -> str:
    return "–" if figure.value is None else f"{words(figure.value)} ± {words(figure.within)}"


def _sentences(one: Measured, other: Measured) -> list[str]:
    """Return what is certainly different in the second game."""
    found = []
    for each in MEASURES:
        before, now = one.figure(each.name), other.figure(each.name)
        if before.differs(now) and before.value is not None and now.value is not None:
            sentence = each.more if now.value > before.value else each.less
            by = each.words(abs(now.value - before.value))
            found.append(sentence.format(by=by, now=each.words(now.value), before=each.words(before.value)))
    return found or ["No difference is certain yet; more --hands show smaller ones."]


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


def _json(found: dict[str, Measured]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(found))


def _csv(found: dict[str, Measured]) -> str:
    stream = io.StringIO()
    rows = list(_rows(found))
    writer = csv.DictWriter(stream, ["game", "hands", "games", "measure", "value", "within"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
