"""The deal of the day: one hand in each of three games, the same for everybody, computed from the date.

Days are in UTC, so that the whole world has the same one. Results come from records in the games folder: the first
finished record of a hand counts.
"""

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from spades_tui.fair import Stream
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import LETTERS, SEED_LETTERS, one_hand
from spades_tui.play.setup import NAMES, USUAL, SeatSetup, TableSetup
from spades_tui.record.journal_lines import whole_lines
from spades_tui.record.writer import is_program_of_fork
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of
from spades_tui.system.folders import is_game_file, open_plain
from spades_tui.system.strict_json import loads

FIRST = date(2026, 11, 1)
"""The first day: a month before most people have the program, so that there are days to practise with."""
GAMES = ("sandbags", "jokers", "bemo")
CHAIR = 0
"""The seat of the person."""
_MOST = 512 * 1024  # maximum bytes of a record of one hand, which has about 12,000
_DAY = timedelta(days=1)


class DayError(ValueError):
    """A day that has no deal; the message is one sentence for the user."""


class Result(Struct, frozen=True):
    """A hand of a day, as its record has it."""

    path: Path
    begun: datetime
    """The time at which the game began, in UTC."""
    points: int | None = None
    """Points of the person's side; None if the hand isn't finished."""


Day = dict[str, Result]
"""The results of a day by game."""


class Streak(Struct, frozen=True):
    """A run of days, one after another, on which all hands were played."""

    length: int
    last: date | None = None
    """The latest day on which all hands were played, if any."""
    ahead: bool = False
    """Whether that day is later than today: the clock went back."""
    missed: date | None = None
    """The day that ended the streak, if it has ended."""


def utc_today() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


def day_named(text: str, today: date) -> date:
    """Return a day written like ``2026-12-01``. Raises DayError, also before the first day and after today."""
    try:
        day = date.fromisoformat(text)
        if day.isoformat() != text:
            raise ValueError
    except ValueError:
        raise DayError(f"{text[:40]!r} is not a date; write it like {today.isoformat()}") from None
    return checked_day(day, today)


def checked_day(day: date, today: date) -> date:
    """Return a day that has deals. Raises DayError before the first day and after today."""
    if day < FIRST:
        raise DayError(f"{day} is before the first deal of the day; choose {FIRST} or later")
    if day > today:
        raise DayError(f"{day} is in the future; today is {today} (UTC)")
    return day


def seed_of_day(day: date, game: str) -> str:
    """Return the seed of a day's hand, which a code can carry."""
    stream = Stream(sha256(f"spades-daily/1|{day.isoformat()}|{game}".encode()).digest())
    return "code " + "".join(LETTERS[stream.below(len(LETTERS))] for _ in range(SEED_LETTERS))


def table_of_day(day: date, game: str, person: str = "") -> TableSetup:
    """Return the table of a day's hand: a person and `club` players, without undo."""
    variant = one_hand(shipped()[game])
    name = person or NAMES[0]
    others = [one for one in NAMES if one != name][: variant.seats - 1]
    seats = (SeatSetup(name, "human"), *(SeatSetup(one, "bot", USUAL) for one in others))
    options: dict[str, object] = {one.name: False for one in options_of(variant) if one.sets_place("customs.slip.on")}
    seed = seed_of_day(day, game)
    return TableSetup(variant, options, seats, first_dealer(seed, variant.seats), seed)


