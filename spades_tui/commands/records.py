"""`spades-tui replay` and `verify`: play records by the rules.

`import` and `export`: read and write a hand as text.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import BinaryIO

from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.analysis.verify import Verified, verify
from spades_tui.analysis.verify_jobs import VerifyJobs
from spades_tui.commands.from_arguments import find_variant, opened, options_given, refuse_live
from spades_tui.commands.long_work import LONG_SECONDS, record_seconds, refuse_if_long, time_words
from spades_tui.game.findings import HandScore
from spades_tui.language.sentence_parts import plain, plural, signed
from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import one_hand
from spades_tui.play.setup import USUAL
from spades_tui.record.event_words import game_over_sentence, side_name
from spades_tui.record.hand_text import MOST_LETTERS, HandText, fits, read_hand, record_of, written
from spades_tui.record.reader import Lines
from spades_tui.record.replay import Replayed, replay
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import is_shipped, shipped
from spades_tui.rules.variant import Variant
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import (
    DONE,
    WRONG_INPUT,
    UsageError,
    about_file,
    each_reporting,
    terminable,
)
from spades_tui.system.folders import open_plain
from spades_tui.system.foreign_text import without_mark
from spades_tui.system.jobs import JobsLost, workers
from spades_tui.system.output import Progress, complain, complain_with_command, echoed, write_text

Verdicts = Callable[[int], Iterator[Verified]]


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (an invalid record) or 2 (an unreadable file).

    Raises UsageError, InputError.
    """
    commands = {"replay": _replay, "verify": _verify, "import": _hand_text, "export": _hand_text}
    return commands[arguments.command](arguments)


def progress_of(files: list[str]) -> Progress:
    """Return a progress bar for reading the files.

    It counts bytes, or lines if one of them is a pipe or a device.
    """
    size = 0
    for name in files:
        if name != "-" and os.path.isfile(name):
            size += os.path.getsize(name)
        elif name == "-" or (os.path.exists(name) and not os.path.isdir(name)):
            return Progress(None, "lines")
    return Progress(size)


class _Counted:
    """A stream whose lines are counted as they are read."""

    def __init__(self, stream: Lines, progress: Progress) -> None:
        self._stream = stream
        self._progress = progress

    def readline(self, size: int = -1, /) -> bytes:
        line = self._stream.readline(size)
        if self._progress.total is None:
            self._progress.advance_by(bool(line))
        else:
            self._progress.advance_by(len(line))
        return line


@contextmanager
def _opened(progress: Progress, name: str) -> Iterator[Lines]:
    with opened(name) as stream:
        yield _Counted(stream, progress)


def _replay(arguments: argparse.Namespace) -> int:
    files = arguments.files
    progress = progress_of(files)
    sheets = 0

    def work(name: str) -> int:
        nonlocal sheets
        refuse_live(name, arguments)
        heading = f"{echoed(name)}\n" if len(files) > 1 else ""
        with _opened(progress, name) as stream:
            for replayed in replay(stream, name, lines=arguments.json):
                if arguments.json:
                    write_text(record_text(replayed.lines))
                    continue
                gap = "\n" if sheets else ""
                write_text(gap + heading + score_sheet(replayed))
                sheets += 1
                heading = ""
        return DONE

    with closing(progress):
        return each_reporting(work, files)


def _verify(arguments: argparse.Namespace) -> int:
    files = arguments.files
    progress = progress_of(files)
    numbers, verified = count(), 0

    def work(verdicts: Verdicts, name: str) -> int:
        nonlocal verified
        verified = next(numbers)
        status = DONE
        file = f"{echoed(name)}: " if len(files) > 1 else ""
        for n, done in enumerate(verdicts(verified), 1):
            write_text(f"{file}game {n}: {_verdict(done)}\n")
            if arguments.lenient:
                continue
            for gap in done.not_verified:
                complain(f"{name}:{gap.line}: not verified: {gap}")
                status = WRONG_INPUT
        return status

    _refuse_long(arguments)
    try:
        with closing(progress), terminable(), _verdicts(files, progress, arguments) as verdicts:
            raises = [JobsLost] if arguments.cluster is not None else []
            return each_reporting(partial(work, verdicts), files, *raises)
    except (KeyboardInterrupt, JobsLost):
        if verified and "-" not in files[verified:]:
            so_far = f"{verified} of {len(files)} files are verified"
            words = ["verify"]
            if arguments.lenient:
                words.append("--lenient")
            if arguments.long:
                words.append("--long")
            if arguments.cluster:
                words += ["--cluster", arguments.cluster]
            else:
                words += ["--jobs", str(arguments.jobs or 1)]
            words += ["--", *files[verified:]]
            complain_with_command(f"spades-tui: {so_far}; the next is {files[verified]}", words)
        else:
            complain("spades-tui: stopped; every game above is verified")
        raise


