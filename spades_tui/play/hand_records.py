"""Results of hands that people have played: records of one hand, found by their first lines.

Nothing is played again, so that a page of results opens at once.
"""

import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from spades_tui.play.saved_games import given_up
from spades_tui.play.setup import TableSetup
from spades_tui.record.journal_lines import line_sum, whole_lines
from spades_tui.record.json_form import checked, fits, loads, mapping
from spades_tui.record.writer import is_program_of_fork
from spades_tui.system.folders import games_folder, is_game_file, open_plain

_MOST = 512 * 1024  # maximum bytes of a record of one hand, which has about 12,000
_Totals = Annotated[list[Annotated[int, Meta(ge=-99_999, le=99_999)]], Meta(min_length=1)]


class _Head(Struct, frozen=True):
    """What the first line of a record says about the table; the rest of the line isn't read."""

    variant: str
    at: str
    seed: str
    dealer: int
    seats: list[dict[str, Any]]
    game: int = 1
    options: dict[str, Any] = {}
    program: str = ""


class HandResult(Struct, frozen=True):
    """A hand that somebody has begun."""

    path: Path
    begun: datetime
    """The time at which the game began, in UTC."""
    totals: tuple[int, ...] | None = None
    """The points of each side; None if the hand isn't finished."""


class HandRecord(Struct, frozen=True):
    """A record of one hand, as its first line describes it."""

    path: Path
    begun: datetime
    people: tuple[str, ...]
    head: _Head

    def is_of(self, setup: TableSetup) -> bool:
        """Return whether this hand was played at a table like this one; names don't matter.

        Its rules aren't compared, so that no later change of a game loses a result; claims are
        played by the rules.
        """
        head = self.head
        seats = [{**seat, "name": ""} for seat in head.seats]
        same_seats = seats == [{**seat.to_json(), "name": ""} for seat in setup.seats]
        table = (setup.variant.slug, setup.dealer, setup.seed, 1)
        same_table = (head.variant, head.dealer, head.seed, head.game) == table
        same_options = {**setup.options, **head.options} == setup.options
        return same_seats and same_table and same_options and not is_program_of_fork(head.program)

    def totals(self) -> tuple[int, ...] | None:
        """Return the points of each side; None if the game isn't over, or that line was changed.

        Playing or reviewing the hand names a changed line.
        """
        with suppress(OSError, ValueError), open_plain(self.path) as stream:
            lines = stream.read(_MOST).splitlines()
            for before, line in reversed([*pairwise(lines)]):
                if b'"game_over"' in line:
                    over = mapping(loads(line))
                    totals: Any = over.get("totals")
                    earlier_sum = str(mapping(loads(before)).get("sum", ""))
                    if _is_changed(over, earlier_sum) or not fits(_Totals, totals):
                        return None
                    return tuple(totals)
        return None


def first_result(records: Iterable[HandRecord], setup: TableSetup) -> HandResult | None:
    """Return the first finished result at a table like this, or else the first that was begun.

    `records` are in the order in which they began.
    """
    begun: HandResult | None = None
    sides = len(setup.variant.side_seats())
    for record in records:
        if record.is_of(setup):
            totals = record.totals()
            if totals is not None and len(totals) == sides:
                return HandResult(record.path, record.begun, totals)
            begun = begun or HandResult(record.path, record.begun)
    return begun


def records_of_one_hand(slugs: Collection[str], folder: Path | None = None) -> list[HandRecord]:
    """Return the records of these games of one hand, in the order in which they began.

    They're in the games folder, or another; abandoned ones are left out. Never raises.
    """
    marks = [f"-{slug}-" for slug in slugs]
    abandoned = given_up()
    paths: list[str] = []
    with suppress(OSError), os.scandir(folder or games_folder()) as entries:
        for entry in entries:
            of_these = any(mark in entry.name for mark in marks)
            if of_these and is_game_file(entry.name) and entry.name not in abandoned:
                paths.append(entry.path)
    records = filter(None, map(_read, paths))
    return sorted(records, key=lambda record: (record.begun, record.path))


def _is_changed(line: Mapping[str, Any], before: str) -> bool:
    """Return whether the sum of a line doesn't fit the one before; old records have none."""
    if not before and "sum" not in line:
        return False
    return bool(line.get("sum") != line_sum(before, dict(line)))


def _read(path: str) -> HandRecord | None:
    """Return what a record's first line says; None if it has none, or not when the game began."""
    with suppress(OSError, ValueError, OverflowError), open_plain(Path(path)) as stream:
        line = mapping(loads(whole_lines(stream.readline(_MOST), by_hand=True)))
        if _is_changed(line, ""):
            return None
        head = checked(_Head, line)
        begun = datetime.fromisoformat(head.at).astimezone(UTC)
        people = tuple(str(seat.get("name")) for seat in head.seats if seat.get("kind") == "human")
        return HandRecord(Path(path), begun, people, head)
    return None
