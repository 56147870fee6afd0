"""The scorebook of all tables: ask it for scoreboards and statistics, and give it notes that no record has."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TextIO

from spades_tui.scorebook import database, database_store, queries
from spades_tui.scorebook.database_keeper import Clock
from spades_tui.scorebook.erasing import Eraser
from spades_tui.scorebook.game_files import look
from spades_tui.scorebook.game_result import GameResult
from spades_tui.scorebook.notes import Note, new_note
from spades_tui.scorebook.people import Settings, is_computer, name_key, person_id
from spades_tui.scorebook.scoreboard import scoreboard
from spades_tui.scorebook.scorebook_error import BookError
from spades_tui.scorebook.season import CORRECTABLE, Kind, majority
from spades_tui.scorebook.statistics import PersonStatistics
from spades_tui.scorebook.views import (
    ChitDecision,
    GameProgress,
    GameRow,
    GivenUp,
    Happened,
    Hearing,
    PersonView,
    Scoreboard,
    TableView,
)  # fmt: skip
from spades_tui.system.folders import data_folder

_GAMES = "(SELECT coalesce(sum(amount), 0) FROM tallies t WHERE t.person = p.id AND t.what = 'games')"


def _now() -> datetime:
    return datetime.now().astimezone()


def open_book(folder: Path | None = None, *, clock: Clock = _now, patience: float = database.PATIENCE) -> "Book":
    """Open the scorebook in a folder (by default the data folder), and create it if it's missing.

    Use it in one thread, and close it. A damaged database is renamed, which `Book.notice` reports; `catch_up` fills the
    new one. Raises BookTrouble with one sentence if it can't be opened now: locked, a full disk, a later version.
    """
    return Book(folder or data_folder(), clock, patience)


class Book(Eraser):
    """The open scorebook. Any method may raise BookTrouble (the game goes on), or BookError for bad arguments."""

    # ---- games

    def delete_game(self, game: str) -> None:
        """Remove a game and all its effects from the scorebook. Its record stays. Raises BookError."""
        self._result(game)
        self._note(new_note("deleted", self._at(), game=game))

    def restore_game(self, game: str) -> None:
        """Restore a deleted game. Raises BookError for an unknown one."""
        self._result(game)
        self._note(new_note("restored", self._at(), game=game))

    def give_up(self, path: Path) -> None:
        """Abandon an unfinished game: it doesn't count, and isn't offered for resuming."""
        self._note(new_note("given_up", self._at(), file=Path(path).name))

    def take_up(self, path: Path) -> None:
        """Reopen an abandoned game."""
        self._note(new_note("taken_up", self._at(), file=Path(path).name))

    def given_up(self) -> tuple[GivenUp, ...]:
        """Return the abandoned games, the latest first, without those that were finished after all."""
        last: dict[str, GivenUp] = {}
        with self._reading() as connection:
            for event, text in connection.execute(
                "SELECT event, json FROM notes WHERE event IN ('given_up', 'taken_up') ORDER BY place"
            ):
                note = json.loads(text)
                last.pop(note["file"], None)
                if event == "given_up":
                    last[note["file"]] = GivenUp(note["file"], note["at"])
        finished = self.finished_files()
        return tuple(entry for entry in reversed(last.values()) if entry.file not in finished)

    def finished_files(self) -> frozenset[str]:
        """Return the names of the records whose games are over."""
        with self._reading() as connection:
            rows = connection.execute("SELECT name FROM files WHERE state = 'finished'")
            return frozenset(row[0] for row in rows)

    def open_files(self, limit: int = 200) -> tuple[str, ...]:
        """Return the names of the records whose games aren't over, the latest first, as of the last `catch_up`."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT name FROM files WHERE state = 'open' ORDER BY mtime DESC LIMIT ?", (limit,)
            )
            return tuple(row[0] for row in rows)

    def practice_files(self) -> tuple[str, ...]:
        """Return the names of finished practice records, which don't count (3B-11), the latest first."""
        with self._reading() as connection:
            rows = connection.execute("SELECT name FROM files WHERE state = 'practice' ORDER BY mtime DESC, name DESC")
            return tuple(row[0] for row in rows)

    def practice(self, path: Path) -> str:
        """Say why the game of a record doesn't count, as half a sentence; empty if it counts, or isn't over."""
        return look(path).practice

    def games(
        self, table: str | None = None, person: str | None = None, limit: int = 50, offset: int = 0
    ) -> tuple[GameRow, ...]:
        """Return finished games, the newest first. Raises BookError for an unknown table or person."""
        where, given = [], []
        if table is not None:
            where.append("table_id = ?")
            given.append(self.table(table).id)
        if person is not None:
            where.append("id IN (SELECT game FROM seats WHERE person = ?)")
            given.append(self.person(person).id)
        with self._reading() as connection:
            clause = f"WHERE {' AND '.join(where)}" if where else ""
            return tuple(queries.game_lines(connection, clause, tuple(given), limit, offset))

    def deleted(self, table: str | None = None, person: str | None = None) -> tuple[GameRow, ...]:
        """Return deleted games, the newest first, of all or of one table or person. Raises BookError."""
        at = self.table(table).id if table is not None else None
        one = self.person(person).id if person is not None else None
        with self._reading() as connection:
            return tuple(queries.deleted_lines(connection, database_store.directory(connection), at, one))

    def note_review(self, game: str | Path, seat: int, luck: float, play: float) -> None:
        """Save the review of a seat, in points over the game; it replaces an earlier one.

        `luck` is what luck brought, `play` what the player's choices cost (usually negative). The game is given by its
        id or by its record, which is taken in if needed. Raises BookError.
        """
        if isinstance(game, Path):
            found = self.take_in(game)
            if not found:
                raise BookError("A game is reviewed when it is over.")
            game = found[-1]
        if not 0 <= seat < len(self._result(game).seats):
            raise BookError(f"Seat {seat} is not in that game.")
        with self._reading() as connection:
            known = connection.execute("SELECT luck, play FROM reviews WHERE game = ? AND seat = ?", (game, seat))
            if known.fetchone() == (luck, play):
                return
        self._note(new_note("review", self._at(), game=game, seat=seat, luck=luck, play=play))

    def review(self, game: str) -> dict[int, tuple[float, float]]:
        """Return luck and play of each reviewed seat of a game."""
        with self._reading() as connection:
            rows = connection.execute("SELECT seat, luck, play FROM reviews WHERE game = ? ORDER BY seat", (game,))
            return {seat: (luck, play) for seat, luck, play in rows}

    def course(self, game: str) -> GameProgress:
        """Return the totals of a game after each hand. Raises BookError."""
        result = self._result(game)
        names = [" & ".join(result.seats[seat].name for seat in side) for side in result.sides]
        return GameProgress(result.title, tuple(names), result.course)

    # ---- persons and tables

    def persons(self) -> tuple[PersonView, ...]:
        """Return everybody, people first, by number of games."""
        with self._reading() as connection:
            rows = connection.execute(
                f"SELECT p.id, p.name, p.computer, {_GAMES} FROM persons p ORDER BY p.computer, 4 DESC, p.name"
            ).fetchall()
        return tuple(PersonView(row[0], row[1], bool(row[2]), row[3]) for row in rows)

    def person(self, person: str) -> PersonView:
        """Return a person by id or by any name, or a computer player by its level. Raises BookError."""
        with self._reading() as connection:
            who = database_store.directory(connection)
            called = connection.execute("SELECT id FROM persons WHERE computer AND name = ?", (person,)).fetchone()
            computer = called[0] if called is not None else f"c:{person}"
            for one in (who.person(person), who.person(person_id(person, False, None)), computer):
                row = connection.execute(
                    f"SELECT p.id, p.name, p.computer, {_GAMES} FROM persons p WHERE p.id = ?", (one,)
                ).fetchone()
                if row is not None:
                    return PersonView(row[0], row[1], bool(row[2]), row[3])
        raise BookError(f"No {person!r} in the scorebook.")

    def rename(self, person: str, name: str) -> None:
        """Rename a person; the old name remains that person's too. Raises BookError if the name is taken."""
        one, name = self.person(person), self._name(name)
        with self._reading() as connection:
            who = database_store.directory(connection)
            other = who.person(person_id(name, False, None))
            taken = connection.execute("SELECT name FROM persons WHERE id = ?", (other,)).fetchone()
        if taken is not None and other != one.id:
            raise BookError(f"{taken[0]} exists already; merge the two if they are the same person.")
        self._note(new_note("person", self._at(), person=one.id, name=name))

    def merge(self, person: str, into: str) -> None:
        """Merge two persons: all that the first did counts for the second. Raises BookError."""
        one, other = self.person(person), self.person(into)
        if one.id == other.id:
            raise BookError(f"{one.name} is that person already.")
        if one.computer != other.computer:
            raise BookError("A person and a computer player can't be merged.")
        self._note(new_note("merge", self._at(), person=one.id, into=other.id))

    def tables(self) -> tuple[TableView, ...]:
        """Return all tables, the one that played last first."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id FROM tables t ORDER BY (SELECT max(moment) FROM games g WHERE g.table_id = t.id) DESC, name"
            ).fetchall()
            return tuple(queries.table_view(connection, row[0]) for row in rows)

    def table(self, table: str) -> TableView:
        """Return a table by id or by name. Raises BookError."""
        with self._reading() as connection:
            row = connection.execute(
                "SELECT id FROM tables WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1", (table, table, table)
            ).fetchone()
            if row is None:
                key = name_key(table)
                every = connection.execute("SELECT id, name FROM tables ORDER BY id").fetchall()
                row = next(((one,) for one, name in every if name_key(name) == key), None)
            if row is None:
                raise BookError(f"No table {table!r} in the scorebook.")
            return queries.table_view(connection, row[0])

    def create_table(self, name: str, people: tuple[str, ...] = (), settings: Settings | None = None) -> str:
        """Create a table with a name and its people (names); return its id. Raises BookError if the name is taken.

        Games of exactly these people belong to it, and from now on games of some of them.
        """
        name = self._name(name)
        with self._reading() as connection:
            if any(name_key(row[0]) == name_key(name) for row in connection.execute("SELECT name FROM tables")):
                raise BookError(f"The table {name} exists already.")
        ids, notes = self._people(people)
        table = new_note("table", self._at(), table="t", name=name, people=ids, settings=_settings(settings))
        table["table"] = f"t:{table['id']}"
        self._note(*notes, table)
        return str(table["table"])

    def change_table(
        self, table: str, *, name: str | None = None, people: tuple[str, ...] | None = None,
        settings: Settings | None = None,
    ) -> None:  # fmt: skip
        """Change a table's name, people (ids or names) or settings. Raises BookError if the name is taken."""
        known = self.table(table)
        given = None if name is None else self._name(name)
        with self._reading() as connection:
            others = connection.execute("SELECT name FROM tables WHERE id <> ?", (known.id,)).fetchall()
        if given is not None and any(name_key(row[0]) == name_key(given) for row in others):
            raise BookError(f"The table {given} exists already.")
        ids, notes = self._people(people) if people is not None else (self._unsaid(known.id), [])
        keys = {"table": known.id, "name": given, "people": ids, "settings": _settings(settings)}
        self._note(*notes, new_note("table", self._at(), **keys))

    def _people(self, people: Iterable[str]) -> tuple[list[str] | None, list[Note]]:
        """Return the ids of people (ids or names), and notes that introduce new ones."""
        ids: list[str] = []
        notes: list[Note] = []
        with self._reading() as connection:
            who = database_store.directory(connection)
            known = {row[0] for row in connection.execute("SELECT id FROM persons")}
        for one in people:
            person = who.person(one)
            if person not in known:
                name = self._name(one)
                person = who.person(person_id(name, False, None))
                if person not in known and person not in ids:
                    notes.append(new_note("person", self._at(), person=person, name=name))
            if person not in ids:
                ids.append(person)
        return ids, notes

    def assign(self, game: str, table: str, people: Mapping[int, str] | None = None) -> None:
        """Assign a game to a table, and optionally other persons (ids or names) to its seats. Raises BookError."""
        result, known = self._result(game), self.table(table)
        seats = {}
        for seat, person in (people or {}).items():
            if not 0 <= seat < len(result.seats):
                raise BookError(f"Seat {seat} is not in that game.")
            seats[str(seat)] = self.person(person).id
        notes = [self._fixed(known.id), new_note("assign", self._at(), game=game, table=known.id, people=seats or None)]
        self._note(*(note for note in notes if note is not None))

    def _fixed(self, table: str) -> Note | None:
        """Return a note of a table that the scorebook made, to keep its people once a note names it; else None."""
        people = self._unsaid(table)
        return new_note("table", self._at(), table=table, people=people) if people is not None else None

    def _unsaid(self, table: str) -> list[str] | None:
        """Return the people of a table that the scorebook made and no note has named; None for any other."""
        with self._reading() as connection:
            if table in database_store.directory(connection).tables:
                return None
        return self._members(table)

    def _members(self, table: str) -> list[str]:
        with self._reading() as connection:
            rows = connection.execute("SELECT person FROM members WHERE table_id = ? ORDER BY person", (table,))
            return [row[0] for row in rows]

    def _name(self, name: str) -> str:
        name = " ".join(name.split())
        if not name or len(name) > 80 or not name.isprintable():
            raise BookError("A name has 1 to 80 printable letters.")
        return name

    # ---- the season

    def scoreboard(self, table: str, year: int | None = None) -> Scoreboard:
        """Return the scoreboard of a table (id or name), for all years or for one. Raises BookError."""
        one = self.table(table).id
        if year is not None and not 1 <= year <= 9999:
            raise BookError(f"{year} is not a year.")
        with self._reading() as connection:
            return scoreboard(connection, one, year, self._clock().date())

    def statistics(self, person: str, variant: str | None = None) -> PersonStatistics:
        """Return a person's statistics (id or name), in all variants or in one (slug). Raises BookError."""
        from spades_tui.scorebook.statistics import statistics

        one = self.person(person)
        with self._reading() as connection:
            return statistics(connection, one.id, one.name, one.computer, variant)

    def history(self, table: str, limit: int = 50) -> tuple[Happened, ...]:
        """Return what happened at a table, the latest last, without games and plain wins. Raises BookError."""
        one = self.table(table).id
        with self._reading() as connection:
            return tuple(queries.happened(connection, "table_id = ? AND kind NOT IN ('game', 'star')", (one,), limit))

    def came_of(self, game: str) -> tuple[Happened, ...]:
        """Return the results of a game, in order, with everybody named as at the table. Raises BookError."""
        with self._reading() as connection:
            row = connection.execute("SELECT table_id, moment FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(f"No game {game!r} in the scorebook.")
            where = "table_id = ? AND moment = ? AND game = ?"
            found = queries.happened(connection, where, (row[0], row[1], game), 1000)
            seats = connection.execute("SELECT person FROM seats WHERE game = ? ORDER BY seat", (game,)).fetchall()
        return tuple(queries.at_their_seats(found, self._result(game), [seat[0] for seat in seats]))

    def table_of(self, game: str) -> TableView:
        """Return the table of a game. Raises BookError."""
        with self._reading() as connection:
            row = connection.execute("SELECT table_id FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(f"No game {game!r} in the scorebook.")
            return queries.table_view(connection, row[0])

    def chits(self, person: str, table: str) -> int:
        """Return how many tray-chits a person holds at a table (3B-25, 3B-28). Raises BookError."""
        return self._held(Kind.CHIT, self.person(person).id, self.table(table).id)

    def _held(self, kind: Kind, person: str, table: str, before: str | None = None) -> int:
        where, given = "table_id = ? AND kind = ? AND person = ?", [table, kind.value, person]
        with self._reading() as connection:
            if before is None:
                query = f"SELECT coalesce(sum(amount), 0) FROM totals WHERE {where}"
            else:
                query = f"SELECT coalesce(sum(amount), 0) FROM entries WHERE {where} AND moment < ?"
                given.append(before)
            return int(connection.execute(query, given).fetchone()[0])

    def must_decide_chit(self, game: Path | GameResult) -> ChitDecision | None:
        """Return the decision that a tray person with a chit must make as the game ends (3B-27), or None.

        There is none without a single tray person, for a computer player, without a chit, or if the record has it.
        """
        result = game if isinstance(game, GameResult) else _last_game(Path(game))
        lost = result is not None and bool(result.chits) and result.chits[-1][1] is None
        if result is None or len(result.last) != 1 or lost:
            return None
        seat = result.tray_row[-1]
        with self._reading() as connection:
            who = database_store.directory(connection)
        persons = who.seats_of(result)
        person, table = persons[seat], who.table_of(result.id, result.moment, persons)
        if is_computer(person):
            return None
        held = self._held(Kind.CHIT, person, table, result.moment)
        if held < 1:
            return None
        choices = tuple((n, other.name) for n, other in enumerate(result.seats) if n not in result.tray_row)
        return ChitDecision(result.id, seat, person, result.seats[seat].name, held, choices)

    def to_carry(self, person: str, table: str) -> int:
        """Return how many trays a person still has to carry (3B-26). Raises BookError."""
        return self._held(Kind.PILE, self.person(person).id, self.table(table).id)

    def tick_carried(self, person: str, table: str) -> int:
        """Note that a person has carried all waiting trays (3B-26); return how many. Raises BookError."""
        one, at = self.person(person), self.table(table)
        piled = self._held(Kind.PILE, one.id, at.id)
        if not piled:
            raise BookError(f"{one.name} has nothing to carry.")
        self._tell(at.id, new_note("carried", self._at(), table=at.id, person=one.id))
        return piled

    def pay_deck(self, person: str, table: str, decks: int = 1) -> int:
        """Note that decks of cards were paid (3B-24); return how many are still owed. Raises BookError."""
        one, at = self.person(person), self.table(table)
        owed = self._held(Kind.DECK, one.id, at.id)
        if not 1 <= decks <= owed:
            raise BookError(f"{one.name} owes {owed or 'nothing'}.")
        self._tell(at.id, new_note("deck_paid", self._at(), table=at.id, person=one.id, decks=decks))
        return owed - decks

    def correct(self, person: str, table: str, what: Kind, amount: int, why: str = "") -> None:
        """Correct a count by hand: add `amount`, which may be negative. Raises BookError."""
        if what not in CORRECTABLE or not amount:
            raise BookError(f"{what} can't be corrected by {amount}.")
        one, at = self.person(person), self.table(table)
        if amount < 0 and self._held(what, one.id, at.id) <= 0:
            raise BookError(f"{one.name} has no {what} to take away.")
        keys = {"table": at.id, "person": one.id, "what": what.value, "amount": amount, "why": why or None}
        self._tell(at.id, new_note("correction", self._at(), **keys))

    def _tell(self, table: str, note: Note) -> None:
        fixed = self._fixed(table)
        self._note(*([fixed] if fixed else []), note)

    def hearings(self, game: str | Path) -> tuple[Hearing, ...]:
        """Return the ZB marks of a finished game (its id, or its record) for hearing (3B-30). Raises BookError."""
        if isinstance(game, Path):
            found = self.take_in(game)
            if not found:
                raise BookError("A mark is heard when the game is over.")
            game = found[-1]
        result = self._result(game)
        with self._reading() as connection:
            return tuple(queries.hearings(connection, result))

    def record_hearing(self, game: str, mark: str, votes: Mapping[str, bool]) -> bool:
        """Save the votes (by person id), and return the verdict: more than half of those who may vote (3B-30).

        Raises BookError for votes of others, or if the mark has lapsed because nobody can vote.
        """
        hearing = next((one for one in self.hearings(game) if one.mark == mark), None)
        if hearing is None:
            raise BookError("No such mark in that game.")
        voters = {person for person, _ in hearing.voters}
        if not set(votes) <= voters:
            raise BookError("Only the other people who hunted that zero vote.")
        verdict = majority(votes.values(), len(voters))
        if verdict is None:
            raise BookError("Nobody can vote; the mark lapses.")
        self._note(new_note("hearing", self._at(), game=game, mark=mark, votes=dict(votes), zero_buddy=verdict))
        return verdict

    # ---- out and in

    def export(self, stream: TextIO, form: str = "jsonl") -> None:
        """Write every game and every note as ``jsonl`` or ``csv``. Raises BookError."""
        from spades_tui.scorebook.transfer import every_note, write

        with self._reading() as connection:
            notes = list(every_note(connection))
        write(notes, stream, form)

    def import_(self, stream: TextIO) -> tuple[int, int]:
        """Import an exported scorebook; return how many games and notes were new. Raises BookError, adding nothing."""
        from spades_tui.scorebook.transfer import notes_from

        notes = notes_from(stream)
        with self._reading() as connection:
            games = {row[0] for row in connection.execute("SELECT id FROM results")}
            facts = {row[0] for row in connection.execute("SELECT id FROM notes")}
        new = []
        for note in notes:
            mine = note["game"]["id"] in games if note["event"] == "game" else note["id"] in facts
            if not mine:
                new.append(note)
                facts.add(note["id"])
                if note["event"] == "game":
                    games.add(note["game"]["id"])
        if new:
            self._note(*new)
        count = sum(1 for note in new if note["event"] == "game")
        return count, len(new) - count


def _settings(settings: Settings | None) -> dict[str, str] | None:
    if settings is None:
        return None
    return {"session": settings.session, "forfeit": settings.forfeit, "deck": settings.deck}


def _last_game(path: Path) -> GameResult | None:
    """Return the last game of a record if it is over. Raises BookError."""
    file = look(path)
    if file.games is None:
        raise BookError(file.why)
    return file.games[-1] if file.games else None
