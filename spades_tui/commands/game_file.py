"""Read a game file for a command: open it, resume a saved game, or refuse to show a game in progress."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO

from spades_tui.commands.argument_parser import OPEN_HANDS
from spades_tui.play import rescue
from spades_tui.play.journal import JournalBusy
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record_from
from spades_tui.system.disk import lock
from spades_tui.system.exit_status import InputError, UsageError, file_error
from spades_tui.system.folders import open_plain


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input if the name is ``-``. Raises OSError."""
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")


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


def refuse_live(name: str, arguments: argparse.Namespace) -> None:
    """Raise UsageError if a game in progress has hands that its players can't see, unless `--open-hands` is given."""
    if not arguments.open_hands and name != "-" and _hides_a_hand(Path(name)):
        command = arguments.command
        raise UsageError(
            f"{name}: this game is in progress, and {command} shows cards that its players can't see; "
            f"wait for the end of the game, or add {OPEN_HANDS}"
        )


def _hides_a_hand(path: Path) -> bool:
    """Return whether another program has this journal open, with people in it and a hand that isn't scored yet."""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError), open_plain(path) as stream:
        try:
            lock(stream.fileno(), wait=False, shared=True)
            return False  # or the system has no locks, so there is no way to know
        except BlockingIOError:
            raw = read_record_from(stream, str(path))
        seats = json.loads(raw[: raw.index(b"\n")])["seats"]
        dealt = raw.rfind(b'"event": "deal"') > raw.rfind(b'"event": "hand_score"')
        return dealt and any(seat["kind"] == "human" for seat in seats)
    return False