def played_days(folder: Path, today: date, without: Collection[str] = ()) -> dict[date, Day]:
    """Return the results in the games folder, without these abandoned files. Never raises.

    Include days after today, so that a clock that went back hides nothing.
    """
    found: list[tuple[date, str, Result]] = []
    slugs = tuple(f"-{one_hand(shipped()[game]).slug}-" for game in GAMES)
    paths: list[str] = []
    with suppress(OSError), os.scandir(folder) as entries:
        paths = [one.path for one in entries if is_game_file(one.name) and any(slug in one.name for slug in slugs)]
    lines = {path: line for path in paths if os.path.basename(path) not in without if (line := _first_line(path))}
    latest = max([today, *(begun.date() + 2 * _DAY for line in lines.values() if (begun := _time(line)))])
    days = (FIRST + _DAY * n for n in range(min((latest - FIRST).days + 1, 40_000)))
    by_seed = {seed_of_day(day, game): (day, game) for day in days for game in GAMES}
    for path, line in lines.items():
        key, begun = by_seed.get(str(line.get("seed"))), _time(line)
        if key is not None and begun is not None and _is_of_day(line, *key):
            found.append((*key, Result(Path(path), begun, _points(path))))
    results: dict[date, Day] = {}
    for day, game, result in sorted(found, key=lambda one: (one[2].points is None, one[2].begun, one[2].path)):
        results.setdefault(day, {}).setdefault(game, result)
    return results


def _first_line(path: str) -> dict[str, Any]:
    """Return the first line of a record; nothing if it has none."""
    with suppress(OSError, ValueError, RecursionError), open_plain(Path(path)) as stream:
        line = loads(whole_lines(stream.readline(_MOST), by_hand=True))
        if isinstance(line, dict):
            return line
    return {}


def _time(line: Mapping[str, Any]) -> datetime | None:
    """Return when a game began, in UTC; None if its first line doesn't say."""
    try:
        return datetime.fromisoformat(str(line.get("at"))).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _is_of_day(line: Mapping[str, Any], day: date, game: str) -> bool:
    """Return whether a record with this first line is a day's hand, with its players and options.

    Its rules aren't compared, so that no later change of a game ends a streak; claims are played by the rules.
    """
    setup = table_of_day(day, game)
    seats = [seat.to_json() for seat in setup.seats]
    try:
        same = [{**mine, "name": ""} for mine in line["seats"]] == [{**its, "name": ""} for its in seats]
        alike = (line["variant"], line["dealer"], line.get("game", 1)) == (setup.variant.slug, setup.dealer, 1)
        alike = alike and dict(line.get("options", {})).items() <= setup.options.items()
        fork = is_program_of_fork(str(line.get("program", "")))
    except (KeyError, TypeError, ValueError):
        return False
    return same and not fork and alike


def _points(path: str) -> int | None:
    """Return the points of the person's side in a finished record of one hand; None if it isn't finished."""
    wrong = (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError)
    with suppress(*wrong), open_plain(Path(path)) as stream:
        for raw in reversed(stream.read(_MOST).splitlines()):
            if b'"game_over"' in raw:
                points = loads(raw)["totals"][CHAIR]
                return points if type(points) is int and abs(points) < 100_000 else None
    return None


def is_whole(day: date, results: Mapping[date, Day]) -> bool:
    """Return whether all hands of a day were finished, and begun on that day."""
    done = results.get(day, {})
    return len(done) == len(GAMES) and all(one.points is not None and one.begun.date() == day for one in done.values())


def streak_of(results: Mapping[date, Day], today: date) -> Streak:
    """Return the streak as of today. It continues if yesterday is in it, even after a clock went back."""
    whole = {day for day in results if is_whole(day, results)}
    if not whole:
        return Streak(0)
    last = max(whole)
    if last < today - _DAY:
        return Streak(0, last, missed=last + _DAY)
    length = next(n for n in range(len(whole) + 1) if last - _DAY * n not in whole)
    return Streak(length, last, ahead=last > today)


def next_game_of_day(done: Mapping[str, Result]) -> str | None:
    """Return the first game of a day that isn't finished; None if all are."""
    return next((game for game in GAMES if game not in done or done[game].points is None), None)


def weeks(today: date, count: int) -> list[list[date]]:
    """Return the last weeks up to today's, each from Monday to Sunday."""
    monday = today - _DAY * today.weekday()
    return [[monday - _DAY * (7 * back - n) for n in range(7)] for back in range(count - 1, -1, -1)]
