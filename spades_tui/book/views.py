"""What the screens and the command line show of the book, as plain frozen data."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import date, timedelta
from typing import Any

from spades_tui.book.errors import BookError
from spades_tui.book.people import SESSIONS, Directory, Settings, is_computer
from spades_tui.book.result import GameResult, result_from
from spades_tui.book.season import Entry, Kind, Streak, hex_line, streaks
from spades_tui.frozen import dataclass


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody in the book."""

    id: str
    name: str
    computer: bool
    games: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table."""

    id: str
    name: str
    settings: Settings
    games: int
    people: tuple[str, ...]
    """Names."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player's line on the scoreboard. What is counted is of the year shown; what is held, owed or carried is as it
    stands at the end of it."""

    person: str
    name: str
    computer: bool
    games: int = 0
    wins: int = 0
    stars: int = 0
    """Wins in the gaming session (3B-28)."""
    outside: int = 0
    gold: int = 0
    """Of the year shown, or of the current one."""
    red: int = 0
    """For good: of this and all earlier years."""
    chits: int = 0
    trays: str = ""
    """A hex digit for each tray carried, less those struck (3B-25)."""
    tray_count: int = 0
    tray_times: int = 0
    """How often the tray person."""
    wire_to_wire: int = 0
    to_carry: int = 0
    """Trays that wait for the violator (3B-26); 0 for everybody else."""
    spared: int = 0
    decks: int = 0
    """Decks of cards owed (3B-24)."""
    perfect: int = 0
    imperfect: int = 0
    boneheads: int = 0
    zero_buddies: int = 0
    unknown_chits: int = 0
    """Players named without a chit that the book knows of."""
    plain_hands: int = 0
    """From here on: counts of the year shown, in games without a tray; points and bids made are the side's."""
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
        return self.points / self.plain_hands if self.plain_hands else None


@dataclass(frozen=True, slots=True)
class StreakLine:
    """A line in the list of longest streaks."""

    person: str
    name: str
    length: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The scoreboard of a table."""

    table: TableView
    year: int | None
    """None: all years."""
    years: tuple[int, ...]
    """Those in which the table has played."""
    games: int
    session: str
    """The gaming session whose wins are stars, in words."""
    lines: tuple[ScoreLine, ...]
    streaks: tuple[StreakLine, ...]
    violators: tuple[str, ...]
    """Names of those who have not carried yet; hardly ever more than one."""
    debtor: str | None
    """Who would owe the next deck as well (3B-24)."""
    trays: bool = True
    """Whether trays, chits, decks and days are played for here (3B-18 … 3B-27)."""
    plain: bool = False
    """Whether games without a tray have been played here."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that came of a game or of what was noted, for the ceremony at a game's end and for the history."""

    day: date
    person: str
    name: str
    kind: Kind
    amount: int
    other: str | None
    """A name, where there is a second person."""
    game: str | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game in a list."""

    id: str
    table: str
    variant: str
    title: str
    ended: str
    day: date
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    points: tuple[int, ...]
    """Of each seat's side."""
    file: str | None


@dataclass(frozen=True, slots=True)
class GameProgress:
    """A game for a plot: the totals after each hand."""

    title: str
    sides: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    """One tuple a hand, per side."""


@dataclass(frozen=True, slots=True)
class ChitDecision:
    """A tray person who holds a chit must decide now (3B-27)."""

    game: str
    seat: int
    person: str
    name: str
    chits: int
    choices: tuple[tuple[int, str], ...]
    """Seats and names of those who may be named; naming nobody loses the chit."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """A ZB mark to be heard (3B-30)."""

    game: str
    mark: str
    hand: int
    card: str
    accused: str
    accused_name: str
    marked_by: tuple[str, ...]
    """Names."""
    voters: tuple[tuple[str, str], ...]
    """Persons and names of those who vote: people, and not the accused. Empty: the mark lapses."""
    verdict: bool | None
    """Of the hearing, once it was held."""

    @property
    def lapsed(self) -> bool:
        """Nobody can vote."""
        return not self.voters


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A game that was given up: kept apart, and counts for nothing."""

    file: str
    at: str


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What `catch_up` and `rebuild` have done."""

    games: int = 0
    """Taken in, or changed."""
    left: int = 0
    """Files that were not looked at, because the time was up."""
    broken: tuple[tuple[str, str], ...] = ()
    """Files that are no records, and why."""
    kept: int = 0
    """Games whose record is gone, kept from what the book knew of them."""
    passed_over: tuple[str, ...] = field(default=())
    """Lines of the book's own facts that make no sense."""


