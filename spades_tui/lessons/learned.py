"""The lessons that a person has finished, and whether the first one has been offered.

This module imports little. A file that can't be read counts as empty and is never overwritten.
"""

import errno
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.record.json_form import checked
from spades_tui.record.small_file import read_small, write_small
from spades_tui.system.folders import data_folder
from spades_tui.system.output import os_words

FILE_NAME = "lessons.json"
FILE_MOST = 50_000
FIRST = "01-first-hand"
"""The lesson to offer at the first start."""


class Learned(Struct, frozen=True):
    """The content of the file."""

    done: tuple[str, ...]
    """Names of the lessons that the person has finished."""
    offered: bool
    """Whether the user has accepted or declined the offer of the first lesson."""
    broken: bool = False


BROKEN = Learned((), False, broken=True)


def learned_file() -> Path:
    """Return the file's path."""
    return data_folder() / FILE_NAME


def read_learned() -> Learned:
    """Read the file. Never raises."""
    try:
        return checked(Learned, read_small(learned_file(), FILE_MOST))
    except FileNotFoundError:
        return Learned((), False)
    except (OSError, ValueError):
        return BROKEN


def remember_done(name: str) -> None:
    """Save that a lesson is finished. Raises OSError if the file can't be written."""
    was = read_learned()
    if name not in was.done:
        _write(replace(was, done=(*was.done, name), offered=was.offered or name == FIRST))


def remember_offered() -> None:
    """Save that the first lesson needn't be offered again.

    Raises OSError if the file can't be written.
    """
    was = read_learned()
    if not was.offered:
        _write(replace(was, offered=True))


def offers_first() -> bool:
    """Return whether to offer the first lesson now: it never was, and it isn't finished."""
    learned = read_learned()
    return not (learned.broken or learned.offered or FIRST in learned.done)


def _write(learned: Learned) -> None:
    file = learned_file()
    if learned.broken:
        raise OSError(errno.EIO, f"{file.name} can't be read, and is left as it is")
    write_small(file, {"done": learned.done, "offered": learned.offered})


def not_saved(error: OSError) -> str:
    """Return the sentence for progress that can't be saved."""
    return f"Your progress can't be saved ({os_words(error)})."
