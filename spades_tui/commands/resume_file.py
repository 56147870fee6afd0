"""Read the file of a saved game before the screen opens."""

from __future__ import annotations

from pathlib import Path

from spades_tui.play import rescue
from spades_tui.play.journal import JournalBusy
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.record.record_error import RecordError
from spades_tui.system.exit_status import InputError, file_error


def read_resumed(path: Path, good_part: bool = False) -> Suspended:
    """Read a saved game. Raises InputError with what is wrong with it, UsageError if the file can't be used.

    With `good_part` a damaged file is left alone, and a copy of its good part is read.
    """
    try:
        return read_journal(path)
    except RecordError as error:
        if good_part:
            return read_resumed(_rescued(path, error))
        raise InputError(str(error), rescue.hint(path)) from None
    except JournalBusy as error:
        raise InputError(str(error), command="spades-tui") from None
    except OSError as error:
        raise file_error(str(path), error) from None


def _rescued(path: Path, error: Exception) -> Path:
    """Copy the good part of a damaged file into a new one. Raises InputError if there is no game to resume."""
    part = rescue.good_part(path)
    if part is None:
        raise InputError(str(error)) from None
    try:
        new = rescue.rescue(part)
    except OSError as refused:
        raise file_error(str(refused.filename or path), refused) from None
    if part.over:
        raise InputError(f"{part.words} They are in {new} now, for the scorebook; no game is left to resume.") from None
    return new
