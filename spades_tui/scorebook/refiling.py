"""Compute the consequences of new notes: move a few games to other tables or people, or compute everything again."""

import json
import sqlite3
from collections.abc import Callable, Iterable

from spades_tui.scorebook import database_store
from spades_tui.scorebook.database_store import Changes, file_games, name_tables, seat_at, seats_of
from spades_tui.scorebook.game_result import moment_of, trusted_result
from spades_tui.scorebook.notes import STRUCTURE, Note
from spades_tui.scorebook.people import Directory, person_id
from spades_tui.scorebook.season import is_computer

OF_A_GAME = ("assign", "deleted", "restored", "game")
"""Events that change one game."""
MOST_MOVED = 200
"""Maximum number of games to move; with more, the whole scorebook is computed again."""


def follow_notes(
    connection: sqlite3.Connection, new: list[Note], anew: bool, progress: Callable[[int, int], None] | None
) -> None:
    """Compute the consequences of new notes, as few as possible; `anew`: compute everything, with `progress`."""
    heavy = [note for note in new if note["event"] in STRUCTURE and not _is_light(connection, note)]
    if anew or any(note["event"] not in (*OF_A_GAME, "table") for note in heavy):
        database_store.compute_all(connection, progress)
        return
    who = database_store.directory(connection)
    games = games_of(connection, who, new)
    if len(games) > MOST_MOVED:
        database_store.compute_all(connection, progress)
        return
    changes = Changes()
    for note in new:
        match note["event"]:
            case "table":
                seat_at(connection, who, note["table"], note.get("people", ()))
                settle_members(connection, who, note["table"])
            case "person":
                database_store.name_persons(connection, who)
                name_tables(connection)
                alias = person_id(note["name"], False, None)
                for info in who.tables.values():
                    if alias in info.people:
                        settle_members(connection, who, info.id)
            case "hearing":
                row = connection.execute("SELECT table_id FROM games WHERE id = ?", (note["game"],)).fetchone()
                if row is not None:
                    changes.touch(row[0], _first_heard(connection, note))
            case "carried" | "struck" | "deck_paid" | "correction":
                changes.touch(note["table"], moment_of(note["at"]))
            case "review":
                database_store.put_review(connection, note)
    refile(connection, who, games, changes)
    database_store.follow_up(connection, who, changes)


def _first_heard(connection: sqlite3.Connection, note: Note) -> str:
    """Return when a mark was first heard, because another hearing replaces the earlier one at its time."""
    rows = connection.execute("SELECT moment, json FROM notes WHERE event = 'hearing' AND about = ?", (note["game"],))
    return min(str(moment) for moment, text in rows if json.loads(text)["mark"] == note["mark"])


def _is_light(connection: sqlite3.Connection, note: Note) -> bool:
    """Return whether a note changes only names and settings."""
    if note["event"] == "person":
        known = connection.execute("SELECT id FROM persons").fetchall()
        alias = person_id(note["name"], False, None)
        return alias == note["person"] or ((note["person"],) in known and (alias,) not in known)
    if note["event"] == "table":
        known = connection.execute("SELECT named FROM tables WHERE id = ?", (note["table"],)).fetchone()
        return known is not None and "people" not in note and (bool(known[0]) or "name" not in note)
    return False


def games_of(connection: sqlite3.Connection, who: Directory, notes: Iterable[Note]) -> set[str]:
    """Return the games that notes change.

    These are the games that they name, and those that belong to another table because of a new table or name.
    """
    notes = tuple(notes)
    named = [note["game"] for note in notes if note["event"] in OF_A_GAME]
    found = {game["id"] if isinstance(game, dict) else game for game in named}
    naming = [note for note in notes if note["event"] in ("person", "table")]
    if any(note["event"] == "person" or "people" in note or "name" in note for note in naming):
        rows = connection.execute("SELECT id, table_id, moment, season FROM games").fetchall()
        for game, table, moment, season in rows:
            if who.table_of(game, moment, tuple(json.loads(season)["players"])) != table:
                found.add(game)
    return found


def refile(connection: sqlite3.Connection, who: Directory, games: Iterable[str], changes: Changes) -> None:
    """Move games to the right tables and people, and remove tables and persons without games."""
    persons: set[str] = set()
    tables: set[str] = set()
    found = []
    for game in sorted(games):
        row = connection.execute("SELECT json FROM results WHERE id = ?", (game,)).fetchone()
        if row is None:
            continue
        for at in connection.execute("SELECT table_id FROM games WHERE id = ?", (game,)):
            tables.add(at[0])
            persons |= {seat.person for seat in seats_of(connection, game)}
        found.append(trusted_result(json.loads(row[0])))
    met = file_games(connection, who, found, changes)
    for person in sorted(persons):
        met = _settle_person(connection, who, person) or met
    for table in sorted(tables):
        settle_members(connection, who, table)
    if met:
        name_tables(connection)


def _settle_person(connection: sqlite3.Connection, who: Directory, person: str) -> bool:
    """Give a person without a given name the one in the earliest record; drop a person without games.

    Return whether the name has changed or is gone.
    """
    if person in who.names:
        return False
    rows = connection.execute(
        "SELECT g.moment, r.json, s.seat FROM seats s JOIN games g ON g.id = s.game JOIN results r ON r.id = g.id "
        "WHERE s.person = ? AND g.moment = (SELECT min(h.moment) FROM seats t JOIN games h ON h.id = t.game "
        "WHERE t.person = ?)",
        (person, person),
    ).fetchall()
    if not rows:
        connection.execute("DELETE FROM persons WHERE id = ?", (person,))
        return True
    if is_computer(person):
        return False
    named_at, name = min(
        (f"{moment} {name}", name.strip())
        for moment, text, seat in rows
        for name in (json.loads(text)["seats"][seat]["name"],)
    )
    done = connection.execute(
        "UPDATE persons SET name = ?, named_at = ? WHERE id = ? AND named_at <> ?", (name, named_at, person, named_at)
    )
    return done.rowcount > 0


def settle_members(connection: sqlite3.Connection, who: Directory, table: str) -> None:
    """Set the people of a table: those named in notes, and those who have played there.

    A table that the scorebook made is dropped after its last game.
    """
    rows = connection.execute(
        "SELECT DISTINCT s.person FROM games g JOIN seats s ON s.game = g.id WHERE g.table_id = ?", (table,)
    ).fetchall()
    people = {row[0] for row in rows if not is_computer(row[0])}
    info = who.tables.get(table)
    if info is None and not rows:
        connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
        connection.execute("DELETE FROM tables WHERE id = ?", (table,))
        return
    people |= {who.person(person) for person in info.people} if info is not None else set()
    known = {row[0] for row in connection.execute("SELECT person FROM members WHERE table_id = ?", (table,))}
    if known != people:
        connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
        seat_at(connection, who, table, sorted(people))
