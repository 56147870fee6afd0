"""The deal of the day: one hand in each of three games, the same for everybody, computed from the date.

Days are in UTC, so that the whole world has the same one. Results come from records in the games folder: the first
finished record of a hand counts.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from spades_tui.fair import Stream
from spades_tui.language.unusable import UnusableError
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import LETTERS, SEED_LETTERS, one_hand
from spades_tui.play.hand_records import records_of_one_hand
from spades_tui.play.setup import NAMES, USUAL, SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of

FIRST = date(2026, 11, 1)
"""The first day: a month before most people have the program, so that there are days to practise with."""
GAMES = ("sandbags", "jokers", "bemo")
CHAIR = 0  # the seat of the person
_DAY = timedelta(days=1)


class DailyResult(Struct, frozen=True):
    """A hand of a day, as its record has it."""

    path: Path
    begun: datetime
    """The time at which the game began, in UTC."""
    points: int | None = None
    """Points of the person's side; None if the hand isn't finished."""


Day = dict[str, DailyResult]
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
    """Return a day written like ``2026-12-01``. Raises UnusableError, also before the first day and after today."""
    try:
        day = date.fromisoformat(text)
        if day.isoformat() != text:
            raise ValueError
    except ValueError:
        raise UnusableError(f"{text[:40]!r} is not a date; write it like {today.isoformat()}") from None
    return checked_day(day, today)


def checked_day(day: date, today: date) -> date:
    """Return a day that has deals. Raises UnusableError before the first day and after today."""
    if day < FIRST:
        raise UnusableError(f"{day} is before the first deal of the day; choose {FIRST} or later")
    if day > today:
        raise UnusableError(f"{day} is in the future; today is {today} (UTC)")
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


def played_days(today: date, folder: Path | None = None) -> dict[date, Day]:
    """Return the results in the games folder, or in another, without abandoned games. Never raises.

    Include days after today, so that a clock that went back hides nothing.
    """
    found: list[tuple[date, str, DailyResult]] = []
    records = records_of_one_hand([one_hand(shipped()[game]).slug for game in GAMES], folder)
    latest = max([today, *(min(one.begun.date(), date.max - 2 * _DAY) + 2 * _DAY for one in records)])
    days = (FIRST + _DAY * n for n in range(min((latest - FIRST).days + 1, 40_000)))
    by_seed = {seed_of_day(day, game): (day, game) for day in days for game in GAMES}
    for one in records:
        key = by_seed.get(one.seed)
        if key is not None and one.is_of(table_of_day(*key)):
            totals = one.totals()
            found.append((*key, DailyResult(one.path, one.begun, totals[CHAIR] if totals is not None else None)))
    results: dict[date, Day] = {}
    for day, game, result in sorted(found, key=lambda one: (one[2].points is None, one[2].begun, one[2].path)):
        results.setdefault(day, {}).setdefault(game, result)
    return results


def points_of(done: Mapping[str, DailyResult]) -> dict[str, int]:
    """Return the points of a day's finished hands, in the order of its games."""
    points = ((game, done[game].points) for game in GAMES if game in done)
    return {game: one for game, one in points if one is not None}


def is_whole(day: date, results: Mapping[date, Day]) -> bool:
    """Return whether all hands of a day were finished, and begun on that day."""
    done = results.get(day, {})
    return len(points_of(done)) == len(GAMES) and all(one.begun.date() == day for one in done.values())


def streak_of(results: Mapping[date, Day], today: date) -> Streak:
    """Return the streak as of today. It continues if yesterday is in it, even after a clock went back.

    If days after today were played, the longer of the streaks up to them and up to today counts.
    """
    whole = {day for day in results if is_whole(day, results)}
    if not whole:
        return Streak(0)

    def length(last: date) -> int:
        return next(n for n in range(len(whole) + 1) if last - _DAY * n not in whole)

    last = max(whole)
    if last < today - _DAY:
        return Streak(0, last, missed=last + _DAY)
    before = max((day for day in (today, today - _DAY) if day in whole), key=length, default=last)
    if length(before) > length(last):
        return Streak(length(before), before)
    return Streak(length(last), last, ahead=last > today)


def next_game_of_day(done: Mapping[str, DailyResult]) -> str | None:
    """Return the first game of a day that isn't finished; None if all are."""
    return next((game for game in GAMES if game not in points_of(done)), None)
