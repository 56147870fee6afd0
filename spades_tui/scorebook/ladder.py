"""The ladder of a game: a person's rating against its computer players, whose own ratings are fixed.

Ratings follow from the scorebook's games, in the order of time, each time somebody asks; none is stored. A rating is a
number of points: of two players or sides 400 points apart, the better one wins ten games of eleven. `club` has 1500.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, convert
from msgspec.structs import replace

from spades_tui.scorebook.feats import LONG
from spades_tui.scorebook.season import is_computer

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

LEVEL_RATINGS = Path(__file__).with_name("level_ratings.toml")
OTHER_GAMES = "other"
"""The table of that file for games of your own rules."""

FIRST = 1500
"""The rating of `club`, and of a person before their first game, in points."""
SPREAD = 250.0
"""The standard deviation of a new person's rating, in points."""
LUCK = 125.0
"""How much luck there is in a game, in points: with it, 400 points are ten games of eleven."""
CHANGE = 2.5
"""By how much a person's skill may change from game to game, in points."""
SURE = 0.001
"""The standard deviation of a level's rating, in points, because the library needs one."""
DIGITS = 6
"""Ratings are rounded after each game, because the last digits differ between C libraries."""
MOST_GAMES = 5000
"""Only the latest games of a variant count, so that a ladder takes no longer than that."""
SEASON_DAYS = 70
"""Seasons have ten weeks, and begin on a Monday."""


class LadderSeason(Struct, frozen=True):
    """A season of ten weeks."""

    first: date
    last: date
    weeks_left: int
    """Weeks that haven't begun yet."""
    games: int = 0
    """The person's games that counted in it."""
    won: int = 0
    change: int = 0
    """By how many points their rating has changed."""


class Rung(Struct, frozen=True):
    """A level on the ladder."""

    level: str
    rating: int
    """In points."""


class Ladder(Struct, frozen=True):
    """A person's rating in one game, among its levels."""

    person: str
    name: str
    variant: str
    title: str
    rungs: tuple[Rung, ...]
    """The best first."""
    season: LadderSeason
    games: int = 0
    """The games that counted."""
    rating: int = FIRST
    """In points."""
    uncertainty: int = round(2 * SPREAD)
    """In points: the person's skill is within it 19 times of 20."""
    next_level: str | None = None
    """The weakest level that the person hasn't surely passed; None if they've passed all."""
    course: tuple[int, ...] = ()
    """The rating after each day with a game that counted."""
    helped: int = 0
    """Games with a hint, a suggestion, the coach or undo; or from before the record said so."""
    short: int = 0
    """Games of fewer than `LONG` hands."""
    unrated: int = 0
    """Games with players that have no rating, such as outside programs."""


class _Seat(NamedTuple):
    """A seat of a finished game."""

    game: str
    day: str
    side: int
    person: str
    place: int
    hands: int
    unaided: bool


def season_of(day: date) -> LadderSeason:
    """Return the season of a day, without games."""
    first = (day.toordinal() - 1) // SEASON_DAYS * SEASON_DAYS + 1
    last = first + SEASON_DAYS - 1
    weeks_left = (last - day.toordinal()) // 7
    return LadderSeason(date.fromordinal(first), date.fromordinal(min(last, date.max.toordinal())), weeks_left)


@cache
def _all_ratings() -> Mapping[str, Mapping[str, int]]:
    """Return the ratings of the levels by variant; a test checks the file."""
    import tomllib  # only for a ladder

    return convert(tomllib.loads(LEVEL_RATINGS.read_text("utf-8")), dict[str, dict[str, int]])


def level_ratings(variant: str) -> Mapping[str, int]:
    """Return the fixed ratings of the levels in a game, in points; of the average game for your own rules."""
    ratings = _all_ratings()
    return ratings.get(variant, ratings[OTHER_GAMES])


def ladder(connection: sqlite3.Connection, person: str, name: str, variant: str, today: date) -> Ladder:
    """Return a person's ladder (id) in a game (slug) on a day."""
    rows = connection.execute(
        "SELECT g.id, g.day, s.side, s.person, s.place, s.hands, s.unaided, g.title FROM "
        "(SELECT * FROM games WHERE variant = ? ORDER BY moment DESC, id DESC LIMIT ?) g "
        "JOIN seats s ON s.game = g.id ORDER BY g.moment, g.id, s.seat",
        (variant, MOST_GAMES),
    ).fetchall()
    title = rows[-1][-1] if rows else variant
    counting = _Counting(person, variant, season_of(today))
    counting.count(_Seat(*row[:-1]) for row in rows)
    return counting.ladder(name, title)


