"""Games, notes and what follows from them, in the database: seats, names and seasons.

Every function runs inside its caller's transaction.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import to_builtins

from spades_tui.play.cast import of_seat
from spades_tui.record.json_form import checked
from spades_tui.rules import season_effects
from spades_tui.rules.season_facts import NotedChange
from spades_tui.scorebook.database import SEAT_COLUMNS, make_tables
from spades_tui.scorebook.game_result import GameResult, day_of, moment_of, trusted_result
from spades_tui.scorebook.notes import ABOUT, TABLE_EVENTS, Note, sql_list
from spades_tui.scorebook.people import Directory, directory
from spades_tui.scorebook.season import CountMoved, GamePlayed, Happening, Kind, Season, SeasonEntry, is_computer
from spades_tui.scorebook.statistics import SUMS
from spades_tui.system.output import json_text

_sums_of = attrgetter(*SUMS)


def meta(connection: sqlite3.Connection, key: str) -> int:
    """Return a stored number; 0 if there is none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return int(row[0]) if row else 0


def set_meta(connection: sqlite3.Connection, key: str, value: int | str) -> None:
    """Store a number or a text under this name."""
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


def put_notes(connection: sqlite3.Connection, notes: Iterable[Note]) -> list[Note]:
    """Store those notes and games that are new, and return them."""
    by_id: dict[str, Note] = {}
    games: dict[str, Note] = {}
    for note in notes:
        if note["event"] == "game":
            games.setdefault(note["game"]["id"], note)
        else:
            by_id.setdefault(note["id"], note)
    last_note = connection.execute("SELECT coalesce(max(place), 0) FROM notes").fetchone()[0]
    connection.executemany(
        "INSERT OR IGNORE INTO notes (id, event, about, moment, json) VALUES (?, ?, ?, ?, ?)",
        [(note["id"], note["event"], _about(note), moment_of(note["at"]), json_text(note)) for note in by_id.values()],
    )
    last_game = connection.execute("SELECT coalesce(max(rowid), 0) FROM results").fetchone()[0]
    connection.executemany(
        "INSERT OR IGNORE INTO results (id, json) VALUES (?, ?)",
        [(game, _json_text(note["game"])) for game, note in games.items()],
    )
    new_games = connection.execute("SELECT id FROM results WHERE rowid > ? ORDER BY rowid", (last_game,))
    new_notes = connection.execute("SELECT id FROM notes WHERE place > ? ORDER BY place", (last_note,))
    new = [games[game] for (game,) in new_games]
    new += [by_id[note] for (note,) in new_notes]
    return new


def _about(note: Note) -> str | None:
    """Return what a note is about, if its event has a key for that."""
    key = ABOUT.get(note["event"])
    return None if key is None else note[key]


def _json_text(data: dict[str, Any]) -> str:
    return msgspec.json.encode(data).decode()


def put_result(connection: sqlite3.Connection, result: GameResult, file: str) -> bool:
    """Store the digest of a game from its record, replacing a noted one. Return whether anything is new."""
    text = _json_text(result.to_json())
    known = connection.execute("SELECT file, json FROM results WHERE id = ?", (result.id,)).fetchone()
    if known is not None and known[0] is not None and known[1] == text:
        return False
    connection.execute(
        "INSERT INTO results (id, file, json) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET file = excluded.file, json = excluded.json",
        (result.id, file, text),
    )
    return known is None or known[1] != text


def file_games(connection: sqlite3.Connection, who: Directory, results: Iterable[GameResult]) -> None:
    """Add games to their tables and people, replacing earlier versions of them.

    Persons get the name in their earliest record; notes may give another. No game may be in `results` twice.
    """
    names: list[tuple[str, str, str]] = []
    members: set[tuple[str, str]] = set()
    gone: list[tuple[str]] = []
    games: list[tuple[object, ...]] = []
    seats: list[tuple[object, ...]] = []
    for result in results:
        gone.append((result.id,))
        if result.id in who.deleted:
            continue
        moment = result.moment
        persons = who.seats_of(result)
        table = who.table_of(result.id, moment, persons)
        members |= {(table, person) for person in persons if not is_computer(person)}
        season = _json_text(to_builtins(_played(result, persons, moment)))
        day = result.day.isoformat()
        games.append((result.id, table, result.variant, result.title, moment, day, season))
        seats += _seat_rows(result, persons, table, day)
        names += [_name_of(person, seat.name, moment) for person, seat in zip(persons, result.seats, strict=True)]
    connection.executemany("DELETE FROM games WHERE id = ?", gone)
    connection.executemany(
        "INSERT INTO persons (id, name, named_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
        "name = excluded.name, named_at = excluded.named_at WHERE excluded.named_at < named_at",
        names,
    )
    connection.executemany("INSERT OR IGNORE INTO members (table_id, person) VALUES (?, ?)", members)
    connection.executemany(
        "INSERT INTO games (id, table_id, variant, title, moment, day, season) VALUES (?, ?, ?, ?, ?, ?, ?)", games
    )
    columns = ", ".join(f'"{column}"' for column in SEAT_COLUMNS)
    values = ", ".join("?" * len(SEAT_COLUMNS))
    connection.executemany(f"INSERT INTO seats ({columns}) VALUES ({values})", seats)


