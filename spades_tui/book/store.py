"""What follows from results and notes, kept in the database. Every function works inside its caller's transaction."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from spades_tui.book import notes as own
from spades_tui.book.notes import Note
from spades_tui.book.people import Directory, group_name, is_computer
from spades_tui.book.result import GameResult, SeatResult, day_of, moment_of, result_from
from spades_tui.book.schema import COMPUTED
from spades_tui.book.season import Carried, Corrected, DeckPaid, Happening, Heard, Kind, Played, Player, season

_SEAT_COUNTS = (
    "place", "won", "points", "hands", "bid", "tricks", "made", "set", "bags", "zeros", "zeros_made", "blinds",
    "blinds_made", "bemos", "bemos_kept", "bones", "pairs",
)  # fmt: skip

Since = dict[str, str]
"""Tables whose season must be computed anew, each from a moment on."""

EVERYTHING = "*"
"""In the place of a table: all of the book must be computed anew."""


def meta(connection: sqlite3.Connection, key: str) -> int:
    """A number that the book remembers; 0 if it is new."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return int(row[0]) if row else 0


def set_meta(connection: sqlite3.Connection, key: str, value: int) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


def directory(connection: sqlite3.Connection) -> Directory:
    """Who is who, from the notes in the order of their file."""
    events = [event for event in own.STRUCTURE if event != "game"]
    rows = connection.execute(
        f"SELECT json FROM notes WHERE event IN ({','.join('?' * len(events))}) ORDER BY place", events
    )
    return Directory(json.loads(row[0]) for row in rows)


def put_notes(connection: sqlite3.Connection, notes: Iterable[Note]) -> list[Note]:
    """Keep notes that are not known yet, and tell which they are."""
    new = []
    for note in notes:
        done = connection.execute(
            "INSERT OR IGNORE INTO notes (id, event, json) VALUES (?, ?, ?)",
            (note["id"], note["event"], json.dumps(note, ensure_ascii=False)),
        )
        if done.rowcount:
            new.append(note)
            if note["event"] == "game":
                put_result(connection, result_from(note["game"]), None)
    return new


def put_result(connection: sqlite3.Connection, result: GameResult, file: str | None) -> bool:
    """Keep a digest; one that was read from a record goes before one that was noted. False if nothing is new."""
    text = json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":"))
    known = connection.execute("SELECT file, json FROM results WHERE id = ?", (result.id,)).fetchone()
    if known is not None and (file is None or (known[0] is not None and known[1] == text)):
        return False
    connection.execute(
        "INSERT INTO results (id, file, json) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET file = excluded.file, json = excluded.json",
        (result.id, file, text),
    )
    return known is None or known[1] != text


def results(connection: sqlite3.Connection) -> Iterator[GameResult]:
    """All games, deleted ones included, by their names."""
    for row in connection.execute("SELECT json FROM results ORDER BY id").fetchall():
        yield result_from(json.loads(row[0]))


def unfile(connection: sqlite3.Connection, game: str, since: Since) -> None:
    """Take a game out of its table."""
    row = connection.execute("SELECT table_id, moment FROM games WHERE id = ?", (game,)).fetchone()
    if row is not None:
        connection.execute("DELETE FROM games WHERE id = ?", (game,))
        _touch(since, row[0], row[1])


def _touch(since: Since, table: str, moment: str) -> None:
    since[table] = min(since.get(table, moment), moment)


def file_game(connection: sqlite3.Connection, who: Directory, result: GameResult, since: Since) -> bool:
    """Put a game to its table, its people and their counts; a game that is there already is put anew.

    True if somebody has a name now that he had not before: `name_tables` is due then.
    """
    unfile(connection, result.id, since)
    if result.id in who.deleted:
        return False
    persons = who.seats_of(result)
    table = who.table_of(result, persons)
    met = [
        _meet(connection, who, person, seat, result.moment)
        for person, seat in zip(persons, result.seats, strict=True)
    ]
    seat_at(connection, who, table, [person for person in persons if not is_computer(person)])
    day = result.day.isoformat()
    connection.execute(
        "INSERT INTO games (id, table_id, variant, title, ended, moment, day, hands, reason, season) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (result.id, table, result.variant, result.title, result.ended, result.moment, day, result.hands, result.reason,
         json.dumps(_season_data(result, persons), ensure_ascii=False, separators=(",", ":"))),
    )  # fmt: skip
    side_of = {seat: side for side, seats in enumerate(result.sides) for seat in seats}
    columns = ", ".join(f'"{name}"' for name in _SEAT_COUNTS)
    connection.executemany(
        f"INSERT INTO seats (game, seat, person, variant, day, side, {columns}) "
        f"VALUES (?, ?, ?, ?, ?, ?, {', '.join('?' * len(_SEAT_COUNTS))})",
        [
            (result.id, n, persons[n], result.variant, day, side_of.get(n, n),
             *(getattr(seat, name) for name in _SEAT_COUNTS))
            for n, seat in enumerate(result.seats)
        ],
    )  # fmt: skip
    _touch(since, table, result.moment)
    return any(met)


