"""The scoreboard of a table, computed in the database: for a year, or for all years (3B-24 … 3B-30)."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from msgspec import Struct

from spades_tui.rules import season_effects
from spades_tui.rules.digit_line import DigitLine
from spades_tui.scorebook.database_store import uncounted
from spades_tui.scorebook.game_result import moment_of
from spades_tui.scorebook.notes import sql_list
from spades_tui.scorebook.people import directory, names_of, person_id
from spades_tui.scorebook.queries import BookTable, Happened
from spades_tui.scorebook.season import Agreements, Kind, is_computer


class BoardLine(Struct, frozen=True):
    """A player's line on the scoreboard.

    Counts are for the year shown; chits, debts and trays are as of its end.
    """

    person: str
    name: str
    computer: bool
    games: int = 0
    wins: int = 0
    stars: int = 0
    """Wins in the gaming session (3B-28)."""
    outside: int = 0
    gold: int = 0
    """In the year shown, or the current one."""
    red: int = 0
    """In the year shown and all earlier ones."""
    chits: int = 0
    trays: str = ""
    """A hex digit for each tray carried, without erased ones (3B-25)."""
    tray_count: int = 0
    tray_times: int = 0
    """How often the player was the tray person."""
    wire_to_wire: int = 0
    to_carry: int = 0
    """Trays that the violator still has to carry (3B-26); 0 for everybody else."""
    spared: int = 0
    decks: int = 0
    """Decks of cards owed (3B-24)."""
    perfect: int = 0
    imperfect: int = 0
    off_over: int = 0
    """Tricks beyond the bids, in games that count tricks off (3B-22)."""
    off_short: int = 0
    boneheads: int = 0
    zero_buddies: int = 0
    unknown_chits: int = 0
    """Players named without a chit in the scorebook."""
    plain_hands: int = 0
    """This and the fields below: counts of the year in games without a tray; points and bids made are the side's."""
    points: int = 0
    made: int = 0
    set: int = 0
    bags: int = 0
    zeros: int = 0
    zeros_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    bemos: int = 0
    bemos_kept: int = 0

    @property
    def points_per_hand(self) -> float | None:
        """Points of the side per hand, in games without a tray; None without such hands."""
        if self.plain_hands:
            return self.points / self.plain_hands
        return None


class StreakLine(Struct, frozen=True):
    """A line in the list of longest streaks."""

    person: str
    name: str
    length: int
    first: date
    last: date


class Erasing(Struct, frozen=True):
    """A digit that a perfect day has erased, while its player may still choose another."""

    game: str
    person: str
    name: str
    line: str
    """The line as it was before."""

    @property
    def choices(self) -> dict[str, int]:
        """The digits of the line, each with its first place, from 1."""
        return {digit: self.line.index(digit) + 1 for digit in dict.fromkeys(self.line)}


class GameEnd(Struct, frozen=True):
    """What a game changed, and what its people have to do now; empty if it isn't in the scorebook."""

    table: BookTable | None = None
    happened: tuple[Happened, ...] = ()
    """All consequences of the game, in order; `presentation.scorebook_words.happening_lines` has the words."""
    tray_person: str | None = None
    to_carry: int = 0
    """The number of trays that the tray person has to carry now (3B-26)."""
    practice: str = ""
    """The reason, as half a sentence, why the game doesn't count (3B-11); then the rest is empty."""
    erasings: tuple[Erasing, ...] = ()
    """Digits erased for perfect days, while other digits may still be chosen (3B-25)."""


class Scoreboard(Struct, frozen=True):
    """The scoreboard of a table."""

    table: BookTable
    year: int | None
    """None: all years."""
    years: tuple[int, ...]
    """Years in which the table has played."""
    games: int
    session: tuple[date, date]
    """The first and last day of the gaming session whose wins are stars (3B-28)."""
    lines: tuple[BoardLine, ...]
    streaks: tuple[StreakLine, ...]
    violators: tuple[str, ...]
    """Names of players who haven't carried yet; hardly ever more than one."""
    debtor: str | None
    """The player who would owe the next deck too (3B-24)."""
    trays: bool = True
    """Whether the table plays for trays, chits, decks and days (3B-18 … 3B-27)."""
    plain: bool = False
    """Whether it has played games without a tray."""
    plain_games: tuple[str, ...] = ()
    """The slugs of these games."""
    counting: bool = False
    """Whether the season isn't counted to its end yet, after many new games."""


def session_of(settings: Agreements, day: date) -> tuple[date, date]:
    """Return the first and last day of the gaming session with this day (3B-28)."""
    if settings.session == "week":
        first = day - timedelta(days=day.weekday())
        return first, first + timedelta(days=6)
    return day, day