def _seat_rows(result: GameResult, persons: tuple[str, ...], table: str, day: str) -> Iterator[tuple[object, ...]]:
    """Yield the seats of a game with everything that is counted, as rows of the database."""
    side_of = {seat: side for side, seats in enumerate(result.sides) for seat in seats}
    for number, (seat, person) in enumerate(zip(result.seats, persons, strict=True)):
        player = of_seat(seat.name, seat.level) if is_computer(person) else None
        name = "" if player is None else player.name
        feats = json_text(seat.feats) if seat.feats else ""
        place = (side_of.get(number, number), seat.place)
        yield (
            result.id, number, person, table, result.variant, day, *place, seat.pairs, name, feats, seat.won,
            *_sums_of(seat),
        )  # fmt: skip


def _name_of(person: str, name: str, moment: str) -> tuple[str, str, str]:
    """Return a person, the name in a record, and text that sorts names by time; a level has only one name."""
    if is_computer(person):
        return person, f"Computer ({person.removeprefix('c:')})", ""
    return person, name.strip(), f"{moment} {name}"


def _played(result: GameResult, persons: tuple[str, ...], moment: str) -> GamePlayed:
    """Return what the season needs of a game, with persons instead of seats."""
    winners = tuple(persons[seat] for side in result.winners for seat in result.sides[side])
    values = season_effects.game_values(result, persons)
    return GamePlayed(moment, result.day, result.id, persons, winners, names_last=result.has_tray, **values)


def compute_all(connection: sqlite3.Connection, progress: Callable[[int, int], object] | None = None) -> None:
    """Compute everything. Call `progress` with the number of games done and of all; if it raises, stop."""
    make_tables(connection, "files")
    set_meta(connection, "stale", 0)
    who = directory(connection)
    for info in who.tables.values():
        members = {(info.id, who.person(person)) for person in info.people}
        connection.executemany("INSERT INTO members (table_id, person) VALUES (?, ?)", members)
        connection.execute("INSERT INTO uncounted VALUES (?)", (info.id,))

    def games() -> Iterator[GameResult]:
        """Yield all games by id, deleted ones too."""
        rows = connection.execute("SELECT json FROM results ORDER BY id").fetchall()
        for n, (text,) in enumerate(rows, 1):
            if progress is not None:
                progress(n, len(rows))
            yield trusted_result(json.loads(text))

    file_games(connection, who, games())
    count_seasons(connection, who)


# ---- seasons

_HAPPENINGS = f"""
SELECT moment, 0 AS noted, id AS place, season FROM games WHERE table_id = :table
UNION ALL
SELECT moment, 1, place, json FROM notes WHERE event IN {sql_list(TABLE_EVENTS)} AND about = :table
UNION ALL
SELECT n.moment, 1, max(n.place), n.json FROM notes n JOIN games g ON g.id = n.about
    WHERE n.event IN {sql_list(season_effects.VERDICTS)} AND g.table_id = :table
    GROUP BY n.about, json_extract(n.json, '$.mark')
ORDER BY moment, noted, place
"""
"""Games and notes in order: games first at equal moments, and the last verdict on each judged card."""


def happenings(connection: sqlite3.Connection, table: str, who: Directory) -> Iterator[Happening]:
    """Yield what has happened at a table, in order."""
    for _, noted, _, text in connection.execute(_HAPPENINGS, {"table": table}).fetchall():
        if noted:
            yield from _noted(connection, json.loads(text), who)
        else:
            yield checked(GamePlayed, json.loads(text))


def _noted(connection: sqlite3.Connection, note: Note, who: Directory) -> Iterator[Happening]:
    """Yield what happens to a person by a note; nothing if it changes nothing."""
    if note["event"] == "correction":
        change: NotedChange | None = NotedChange(Kind(note["what"]), note["amount"])
    else:
        change = season_effects.change_of(note)
    if "mark" in note:
        person = _accused(connection, note)
    else:
        person = who.person(note["person"])
    if change is None or person is None:
        return
    moment, day = moment_of(note["at"]), day_of(note["at"])
    if change.into is not None:
        yield CountMoved(moment, day, person, change.kind, change.into)
    else:
        yield SeasonEntry(moment, day, person, change.kind, change.amount, change.game)


def _accused(connection: sqlite3.Connection, note: Note) -> str | None:
    seat = note["mark"].split("/")[1] if note["mark"].count("/") == 2 else ""
    # SQLite compares a text as a number if it is one, however long
    query = "SELECT person FROM seats WHERE game = ? AND seat = ?"
    row = connection.execute(query, (note["game"], seat)).fetchone()
    return str(row[0]) if row else None


def uncounted(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the tables whose seasons must be counted."""
    return tuple(row[0] for row in connection.execute("SELECT table_id FROM uncounted ORDER BY table_id"))


def count_season(connection: sqlite3.Connection, who: Directory, table: str) -> None:
    """Compute the entries of a table and their totals again, in about 0.1 seconds for 1,000 games."""
    counted = Season()
    for happening in happenings(connection, table, who):
        counted.take(happening)
    for computed in ("uncounted", "entries", "totals"):
        connection.execute(f"DELETE FROM {computed} WHERE table_id = ?", (table,))
    connection.executemany(
        "INSERT INTO entries (table_id, place, moment, day, person, kind, amount, game, other) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table, place, e.moment, e.day.isoformat(), e.person, e.kind.value, e.amount, e.game, e.other)
            for place, e in enumerate(counted.entries)
        ],
    )
    connection.execute(
        "INSERT INTO totals (table_id, person, kind, year, amount) "
        "SELECT table_id, person, kind, CAST(substr(day, 1, 4) AS INTEGER), sum(amount) FROM entries "
        "WHERE table_id = ? GROUP BY person, kind, 4 HAVING sum(amount) <> 0",
        (table,),
    )


def count_seasons(connection: sqlite3.Connection, who: Directory) -> None:
    """Count every season that must be counted."""
    for table in uncounted(connection):
        count_season(connection, who, table)
