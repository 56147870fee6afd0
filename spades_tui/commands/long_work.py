"""Say before work begins how long it takes, and refuse work that a file makes very long.

A claim or a record decides how many decisions of slow computer players are made again. The times
are those of pure Python on a laptop; compiled players are faster.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from spades_tui.bots.styles import split_level
from spades_tui.play.saved_games import read_head
from spades_tui.play.setup import TableSetup
from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.record.reader import Lines
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.system.exit_status import InputError

SECONDS = {"strong": 0.01, "expert": 0.08}
"""Seconds of one decision of the players that search, on average."""
QUICK_SECONDS = 0.001
"""Seconds of one decision of the others."""
MOST_IN_HAND = 30
"""Decisions of a seat in a hand that a claim can have; a hand has at most 27 tricks."""
LONG_SECONDS = 300
"""Seconds from which work is refused without `--long`."""
_SEAT = re.compile(rb'"seat"\s*:\s*(\d)')


def decision_seconds(level: str | None) -> float:
    """Return about how many seconds a decision of this level takes; 0 for a person."""
    if level is None:
        return 0
    return SECONDS.get(split_level(level)[0], QUICK_SECONDS)


def claim_seconds(setup: TableSetup, choices: int) -> float:
    """Return about how many seconds a claim takes to check.

    It depends on its table, and on how many choices of people it has.
    """
    each = min(choices / (len(setup.people) or 1), MOST_HANDS * MOST_IN_HAND)
    return each * sum(decision_seconds(seat.level) for seat in setup.seats if seat.kind == "bot")


def record_seconds(stream: Lines) -> Iterator[float]:
    """Yield about how many seconds each record of a file takes to verify.

    Reads the file once, and checks nothing.
    """
    levels: Sequence[str | None] = ()
    seats: Counter[int] = Counter()
    begun = False
    while line := stream.readline(MAX_LINE):
        if b'"seats"' in line and b'"game"' in line:
            if begun:
                yield _seconds(levels, seats)
            begun, levels = True, _levels(line)
            seats.clear()
        elif found := _SEAT.search(line):
            seats[int(found[1])] += 1
    if begun:
        yield _seconds(levels, seats)


def _levels(line: bytes) -> Sequence[str | None]:
    try:
        return [seat.level for seat in read_head(line).seats]
    except ValueError:
        return ()  # the reader names the mistake


def _seconds(levels: Sequence[str | None], seats: Counter[int]) -> float:
    seconds = 0.0
    for seat, level in enumerate(levels):
        if isinstance(level, str):
            seconds += seats[seat] * decision_seconds(level)
    return seconds


def refuse_if_long(place: str, seconds: float, arguments: argparse.Namespace) -> None:
    """Raise InputError if work on a claim or a record is long, unless `--long` is given."""
    if seconds > LONG_SECONDS and not arguments.long:
        words = f"this takes {time_words(seconds)}; add --long if you want to wait"
        raise InputError(f"{place}: {words}")


def time_words(seconds: float) -> str:
    """Return a time in minutes or hours: ``about 40 minutes``."""
    minutes = max(2, round(seconds / 60))
    if minutes < 120:
        return f"about {minutes} minutes"
    return f"about {round(minutes / 60)} hours"
