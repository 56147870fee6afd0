"""Find records of one hand in the games folder by their first lines, without playing them."""

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from spades_tui.play.saved_games import given_up
from spades_tui.play.setup import TableSetup
from spades_tui.record.journal_lines import line_sum, whole_lines
from spades_tui.record.json_form import NONSENSE, loads
from spades_tui.record.writer import is_program_of_fork
from spades_tui.system.folders import games_folder, is_game_file, open_plain

_MOST = 512 * 1024  # maximum bytes of a record of one hand, which has about 12,000


class HandRecord(Struct, frozen=True):
    """A record of one hand, as its first line describes it."""

    path: Path
    begun: datetime
    """The time at which the game began, in UTC."""
    seed: str
    people: tuple[str, ...]
    line: Mapping[str, Any]

    def is_of(self, setup: TableSetup) -> bool:
        """Return whether this hand was played at a table like this one; names don't matter.

        Its rules aren't compared, so that no later change of a game loses a result; claims are played by the rules.
        """
        line = self.line
        with suppress(*NONSENSE):
            same = [{**mine, "name": ""} for mine in line["seats"]] == [
                {**seat.to_json(), "name": ""} for seat in setup.seats
            ]
            alike = (line["variant"], line["dealer"], line.get("game", 1)) == (setup.variant.slug, setup.dealer, 1)
            alike = alike and dict(line.get("options", {})).items() <= setup.options.items()
            return same and alike and not is_program_of_fork(str(line.get("program", "")))
        return False

    def totals(self) -> tuple[int, ...] | None:
        """Return the points of each side at the end of the game; None if it isn't finished, or that line was changed.

        Playing or reviewing the hand names a changed line.
        """
        with suppress(OSError, *NONSENSE), open_plain(self.path) as stream:
            lines = stream.read(_MOST).splitlines()
            last = next((n for n in reversed(range(1, len(lines))) if b'"game_over"' in lines[n]), None)
            if last is not None:
                over = loads(lines[last])
                totals = tuple(over["totals"])
                wrong = _is_changed(over, loads(lines[last - 1]).get("sum", ""))
                sound = all(type(one) is int and abs(one) < 100_000 for one in totals)
                return totals if totals and sound and not wrong else None
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
    with suppress(OSError, *NONSENSE), open_plain(Path(path)) as stream:
        line = loads(whole_lines(stream.readline(_MOST), by_hand=True))
        if _is_changed(line, ""):
            return None
        begun = datetime.fromisoformat(str(line["at"])).astimezone(UTC)
        people = tuple(str(seat["name"]) for seat in line["seats"] if seat["kind"] == "human")
        return HandRecord(Path(path), begun, str(line["seed"]), people, line)
    return None
