"""Find records of one hand in the games folder by their first lines, without playing them."""

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from spades_tui.play.saved_games import given_up
from spades_tui.play.setup import TableSetup
from spades_tui.record.journal_lines import line_sum, whole_lines
from spades_tui.record.json_form import checked, loads, mapping
from spades_tui.record.writer import is_program_of_fork
from spades_tui.system.folders import games_folder, is_game_file, open_plain

_MOST = 512 * 1024  # maximum bytes of a record of one hand, which has about 12,000


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


class _Over(Struct, frozen=True):
    """What the last line says."""

    totals: tuple[Annotated[int, Meta(ge=-99_999, le=99_999)], ...]


class _Summed(Struct, frozen=True):
    """The sum of a line; old records have none."""

    sum: str = ""


class HandRecord(Struct, frozen=True):
    """A record of one hand, as its first line describes it."""

    path: Path
    begun: datetime
    """The time at which the game began, in UTC."""
    seed: str
    people: tuple[str, ...]
    head: "_Head"

    def is_of(self, setup: TableSetup) -> bool:
        """Return whether this hand was played at a table like this one; names don't matter.

        Its rules aren't compared, so that no later change of a game loses a result; claims are played by the rules.
        """
        head = self.head
        same_seats = [{**seat, "name": ""} for seat in head.seats] == [
            {**seat.to_json(), "name": ""} for seat in setup.seats
        ]
        alike = (head.variant, head.dealer, head.game) == (setup.variant.slug, setup.dealer, 1)
        same_options = {**setup.options, **head.options} == setup.options
        return same_seats and alike and same_options and not is_program_of_fork(head.program)

    def totals(self) -> tuple[int, ...] | None:
        """Return the points of each side at the end of the game; None if it isn't finished, or that line was changed.

        Playing or reviewing the hand names a changed line.
        """
        with suppress(OSError, ValueError), open_plain(self.path) as stream:
            lines = stream.read(_MOST).splitlines()
            last = next((n for n in reversed(range(1, len(lines))) if b'"game_over"' in lines[n]), None)
            if last is not None:
                over, before = mapping(loads(lines[last])), checked(_Summed, loads(lines[last - 1]))
                totals = checked(_Over, over).totals
                return totals or None if not _is_changed(over, before.sum) else None
        return None


def _is_changed(line: Mapping[str, Any], before: str) -> bool:
    """Return whether the sum of a line doesn't fit the one before; old records have none."""
    if not before and "sum" not in line:
        return False
    return bool(line.get("sum") != line_sum(before, dict(line)))


def records_of_one_hand(slugs: Collection[str], folder: Path | None = None) -> list[HandRecord]:
    """Return the records of these games of one hand, in the games folder or another, without abandoned ones.

    Never raises.
    """
    marks, abandoned = tuple(f"-{slug}-" for slug in slugs), given_up()
    paths: list[str] = []
    with suppress(OSError), os.scandir(folder or games_folder()) as entries:
        paths = [one.path for one in entries if is_game_file(one.name) and any(mark in one.name for mark in marks)]
    found = (_read(path) for path in paths if os.path.basename(path) not in abandoned)
    return [one for one in found if one is not None]


def _read(path: str) -> HandRecord | None:
    """Return what the first line of a record says; None if it has none, or doesn't say when the game began."""
    with suppress(OSError, ValueError, OverflowError), open_plain(Path(path)) as stream:
        line = mapping(loads(whole_lines(stream.readline(_MOST), by_hand=True)))
        if _is_changed(line, ""):
            return None
        head = checked(_Head, line)
        begun = datetime.fromisoformat(head.at).astimezone(UTC)
        people = tuple(str(seat.get("name")) for seat in head.seats if seat.get("kind") == "human")
        return HandRecord(Path(path), begun, head.seed, people, head)
    return None
