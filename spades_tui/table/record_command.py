"""`spades-tui replay` and `spades-tui verify`: records played through the rules, and looked at with mistrust."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from spades_tui.collecting import seldom
from spades_tui.exits import DONE, WRONG_INPUT, told
from spades_tui.output import complain, echoed, write_text

if TYPE_CHECKING:
    from spades_tui.progress import Lines
    from spades_tui.table.verify import Verified


def add_parsers(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the two commands to the program's."""
    replay = commands.add_parser("replay", help="play records through the rules and print their score sheets")
    replay.add_argument("files", metavar="FILE|-", nargs="+", help="a record; - reads it from standard input")
    replay.add_argument("--json", action="store_true", help="print the record with all findings put in")

    verify = commands.add_parser(
        "verify",
        help="check the fairness proofs of records, and their computer players",
        description="Deals each hand again and makes each choice of a computer player again. Exit status 1 if "
        "something does not hold, or if a record with a seed or proofs leaves something open.",
    )
    verify.add_argument("files", metavar="FILE|-", nargs="+", help="a record; - reads it from standard input")
    verify.add_argument("--lenient", action="store_true", help="what cannot be worked out again is no error")


def run(arguments: argparse.Namespace) -> int:
    """Do it; the exit status is 0, 1 (the input is wrong) or 2 (a file cannot be opened)."""
    seldom()
    return _replay(arguments) if arguments.command == "replay" else _verify(arguments)


def _each(files: list[str], work: Callable[[Lines, str], int]) -> int:
    """Do something with each file. One that is wrong is told, and the others are done all the same."""
    from spades_tui.progress import Progress, Watched, size_of

    sizes = [size_of(name) for name in files]
    total = sum(size for size in sizes if size is not None) if None not in sizes else None
    progress = Progress(total, "" if total is not None else "lines")
    try:
        return _one_by_one(files, lambda stream, name: work(Watched(stream, progress), name))
    finally:
        progress.close()


def _one_by_one(files: list[str], work: Callable[[Lines, str], int]) -> int:
    from spades_tui.record.errors import RecordError

    def one(name: str) -> int:
        if name == "-":
            return work(sys.stdin.buffer, name)
        with open(name, "rb") as stream:
            return work(stream, name)

    return max(told(partial(one, name), RecordError, file=name) for name in files)


def _replay(arguments: argparse.Namespace) -> int:
    from spades_tui.record.replay import replay
    from spades_tui.record.sheet import score_sheet
    from spades_tui.record.write import dump_all

    many = len(arguments.files) > 1
    sheets = 0

    def work(stream: Lines, name: str) -> int:
        nonlocal sheets
        told = not many
        for replayed in replay(stream, name, lines=arguments.json):
            if arguments.json:
                write_text(dump_all(replayed.lines))
                continue
            write_text(("\n" if sheets else "") + ("" if told else f"{echoed(name)}\n") + score_sheet(replayed))
            sheets, told = sheets + 1, True
        return DONE

    return _each(arguments.files, work)


def _verify(arguments: argparse.Namespace) -> int:
    from spades_tui.table.verify import verify

    many = len(arguments.files) > 1

    def work(stream: Lines, name: str) -> int:
        status = DONE
        file = f"{echoed(name)}: " if many else ""
        for n, done in enumerate(verify(stream, name), 1):
            write_text(f"{file}game {n}: {_verdict(done)}\n")
            if arguments.lenient:
                continue
            for found in done.not_verified:
                complain(f"{name}:{found.line}: not verified: {found}")
                status = WRONG_INPUT
        return status

    return _each(arguments.files, work)


def _verdict(done: Verified) -> str:
    """One line about one record."""
    from spades_tui.rules.component import plural

    if not done.promised or not done.deals:
        return f"no fairness proofs in {plural(done.deals, 'deal')}"
    told = f"{done.proofs} of {plural(done.deals, 'deal')} proved fair"
    if done.computed:
        told += f", {done.computed} as the seed deals without a proof"
    elif done.seeded and done.proofs == done.deals:
        told += ", all from the seed"
    if done.choices:
        told += f"; {plural(done.choices, 'choice')} of computer players recomputed"
    gaps = ", ".join(str(found) for found in done.not_verified)
    return f"{told}; not verified: {gaps}" if gaps else told