def session_stars(connection: sqlite3.Connection, people: Iterable[str], now: datetime) -> dict[str, int]:
    """Return how often each of these people, by name, has won in the session of `now` at their own table (3B-28)."""
    who = directory(connection)
    persons = {who.person(person_id(name, False, None)): name for name in people}
    table = who.table_of("", moment_of(now.isoformat()), tuple(persons))
    settings = who.tables[table].settings if table in who.tables else Agreements()
    first, last = session_of(settings, now.date())
    rows = _stars(connection, table, first.isoformat(), last.isoformat())
    return {persons[person]: stars for person, stars in rows if person in persons}


def _stars(connection: sqlite3.Connection, table: str, first: str, last: str) -> list[tuple[str, int]]:
    """Return how often each person has won between two days."""
    return connection.execute(
        "SELECT person, sum(amount) FROM entries WHERE table_id = ? AND kind = 'star' AND day BETWEEN ? AND ? "
        "GROUP BY person",
        (table, first, last),
    ).fetchall()


_COUNTED = {Kind.GAME: "games", Kind.STAR: "wins", Kind.OUTSIDE: "outside", **season_effects.SUMS}
"""Counts over the year shown."""

_STANDING = {Kind.RED: "red", **season_effects.BALANCES}
"""Counts from the beginning to the end of the year shown."""

FIELDS = {**_COUNTED, **_STANDING, Kind.GOLD: "gold"}
"""The field of a line for each count."""


def scoreboard(connection: sqlite3.Connection, view: BookTable, year: int | None, today: date) -> Scoreboard:
    """Return the scoreboard of a table, for a year or for all years up to today."""
    table = view.id
    years = connection.execute(
        "SELECT DISTINCT year FROM totals WHERE table_id = ? AND kind = 'game' ORDER BY year", (table,)
    ).fetchall()
    gold_year = today.year if year is None else year
    first, last = ("", "9999-12-31") if year is None else (f"{year:04}-01-01", f"{year:04}-12-31")
    day = today
    if year not in (None, today.year):  # the session of an earlier year's last day with a game
        query = "SELECT max(day) FROM games WHERE table_id = ? AND day BETWEEN ? AND ?"
        latest = connection.execute(query, (table, first, last)).fetchone()[0]
        day = date.fromisoformat(latest or last)
    start, end = session_of(view.settings, day)
    names = names_of(connection, directory(connection))
    lines: dict[str, Counter[str]] = {}
    for person, kind, before, within, of_gold in connection.execute(
        "SELECT person, kind, sum(amount), sum(amount * (year >= ?)), sum(amount * (year = ?)) FROM totals "
        "WHERE table_id = ? AND kind <> 'streak' AND year <= ? GROUP BY kind, person",
        (year or 0, gold_year, table, year or 9999),
    ):
        line = lines.setdefault(person, Counter())
        if kind in _COUNTED:
            line[_COUNTED[kind]] = within
        elif kind in _STANDING:
            line[_STANDING[kind]] = before
        elif kind == Kind.GOLD:
            line["gold"] = of_gold
    for person, stars in _stars(connection, table, start.isoformat(), min(end.isoformat(), last)):
        lines[person]["stars"] = stars
    for row in connection.execute("SELECT person FROM members WHERE table_id = ?", (table,)):
        lines.setdefault(row[0], Counter())
    plain, trays = _plain_variants(connection, table)
    if trays:
        _add_counts(connection, lines, _OFF, "", (table, first, last))
    if plain:
        of_variants = f"AND +variant IN ({','.join('?' * len(plain))})"  # reading all seats is faster than an index
        _add_counts(connection, lines, _PLAIN, of_variants, (table, first, last, *plain))
    for line in lines.values():
        line["plain_hands"] = line.pop("hands", 0)
    struck = connection.execute(
        f"SELECT DISTINCT person FROM entries WHERE table_id = ? AND kind IN {sql_list(season_effects.STRUCK)} "
        "AND day <= ?",
        (table, last),
    ).fetchall()
    digits = {person: line_of(connection, table, person, last).text for (person,) in struck}
    made = []
    for person, counts in lines.items():
        line_text = digits.get(person) or DigitLine(counts["tray_count"]).text
        name = names.get(person, person[2:])
        made.append(BoardLine(person, name, is_computer(person), trays=line_text, **counts))
    made.sort(key=lambda line: (line.computer, -line.wins, -line.stars, line.games, line.name.casefold(), line.person))
    return Scoreboard(
        table=view, year=year, years=tuple(number for (number,) in years),
        games=connection.execute(
            "SELECT count(*) FROM games WHERE table_id = ? AND day BETWEEN ? AND ?", (table, first, last)
        ).fetchone()[0],
        session=(start, end), lines=tuple(made), streaks=_streaks(connection, table, last, names),
        violators=tuple(line.name for line in made if line.to_carry),
        debtor=_debtor(connection, table, last, names), trays=trays or not plain,
        plain=bool(plain), plain_games=tuple(plain), counting=table in uncounted(connection),
    )  # fmt: skip