def _refuse_long(arguments: argparse.Namespace) -> None:
    """Say how long verifying takes if that is long.

    Raises InputError for a long record, unless `--long` is given. Says nothing about standard input
    and pipes, which can be read only once.
    """
    total = 0.0
    for name in filter(os.path.isfile, arguments.files):
        with suppress(OSError), open_plain(Path(name)) as stream:
            for number, seconds in enumerate(record_seconds(stream), 1):
                refuse_if_long(f"{name}: game {number}", seconds, arguments)
                total += seconds
    total /= arguments.jobs or 1
    if total > LONG_SECONDS and arguments.cluster is None:
        complain(f"spades-tui: verifying takes {time_words(total)}")


@contextmanager
def _verdicts(
    files: list[str], progress: Progress, arguments: argparse.Namespace
) -> Iterator[Verdicts]:
    """Yield a function that verifies the records of a file, given the file's index.

    Other processes do it if asked.
    """

    def here(number: int) -> Iterator[Verified]:
        with _opened(progress, files[number]) as stream:
            yield from verify(stream, files[number])

    with workers(arguments.jobs or 1, arguments.cluster) as jobs:
        if jobs is None:
            yield here
        else:
            yield VerifyJobs(jobs, files, partial(_opened, progress), progress.at).verdicts


def _verdict(done: Verified) -> str:
    """Return one line about a verified record."""
    if not done.promised or not done.deals:
        return f"no fairness proofs in {plural(done.deals, 'deal')}"
    verdict = f"{done.proofs} of {plural(done.deals, 'deal')} proved fair"
    if done.forked:
        verdict = f"a fork; {verdict}"
    if done.computed:
        verdict += f", {done.computed} without a proof, but as the seed deals"
    elif done.seeded and done.proofs == done.deals:
        verdict += ", all from the seed"
    if done.choices:
        verdict += f"; {plural(done.choices, 'choice')} of computer players recomputed"
    gaps = ", ".join(map(str, done.not_verified))
    if gaps:
        verdict += f"; not verified: {gaps}"
    return verdict


def score_sheet(replayed: Replayed) -> str:
    """Return the whole game.

    A block for each hand with one line for each score, and the totals hand by hand.
    """
    names = replayed.head.names
    sides = tuple(side_name(seats, names) for seats in replayed.rules.sides)
    unit = replayed.rules.points_unit
    lines = [f"{replayed.variant.name} · {', '.join(names)}"]
    for score in replayed.scores:
        lines += ["", *_hand(score, sides, replayed)]
    lines += ["", "Totals"]
    for side, name in enumerate(sides):
        totals = [plain(score.totals[side], unit) for score in replayed.scores]
        lines.append(f"  {name}: {' / '.join(totals) or 'no hand scored yet'}")
    off = replayed.rules.tricks_off(replayed.course.state.standing)
    if off:
        lines += ["", "Tricks off"]
        for name, (over, short) in zip(names, off, strict=True):
            lines.append(f"  {name}: {over} over, {short} short")
    ending = "The game is not over"
    if replayed.over is not None:
        ending = game_over_sentence(replayed.over, replayed.rules, sides)
    lines += ["", f"{ending}."]
    return "\n".join(lines) + "\n"


