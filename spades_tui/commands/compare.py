"""`spades-tui compare`: check claims, and print who scored what."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial

from spades_tui.analysis.game_claim import CLAIM_MOST, CheckedClaim, ClaimError, check_claim, read_claim
from spades_tui.commands.from_arguments import setup_here
from spades_tui.play.game_code import CodeError
from spades_tui.rules.component import plain, plural
from spades_tui.system.exit_status import InputError, run_reporting
from spades_tui.system.output import write_text


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each true claim; return 0, 1 (a false claim) or 2 (an unreadable file)."""
    return max(run_reporting(partial(_file, name), file=name) for name in arguments.files)


def _file(name: str) -> int:
    return max((run_reporting(partial(_check, place, text)) for place, text in claims_in(name)), default=0)


def claims_in(name: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a file that isn't empty, with its place; `-` is standard input. Raises OSError.

    A line that is too long comes in pieces.
    """
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as stream:
        for number, line in enumerate(iter(partial(stream.readline, CLAIM_MOST), b""), 1):
            if text := line.decode(errors="replace").strip():
                yield f"{name}:{number}", text


def _check(place: str, text: str) -> None:
    try:
        claim = read_claim(text)
        write_text(f"{claim.by or place}  {claim.code}  {_result(check_claim(claim, setup_here(claim.code)))}\n")
    except (ClaimError, CodeError) as error:
        raise InputError(f"{place}: {error}") from None


def _result(done: CheckedClaim) -> str:
    """Return the people's points and those of the others, with the number of hands."""
    people = {n for n, seat in enumerate(done.setup.seats) if seat.kind == "human"}
    scores = [
        f"{'people' if people & set(seats) else 'computer'} {plain(total)}"
        for seats, total in zip(done.sides, done.totals, strict=True)
    ]
    return f"{', '.join(scores)}; {plural(done.hands, 'hand')}"
