"""The open database of a scorebook: transactions, the checksum, and a new start after damage."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from spades_tui.scorebook import BookTrouble, database, database_seal
from spades_tui.scorebook.database import Damaged
from spades_tui.system.folders import is_game_file


class OpenDatabase:
    """A connection that is replaced by one to an empty database if the file is damaged."""

    def __init__(self, path: Path, patience: float, records: Callable[[], Iterable[str]]) -> None:
        """Open the database. `records` returns the names of the records in the games folder. Raises BookTrouble."""
        self.notice: str | None = None
        """A sentence for the user about opening the scorebook, or None."""
        self.anew = False
        """Whether the database was damaged and is now empty, until catching up fills it."""
        self._path = path
        self._patience = patience
        self._records = records
        self._written = False
        try:
            self.connection = database.connect(path, patience)
        except Damaged:
            self.connection = self._begin_anew()

    def close(self) -> None:
        """Close the file."""
        self.seal(database_seal.OFTEN)
        self.connection.close()

    def _begin_anew(self) -> sqlite3.Connection:
        aside = database.set_aside(self._path)
        self.anew = True
        self.notice = (
            f"The scorebook was damaged. The damaged file is kept as {aside.name}; the records are counted again."
        )
        lost = sorted(set(_records_named(aside)).difference(self._records()))
        if lost:
            self.notice += f" Games without a record are missing: {', '.join(lost[:5])}"
            self.notice += f" and {len(lost) - 5} more." if len(lost) > 5 else "."
        try:
            return database.connect(self._path, self._patience)
        except Damaged as error:
            raise BookTrouble(f"The scorebook can't be opened ({error}).") from None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Run a block that only reads. Raises BookTrouble."""
        try:
            with database.reporting_trouble("read"):
                yield self.connection
        except Damaged as damage:
            raise self._damaged(damage) from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Run a block in one transaction. Raises BookTrouble."""
        connection = self.connection
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

    def seal(self, most: int | None = None) -> None:
        """Save a checksum of the database, unless it has more than `most` bytes."""
        if self._written:
            database_seal.seal(self.connection, self._path, most)
            self._written = False

    def check(self) -> None:
        """Check the database; if it's damaged, set it aside and begin with an empty one."""
        try:
            with database.reporting_trouble("read"):
                if database_seal.is_sound(self.connection, self._path):
                    return
        except Damaged:
            pass
        self.connection.close()
        self.connection = self._begin_anew()

    def _damaged(self, damage: Damaged) -> Exception:
        """Set the database aside, and return the error to raise.

        If the checksum is right, the fault is the program's: keep the database, and return the original error.
        """
        cause = damage.__cause__
        if isinstance(cause, database.NONSENSE) and database_seal.checksum_matches(self.connection, self._path):
            return cause
        self.connection.close()
        self.connection = self._begin_anew()
        return BookTrouble(self.notice or "The scorebook was damaged.")


def _records_named(aside: Path) -> list[str]:
    """Return the names of the records in a damaged database, as far as it can be read."""
    names: list[str] = []
    try:
        connection = sqlite3.connect(f"{aside.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        with closing(connection):
            for (name,) in connection.execute("SELECT DISTINCT file FROM results WHERE file IS NOT NULL"):
                if isinstance(name, str) and is_game_file(name) and name.isprintable():
                    names.append(name)
    except (sqlite3.Error, ValueError):
        return names
    return names