_OFF = ("off_over", "off_short")
_PLAIN = (
    "hands", "points", "made", "set", "bags", "zeros", "zeros_made", "blinds", "blinds_made", "bemos", "bemos_kept"
)  # fmt: skip


def _add_counts(
    connection: sqlite3.Connection, lines: dict[str, Counter[str]], columns: tuple[str, ...], where: str,
    given: tuple[str, ...],
) -> None:  # fmt: skip
    """Add each person's sums between two days at a table to their line."""
    sums = ", ".join(f'sum("{column}")' for column in columns)
    for person, *counts in connection.execute(
        f"SELECT person, {sums} FROM seats WHERE table_id = ? AND day BETWEEN ? AND ? {where} GROUP BY person", given
    ):
        lines.setdefault(person, Counter()).update(dict(zip(columns, counts, strict=True)))


def _plain_variants(connection: sqlite3.Connection, table: str) -> tuple[list[str], bool]:
    """Return the variants without a season of customs that a table has played, and whether it has such a season."""
    rows = connection.execute(
        "SELECT variant, (SELECT season FROM games g WHERE g.table_id = ?1 AND g.variant = v.variant LIMIT 1) "
        "FROM (SELECT DISTINCT variant FROM games WHERE table_id = ?1) v",
        (table,),
    )
    has_season = {variant: json.loads(text)["has_tray"] for variant, text in rows}
    plain = [variant for variant, season in has_season.items() if not season]
    if len(plain) < len(has_season):
        return plain, True
    kinds = season_effects.CORRECTABLE
    query = f"SELECT 1 FROM totals WHERE table_id = ? AND kind IN {sql_list(kinds)} LIMIT 1"
    return plain, connection.execute(query, (table,)).fetchone() is not None


def _streaks(connection: sqlite3.Connection, table: str, last: str, names: dict[str, str]) -> tuple[StreakLine, ...]:
    """Return rows of five wins or more, the longest first, the earliest of equals (3B-28)."""
    rows: list[StreakLine] = []
    for person, day, length, since, _ in connection.execute(
        "SELECT person, day, amount, other, max(place) FROM entries "
        "WHERE table_id = ? AND kind = 'streak' AND day <= ? AND other IS NOT NULL GROUP BY person, other",
        (table, last),
    ):
        first, latest = date.fromisoformat(since.split()[0]), date.fromisoformat(day)
        rows.append(StreakLine(person, names.get(person, person[2:]), length, first, latest))
    return tuple(sorted(rows, key=lambda row: (-row.length, row.first, row.last, row.person)))


def _debtor(connection: sqlite3.Connection, table: str, last: str, names: dict[str, str]) -> str | None:
    """Return the earliest player who still owes a deck, or None."""
    owed: dict[str, int] = {}
    for person, amount in connection.execute(
        "SELECT person, amount FROM entries WHERE table_id = ? AND kind = 'deck' AND day <= ? ORDER BY +place",
        (table, last),
    ):
        owed[person] = owed.get(person, 0) + amount
        if owed[person] == 0:
            del owed[person]
    first = next(iter(owed), None)
    if first is None:
        return None
    return names.get(first, first[2:])


def line_of(connection: sqlite3.Connection, table: str, person: str, last: str) -> DigitLine:
    """Return a player's line on the scoreboard of a day (3B-25)."""
    line = DigitLine()
    kinds = (*season_effects.ON_LINE, *season_effects.STRUCK)
    for kind, amount, game in connection.execute(
        f"SELECT kind, amount, game FROM entries WHERE table_id = ? AND person = ? AND kind IN {sql_list(kinds)} "
        "AND day <= ? ORDER BY place",
        (table, person, last),
    ):
        if kind in season_effects.STRUCK:
            line.choose(amount)
        else:
            line.change(amount, game)
    return line


def erasings(connection: sqlite3.Connection, table: str, game: str) -> tuple[Erasing, ...]:
    """Return the digits that a game at a table has erased and whose players may still choose others."""
    erased: list[Erasing] = []
    names = names_of(connection, directory(connection))
    for (person,) in connection.execute(
        "SELECT DISTINCT person FROM entries WHERE table_id = ? AND game = ? "
        f"AND kind IN {sql_list(season_effects.ON_LINE)} AND amount = -1 ORDER BY place",
        (table, game),
    ).fetchall():
        line = line_of(connection, table, person, "9999-12-31")
        if line.game == game and line.before is not None and not is_computer(person):
            erased.append(Erasing(game, person, names[person], DigitLine(*line.before).text))
    return tuple(erasing for erasing in erased if len(erasing.choices) > 1)
