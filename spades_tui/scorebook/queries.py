"""Queries on the scorebook's database: tables, names, games, their results."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import date
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.language.player_names import RemarkedName
from spades_tui.rules import season_effects
from spades_tui.scorebook.game_result import GameResult, result_from, trusted_result
from spades_tui.scorebook.people import TableInfo, directory, group_name, names_of
from spades_tui.scorebook.season import Agreements, Kind, is_computer


class PersonView(Struct, frozen=True):
    """A person in the scorebook."""

    id: str
    name: str
    computer: bool
    games: int


class BookTable(Struct, frozen=True):
    """A table."""

    id: str
    name: str
    settings: Agreements
    games: int
    people: tuple[str, ...]
    """Names."""


class Happened(Struct, frozen=True):
    """One effect of a game or note, for the ceremony at a game's end and for the history."""

    day: date
    person: str
    name: str
    kind: Kind
    amount: int
    other: str | None
    """The name of a second person, if any."""
    game: str | None


class GameRow(Struct, frozen=True):
    """A finished game in a list."""

    id: str
    table: str
    """The id of its table."""
    title: str
    ended: str
    day: date
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    points: tuple[int, ...]
    """Of each seat's side."""
    file: str | None
    sides: tuple[str, ...]
    """The names of each side's players together."""
    course: tuple[tuple[int, ...], ...]
    """The totals after each hand, by side."""


def tables(connection: sqlite3.Connection) -> list[BookTable]:
    """Return all tables, the one that played last first."""
    who = directory(connection)
    names = names_of(connection, who)
    members: dict[str, list[str]] = {}
    for table, person in connection.execute("SELECT table_id, person FROM members"):
        members.setdefault(table, []).append(names.get(person, person[2:]))
    counts = connection.execute("SELECT table_id, max(moment), count(*) FROM games GROUP BY table_id")
    played = {table: (last, games) for table, last, games in counts}
    views: list[BookTable] = []
    for table in sorted({*played, *who.tables}):
        _, games = played.get(table, ("", 0))
        people = sorted(members.get(table, ()), key=str.casefold)
        info = who.tables.get(table, TableInfo(table))
        name = info.name or group_name(people)
        views.append(BookTable(table, name, info.settings, games, tuple(people)))
    views.sort(key=attrgetter("name"))
    return sorted(views, key=lambda view: played.get(view.id, ("", 0))[0], reverse=True)


def persons(connection: sqlite3.Connection) -> list[PersonView]:
    """Return everybody, people first, by number of games."""
    rows = connection.execute("SELECT person, count(DISTINCT game) FROM seats GROUP BY person")
    games, names = dict(rows.fetchall()), names_of(connection, directory(connection))
    views = [PersonView(person, name, is_computer(person), games.get(person, 0)) for person, name in names.items()]
    return sorted(views, key=lambda view: (view.computer, -view.games, view.name))


def happened(connection: sqlite3.Connection, where: str, given: tuple[object, ...], limit: int) -> list[Happened]:
    """Return entries of the season with names, the newest last."""
    rows = connection.execute(
        f"SELECT day, person, kind, amount, other, game FROM entries INDEXED BY entries_by_moment WHERE {where} "
        "ORDER BY moment DESC, place DESC LIMIT ?",
        (*given, limit),
    ).fetchall()
    names = names_of(connection, directory(connection))
    out = []
    for day, person, kind, amount, other, game in reversed(rows):
        name = names.get(person, person[2:])
        out.append(Happened(date.fromisoformat(day), person, name, Kind(kind), amount, names.get(other), game))
    return out


def at_their_seats(happened: Sequence[Happened], result: GameResult, persons: Sequence[str]) -> list[Happened]:
    """Return the results of one game with computer players named as at the table.

    Several computer players may have the same level, which is one person in the scorebook. `persons` are by seat.
    """
    out: list[Happened] = []
    named: set[tuple[Kind, str]] = set()
    for effect in happened:
        about = season_effects.seats_of(effect.kind, effect.amount < 0, result)
        if about is None:
            out.append(effect)
        elif about.names == "other":
            by_them = about.by is not None and persons[about.by] == effect.person
            if by_them and any(is_computer(persons[seat]) for seat in about.seats):
                effect = replace(effect, other=result.seats[about.seats[0]].name)
            out.append(effect)
        elif not is_computer(effect.person):
            out.append(effect)
        else:  # the scorebook counts by level, which several computer players may have
            names = [result.seats[seat].name for seat in about.seats if persons[seat] == effect.person]
            if about.names == "owner":
                out.append(replace(effect, other=" and ".join(names) or None))
            elif (effect.kind, effect.person) not in named:  # the scorebook has one entry per level, or one per seat
                named.add((effect.kind, effect.person))
                out += [replace(effect, name=name) for name in names] or [effect]
    return out


def game_lines(
    connection: sqlite3.Connection, table: str | None, person: str | None, limit: int, offset: int
) -> list[GameRow]:
    """Return finished games, the newest first, of all or of one table or person."""
    names = names_of(connection, directory(connection))
    rows = connection.execute(
        "SELECT g.id, g.table_id, r.file, r.json FROM games g JOIN results r ON r.id = g.id WHERE g.id IN "
        "(SELECT id FROM games WHERE table_id = coalesce(?, table_id) "
        "AND (?2 IS NULL OR id IN (SELECT game FROM seats WHERE person = ?2)) "
        "ORDER BY moment DESC, id DESC LIMIT ? OFFSET ?) ORDER BY g.moment DESC, g.id DESC",
        (table, person, limit, offset),
    ).fetchall()
    out = []
    for game, table, file, text in rows:
        seats = connection.execute("SELECT person FROM seats WHERE game = ? ORDER BY seat", (game,))
        persons = [person for (person,) in seats]
        out.append(_game_row(trusted_result(json.loads(text)), persons, table, file, names))
    return out


def _game_row(
    result: GameResult, persons: Sequence[str], table: str, file: str | None, names: dict[str, str]
) -> GameRow:
    players: list[str] = []
    winners: list[str] = []
    for person, seat in zip(persons, result.seats, strict=True):
        name = names.get(person, seat.name)
        if is_computer(person):
            name = RemarkedName(seat.name, "computer")
        players.append(name)
        if seat.won:
            winners.append(name)
    sides = []
    for side in result.sides:
        sides.append(" & ".join([result.seats[seat].name for seat in side]))
    return GameRow(
        id=result.id, table=table, title=result.title, ended=result.ended, day=result.day, hands=result.hands,
        players=tuple(players), winners=tuple(winners), points=tuple(seat.points for seat in result.seats),
        file=file, sides=tuple(sides), course=result.course,
    )  # fmt: skip


def deleted_lines(connection: sqlite3.Connection, table: str | None, person: str | None) -> list[GameRow]:
    """Return deleted games as they would be listed, the newest first."""
    who = directory(connection)
    names = names_of(connection, who)
    out = []
    for game in who.deleted:
        row = connection.execute("SELECT json, file FROM results WHERE id = ?", (game,)).fetchone()
        if row is None:
            continue
        result = result_from(json.loads(row[0]))
        persons = who.seats_of(result)
        at = who.table_of(game, result.moment, persons)
        if table in (None, at) and person in (None, *persons):
            out.append((result.moment, game, _game_row(result, persons, at, row[1], names)))
    return [line for _, _, line in sorted(out, reverse=True)]
