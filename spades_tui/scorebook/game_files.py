"""Find and read the records in the games folder.

Most starts find no new record, so what replays one is imported when it's needed.
"""

import os
import stat
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from spades_tui.record import RecordError
from spades_tui.record.journal_lines import ends_suspended, read_record
from spades_tui.scorebook import BookTrouble
from spades_tui.scorebook.copies import state_of
from spades_tui.scorebook.game_result import GameResult, PracticeGame
from spades_tui.system.exit_status import UsageError
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import is_unicode, os_words

if TYPE_CHECKING:
    from spades_tui.system.jobs import Job

MANY = 200
"""Minimum number of records to read them in other processes, which take as long to start as reading about 50."""
_MOST_PROCESSES = 4
_AHEAD = 8
"""Maximum number of records to ask of each process ahead of time; they are small."""
_PATIENCE = 0.01
"""Seconds to wait for a process at a time."""


def records_in(folder: Path) -> tuple[list[tuple[str, int, int]], tuple[str, ...]]:
    """Return name, size in bytes and time in ns of each record, by name, and a sentence for each unusable entry.

    Names that aren't UTF-8 and dangling links are unusable. Raises BookTrouble if the folder can't be read.
    """
    records: list[tuple[str, int, int]] = []
    odd: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in filter(lambda entry: is_game_file(entry.name), entries):
                name = os.fsencode(entry.name).decode("utf-8", "backslashreplace")
                try:
                    state = entry.stat()
                except OSError as error:
                    odd.append(f"{name}: skipped: {os_words(error)}")
                    continue
                if not is_unicode(entry.name):
                    odd.append(f"{name}: skipped: its name isn't UTF-8; rename the file")
                elif stat.S_ISREG(state.st_mode):
                    records.append((entry.name, state.st_size, state.st_mtime_ns))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise BookTrouble(f"The games folder can't be read ({os_words(error)}).") from None
    return sorted(records), tuple(sorted(odd))


class GameFile(Struct, frozen=True):
    """A record at the moment when it was read."""

    path: Path
    size: int
    mtime: int
    games: tuple[GameResult, ...] | None
    """Finished games; None for a file that isn't a record."""
    why: str = ""
    practice: str = ""
    """Why its game is practice and doesn't count, as half a sentence (3B-11)."""

    @property
    def state(self) -> str:
        """How the scorebook lists the file."""
        if self.games is None:
            return "broken"
        if self.games:
            return "finished"
        return "practice" if self.practice else "open"


def look(path: Path) -> GameFile:
    """Read a record. Note its size and time first, so that lines added meanwhile are read the next time."""
    size = mtime = -1
    try:
        state = path.stat()
        size, mtime = state.st_size, state.st_mtime_ns
        raw = read_record(path)
        if ends_suspended(raw):  # often the only change at a start, so don't import the strict reader for it
            return GameFile(path, size, mtime, ())
        from spades_tui.scorebook.record_digest import digests

        games = list(digests(raw, path.name, state.st_mtime))
        practice = next((game.why for game in games if isinstance(game, PracticeGame)), "")
        results = tuple(game for game in games if isinstance(game, GameResult))
        return GameFile(path, size, mtime, results, practice=practice)
    except RecordError as error:
        error.file = str(path)
        return GameFile(path, size, mtime, None, str(error))
    except OSError as error:
        return GameFile(path, size, mtime, None, f"{path.name} can't be read ({os_words(error)}).")


def read_ahead(paths: Iterator[Path], count: int) -> Generator[GameFile | None, None, None]:
    """Yield records in order, as they are when yielded; None now and then while the next one isn't read yet.

    If there are many, at most `count`, other processes read slightly ahead, and end with the generator. Files that no
    process can read, because none can be started or one was killed, are read in this one.
    """
    number = min(os.cpu_count() or 1, _MOST_PROCESSES)
    waiting: deque[Path] = deque()
    asked: deque[Job[GameFile]] = deque()
    if count > MANY and number > 1:
        from spades_tui.system.jobs import processes  # few starts have that many records to read

        # the system may have no semaphores, or no memory
        with suppress(ImportError, NotImplementedError, OSError, UsageError), processes(number) as jobs:
            while True:
                for path in islice(paths, number * _AHEAD - len(asked)):
                    waiting.append(path)
                    asked.append(jobs.ask(look, path))
                if not asked:
                    return
                while not asked[0].done(_PATIENCE):
                    yield None
                file = asked.popleft().answer(lambda: None)
                waiting.popleft()
                yield file if state_of(file.path) == (file.size, file.mtime) else look(file.path)
    for path in chain(waiting, paths):
        yield look(path)
