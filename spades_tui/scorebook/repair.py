"""Repair a damaged file of notes, from the database and from its readable lines."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from spades_tui.scorebook import database_store, notes_file
from spades_tui.scorebook.notes import Note
from spades_tui.scorebook.notes_file import Broken, Line, Read
from spades_tui.scorebook.scorebook_error import BookTrouble
from spades_tui.system.folders import is_game_file
from spades_tui.system.output import os_words


def check_complete(connection: sqlite3.Connection, found: Read) -> None:
    """Check that a file read from its beginning has every note of the database. Raises Broken if not."""
    there = {note["id"] for note in found.notes}
    if any(row[0] not in there for row in connection.execute("SELECT id FROM notes")):
        raise Broken


def repair_notes(connection: sqlite3.Connection, path: Path, notice: str | None) -> str:
    """Write the file again. Return an earlier `notice` followed by a sentence about the repair.

    Call it within a transaction: it deletes the database's notes, which are added again later. Raises BookTrouble if
    the write fails.
    """
    raw = notes_file.load(path)
    lines = notes_file.salvage(raw)
    kept = database_store.all_notes(connection)
    size = database_store.known_notes(connection).size if kept else 0
    more, missing = _more(lines, {note["id"] for note in kept}, size)
    try:
        aside = notes_file.replace_keeping_old(path, [*kept, *more])
    except OSError as error:
        raise BookTrouble(f"The scorebook can't be written ({os_words(error)}).") from None
    connection.execute("DELETE FROM notes")
    told = f"The notes of the scorebook were damaged. The damaged file is kept as {aside.name}; "
    them = "it" if len(missing) == 1 else "them"
    told += f"{_lines(missing)} missing: no copy has {them}." if missing else "nothing is missing."
    return f"{notice} {told}" if notice else told


def records_named(aside: Path) -> list[str]:
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


def _more(lines: Sequence[Line], known: set[str], size: int) -> tuple[list[Note], list[Line]]:
    """Return notes of the file that the database doesn't have, and lines that are lost.

    The database has the notes of the first `size` bytes, so damage there is harmless. A note without a checksum counts
    only after them.
    """
    more: list[Note] = []
    missing: list[Line] = []
    for line in lines:
        taken_in = line.start < size
        if line.note is not None and line.whole and (line.checked or not taken_in):
            if line.note["id"] not in known:
                known.add(line.note["id"])
                more.append(line.note)
        elif not taken_in and not (line.note is None and line.whole and not line.wrong):
            missing.append(line)
    return more, missing


def _lines(missing: Sequence[Line]) -> str:
    numbers = [str(line.number) for line in missing]
    if len(numbers) == 1:
        return f"line {numbers[0]} of it is"
    return f"lines {', '.join(numbers[:-1])} and {numbers[-1]} of it are"