def _hand(score: HandScore, sides: tuple[str, ...], replayed: Replayed) -> list[str]:
    unit = replayed.rules.points_unit
    title = f"Hand {score.hand}"
    if score.format is not None:
        title += f", {score.format}"
    bids = "  bid / took"
    labels = [f"  {line.text} ({line.rule})" for line in score.lines]
    first = max(map(len, (title, bids, *labels))) + 2
    widths = [max(len(name), 9) + 2 for name in sides]

    def row(label: str, cells: Iterable[str]) -> str:
        return (label.ljust(first) + "".join(map(str.ljust, cells, widths))).rstrip()

    rows = [row(title, sides), row(bids, _bids(score, replayed))]
    for line, label in zip(score.lines, labels, strict=True):
        cells = [""] * len(sides)
        cells[line.side] = signed(line.points, unit)
        rows.append(row(label, cells))
    if score.bags is not None:
        rows.append(row("  bags", map(plain, score.bags)))
    for custom in replayed.rules.of_hand(score.hand).customs:
        note = custom.sheet_note(score.values(custom.hand_keys))
        if note:
            rows.append(f"  {note}")
    rows.append(row("  this hand", (signed(points, unit) for points in score.points)))
    rows.append(row("  total", (plain(total, unit) for total in score.totals)))
    return rows


def _bids(score: HandScore, replayed: Replayed) -> list[str]:
    cells = []
    for side, seats in enumerate(replayed.rules.sides):
        bids = [str(score.bids[seat]) for seat in seats if score.bids[seat] is not None]
        if not bids:
            cells.append("sits out")
            continue
        bid = "+".join(bids)
        if score.side_bids is not None and score.side_bids[side] is not None:
            bid = str(score.side_bids[side])
        tricks = sum(score.tricks[seat] or 0 for seat in seats)
        cells.append(f"{bid} / {tricks}")
    return cells


# ---- hands as text


def _hand_text(arguments: argparse.Namespace) -> int:
    """Read or write a hand. Raises UsageError, InputError."""
    with about_file(arguments.file, UnusableError):
        if arguments.command == "export":
            return _export(arguments)
        return _import(arguments)


def _import(arguments: argparse.Namespace) -> int:
    source: AbstractContextManager[BinaryIO] = nullcontext(sys.stdin.buffer)
    if arguments.file != "-":
        source = open_plain(Path(arguments.file))
    with source as stream:
        raw = stream.read(4 * MOST_LETTERS)
    try:
        text = without_mark(raw).decode("utf-8", "replace")
    except UnicodeError as error:
        raise UnusableError(str(error)) from None
    hand = read_hand(text)
    variant = find_variant(arguments.variant) if arguments.variant else _fitting(hand)
    if is_shipped(variant):
        try:
            variant = one_hand(variant)
        except UnusableError:
            words = f"a single hand of {variant.name} can't be played; choose another"
            raise UsageError(f"--variant: {words}") from None
    options = options_given(variant, arguments.option)
    text = record_of(hand, variant, options, USUAL, arguments.deal_only)
    if arguments.out is None:
        write_text(text)
        return DONE
    with about_file(arguments.out):
        try:
            write_new(Path(arguments.out), text)
        except FileExistsError:
            words = f"{arguments.out} exists already; choose another name"
            raise UsageError(f"--out: {words}") from None
    return DONE


def _fitting(hand: HandText) -> Variant:
    """Return the first game here that is played with exactly these cards. Raises UnusableError."""
    for variant in shipped().values():
        if not variant.programme and fits(hand, variant):
            return variant
    raise UnusableError("no game here has exactly these cards; give one of your own with --variant")


def _export(arguments: argparse.Namespace) -> int:
    record = collect_journal(Path(arguments.file))
    if record.replayed.over is None:
        raise UnusableError("the game isn't over; finish it first")
    played = record.hands.get(arguments.hand)
    if played is None:
        words = f"there's no hand {arguments.hand}; choose from 1 to {len(record.hands)}"
        raise UnusableError(f"--hand: {words}")
    rules = record.replayed.rules.of_hand(arguments.hand)
    name = f"spades-tui: {rules.variant.name}, hand {arguments.hand}"
    write_text(written(rules, played.state, record.names, record.people, name))
    return DONE