def _meet(connection: sqlite3.Connection, who: Directory, person: str, seat: SeatResult, moment: str) -> bool:
    """A person of the book: called as somebody has said, else as in the earliest record. True if that is new."""
    if is_computer(person):
        name, named_at = who.names.get(person, f"Computer ({person.removeprefix('c:')})"), ""
    else:
        given = who.names.get(person)
        name, named_at = (seat.name.strip(), f"{moment} {seat.name}") if given is None else (given, "")
    done = connection.execute(
        "INSERT INTO persons (id, name, named_at, computer) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
        "name = excluded.name, named_at = excluded.named_at WHERE excluded.named_at < named_at",
        (person, name, named_at, int(is_computer(person))),
    )
    return done.rowcount > 0


def name_persons(connection: sqlite3.Connection, who: Directory) -> None:
    """Persons whom somebody has named, whether they have played or not."""
    for person, name in who.names.items():
        if who.person(person) == person:
            connection.execute(
                "INSERT INTO persons (id, name, named_at, computer) VALUES (?, ?, '', ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name, named_at = excluded.named_at",
                (person, name, int(is_computer(person))),
            )


def seat_at(connection: sqlite3.Connection, who: Directory, table: str, people: Iterable[str]) -> None:
    """The table itself, with these people at it."""
    info = who.tables.get(table)
    known = connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone()
    if known is None:
        settings = info.settings if info else None
        connection.execute(
            "INSERT INTO tables (id, name, named, session, forfeit, deck) VALUES (?, ?, ?, ?, ?, ?)",
            (table, (info.name if info else None) or "", int(bool(info and info.name)),
             settings.session if settings else "day", settings.forfeit if settings else "carries the trays",
             settings.deck if settings else "a deck of cards"),
        )  # fmt: skip
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO members (table_id, person) VALUES (?, ?)", [(table, person) for person in people]
    )
    if known is None or connection.total_changes != before:
        name_tables(connection, table)


def name_tables(connection: sqlite3.Connection, table: str | None = None) -> None:
    """Tables that nobody has named are called after their people."""
    where, given = ("", ()) if table is None else (" AND id = ?", (table,))
    for (one,) in connection.execute(f"SELECT id FROM tables WHERE named = 0{where}", given).fetchall():
        names = connection.execute(
            "SELECT coalesce(p.name, substr(m.person, 3)) FROM members m LEFT JOIN persons p ON p.id = m.person "
            "WHERE m.table_id = ?",
            (one,),
        ).fetchall()
        connection.execute("UPDATE tables SET name = ? WHERE id = ?", (group_name(row[0] for row in names), one))


def _season_data(result: GameResult, persons: tuple[str, ...]) -> dict[str, Any]:
    """What the season needs of a game, with persons in the place of seats."""
    side_of = {side: [persons[seat] for seat in seats] for side, seats in enumerate(result.sides)}
    return {
        "players": list(persons),
        "winners": [person for side in result.winners for person in side_of[side]],
        "has_tray": result.has_tray,
        "last": [persons[seat] for seat in result.last],
        "chit": result.chit is not None,
        "named": persons[result.chit[1]] if result.chit is not None and result.chit[1] is not None else None,
        "wire": result.wire,
        "perfect": [persons[seat] for seat in result.perfect],
        "imperfect": [persons[seat] for seat in result.imperfect],
        "bones": [[persons[n], seat.bones] for n, seat in enumerate(result.seats) if seat.bones],
    }


