"""The file of a game that is to be resumed, read before the screen opens."""

from __future__ import annotations

from pathlib import Path

from spades_tui.play import rescue
from spades_tui.play.journal import JournalBusy
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.record.record_error import RecordError
from spades_tui.system.exit_status import InputError, unusable


def read_resumed(path: Path, good_part: bool = False) -> Suspended:
    """The game, read before the screen opens, so that what is wrong with it is said plainly.

    `good_part`: where the file is broken, the game of its good part, which is a new file then.
    """
    try:
        return read_journal(path)
    except RecordError as error:
        if good_part:
            return read_resumed(_rescued(path, error))
        raise InputError(str(error), rescue.hint(path)) from None
    except JournalBusy as error:
        raise InputError(f"spades-tui: {error}") from None
    except OSError as error:
        raise unusable(str(path), error) from None


def _rescued(path: Path, error: Exception) -> Path:
    """A new game file of what is good of a broken one. Raises InputError if there is nothing to go on with."""
    part = rescue.good_part(path)
    if part is None:
        raise InputError(str(error)) from None
    try:
        new = rescue.rescue(part)
    except OSError as refused:
        raise unusable(str(refused.filename or path), refused) from None
    if part.over:
        raise InputError(f"{part.words} They lie in {new} now, for the book; there is nothing to go on with.") from None
    return new