def settings_of(row: Sequence[Any]) -> Settings:
    session = str(row[0]) if row[0] in SESSIONS else SESSIONS[0]
    return Settings(session, str(row[1]), str(row[2]))


def table_view(connection: sqlite3.Connection, table: str) -> TableView:
    """Raises BookError for a table that is not there."""
    row = connection.execute("SELECT name, session, forfeit, deck FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise BookError(f"There is no table {table!r} in the book.")
    people = connection.execute(
        "SELECT coalesce(p.name, substr(m.person, 3)) FROM members m LEFT JOIN persons p ON p.id = m.person "
        "WHERE m.table_id = ?",
        (table,),
    ).fetchall()
    games = connection.execute("SELECT count(*) FROM games WHERE table_id = ?", (table,)).fetchone()[0]
    names = tuple(sorted((one[0] for one in people), key=str.casefold))
    return TableView(table, row[0], settings_of(row[1:]), games, names)


def names_of(connection: sqlite3.Connection) -> dict[str, tuple[str, bool]]:
    """Everybody's name, and whether it is a computer player."""
    rows = connection.execute("SELECT id, name, computer FROM persons")
    return {person: (name, bool(computer)) for person, name, computer in rows}


def session_of(settings: Settings, day: date) -> tuple[date, date, str]:
    """First and last day of the gaming session that a day is in, and its name (3B-28)."""
    if settings.session == "week":
        first = day - timedelta(days=day.weekday())
        return first, first + timedelta(days=6), f"the week of {first.isoformat()}"
    return day, day, day.isoformat()


_COUNTED = {
    Kind.GAME: "games", Kind.STAR: "wins", Kind.OUTSIDE: "outside", Kind.TRAY_PERSON: "tray_times",
    Kind.WIRE: "wire_to_wire", Kind.SPARED: "spared", Kind.PERFECT: "perfect", Kind.IMPERFECT: "imperfect",
    Kind.BONE: "boneheads", Kind.ZERO_BUDDY: "zero_buddies", Kind.CHIT_UNKNOWN: "unknown_chits",
}  # fmt: skip
"""Counted in the year that is shown."""

_STANDING = {Kind.RED: "red", Kind.CHIT: "chits", Kind.TRAY: "tray_count", Kind.PILE: "to_carry", Kind.DECK: "decks"}
"""As it stands at the year's end, from all that went before."""


def scoreboard(connection: sqlite3.Connection, table: str, year: int | None, today: date) -> Scoreboard:
    """The scoreboard of a table; of a year, or of all years up to today. Raises BookError for an unknown table."""
    view = table_view(connection, table)
    years = _years(connection, table)
    gold_year = today.year if year is None else year
    first, last = ("", "9999-12-31") if year is None else (f"{year:04}-01-01", f"{year:04}-12-31")
    start, end, session = session_of(view.settings, _session_day(connection, table, year, today))
    names = names_of(connection)
    lines: dict[str, dict[str, Any]] = {}
    for person, kind, before, within, of_gold in connection.execute(
        "SELECT person, kind, sum(amount), sum(amount * (year >= ?)), sum(amount * (year = ?)) FROM totals "
        "WHERE table_id = ? AND kind <> 'streak' AND year <= ? GROUP BY kind, person",
        (year or 0, gold_year, table, year or 9999),
    ):
        line = lines.setdefault(person, {})
        if kind in _COUNTED:
            line[_COUNTED[kind]] = within
        if kind in _STANDING:
            line[_STANDING[kind]] = before
        if kind == Kind.GOLD:
            line["gold"] = of_gold
    for person, stars in connection.execute(
        "SELECT person, sum(amount) FROM entries WHERE table_id = ? AND kind = 'star' AND day BETWEEN ? AND ? "
        "AND day <= ? GROUP BY person",
        (table, start.isoformat(), end.isoformat(), last),
    ):
        lines[person]["stars"] = stars
    for row in connection.execute("SELECT person FROM members WHERE table_id = ?", (table,)):
        lines.setdefault(row[0], {})
    plain, trays = _plain_variants(connection, table)
    for person, counts in _plain_counts(connection, table, plain, first, last):
        lines.setdefault(person, {}).update(counts)
    made = [
        ScoreLine(
            person, *names.get(person, (person[2:], False)), trays=hex_line(counts.get("tray_count", 0)), **counts
        )
        for person, counts in lines.items()
    ]
    made.sort(key=lambda line: (line.computer, -line.wins, -line.stars, line.games, line.name.casefold(), line.person))
    return Scoreboard(
        table=view, year=year, years=years,
        games=connection.execute(
            "SELECT count(*) FROM games WHERE table_id = ? AND day BETWEEN ? AND ?", (table, first, last)
        ).fetchone()[0],
        session=session, lines=tuple(made), streaks=_streaks(connection, table, last, names),
        violators=tuple(line.name for line in made if line.to_carry),
        debtor=_debtor(connection, table, last, names), trays=trays or not plain, plain=bool(plain),
    )  # fmt: skip


_PLAIN = ("points", "made", "set", "bags", "zeros", "zeros_made", "blinds", "blinds_made", "bemos", "bemos_kept")
_TRAY_KINDS = (Kind.TRAY_PERSON, Kind.PILE, Kind.TRAY, Kind.CHIT, Kind.DECK, Kind.BONE, Kind.ZERO_BUDDY)


def _plain_variants(connection: sqlite3.Connection, table: str) -> tuple[list[str], bool]:
    """The variants without trays that a table has played, and whether it has anything to do with trays."""
    plain = []
    trays = False
    for (variant,) in connection.execute("SELECT DISTINCT variant FROM games WHERE table_id = ?", (table,)).fetchall():
        row = connection.execute(
            "SELECT season FROM games WHERE table_id = ? AND variant = ? LIMIT 1", (table, variant)
        ).fetchone()
        if json.loads(row[0])["has_tray"]:
            trays = True
        else:
            plain.append(variant)
    if not trays:
        kinds = ",".join("?" * len(_TRAY_KINDS))
        query = f"SELECT 1 FROM totals WHERE table_id = ? AND kind IN ({kinds}) LIMIT 1"
        trays = connection.execute(query, (table, *_TRAY_KINDS)).fetchone() is not None
    return plain, trays


def _plain_counts(
    connection: sqlite3.Connection, table: str, variants: list[str], first: str, last: str
) -> list[tuple[str, dict[str, int]]]:
    """What each person has done in games of these variants between two days."""
    if not variants:
        return []
    sums = ", ".join(f'sum(s."{name}")' for name in ("hands", *_PLAIN))
    rows = connection.execute(
        f"SELECT s.person, {sums} FROM games g JOIN seats s ON s.game = g.id WHERE g.table_id = ? "
        f"AND g.day BETWEEN ? AND ? AND g.variant IN ({','.join('?' * len(variants))}) GROUP BY s.person",
        (table, first, last, *variants),
    )
    return [(person, dict(zip(("plain_hands", *_PLAIN), counts, strict=True))) for person, *counts in rows]


def _years(connection: sqlite3.Connection, table: str) -> tuple[int, ...]:
    rows = connection.execute(
        "SELECT DISTINCT year FROM totals WHERE table_id = ? AND kind = 'game' ORDER BY year", (table,)
    )
    return tuple(row[0] for row in rows)


def _session_day(connection: sqlite3.Connection, table: str, year: int | None, today: date) -> date:
    """A day of the session that is shown: today's; of a year gone by, its last with a game."""
    if year is None or year == today.year:
        return today
    row = connection.execute(
        "SELECT max(day) FROM games WHERE table_id = ? AND day BETWEEN ? AND ?",
        (table, f"{year:04}-01-01", f"{year:04}-12-31"),
    ).fetchone()
    return date.fromisoformat(row[0]) if row[0] else date(max(year, 1), 12, 31)


def _streaks(
    connection: sqlite3.Connection, table: str, last: str, names: dict[str, tuple[str, bool]]
) -> tuple[StreakLine, ...]:
    rows = connection.execute(
        "SELECT moment, day, person, amount, other FROM entries "
        "WHERE table_id = ? AND kind = 'streak' AND day <= ? ORDER BY +place",  # by kind, and not through all of them
        (table, last),
    )
    entries = [Entry(m, date.fromisoformat(d), person, Kind.STREAK, n, None, other) for m, d, person, n, other in rows]
    return tuple(_streak_line(streak, names) for streak in streaks(entries))


def _streak_line(streak: Streak, names: dict[str, tuple[str, bool]]) -> StreakLine:
    name = names.get(streak.person, (streak.person[2:], False))[0]
    return StreakLine(streak.person, name, streak.length, streak.first, streak.last)


def _debtor(connection: sqlite3.Connection, table: str, last: str, names: dict[str, tuple[str, bool]]) -> str | None:
    """The earliest who still owes a deck."""
    owed: dict[str, int] = {}
    for person, amount in connection.execute(
        "SELECT person, amount FROM entries WHERE table_id = ? AND kind = 'deck' AND day <= ? ORDER BY +place",
        (table, last),
    ):
        owed[person] = owed.get(person, 0) + amount
        if owed[person] == 0:
            del owed[person]
    first = next(iter(owed), None)
    return None if first is None else names.get(first, (first[2:], False))[0]


def happened(connection: sqlite3.Connection, where: str, given: tuple[object, ...], limit: int) -> list[Happened]:
    """Entries of the season with names, the newest last."""
    rows = connection.execute(
        f"SELECT day, person, kind, amount, other, game FROM entries INDEXED BY entries_by_moment WHERE {where} "
        "ORDER BY moment DESC, place DESC LIMIT ?",
        (*given, limit),
    ).fetchall()
    names = names_of(connection)
    out = []
    for day, person, kind, amount, other, game in reversed(rows):
        second = names.get(other, (None, False))[0] if other else None
        name = names.get(person, (person[2:], False))[0]
        out.append(Happened(date.fromisoformat(day), person, name, Kind(kind), amount, second, game))
    return out


_OF_A_SEAT = (Kind.TRAY_PERSON, Kind.WIRE, Kind.SPARED, Kind.PERFECT, Kind.IMPERFECT)
"""What a computer player's seat in one game has done; what is held and counted is its level's in the book."""


def at_their_seats(happened: Sequence[Happened], result: GameResult, persons: Sequence[str]) -> list[Happened]:
    """What came of one game, with computer players called as they were at the table: several may be of one level, and
    are one in the book. `persons` are those of the seats."""
    carriers = result.last if result.chit is None or result.chit[1] is None else (result.chit[1],)
    seats_of = {Kind.PERFECT: result.perfect, Kind.IMPERFECT: result.imperfect}
    out: list[Happened] = []
    told: set[tuple[Kind, str]] = set()
    for one in happened:
        if one.kind in (Kind.CHIT_SPENT, Kind.CHIT_UNKNOWN) and any(is_computer(persons[seat]) for seat in carriers):
            out.append(replace(one, other=result.seats[carriers[0]].name))
        elif one.kind not in _OF_A_SEAT or not is_computer(one.person):
            out.append(one)
        elif (one.kind, one.person) not in told:  # the book has one entry a level, or one a seat
            told.add((one.kind, one.person))
            seats = [seat for seat in seats_of.get(one.kind, carriers) if persons[seat] == one.person]
            out += [replace(one, name=result.seats[seat].name) for seat in seats] or [one]
    return out


def game_lines(
    connection: sqlite3.Connection, where: str, given: tuple[object, ...], limit: int, offset: int
) -> list[GameRow]:
    """Finished games, the newest first."""
    rows = connection.execute(
        "SELECT g.id, t.name, g.variant, g.title, g.ended, g.day, g.hands, r.file, r.json FROM games g "
        "JOIN tables t ON t.id = g.table_id JOIN results r ON r.id = g.id WHERE g.id IN "
        f"(SELECT id FROM games {where} ORDER BY moment DESC, id DESC LIMIT ? OFFSET ?) "
        "ORDER BY g.moment DESC, g.id DESC",
        (*given, limit, offset),
    ).fetchall()
    out = []
    for game, table, variant, title, ended, day, hands, file, text in rows:
        called = [seat["name"] for seat in json.loads(text)["seats"]]
        seats = [
            (f"{called[n]} (computer)" if computer else name, won, points)
            for n, name, computer, won, points in connection.execute(
                "SELECT s.seat, p.name, p.computer, s.won, s.points FROM seats s JOIN persons p ON p.id = s.person "
                "WHERE s.game = ? ORDER BY s.seat",
                (game,),
            )
        ]
        out.append(
            GameRow(
                game, table, variant, title, ended, date.fromisoformat(day), hands, tuple(seat[0] for seat in seats),
                tuple(seat[0] for seat in seats if seat[1]), tuple(seat[2] for seat in seats), file,
            )
        )  # fmt: skip
    return out


def deleted_lines(
    connection: sqlite3.Connection, who: Directory, table: str | None, person: str | None
) -> list[GameRow]:
    """Deleted games as they would stand in the book, the newest first."""
    names = names_of(connection)
    tables = dict(connection.execute("SELECT id, name FROM tables").fetchall())
    out = []
    for game in who.deleted:
        row = connection.execute("SELECT json, file FROM results WHERE id = ?", (game,)).fetchone()
        if row is None:
            continue
        result = result_from(json.loads(row[0]))
        persons = who.seats_of(result)
        at = who.table_of(game, result.moment, persons)
        if table not in (None, at) or person not in (None, *persons):
            continue
        players = [
            f"{seat.name} (computer)" if is_computer(one) else names.get(one, (seat.name, False))[0]
            for one, seat in zip(persons, result.seats, strict=True)
        ]
        line = GameRow(
            game, tables.get(at, ""), result.variant, result.title, result.ended, result.day, result.hands,
            tuple(players), tuple(n for n, seat in zip(players, result.seats, strict=True) if seat.won),
            tuple(seat.points for seat in result.seats), row[1],
        )  # fmt: skip
        out.append((result.moment, game, line))
    return [line for _, _, line in sorted(out, reverse=True)]


def hearings(connection: sqlite3.Connection, result: GameResult) -> list[Hearing]:
    """The marks of a game, with who may vote, and the verdict where there is one."""
    seats = connection.execute(
        "SELECT p.id, p.name, p.computer FROM seats s JOIN persons p ON p.id = s.person WHERE s.game = ? "
        "ORDER BY s.seat",
        (result.id,),
    ).fetchall()
    if not seats:
        return []
    verdicts: dict[str, bool] = {}
    for (text,) in connection.execute(
        "SELECT json FROM notes WHERE event = 'hearing' AND about = ? ORDER BY place", (result.id,)
    ):
        note = json.loads(text)
        verdicts[note["mark"]] = note["zero_buddy"]
    out = []
    for mark in result.marks:
        accused = seats[mark.accused]
        voters = tuple(dict.fromkeys((p, name) for p, name, computer in seats if not computer and p != accused[0]))
        out.append(
            Hearing(
                result.id, mark.key, mark.hand, mark.card, accused[0], accused[1],
                tuple(dict.fromkeys(seats[by][1] for by in mark.by)), voters, verdicts.get(mark.key),
            )
        )  # fmt: skip
    return out
