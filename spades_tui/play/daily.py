"""The deal of the day: three hands each day, the same for everybody, computed from the date.

Days are in UTC, so that the whole world has the same one. Results come from records in the games
folder: the first finished record of a hand counts.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from spades_tui.fair import Stream
from spades_tui.language.unusable import UnusableError
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import LETTERS, SEED_LETTERS, one_hand, without_undo
from spades_tui.play.hand_records import HandRecord, HandResult, first_result, records_of_one_hand
from spades_tui.play.setup import NAMES, USUAL, SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped

FIRST = date(2026, 11, 1)
"""The first day: a month before most people have the program, for days to practise with."""
GAMES = ("sandbags", "jokers", "bemo")
CHAIR = 0  # the seat of the person, and its side
_DAY = timedelta(days=1)
_DAYS_MOST = 40_000  # days to look for, if a clock was far ahead


Day = dict[str, HandResult]
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
    """Return a day written like ``2026-12-01``, if it has deals. Raises UnusableError."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise UnusableError(f"{text[:40]!r} is not a date; write it like {today.isoformat()}")
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
    others = [other for other in NAMES if other != name][: variant.seats - 1]
    seats = (SeatSetup(name, "human"), *(SeatSetup(other, "bot", USUAL) for other in others))
    seed = seed_of_day(day, game)
    dealer = first_dealer(seed, variant.seats)
    return TableSetup(variant, without_undo(variant), seats, dealer, seed)


def played_days(today: date, folder: Path | None = None) -> dict[date, Day]:
    """Return the results in the games folder, or in another, without abandoned games. Never raises.

    Include days after today, so that a clock that went back hides nothing.
    """
    by_seed: dict[str, list[HandRecord]] = {}
    latest = today
    for record in records_of_one_hand([one_hand(shipped()[game]).slug for game in GAMES], folder):
        by_seed.setdefault(record.head.seed, []).append(record)
        latest = max(latest, min(record.begun.date(), date.max - 2 * _DAY) + 2 * _DAY)
    results: dict[date, Day] = {}
    for n in range(min((latest - FIRST).days + 1, _DAYS_MOST)):
        day = FIRST + n * _DAY
        for game in GAMES:
            records = by_seed.get(seed_of_day(day, game))
            if not records:
                continue
            result = first_result(records, table_of_day(day, game))
            if result is not None:
                results.setdefault(day, {})[game] = result
    return results


def points_of(done: Mapping[str, HandResult]) -> dict[str, int]:
    """Return the points of a day's finished hands, in the order of its games."""
    points: dict[str, int] = {}
    for game in GAMES:
        if game in done:
            totals = done[game].totals
            if totals is not None:
                points[game] = totals[CHAIR]
    return points


def is_whole(day: date, results: Mapping[date, Day]) -> bool:
    """Return whether all hands of a day were finished, and begun on that day."""
    done = results.get(day, {})
    days = {result.begun.date() for result in done.values()}
    return len(points_of(done)) == len(GAMES) and days == {day}


def above_expert(day: date, results: Mapping[date, Day], experts: Mapping[str, int]) -> tuple[int, int] | None:
    """Return a day's points and `expert`'s, if all hands were played on it and it has more."""
    if not is_whole(day, results) or len(experts) < len(GAMES):
        return None
    points = sum(points_of(results[day]).values())
    expert = sum(experts.values())
    if points <= expert:
        return None
    return points, expert


def streak_of(results: Mapping[date, Day], today: date) -> Streak:
    """Return the streak as of today. It continues if yesterday is in it.

    If days after today were played, the longer of the streaks up to them and up to today counts.
    """
    whole = {day for day in results if is_whole(day, results)}
    if not whole:
        return Streak(0)

    def length(last: date) -> int:
        days = 0
        while last - _DAY * days in whole:
            days += 1
        return days

    last = max(whole)
    if last < today - _DAY:
        return Streak(0, last, missed=last + _DAY)
    before = max((day for day in (today, today - _DAY) if day in whole), key=length, default=last)
    if length(before) > length(last):
        return Streak(length(before), before)
    return Streak(length(last), last, ahead=last > today)


def next_game_of_day(done: Mapping[str, HandResult]) -> str | None:
    """Return the first game of a day that isn't finished; None if all are."""
    finished = points_of(done)
    return next((game for game in GAMES if game not in finished), None)
