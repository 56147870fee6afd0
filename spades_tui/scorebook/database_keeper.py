"""Keep the database in step with the records in the games folder and the scorebook's own notes.

A note is written to its file first and to the database afterwards. Whatever happens in between, the next program that
opens the scorebook takes it in. A game is in the scorebook because its record is in the games folder.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from spades_tui.scorebook import database, database_seal, database_store, notes_file, repair
from spades_tui.scorebook.database import Damaged
from spades_tui.scorebook.game_files import MANY, GameFile, ReadingAhead, look, records_in
from spades_tui.scorebook.game_result import GameResult, moment_of, result_from
from spades_tui.scorebook.notes import FILE as NOTES_FILE
from spades_tui.scorebook.notes import STRUCTURE, Note, new_note
from spades_tui.scorebook.people import person_id
from spades_tui.scorebook.refiling import MOST, OF_A_GAME, games_of, refile, settle_members
from spades_tui.scorebook.scorebook_error import BookError, BookTrouble
from spades_tui.scorebook.views import CaughtUp
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import is_unicode

_BATCH = 200
"""Games to take in together when many wait."""

Clock = Callable[[], datetime]
Progress = Callable[[int, int], None]
"""Called with the number of files or games done, and of all."""


class Keeper:
    """The part of the scorebook that updates its database. `Book` is for everybody else."""

    def __init__(self, folder: Path, clock: Clock, patience: float) -> None:
        self.folder = folder
        self.games_folder = folder / "games"
        self.notice: str | None = None
        """A sentence for the user about opening the scorebook, or None."""
        self.anew = False
        """Whether the database was damaged and is empty now: `catch_up` fills it."""
        self.progress: Progress | None = None
        """Called with the number of games done, and of all, while everything is computed again."""
        self._path = folder / database.FILE
        self._notes_path = folder / NOTES_FILE
        self._clock = clock
        self._patience = patience
        self._wrong: tuple[str, ...] = ()
        self._odd_files: tuple[str, ...] = ()
        """A sentence for each entry of the games folder that no scorebook can take in."""
        self._written = False
        self._waiting: list[tuple[str, int, int]] = []
        """Records, with size in bytes and time in ns, that `catch_up` has still to take in; the next one is last."""
        self._to_take_in = 0
        """Number of these records when `catch_up` listed them."""
        self._ahead = ReadingAhead(iter(()), 0)
        try:
            self._connection = database.connect(self._path, patience)
        except Damaged:
            self._connection = self._begin_anew()
        try:
            with self._reading():
                behind = self._notes_size() != database_store.meta(self._connection, "notes")
                stale = database_store.meta(self._connection, "stale")
            if behind or stale:
                self._catch_notes()
        except BookTrouble as trouble:
            # the contents of the scorebook can still be read
            self.notice = self.notice or str(trouble)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and end whatever still reads records."""
        self._ahead.close()
        self._seal(database_seal.OFTEN)
        self._connection.close()

    # ---- the database

    def _begin_anew(self) -> sqlite3.Connection:
        aside = database.set_aside(self._path)
        self.anew = True
        self.notice = (
            f"The scorebook was damaged. The damaged file is kept as {aside.name}; the records are counted again."
        )
        lost = sorted(set(repair.records_named(aside)) - {name for name, _, _ in self._files()})
        if lost:
            self.notice += f" Games without a record are missing: {', '.join(lost[:5])}"
            self.notice += f" and {len(lost) - 5} more." if len(lost) > 5 else "."
        try:
            return database.connect(self._path, self._patience)
        except Damaged as error:
            raise BookTrouble(f"The scorebook can't be opened ({error}).") from None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with database.reporting_trouble("read"):
                yield self._connection
        except Damaged as damage:
            raise self._damaged(damage) from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run a block in one transaction."""
        connection = self._connection
        try:
            with database.reporting_trouble("written"):
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                    self._written = True
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
        except Damaged as damage:
            raise self._damaged(damage) from None

    def _seal(self, most: int | None = None) -> None:
        """Save a checksum of what has been written."""
        if self._written:
            database_seal.seal(self._connection, self._path, most)
            self._written = False

    def _check_database(self) -> None:
        """Set a database aside if it isn't what was written, and start with an empty one."""
        try:
            with database.reporting_trouble("read"):
                if database_seal.is_sound(self._connection, self._path):
                    return
        except Damaged:
            pass
        self._connection.close()
        self._connection = self._begin_anew()

    def _damaged(self, damage: Damaged) -> Exception:
        """Set the database aside, and return the error to raise.

        If the checksum is right, the program itself asked for nonsense: the database stays, and the original error is
        returned.
        """
        cause = damage.__cause__
        if isinstance(cause, database.NONSENSE) and database_seal.vouched_for(self._connection, self._path):
            return cause
        self._connection.close()
        self._connection = self._begin_anew()
        return BookTrouble(self.notice or "The scorebook was damaged.")

    # ---- the book's own facts

    def _notes_size(self) -> int:
        try:
            return self._notes_path.stat().st_size
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise BookTrouble(f"The notes of the scorebook can't be read ({error.strerror or error}).") from None

    def _catch_notes(self) -> None:
        """Take in notes that the database doesn't have; repair a damaged file first."""
        try:
            with self._reading() as connection:
                notes_file.read(notes_file.load(self._notes_path), database_store.known_notes(connection))
        except notes_file.Broken:
            self._check_database()
        with self._writing():
            self._take_notes()

    def _catch_notes_if_changed(self) -> None:
        with self._reading() as connection:
            known = database_store.known_notes(connection)
        try:
            same = notes_file.read(notes_file.load(self._notes_path), known).known == known
        except notes_file.Broken:
            same = False
        if not same:
            self._catch_notes()

    def _take_notes(self) -> None:
        """Take in notes that the database doesn't have. Called within a transaction."""
        connection = self._connection
        stale = database_store.meta(connection, "stale")  # a new version of the database has other tables to fill
        known = database_store.known_notes(connection)
        try:
            found = notes_file.read(notes_file.load(self._notes_path), known)
            if not known.size:
                repair.check_complete(connection, found)
        except notes_file.Broken:
            self.notice = repair.mend(connection, self._notes_path, self.notice)
            known = notes_file.Known()
            found = notes_file.read(notes_file.load(self._notes_path), known)
        self._wrong = tuple(
            f"{self._notes_path.name}: a line was skipped: {line.wrong}" for line in found.lines if line.wrong
        )
        if stale:
            database_store.set_meta(connection, "stale", 0)
        self._put_notes(found.notes, found.known, anew=known.size == 0 or bool(stale))

    def _put_notes(self, notes: Iterable[Note], known: notes_file.Known, anew: bool) -> None:
        """Take in notes that are on disk, and compute what follows. Called within a transaction."""
        new = database_store.put_notes(self._connection, notes)
        database_store.set_known_notes(self._connection, known)
        self._follow(new, anew)

    def _follow(self, new: list[Note], anew: bool) -> None:
        """Compute what follows from new notes: as little as possible."""
        connection = self._connection
        heavy = [note for note in new if note["event"] in STRUCTURE and not self._is_light(note)]
        if anew or any(note["event"] not in (*OF_A_GAME, "table") for note in heavy):
            database_store.compute_all(connection, self.progress)
            return
        who = database_store.directory(connection)
        games = games_of(connection, who, new)
        if len(games) > MOST:
            database_store.compute_all(connection, self.progress)
            return
        changes = database_store.Changes()
        for note in new:
            match note["event"]:
                case "table":
                    database_store.seat_at(connection, who, note["table"], note.get("people", ()))
                    self._settle_table(note["table"])
                    settle_members(connection, who, note["table"])
                case "person":
                    database_store.name_persons(connection, who)
                    database_store.name_tables(connection)
                    alias = person_id(note["name"], False, None)
                    for info in who.tables.values():
                        if alias in info.people:
                            settle_members(connection, who, info.id)
                case "hearing":
                    row = connection.execute("SELECT table_id FROM games WHERE id = ?", (note["game"],)).fetchone()
                    if row is not None:
                        changes.touch(row[0], self._first_heard(note))
                case "carried" | "struck" | "deck_paid" | "correction":
                    changes.touch(note["table"], moment_of(note["at"]))
                case "review":
                    database_store.put_review(connection, note)
        refile(connection, who, games, changes)
        database_store.follow_up(connection, who, changes)

    def _first_heard(self, note: Note) -> str:
        """Return when the mark was first heard: another hearing replaces the earlier one."""
        rows = self._connection.execute(
            "SELECT moment, json FROM notes WHERE event = 'hearing' AND about = ?", (note["game"],)
        )
        return min(str(moment) for moment, text in rows if json.loads(text)["mark"] == note["mark"])

    def _is_light(self, note: Note) -> bool:
        """Return whether a note changes only names and settings."""
        if note["event"] == "person":
            known = self._connection.execute("SELECT id FROM persons").fetchall()
            alias = person_id(note["name"], False, None)
            return alias == note["person"] or ((note["person"],) in known and (alias,) not in known)
        if note["event"] == "table":
            known = self._connection.execute("SELECT named FROM tables WHERE id = ?", (note["table"],)).fetchone()
            return known is not None and "people" not in note and (bool(known[0]) or "name" not in note)
        return False

    def _settle_table(self, table: str) -> None:
        info = database_store.directory(self._connection).tables[table]
        self._connection.execute(
            "UPDATE tables SET name = coalesce(?, name), named = ?, session = ?, forfeit = ?, deck = ? WHERE id = ?",
            (info.name, int(info.name is not None), info.settings.session, info.settings.forfeit, info.settings.deck,
             table),
        )  # fmt: skip
        database_store.name_tables(self._connection, table)

    def _note(self, *notes: Note) -> None:
        """Write notes to disk, then take them in."""
        before, after = self._append(*notes)
        try:
            with self._writing() as connection:
                if database_store.known_notes(connection) == before and not database_store.meta(connection, "stale"):
                    self._put_notes(notes, after, anew=before.size == 0)
                else:
                    self._take_notes()
        except BookTrouble:
            if database_store.known_notes(self._connection) != notes_file.Known():
                raise
            with self._writing():  # the database was damaged, and an empty one has replaced it
                self._take_notes()

    def _append(self, *notes: Note) -> tuple[notes_file.Known, notes_file.Known]:
        """Write notes to disk, repairing damage first. Return how far the file was known before, and is now."""
        try:
            return self._append_once(notes)
        except notes_file.Broken:
            self._catch_notes()
        try:
            return self._append_once(notes)
        except notes_file.Broken:
            raise BookTrouble("The notes of the scorebook are damaged; nothing was saved.") from None

    def _append_once(self, notes: tuple[Note, ...]) -> tuple[notes_file.Known, notes_file.Known]:
        with self._reading() as connection:
            known = database_store.known_notes(connection)
        return notes_file.append(self._notes_path, notes, known)

    def _at(self) -> str:
        return self._clock().isoformat(timespec="microseconds")

    # ---- games

    def take_in(self, path: Path) -> tuple[str, ...]:
        """Take in the finished games of a record, and return their ids; empty while the game isn't over.

        Calling it again changes nothing. Raises BookTrouble, or BookError for a file that isn't a record.
        """
        file = look(Path(path))
        if self._is_own(Path(path)):
            self._put_files([file])
        if file.games is None:
            raise BookError(file.why)
        if not self._is_own(Path(path)):
            self._note_games(file.games)
        return tuple(result.id for result in file.games)

    def _is_own(self, path: Path) -> bool:
        try:
            named = is_game_file(path.name) and is_unicode(path.name)
            return named and path.resolve().parent == self.games_folder.resolve()
        except (OSError, RuntimeError):  # before Python 3.13 a loop of links raises RuntimeError
            return False

    def _note_games(self, games: tuple[GameResult, ...]) -> None:
        """Note the digests of a record from another folder, which won't be there at the next rebuild."""
        with self._reading() as connection:
            known = {row[0] for row in connection.execute("SELECT id FROM results")}
        fresh = {result.id: result for result in games if result.id not in known}
        if fresh:
            self._note(*(new_note("game", self._at(), game=result.to_json()) for result in fresh.values()))

    def _put_files(self, files: list[GameFile]) -> int:
        """Take in files of the games folder, all in one transaction. Return how many games are new or changed."""
        with self._writing() as connection:
            who = database_store.directory(connection)
            changes = database_store.Changes()
            changed = {result.id: result for file in files for result in self._keep_file(file, changes)}
            if database_store.file_games(connection, who, changed.values(), changes):
                database_store.name_tables(connection)
            database_store.follow_up(connection, who, changes)
        return len(changed)

    def _keep_file(self, file: GameFile, changes: database_store.Changes) -> list[GameResult]:
        """Save the digests of a file; return those that are new or changed. Called within a transaction."""
        connection = self._connection
        word = "broken" if file.games is None else "finished" if file.games else "practice" if file.practice else "open"
        connection.execute(
            "INSERT OR REPLACE INTO files (name, size, mtime, state, why) VALUES (?, ?, ?, ?, ?)",
            (file.path.name, file.size, file.mtime, word, file.why or None),
        )
        if file.games is None:
            return []
        games = {result.id: result for result in file.games}
        for (old,) in connection.execute("SELECT id FROM results WHERE file = ?", (file.path.name,)).fetchall():
            if old not in games:  # the record has changed
                connection.execute("DELETE FROM games WHERE id = ?", (old,))
                connection.execute("DELETE FROM results WHERE id = ?", (old,))
                changes.everything = True
        return [result for result in games.values() if database_store.put_result(connection, result, file.path.name)]

    def _files(self) -> list[tuple[str, int, int]]:
        """Return name, size in bytes and time in ns of each record, sorted by name. Raises BookTrouble."""
        found, self._odd_files = records_in(self.games_folder)
        return found

    def catch_up(self, budget: float | None = None, progress: Progress | None = None, playing: str = "") -> CaughtUp:
        """Take in new and changed records, for at most `budget` seconds; the next call continues.

        Call it when the program starts, to take in whatever was interrupted. The newest come first; of many, the
        oldest, so that each is added at the end of its season. `playing` is the name of a record that this program is
        writing: it is taken in when its game is over.
        """
        started = monotonic()
        if not self._left:
            self._check_database()
            self._catch_notes_if_changed()
            with self._reading() as connection:
                known = set(connection.execute("SELECT name, size, mtime FROM files").fetchall())
            self._waiting = [file for file in self._files() if file not in known and file[0] != playing]
            if len(self._waiting) > MANY:
                self._waiting.reverse()
            self._to_take_in = len(self._waiting)
            self._ahead = ReadingAhead(self._to_read(), self._to_take_in)
        changed = 0
        broken: list[tuple[str, str]] = []
        try:
            while self._left and (budget is None or monotonic() - started < budget):
                batch: list[GameFile] = []
                while len(batch) < _BATCH:
                    file = self._ahead.next(None if budget is None else started + budget - monotonic())
                    if file is None:
                        break
                    batch.append(file)
                    if progress is not None:
                        progress(self._to_take_in - self._left, self._to_take_in)
                    if budget is not None and monotonic() - started >= budget:
                        break
                changed += self._put_files(batch) if batch else 0
                broken += [(file.path.name, file.why) for file in batch if file.games is None]
        except BaseException:
            self._ahead.close()
            self._ahead = ReadingAhead(iter(()), 0)
            self._waiting.clear()  # the next call lists them again
            raise
        if not self._left:
            self._ahead.close()
            self._seal()
        return CaughtUp(changed, self._left, tuple(broken), passed_over=self._wrong + self._odd_files)

    @property
    def _left(self) -> int:
        """Return how many records `catch_up` has still to take in."""
        return len(self._waiting) + self._ahead.asked

    def _to_read(self) -> Iterator[Path]:
        """Take the waiting records one by one."""
        while self._waiting:
            file = self._waiting.pop()
            if not self._is_known(file):  # another window may have been quicker
                yield self.games_folder / file[0]

    def _is_known(self, file: tuple[str, int, int]) -> bool:
        """Return whether the scorebook has a record as it is now: its name, size in bytes and time in ns."""
        with self._reading() as connection:
            query = "SELECT 1 FROM files WHERE name = ? AND size = ? AND mtime = ?"
            return connection.execute(query, file).fetchone() is not None

    def rebuild(self, progress: Progress | None = None) -> CaughtUp:
        """Compute the whole scorebook again from records and notes; the old one stays until that is done.

        A game whose record is gone is noted first, so that nothing is lost.
        """
        return self.rebuild_from(self.read_all(progress))

    def read_all(self, progress: Progress | None = None) -> list[GameFile]:
        """Read every record of the games folder for `rebuild_from`. Slow, and changes nothing."""
        paths = [self.games_folder / name for name, _, _ in self._files()]
        files = []
        ahead = ReadingAhead(iter(paths), len(paths))
        try:
            while (file := ahead.next()) is not None:
                files.append(file)
                if progress is not None:
                    progress(len(files), len(paths))
        finally:
            ahead.close()
        return files

    def rebuild_from(self, files: list[GameFile]) -> CaughtUp:
        """Compute the whole scorebook again from these records and the notes."""
        self.notice = None
        self._check_database()
        self._catch_notes()
        good = {file.path.name for file in files if file.games is not None}
        produced = {result.id for file in files for result in file.games or ()}
        with self._reading() as connection:
            gone = [
                new_note("game", self._at(), game=json.loads(text))
                for game, file, text in connection.execute("SELECT id, file, json FROM results WHERE file IS NOT NULL")
                if game not in produced and file not in good
            ]
        if gone:
            self._append(*gone)
        with self._writing() as connection:
            for table in (*database.CACHES, *database.COMPUTED, "results", "notes", "files", "meta"):
                connection.execute(f"DELETE FROM {table}")
            for file in files:
                self._keep_file(file, database_store.Changes())
            self._take_notes()  # which computes everything, as no note was known
        self._seal()
        broken = tuple((file.path.name, file.why) for file in files if file.games is None)
        return CaughtUp(len(produced), 0, broken, len(gone), self._wrong + self._odd_files)

    def _result(self, game: str) -> GameResult:
        with self._reading() as connection:
            row = connection.execute("SELECT json FROM results WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(f"No game {game!r} in the scorebook.")
            return result_from(json.loads(row[0]))
