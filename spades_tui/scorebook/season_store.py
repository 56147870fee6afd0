"""Seasons in the database: happenings at a table, and their entries. The caller begins and ends transactions."""

import json
import sqlite3
from collections.abc import Iterator

from spades_tui.record.json_form import checked
from spades_tui.rules import season_effects
from spades_tui.rules.season_facts import NotedChange
from spades_tui.scorebook import season
from spades_tui.scorebook.game_result import day_of, moment_of
from spades_tui.scorebook.notes import TABLE_EVENTS, Note, sql_list
from spades_tui.scorebook.people import Directory

CHECKPOINT = 64
"""The number of happenings after which to save a season's state, so that counting needn't start from the beginning."""

_HAPPENINGS = f"""
SELECT moment, 0 AS noted, id AS place, season FROM games WHERE table_id = :table AND moment > :after
UNION ALL
SELECT moment, 1, place, json FROM notes
    WHERE event IN {sql_list(TABLE_EVENTS)} AND about = :table AND moment > :after
UNION ALL
SELECT n.moment, 1, max(n.place), n.json FROM notes n JOIN games g ON g.id = n.about
    WHERE n.event IN {sql_list(season_effects.VERDICTS)} AND g.table_id = :table AND n.moment > :after
    GROUP BY n.about, json_extract(n.json, '$.mark')
ORDER BY moment, noted, place
"""
"""Games and notes after a moment, in order: games first at equal moments, and the last verdict on each judged card."""


def happenings(connection: sqlite3.Connection, table: str, who: Directory, after: str) -> Iterator[season.Happening]:
    """Yield what has happened at a table after a moment, in order."""
    for _, noted, _, text in connection.execute(_HAPPENINGS, {"table": table, "after": after}).fetchall():
        if noted:
            yield from _noted(connection, json.loads(text), who)
        else:
            yield checked(season.GamePlayed, json.loads(text))


def _noted(connection: sqlite3.Connection, note: Note, who: Directory) -> Iterator[season.Happening]:
    """Yield what happens to a person by a note; nothing if it changes nothing."""
    if note["event"] == "correction":
        change: NotedChange | None = NotedChange(season.Kind(note["what"]), note["amount"])
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
        yield season.CountMoved(moment, day, person, change.kind, change.into)
    else:
        yield season.SeasonEntry(moment, day, person, change.kind, change.amount, change.game)


def _accused(connection: sqlite3.Connection, note: Note) -> str | None:
    seat = note["mark"].split("/")[1] if note["mark"].count("/") == 2 else ""
    # SQLite compares a text as a number if it is one, however long
    query = "SELECT person FROM seats WHERE game = ? AND seat = ?"
    row = connection.execute(query, (note["game"], seat)).fetchone()
    return str(row[0]) if row else None


def uncounted(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the tables whose seasons aren't counted to the end yet."""
    return tuple(row[0] for row in connection.execute("SELECT DISTINCT table_id FROM uncounted ORDER BY table_id"))


def count_season(connection: sqlite3.Connection, who: Directory, table: str) -> None:
    """Compute the entries of a table again from its first change on, because earlier ones can't have changed.

    It takes about 0.1 seconds for 1,000 games.
    """
    (since,) = connection.execute("SELECT min(since) FROM uncounted WHERE table_id = ?", (table,)).fetchone()
    if since is None:
        return
    connection.execute("DELETE FROM uncounted WHERE table_id = ?", (table,))
    connection.execute("DELETE FROM checkpoints WHERE table_id = ? AND moment >= ?", (table, since))
    checkpoint = connection.execute(
        "SELECT moment, place, state FROM checkpoints WHERE table_id = ? ORDER BY moment DESC LIMIT 1", (table,)
    ).fetchone()
    after, first, state = checkpoint or ("", 0, None)
    counted = season.Season(state)
    _add_totals(connection, table, first, -1)
    connection.execute("DELETE FROM entries WHERE table_id = ? AND place >= ?", (table, first))
    every = [*happenings(connection, table, who, after)]
    written = 0
    for n, happening in enumerate(every, 1):
        counted.take(happening)
        whole = n == len(every) or every[n].moment > happening.moment  # nothing else happens at this moment
        if whole and n - written >= CHECKPOINT:
            place = first + len(counted.entries)
            row = (table, happening.moment, place, counted.saved(happening.day))
            connection.execute("INSERT INTO checkpoints (table_id, moment, place, state) VALUES (?, ?, ?, ?)", row)
            written = n
    connection.executemany(
        "INSERT INTO entries (table_id, place, moment, day, person, kind, amount, game, other) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table, place, e.moment, e.day.isoformat(), e.person, e.kind.value, e.amount, e.game, e.other)
            for place, e in enumerate(counted.entries, first)
        ],
    )
    _add_totals(connection, table, first, 1)


def count_seasons(connection: sqlite3.Connection, who: Directory) -> None:
    """Count every season that isn't counted to its end."""
    for table in uncounted(connection):
        count_season(connection, who, table)


def _add_totals(connection: sqlite3.Connection, table: str, first: int, sign: int) -> None:
    """Add the entries from an index on to the year's totals, or subtract them with `sign` −1."""
    connection.execute(
        "INSERT INTO totals (table_id, person, kind, year, amount) "
        "SELECT table_id, person, kind, CAST(substr(day, 1, 4) AS INTEGER), ? * sum(amount) FROM entries "
        "WHERE table_id = ? AND place >= ? GROUP BY table_id, person, kind, 4 "
        "ON CONFLICT (table_id, person, kind, year) DO UPDATE SET amount = amount + excluded.amount",
        (sign, table, first),
    )
    connection.execute("DELETE FROM totals WHERE table_id = ? AND amount = 0", (table,))