def played(game: str, moment: str, day: str, data: dict[str, Any]) -> Played:
    """A game as the season sees it."""
    return Played(
        moment=moment, day=date.fromisoformat(day), game=game,
        players=tuple(Player(person, is_computer(person)) for person in data["players"]),
        winners=tuple(data["winners"]), has_tray=data["has_tray"], last=tuple(data["last"]), chit=data["chit"],
        named=data["named"], wire=data["wire"], perfect=tuple(data["perfect"]), imperfect=tuple(data["imperfect"]),
        boneheads=tuple((person, count) for person, count in data["bones"]),
    )  # fmt: skip


def happenings(connection: sqlite3.Connection, table: str, who: Directory) -> list[Happening]:
    """All that has happened at a table, in order: games first where the moment is the same."""
    found: list[tuple[str, int, int | str, Happening]] = []
    games = set()
    for game, moment, day, data in connection.execute(
        "SELECT id, moment, day, season FROM games WHERE table_id = ? ORDER BY moment, id", (table,)
    ):
        games.add(game)
        found.append((moment, 0, game, played(game, moment, day, json.loads(data))))
    rows = connection.execute(
        "SELECT place, json FROM notes WHERE event IN ('carried', 'deck_paid', 'hearing', 'correction') ORDER BY place"
    )
    heard: dict[tuple[str, str], tuple[int, Note]] = {}
    for place, text in rows:
        note = json.loads(text)
        if note["event"] == "hearing":
            if note["game"] in games:
                heard[note["game"], note["mark"]] = (place, note)  # heard again: the last verdict stands
        elif note["table"] == table:
            found.append((moment_of(note["at"]), 1, f"{place:012}", _happening(note, who)))
    for place, note in heard.values():
        person = _accused(connection, note)
        if note["zero_buddy"] and person is not None:
            moment = moment_of(note["at"])
            found.append((moment, 1, f"{place:012}", Heard(moment, day_of(note["at"]), person, note["game"])))
    found.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in found]


def _happening(note: Note, who: Directory) -> Happening:
    moment, day, person = moment_of(note["at"]), day_of(note["at"]), who.person(note["person"])
    match note["event"]:
        case "carried":
            return Carried(moment, day, person)
        case "deck_paid":
            return DeckPaid(moment, day, person, note["decks"])
        case _:
            return Corrected(moment, day, person, Kind(note["what"]), note["amount"])


def _accused(connection: sqlite3.Connection, note: Note) -> str | None:
    seat = note["mark"].split("/")[1] if note["mark"].count("/") == 2 else ""
    row = connection.execute(
        "SELECT person FROM seats WHERE game = ? AND seat = ?", (note["game"], int(seat) if seat.isdigit() else -1)
    ).fetchone()
    return str(row[0]) if row else None


def compute_seasons(connection: sqlite3.Connection, who: Directory, since: Since) -> None:
    """Write the entries of these tables anew, each from its moment on: those before depend on nothing later."""
    if EVERYTHING in since:
        compute_all(connection)
        return
    for table, moment in since.items():
        if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
            continue
        entries = season(happenings(connection, table, who))
        first = next((n for n, entry in enumerate(entries) if entry.moment >= moment), len(entries))
        connection.execute("DELETE FROM entries WHERE table_id = ? AND place >= ?", (table, first))
        connection.executemany(
            "INSERT INTO entries (table_id, place, moment, day, person, kind, amount, game, other) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (table, place, e.moment, e.day.isoformat(), e.person, e.kind.value, e.amount, e.game, e.other)
                for place, e in enumerate(entries[first:], first)
            ],
        )


def compute_all(connection: sqlite3.Connection) -> None:
    """Everything that follows from results and notes, from nothing."""
    for table in COMPUTED:
        connection.execute(f"DELETE FROM {table}")
    who = directory(connection)
    name_persons(connection, who)
    since: Since = {}
    for info in who.tables.values():
        seat_at(connection, who, info.id, sorted(who.person(person) for person in info.people))
        since[info.id] = ""
    for result in results(connection):
        file_game(connection, who, result, since)
    name_tables(connection)
    compute_seasons(connection, who, dict.fromkeys(since, ""))


def dump(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """All that is computed, in a fixed order: two books that say the same have the same."""
    out: list[tuple[Any, ...]] = []
    for table in COMPUTED:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        order = ", ".join(f'"{name}"' for name in columns)
        out += [(table, *row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}")]
    return out
