"""The records in the games folder, as the scorebook finds them."""

import os
import stat
from pathlib import Path

from spades_tui.frozen import dataclass
from spades_tui.record.journal_lines import is_put_aside
from spades_tui.scorebook.game_result import GameResult, PracticeGame
from spades_tui.scorebook.scorebook_error import BookTrouble
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import is_unicode


def records_in(folder: Path) -> tuple[list[tuple[str, int, int]], tuple[str, ...]]:
    """Return name, size in bytes and time in ns of each record, sorted by name, and a sentence for each odd entry.

    Odd are names that aren't UTF-8, and dangling links. Raises BookTrouble if the folder can't be read.
    """
    found: list[tuple[str, int, int]] = []
    odd: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in filter(lambda entry: is_game_file(entry.name), entries):
                name = os.fsencode(entry.name).decode("utf-8", "backslashreplace")
                try:
                    state = entry.stat()
                except OSError as error:
                    odd.append(f"{name}: passed over: {error.strerror or error}")
                    continue
                if not is_unicode(entry.name):
                    odd.append(f"{name}: passed over: its name is not UTF-8; rename the file")
                elif stat.S_ISREG(state.st_mode):
                    found.append((entry.name, state.st_size, state.st_mtime_ns))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise BookTrouble(f"The games folder cannot be read ({error.strerror or error}).") from None
    return sorted(found), tuple(sorted(odd))


@dataclass(frozen=True, slots=True)
class GameFile:
    """A record at the moment when it was read."""

    path: Path
    size: int
    mtime: int
    games: tuple[GameResult, ...] | None
    """Finished games; None for a file that isn't a record."""
    why: str = ""
    practice: str = ""
    """Why its game is practice and doesn't count, as half a sentence (3B-11)."""


def look(path: Path) -> GameFile:
    """Read a record. Its size and time are taken first, so that lines added meanwhile are seen the next time."""
    from spades_tui.record.record_error import RecordError

    size = mtime = -1
    try:
        state = path.stat()
        size, mtime = state.st_size, state.st_mtime_ns
        if is_put_aside(path):  # often the only news at a start: don't import the strict reader for it
            return GameFile(path, size, mtime, ())
        from spades_tui.scorebook.record_digest import digests

        found = digests(path)
        practice = next((one.why for one in found if isinstance(one, PracticeGame)), "")
        results = tuple(one for one in found if isinstance(one, GameResult))
        return GameFile(path, size, mtime, results, practice=practice)
    except RecordError as error:
        return GameFile(path, size, mtime, None, str(error))
    except OSError as error:
        return GameFile(path, size, mtime, None, f"{path.name} cannot be read ({error.strerror or error}).")
