"""Keep the database in step with the games folder, whose records decide which games are in the scorebook."""

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic

from msgspec import Struct

from spades_tui.scorebook import BookError, database_store
from spades_tui.scorebook.copies import state_of
from spades_tui.scorebook.database import OpenDatabase
from spades_tui.scorebook.game_files import GameFile, look, read_ahead, records_in
from spades_tui.scorebook.game_result import GameResult
from spades_tui.scorebook.note_keeper import NoteKeeper, Progress
from spades_tui.scorebook.people import directory
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import is_unicode

_BATCH = 200
"""The number of games to add in one transaction when many wait."""


class CatchUpResult(Struct, frozen=True):
    """The result of `catch_up` or `rebuild`."""

    games: int = 0
    """The number of games added or changed."""
    left: int = 0
    """The number of files not read, or of tables whose season isn't counted, when the time was up."""
    broken: tuple[tuple[str, str], ...] = ()
    """Files that aren't records, and why."""
    kept: int = 0
    """The number of games that have no record any more."""
    passed_over: tuple[str, ...] = ()
    """Sentences about unusable entries of the games folder."""


class RecordKeeper:
    """Adds records to the scorebook, from the games folder and from others."""

    def __init__(self, folder: Path, database: OpenDatabase, notes: NoteKeeper) -> None:
        self.folder = folder
        self._database = database
        self._notes = notes
        self._odd_files: tuple[str, ...] = ()
        """A sentence for each unusable entry of the games folder."""
        self._ahead: Generator[GameFile | None, None, None] | None = None
        """The records that the next `catch_up` continues with; None if it begins with a list of them."""
        self._to_take_in = self._left = 0
        """Number of these records, and how many of them haven't been read."""

    def close(self) -> None:
        """End all processes that still read records."""
        if self._ahead is not None:
            self._ahead.close()
            self._ahead = None

    def take_in(self, path: Path) -> tuple[str, ...]:
        """Add the finished games of a record, and return their ids; empty while the game isn't over.

        Calling it again changes nothing. Raises BookTrouble, or BookError for a file that isn't a record.
        """
        file = look(path)
        own = self._is_own(path)
        if own and not self._has(file.path.name, file.size, file.mtime):
            self._put_files([file])
            self._count_seasons(None)
        if file.games is None:
            raise BookError(file.why)
        if not own:  # no rebuild finds it
            stored = set(self._database.column("SELECT id FROM results"))
            fresh = [result.to_json() for result in file.games if result.id not in stored]
            if fresh:
                self._notes.write(*[self._notes.new("game", game=game) for game in fresh])
        return tuple(result.id for result in file.games)

    def _is_own(self, path: Path) -> bool:
        try:
            named = is_game_file(path.name) and is_unicode(path.name)
            return named and path.resolve().parent == self.folder.resolve()
        except (OSError, RuntimeError):  # before Python 3.13 a loop of links raises RuntimeError
            return False

    def _has(self, name: str, size: int, mtime: int) -> bool:
        """Return whether the scorebook has a record as it is now: with this size in bytes and time in ns."""
        query = "SELECT 1 FROM files WHERE name = ? AND size = ? AND mtime = ?"
        return bool(self._database.rows(query, name, size, mtime))

    def _put_files(self, files: list[GameFile]) -> int:
        """Add files of the games folder in one transaction. Return the number of new or changed games.

        `_count_seasons` counts their seasons afterwards.
        """
        with self._database.writing() as connection:
            who = directory(connection)
            changed: dict[str, GameResult] = {}
            for file in files:
                changed |= {result.id: result for result in self._keep_file(file)}
            database_store.file_games(connection, who, changed.values())
        self._notes.catch_up()
        return len(changed)

    def _count_seasons(self, until: float | None) -> int:
        """Count seasons that `_put_files` has left, until a time of `monotonic`; return how many tables remain."""
        while True:
            tables = self._database.ask(database_store.uncounted)
            if not tables or _is_over(until):
                return len(tables)
            with self._database.writing() as connection:
                database_store.count_season(connection, directory(connection), tables[0])

    def _keep_file(self, file: GameFile) -> list[GameResult]:
        """Save the digests of a file; return the ones that are new or changed. Call it within a transaction."""
        connection = self._database.connection
        name = file.path.name
        connection.execute(
            "INSERT OR REPLACE INTO files (name, size, mtime, state) VALUES (?, ?, ?, ?)",
            (name, file.size, file.mtime, file.state),
        )
        if file.games is None:
            return []
        games = {result.id: result for result in file.games}
        for (old,) in connection.execute("SELECT id FROM results WHERE file = ?", (name,)).fetchall():
            if old not in games:  # the record has changed
                connection.execute("DELETE FROM results WHERE id = ?", (old,))
                database_store.set_meta(connection, "stale", 1)
        return [result for result in games.values() if database_store.put_result(connection, result, name)]

    def _files(self) -> list[tuple[str, int, int]]:
        """Return name, size in bytes and time in ns of each record, sorted by name. Raises BookTrouble."""
        records, self._odd_files = records_in(self.folder)
        return records

    def catch_up(
        self, budget: float | None = None, progress: Progress | None = None, playing: str = ""
    ) -> CatchUpResult:
        """Add new and changed records, for at most `budget` seconds; the next call continues.

        Call it when the program starts, to finish interrupted work. The newest records come first. Seasons are counted
        at the end, and `Scoreboard.counting` is true until then. `playing` is the name of the record of the current
        game, which is added when the game is over.
        """
        until = None if budget is None else monotonic() + budget
        if self._ahead is None:
            self._database.copy_if_uncopied()
            self._notes.catch_up()
            known = set(self._database.rows("SELECT name, size, mtime FROM files"))
            waiting = [file for file in reversed(self._files()) if file not in known and file[0] != playing]
            self._to_take_in = self._left = len(waiting)
            self._ahead = read_ahead(self._to_read(waiting), len(waiting))
        changed = 0
        broken: list[tuple[str, str]] = []
        try:
            while self._left and not _is_over(until):
                batch = self._read_batch(until, progress)
                if batch:
                    changed += self._put_files(batch)
                broken += _broken(batch)
        except BaseException:
            self.close()
            raise
        left = self._left
        if not left:
            self._ahead.close()
            left = self._count_seasons(until)
        if not left:
            self._ahead = None
        return CatchUpResult(changed, left, tuple(broken), passed_over=self._odd_files)

    def _read_batch(self, until: float | None, progress: Progress | None) -> list[GameFile]:
        """Read records until there are `_BATCH`, all are read, or the time is over."""
        batch: list[GameFile] = []
        for file in self._ahead or ():
            if file is not None:
                batch.append(file)
                self._left -= 1
                if progress is not None:
                    progress(self._to_take_in - self._left, self._to_take_in)
            if len(batch) == _BATCH or _is_over(until):
                break
        return batch

    def _to_read(self, waiting: list[tuple[str, int, int]]) -> Iterator[Path]:
        """Yield the records that wait, with size in bytes and time in ns."""
        for file in waiting:
            if self._has(*file):
                # another window has added it meanwhile
                self._left -= 1
            else:
                yield self.folder / file[0]

    def rebuild(self, progress: Progress | None = None) -> CatchUpResult:
        """Compute the whole scorebook again from records and notes; the old one stays until the end.

        Games whose record is gone or damaged stay as the scorebook has them.
        """
        return self.rebuild_from(self.read_all(progress))

    def read_all(self, progress: Progress | None) -> list[GameFile]:
        """Read every record of the games folder for `rebuild_from`. This is slow, and changes nothing."""
        paths = [self.folder / name for name, _, _ in self._files()]
        files: list[GameFile] = []
        with closing(read_ahead(iter(paths), len(paths))) as ahead:
            for file in filter(None, ahead):
                files.append(file)
                if progress is not None:
                    progress(len(files), len(paths))
        return files

    def rebuild_from(self, files: list[GameFile]) -> CatchUpResult:
        """Compute the whole scorebook again from these records and the notes."""
        self._database.notice = None
        with self._database.writing() as connection:
            files = list(map(_current, files))
            good = {file.path.name for file in files if file.games is not None}
            produced = {result.id for file in files for result in file.games or ()}
            rows = connection.execute("SELECT id, file FROM results WHERE file IS NOT NULL").fetchall()
            kept = [(game,) for game, file in rows if game not in produced and file not in good]
            connection.executemany("UPDATE results SET file = NULL WHERE id = ?", kept)
            connection.execute("DELETE FROM files")
            for file in files:
                self._keep_file(file)
            database_store.set_meta(connection, "stale", 1)
        self._notes.catch_up()
        return CatchUpResult(len(produced), 0, tuple(_broken(files)), len(kept), self._odd_files)

    # ---- the games folder as of the last `catch_up`

    def give_up(self, path: Path) -> None:
        """Abandon an unfinished game, so that it doesn't count and isn't offered for resuming."""
        self._notes.tell("given_up", file=Path(path).name)

    def take_up(self, path: Path) -> None:
        """Reopen an abandoned game."""
        self._notes.tell("taken_up", file=Path(path).name)

    def given_up(self) -> tuple[str, ...]:
        """Return the names of abandoned records, the latest first, without those of games finished after all."""
        files = self._database.column(
            "SELECT about FROM (SELECT about, event, max(place) AS place FROM notes "
            "WHERE event IN ('given_up', 'taken_up') GROUP BY about) WHERE event = 'given_up' "
            "AND about NOT IN (SELECT name FROM files WHERE state = 'finished') ORDER BY place DESC"
        )
        return tuple(files)

    def practice_files(self) -> tuple[str, ...]:
        """Return the names of finished practice records, which don't count (3B-11), the latest first."""
        query = "SELECT name FROM files WHERE state = 'practice' ORDER BY mtime DESC, name DESC"
        return tuple(self._database.column(query))


def _is_over(until: float | None) -> bool:
    """Return whether a time of `monotonic` has come; None never comes."""
    return until is not None and monotonic() >= until


def _current(file: GameFile) -> GameFile:
    """Return a record, read again if it has changed since: a game may have ended."""
    if state_of(file.path) == (file.size, file.mtime):
        return file
    return look(file.path)


def _broken(files: list[GameFile]) -> list[tuple[str, str]]:
    """Return the names of files that aren't records, and why."""
    return [(file.path.name, file.why) for file in files if file.games is None]
