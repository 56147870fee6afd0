"""The scorebook of all tables: query scoreboards and statistics, and add facts that no record has."""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import Self

from msgspec.structs import asdict

from spades_tui import cards
from spades_tui.language.player_names import name_key
from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.rules import season_effects
from spades_tui.scorebook import BookError, BookTrouble, database, queries
from spades_tui.scorebook.database import OpenDatabase
from spades_tui.scorebook.feats import EarnedFeat
from spades_tui.scorebook.game_files import look
from spades_tui.scorebook.game_result import GameResult, result_from
from spades_tui.scorebook.ladder import Ladder, ladder, variants_of
from spades_tui.scorebook.note_keeper import Clock, NoteKeeper
from spades_tui.scorebook.notes import Note
from spades_tui.scorebook.people import directory, names_of, person_id
from spades_tui.scorebook.queries import BookTable, GameRow, Happened, PersonView
from spades_tui.scorebook.record_keeper import RecordKeeper
from spades_tui.scorebook.scoreboard import Erasing, GameEnd, Scoreboard, erasings, scoreboard, session_stars
from spades_tui.scorebook.season import CORRECTABLE, Agreements, Kind, is_computer, majority
from spades_tui.scorebook.statistics import (
    PersonForm,
    PersonStatistics,
    WithPlayer,
    feats_with_hands,
    form_of,
    statistics,
)
from spades_tui.system.folders import data_folder
from spades_tui.system.foreign_text import pasted

_NO_GAME = "No game {!r} in the scorebook; `spades-tui scorebook games` lists them."


def open_book(
    folder: Path | None = None, *, clock: Clock = lambda: datetime.now().astimezone(),
    patience: float = database.LOCK_SECONDS,
) -> "Book":  # fmt: skip
    """Open the scorebook in a folder (by default the data folder), and create it if it's missing.

    Use it in one thread, and close it. A damaged file is renamed, and the newest good copy used, which `Book.notice`
    reports; `catch_up` adds later games. Raises BookTrouble with one sentence if it can't be opened now: locked, a
    full disk, a later version.
    """
    return Book(folder or data_folder(), clock, patience)