class _Counting:
    """Counts the games of a variant, the oldest first."""

    def __init__(self, person: str, variant: str, season: LadderSeason) -> None:
        self._person, self._variant, self._season = person, variant, season
        self._levels = level_ratings(variant)
        self._ratings: defaultdict[str, tuple[float, float]] = defaultdict(lambda: (0.0, SPREAD))
        """By person, points above `FIRST` and their standard deviation."""
        self._model: PlackettLuce | None = None
        self._left_out = {"helped": 0, "short": 0, "unrated": 0}
        self._course: dict[str, int] = {}
        self._counted = 0
        """The person's games."""
        self._before = 0
        """The rating before the season, in points above `FIRST`."""

    def count(self, rows: Iterable[_Seat]) -> None:
        """Count games, whose seats follow each other."""
        for _, group in groupby(rows, lambda seat: seat.game):
            seats = tuple(group)
            why = self._why_not(seats)
            if not why:
                self._rate(seats)
            elif any(seat.person == self._person for seat in seats):
                self._left_out[why] += 1

    def _why_not(self, seats: Sequence[_Seat]) -> str:
        """Return why a game doesn't count, or ""."""
        people = [seat.person for seat in seats if not is_computer(seat.person)]
        if max(seat.hands for seat in seats) < LONG:
            return "short"
        if not all(seat.unaided for seat in seats if not is_computer(seat.person)):
            return "helped"
        rated = all(seat.person[2:] in self._levels for seat in seats if is_computer(seat.person))
        sides = {seat.side for seat in seats}
        alone = not people or len(set(people)) < len(people) or len(sides) < 2
        return "unrated" if alone or not rated else ""

    def _rate(self, seats: Sequence[_Seat]) -> None:
        """Change the ratings of the people in a game by its result."""
        if self._model is None:
            from openskill.models import PlackettLuce  # compiled and large, so only for a ladder with games

            self._model = PlackettLuce(mu=0.0, sigma=SPREAD, beta=LUCK, tau=CHANGE)
        sides: dict[int, list[_Seat]] = {}
        for seat in seats:
            sides.setdefault(seat.side, []).append(seat)
        teams = []
        for side in sides.values():
            teams.append([self._rating(seat.person) for seat in side])
        ranks = [float(side[0].place) for side in sides.values()]
        for side, ratings in zip(sides.values(), self._model.rate(teams, ranks=ranks), strict=True):
            for seat, rating in zip(side, ratings, strict=True):
                if not is_computer(seat.person):
                    self._note(seat, rating)

    def _rating(self, person: str) -> "PlackettLuceRating":
        """Return the library's form of a player's rating."""
        assert self._model is not None
        if is_computer(person):
            return self._model.rating(float(self._levels[person[2:]] - FIRST), SURE)
        return self._model.rating(*self._ratings[person])

    def _note(self, seat: _Seat, rating: "PlackettLuceRating") -> None:
        """Note a person's rating after a game."""
        before, _ = self._ratings[seat.person]
        after = round(rating.mu, DIGITS)
        self._ratings[seat.person] = (after, round(rating.sigma, DIGITS))
        if seat.person != self._person:
            return
        self._counted += 1
        self._course[seat.day] = FIRST + round(after)
        season = self._season
        if season.first.isoformat() <= seat.day <= season.last.isoformat():
            if not season.games:
                self._before = round(before)
            won = season.won + (seat.place == 1)
            self._season = replace(season, games=season.games + 1, won=won, change=round(after) - self._before)

    def ladder(self, name: str, title: str) -> Ladder:
        """Return the ladder after all games."""
        points, spread = self._ratings[self._person]
        rungs = [Rung(level, rating) for level, rating in self._levels.items()]
        rungs.sort(key=lambda rung: rung.rating, reverse=True)
        rating, uncertainty = FIRST + round(points), round(2 * spread)
        unpassed = [rung.level for rung in reversed(rungs) if rung.rating > rating - uncertainty]
        return Ladder(
            self._person, name, self._variant, title, tuple(rungs), self._season, self._counted, rating, uncertainty,
            next(iter(unpassed), None), tuple(self._course.values()), **self._left_out,
        )  # fmt: skip


def variants_of(connection: sqlite3.Connection, person: str) -> list[str]:
    """Return the games (slugs) that a person has finished, most games first."""
    rows = connection.execute(
        "SELECT variant FROM seats WHERE person = ? GROUP BY variant ORDER BY count(DISTINCT game) DESC, variant",
        (person,),
    )
    return [variant for (variant,) in rows]
