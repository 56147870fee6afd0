"""The persons and tables of the scorebook, from its notes.

Each name in a record is a person, unless a note says otherwise. A person may be renamed, so that both names mean them,
or merged into another. Computer players count by level, whatever their style.
"""

import json
import sqlite3
from collections.abc import Iterable
from hashlib import sha256

from msgspec import Struct, field
from msgspec.structs import replace

from spades_tui.bots.styles import split_level
from spades_tui.language.player_names import name_key
from spades_tui.language.quoting import either
from spades_tui.scorebook.game_result import GameResult, moment_of
from spades_tui.scorebook.notes import STRUCTURE, Note, sql_list
from spades_tui.scorebook.season import Agreements, is_computer

NOBODY = "Computer players"
"""The table of games between computer players only."""


class TableInfo(Struct):
    """A table with a given name, or one that the scorebook made for a group of people."""

    id: str
    name: str | None = None
    people: set[str] = set()
    settings: Agreements = field(default_factory=Agreements)
    since: str = ""
    """The time of naming; later games of only some of its people also belong to the table."""


def person_id(name: str, computer: bool, level: str | None) -> str:
    """Return the person in a seat of a record, before any renaming."""
    if computer:
        return f"c:{split_level(level or 'computer')[0]}"
    return f"p:{name_key(name)}"


class Directory:
    """The persons and tables of the notes; later notes win."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self.names: dict[str, str] = {}
        """Given names of persons."""
        self.tables: dict[str, TableInfo] = {}
        self.deleted: set[str] = set()
        self._alias: dict[str, str] = {}
        self._into: dict[str, str] = {}
        self._assigned: dict[str, tuple[str, dict[int, str]]] = {}
        for note in notes:
            self._take(note)

    def _take(self, note: Note) -> None:
        match note["event"]:
            case "table":
                table = self.tables.setdefault(note["table"], TableInfo(note["table"]))
                if "name" in note:
                    table.name = note["name"]
                    table.since = table.since or moment_of(note["at"])
                if "people" in note:
                    table.people = set(note["people"])
                table.settings = replace(table.settings, **note.get("settings", {}))
            case "person":
                person = self.person(note["person"])
                self.names[person] = note["name"]
                if not is_computer(person):
                    self._alias[f"p:{name_key(note['name'])}"] = person
            case "merge":
                person, into = self.person(note["person"]), self.person(note["into"])
                if person != into:
                    self._into[person] = into
            case "assign":
                people = {int(seat): person for seat, person in note.get("people", {}).items()}
                self._assigned[note["game"]] = (note["table"], people)
            case "deleted":
                self.deleted.add(note["game"])
            case "restored":
                self.deleted.discard(note["game"])

    def person(self, person: str) -> str:
        """Return the id of a person after renaming and merging."""
        seen: set[str] = set()
        later: str | None = person
        while later is not None and later not in seen:
            person = later
            seen.add(person)
            later = self._into.get(person) or self._alias.get(person)
        return person

    def seats_of(self, result: GameResult) -> tuple[str, ...]:
        """Return the person in each seat."""
        _, assigned = self._assigned.get(result.id, ("", {}))
        ids = [person_id(seat.name, seat.kind != "human", seat.level) for seat in result.seats]
        return tuple(self.person(assigned.get(seat, own)) for seat, own in enumerate(ids))

    def table_of(self, game: str, moment: str, persons: tuple[str, ...]) -> str:
        """Return the table of a game.

        An assignment decides first. Otherwise it's a named table of exactly these people, or one of more people that
        was named before the game. Without one, it's the table that the scorebook makes for this group.
        """
        assigned = self._assigned.get(game)
        if assigned is not None and assigned[0] in self.tables:
            return assigned[0]
        people = {person for person in persons if not is_computer(person)}
        fitting = []
        for place, table in enumerate(self.tables.values()):
            members = set(map(self.person, table.people))
            if people and members == people:
                fitting.append((0, place, table.id))
            elif len(people) > 1 and people < members and table.since and table.since <= moment:
                fitting.append((len(members), place, table.id))
        if fitting:
            return min(fitting)[2]
        if not people:
            return "auto:computers"
        group = sha256("\n".join(sorted(people)).encode()).hexdigest()[:12]
        return f"auto:{group}"


def group_name(names: Iterable[str]) -> str:
    """Return the name of an unnamed table: ``Ann, Bea & Cy``."""
    members: list[str] = sorted(names, key=str.casefold)
    return either(members, "&") or NOBODY


def names_of(connection: sqlite3.Connection, who: Directory) -> dict[str, str]:
    """Return everybody's name: the given one, or the one in the earliest record."""
    given = {person: name for person, name in who.names.items() if who.person(person) == person}
    return dict(connection.execute("SELECT id, name FROM persons").fetchall()) | given


def directory(connection: sqlite3.Connection) -> Directory:
    """Return who is who, from the notes in the order of their file."""
    rows = connection.execute(f"SELECT json FROM notes WHERE event IN {sql_list(STRUCTURE)} ORDER BY place")
    return Directory(json.loads(row[0]) for row in rows)