class Book:
    """The open scorebook.

    Any method may raise BookTrouble, after which the game continues, or BookError for bad arguments.

    `records` adds games, `notes` keeps facts that no record has; both write to `database`, which the queries here read.
    """

    def __init__(self, folder: Path, clock: Clock, patience: float) -> None:
        self.database = OpenDatabase(folder / SCOREBOOK_FILE, patience)
        self.notes = NoteKeeper(folder, self.database, clock)
        self.records = RecordKeeper(folder / "games", self.database, self.notes)
        try:
            self.notes.catch_up()
        except BookTrouble as trouble:
            # the contents of the scorebook can still be read
            self.database.notice = self.database.notice or str(trouble)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and end all processes that still read records."""
        self.records.close()
        self.database.close()

    @property
    def notice(self) -> str | None:
        """A sentence for the user about opening the scorebook, or None."""
        return self.database.notice

    # ---- games

    def delete_game(self, game: str) -> None:
        """Remove a game and all its effects from the scorebook. Its record stays. Raises BookError."""
        self._result(game)
        self.notes.tell("deleted", game=game)

    def restore_game(self, game: str) -> None:
        """Restore a deleted game. Raises BookError for an unknown one."""
        self._result(game)
        self.notes.tell("restored", game=game)

    def games(
        self, table: str | None = None, person: str | None = None, limit: int = 50, offset: int = 0
    ) -> tuple[GameRow, ...]:
        """Return finished games, the newest first. Raises BookError for an unknown table or person."""
        return tuple(self.database.ask(queries.game_lines, *self._ids(table, person), limit, offset))

    def deleted(self, table: str | None = None, person: str | None = None) -> tuple[GameRow, ...]:
        """Return deleted games, the newest first, of all or of one table or person. Raises BookError."""
        return tuple(self.database.ask(queries.deleted_lines, *self._ids(table, person)))

    def _ids(self, table: str | None, person: str | None) -> tuple[str | None, str | None]:
        """Return the ids of a table and a person, by id or name; None for all. Raises BookError."""
        table_id = None if table is None else self.table(table).id
        return table_id, None if person is None else self.person(person).id

    def note_review(self, game: str | Path, seat: int, luck: float, play: float) -> None:
        """Save the review of a seat, in points over the game; it replaces an earlier one.

        `luck`: the points that luck brought; `play`: the cost of the player's choices (usually negative). `game` is an
        id, or a record, which is added if needed. Raises BookError.
        """
        game = self._taken_in(game, "A game is reviewed when it is over.")
        if not 0 <= seat < len(self._result(game).seats):
            raise BookError(f"Seat {seat} is not in that game.")
        same = "game = ? AND seat = ? AND abs(luck - ?) + abs(play - ?) < 1e-9"
        if not self.database.rows(f"SELECT 1 FROM reviews WHERE {same}", game, seat, luck, play):
            self.notes.tell("review", game=game, seat=seat, luck=luck, play=play)

    def _taken_in(self, game: str | Path, otherwise: str) -> str:
        """Return the id of a game, added from its record if needed. Raises BookError if that isn't over."""
        if isinstance(game, str):
            return game
        games = self.records.take_in(game)
        if not games:
            raise BookError(otherwise)
        return games[-1]

    def _result(self, game: str) -> GameResult:
        with self.database.reading() as connection:
            row = connection.execute("SELECT json FROM results WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(_NO_GAME.format(game))
            return result_from(json.loads(row[0]))

    # ---- persons and tables

    def persons(self) -> tuple[PersonView, ...]:
        """Return everybody, people first, by number of games."""
        return tuple(self.database.ask(queries.persons))

    def person(self, person: str) -> PersonView:
        """Return a person by id or by any name, or a computer player by its level. Raises BookError."""
        who = self.database.ask(directory)
        views = {view.id: view for view in self.persons()}
        computers = {view.name: view.id for view in reversed(views.values()) if view.computer}
        level = computers.get(person, f"c:{person}")
        for candidate in (who.person(person), who.person(person_id(person, False, None)), level):
            if candidate in views:
                return views[candidate]
        raise BookError(f"Nobody called {person!r} is in the scorebook; check the spelling.")

    def rename(self, person: str, name: str) -> None:
        """Rename a person; the old name remains that person's too. Raises BookError if the name is taken."""
        renamed = self.person(person)
        name = self._name(name)
        who = self.database.ask(directory)
        owner = who.person(person_id(name, False, None))
        taken = self.database.ask(names_of, who).get(owner)
        if taken is not None and owner != renamed.id:
            raise BookError(f"{taken} exists already; merge the two if they are the same person.")
        self.notes.tell("person", person=renamed.id, name=name)

    def merge(self, person: str, into: str) -> None:
        """Merge two persons: everything of the first counts for the second. Raises BookError."""
        merged = self.person(person)
        kept = self.person(into)
        if merged.id == kept.id:
            raise BookError(f"{merged.name} is that person already.")
        if merged.computer != kept.computer:
            raise BookError("A person and a computer player can't be merged.")
        self.notes.tell("merge", person=merged.id, into=kept.id)

    def tables(self) -> tuple[BookTable, ...]:
        """Return all tables, the one that played last first."""
        return tuple(self.database.ask(queries.tables))

    def table(self, table: str) -> BookTable:
        """Return a table by id or by name. Raises BookError."""
        fitting = [view for view in self.tables() if view.id == table or name_key(view.name) == name_key(table)]
        if not fitting:
            raise BookError(f"No table {table!r} in the scorebook.")
        return min(fitting, key=lambda view: (view.id != table, view.name != table, view.id))

    def create_table(self, name: str, people: tuple[str, ...] = (), settings: Agreements | None = None) -> str:
        """Create a table with a name and its people (names); return its id. Raises BookError if the name is taken.

        Games of exactly these people belong to it, and from now on games of some of them.
        """
        name = self._table_name(name)
        ids, notes = self._people(people)
        table = self.notes.new("table", table="t", name=name, people=ids, settings=settings and asdict(settings))
        table["table"] = f"t:{table['id']}"
        self.notes.write(*notes, table)
        return str(table["table"])

    def change_table(
        self, table: str, *, name: str | None = None, people: tuple[str, ...] | None = None,
        settings: Agreements | None = None,
    ) -> None:  # fmt: skip
        """Change a table's name, people (ids or names) or settings. Raises BookError if the name is taken."""
        table = self.table(table).id
        given = None if name is None else self._table_name(name, table)
        notes: list[Note] = []
        if people is None:
            ids = self._unnamed_people(table)
        else:
            ids, notes = self._people(people)
        keys = {"table": table, "name": given, "people": ids, "settings": settings and asdict(settings)}
        self.notes.write(*notes, self.notes.new("table", **keys))

    def _table_name(self, name: str, table: str = "") -> str:
        """Return a name for a table. Raises BookError if another table than this one has it."""
        name = self._name(name)
        if any(name_key(view.name) == name_key(name) for view in self.tables() if view.id != table):
            raise BookError(f"The table {name} exists already.")
        return name

    def _people(self, people: Iterable[str]) -> tuple[list[str] | None, list[Note]]:
        """Return the ids of people (ids or names), and notes that introduce new ones."""
        ids: list[str] = []
        notes: list[Note] = []
        who = self.database.ask(directory)
        known = self.database.ask(names_of, who).keys()
        for given in people:
            person = who.person(given)
            if person not in known:
                name = self._name(given)
                person = who.person(person_id(name, False, None))
                if person not in known and person not in ids:
                    notes.append(self.notes.new("person", person=person, name=name))
            if person not in ids:
                ids.append(person)
        return ids, notes

    def assign(self, game: str, table: str, people: Mapping[int, str] | None = None) -> None:
        """Assign a game to a table, and optionally other persons (ids or names) to its seats. Raises BookError."""
        result = self._result(game)
        table = self.table(table).id
        seats = {}
        for seat, person in (people or {}).items():
            if not 0 <= seat < len(result.seats):
                raise BookError(f"Seat {seat} is not in that game.")
            seats[str(seat)] = self.person(person).id
        self._tell(table, "assign", game=game, table=table, people=seats or None)

    def _unnamed_people(self, table: str) -> list[str] | None:
        """Return the people of a table that the scorebook made and no note has named; None for any other."""
        if table in self.database.ask(directory).tables:
            return None
        return self.database.column("SELECT person FROM members WHERE table_id = ? ORDER BY person", table)

    def _name(self, name: str) -> str:
        name = " ".join(pasted(name).split())
        if not name or len(name) > 80 or not name.isprintable():
            raise BookError("A name has 1 to 80 printable letters.")
        return name

    # ---- the season

    def scoreboard(self, table: str, year: int | None = None) -> Scoreboard:
        """Return the scoreboard of a table (id or name), for all years or for one. Raises BookError."""
        view = self.table(table)
        if year is not None and not 1 <= year <= 9999:
            raise BookError(f"{year} is not a year.")
        return self.database.ask(scoreboard, view, year, self.notes.clock().date())

    def statistics(self, person: str, variant: str | None = None) -> PersonStatistics:
        """Return a person's statistics (id or name), in all variants or in one (slug). Raises BookError."""
        view = self.person(person)
        return self.database.ask(statistics, view.id, view.name, view.computer, variant)

    def met(self, person: str) -> tuple[WithPlayer, ...]:
        """Return a person's games with named computer players (id or name); none for an unknown person."""
        with suppress(BookError):
            return self.statistics(person).cast
        return ()

    def feats(self, person: str) -> tuple[EarnedFeat, ...]:
        """Return the feats of a person (id or name), each with the hand that earned it, if known. Raises BookError."""
        return self.database.ask(feats_with_hands, self.person(person).id)

    def form(self, person: str) -> PersonForm:
        """Return a person's form today (id or name); an empty one for an unknown person."""
        with suppress(BookError):
            return self.database.ask(form_of, self.person(person).id, self.notes.clock().date())
        return PersonForm()

    def ladder(self, person: str, variant: str) -> Ladder:
        """Return a person's ladder (id or name) in a game (slug) today. Raises BookError."""
        view = self.person(person)
        return self.database.ask(ladder, view.id, view.name, variant, self.notes.clock().date())

    def ladders(self, person: str) -> tuple[Ladder, ...]:
        """Return a person's ladders (id or name), most games first; none for an unknown person."""
        with suppress(BookError):
            view = self.person(person)
            return tuple(self.ladder(view.id, variant) for variant in self.database.ask(variants_of, view.id))
        return ()

    def note_above_expert(self, person: str, day: date, points: int, expert: int) -> None:
        """Note, once for each day, that a person's points on its deal are above `expert`'s. Raises BookError."""
        keys = {"person": self.person(person).id, "day": day.isoformat()}
        of_day = "event = 'above_expert' AND about = ? AND json_extract(json, '$.day') = ?"
        if not self.database.rows(f"SELECT 1 FROM notes WHERE {of_day}", *keys.values()):
            self.notes.tell("above_expert", **keys, points=points, expert=expert)

    def history(self, table: str, limit: int = 50) -> tuple[Happened, ...]:
        """Return the events of a table's season, the latest last, without games and plain wins. Raises BookError."""
        where = "table_id = ? AND kind NOT IN ('game', 'star')"
        return tuple(self.database.ask(queries.happened, where, (self.table(table).id,), limit))

    def end_of(self, game: Path | str) -> GameEnd:
        """Return the consequences of a game (its id), or of a record, which is added. Raises BookError."""
        if isinstance(game, Path):
            games = self.records.take_in(game)
            if not games:
                return GameEnd(practice=look(game).practice)
            game = games[-1]
        table = self.table_of(game)
        happened = self.results_of(game)
        person = next((effect.person for effect in happened if effect.kind == Kind.TRAY_PERSON), None)
        to_carry = 0
        if person is not None:
            to_carry = self._held(Kind.PILE, person, table.id)
        return GameEnd(table, happened, person, to_carry, erasings=self.erasings(game))

    def results_of(self, game: str) -> tuple[Happened, ...]:
        """Return the results of a game, in order, with everybody named as at the table. Raises BookError."""
        table, moment = self._table_and_moment(game)
        where = "table_id = ? AND moment = ? AND game = ?"
        happened = self.database.ask(queries.happened, where, (table, moment, game), 1000)
        return tuple(queries.at_their_seats(happened, self._result(game), self._persons(game)))

    def _persons(self, game: str) -> list[str]:
        """Return the person in each seat; nobody for a deleted game."""
        return self.database.column("SELECT person FROM seats WHERE game = ? ORDER BY seat", game)

    def table_of(self, game: str) -> BookTable:
        """Return the table of a game. Raises BookError."""
        return self.table(self._table_and_moment(game)[0])

    def _table_and_moment(self, game: str) -> tuple[str, str]:
        rows = self.database.rows("SELECT table_id, moment FROM games WHERE id = ?", game)
        if not rows:
            raise BookError(_NO_GAME.format(game))
        table, moment = rows[0]
        return table, moment

    def _held(self, kind: Kind, person: str, table: str, before: str = "~") -> int:
        where = "table_id = ? AND kind = ? AND person = ? AND moment < ?"
        query = f"SELECT coalesce(sum(amount), 0) FROM entries WHERE {where}"
        return int(self.database.rows(query, table, kind.value, person, before)[0][0])

    def must_decide(self, path: Path) -> str | None:
        """Return the name of the player who must decide something as the game of a record ends (3B-27).

        None for a computer player, or if the record has the decision. Raises BookError.
        """
        file = look(path)
        if file.games is None:
            raise BookError(file.why)
        if not file.games:
            return None
        result = file.games[-1]
        decider = season_effects.decider(result)
        if decider is None:
            return None
        seat, kind = decider
        who = self.database.ask(directory)
        persons = who.seats_of(result)
        table = who.table_of(result.id, result.moment, persons)
        if is_computer(persons[seat]) or self._held(kind, persons[seat], table, result.moment) < 1:
            return None
        return result.seats[seat].name

    def tick_carried(self, person: str, table: str) -> int:
        """Note that a person has done what last place costs (3B-26); return for how many games. Raises BookError."""
        carrier = self.person(person)
        table = self.table(table).id
        piled = self._held(Kind.PILE, carrier.id, table)
        if not piled:
            raise BookError(f"{carrier.name} has nothing to carry.")
        self._tell(table, "carried", table=table, person=carrier.id)
        return piled

    def pay_deck(self, person: str, table: str, decks: int = 1) -> int:
        """Note that decks of cards were paid (3B-24); return how many are still owed. Raises BookError."""
        debtor = self.person(person)
        table = self.table(table).id
        owed = self._held(Kind.DECK, debtor.id, table)
        if not 1 <= decks <= owed:
            raise BookError(f"{debtor.name} owes {owed or 'nothing'}.")
        self._tell(table, "deck_paid", table=table, person=debtor.id, decks=decks)
        return owed - decks

    def correct(self, person: str, table: str, what: Kind, amount: int, why: str = "") -> None:
        """Correct a count by hand: add `amount`, or take away as much as there is. Raises BookError."""
        if what not in CORRECTABLE or not amount:
            raise BookError(f"{what} can't be corrected by {amount}.")
        owner = self.person(person)
        table = self.table(table).id
        if amount < 0:
            held = self._held(what, owner.id, table)
            if held <= 0:
                raise BookError(f"{owner.name} has no {what} to take away.")
            amount = max(amount, -held)
        keys = {"table": table, "person": owner.id, "what": what.value, "amount": amount, "why": why or None}
        self._tell(table, "correction", **keys)

    def _tell(self, about: str, event: str, /, **keys: object) -> None:
        """Write a note about a table; if the scorebook made the table, first one that fixes its people."""
        notes = []
        people = self._unnamed_people(about)
        if people is not None:
            notes.append(self.notes.new("table", table=about, people=people))
        self.notes.write(*notes, self.notes.new(event, **keys))

    def hear(self, game: str | Path, hand: int, card: int, votes: Mapping[str, bool]) -> None:
        """Save the verdict of these votes, by name, on a card that was marked in a finished game (3B-30).

        The people of the hunters' team vote, without the accused; more than half of them decide. Do nothing if the card
        wasn't marked. Raises BookError for votes of others, or if the mark has lapsed because nobody can vote.
        """
        game = self._taken_in(game, "A mark is heard when the game is over.")
        seats = self._persons(game)
        marks = self._result(game).marks
        for mark in marks if seats else ():
            if (mark.hand, mark.card) != (hand, cards.text(card)):
                continue
            by_person = {self.person(name).id: vote for name, vote in votes.items()}
            team = seats
            if mark.hunters is not None:
                team = [seats[seat] for seat in mark.hunters]
            voters = {person for person in team if not is_computer(person)} - {seats[mark.accused]}
            if not by_person.keys() <= voters:
                raise BookError("Only the other people who hunted that zero vote.")
            verdict = majority(by_person.values(), len(voters))
            if verdict is None:
                raise BookError("Nobody can vote; the mark lapses.")
            event, keys = season_effects.verdict(mark.key, by_person, verdict)
            self.notes.tell(event, game=game, **keys)

    def session_stars(self, people: Iterable[str]) -> dict[str, int]:
        """Return how often each of these people, by name, has won in today's session at their own table (3B-28)."""
        return self.database.ask(session_stars, people, self.notes.clock())

    def erasings(self, game: str) -> tuple[Erasing, ...]:
        """Return the digits that a game has erased and whose players may still choose others. Raises BookError."""
        table, _ = self._table_and_moment(game)
        return self.database.ask(erasings, table, game)

    def erase(self, erasing: Erasing, digit: str) -> None:
        """Erase this digit of a line instead of the one erased before (3B-25). Raises BookError."""
        if erasing not in self.erasings(erasing.game) or digit not in erasing.choices:
            raise BookError(f"{erasing.name} can't choose {digit!r} to be erased now.")
        keys = {"person": erasing.person, "game": erasing.game, "place": erasing.choices[digit]}
        self.notes.tell("struck", table=self._table_and_moment(erasing.game)[0], **keys)
