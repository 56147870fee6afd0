"""Leave a scorebook as release 1.1 left it: a file of notes with sums, and a database computed from them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE
from spades_tui.record.journal_lines import line_sum
from spades_tui.scorebook import copies
from spades_tui.scorebook.earlier_files import DATABASE
from spades_tui.scorebook.notes import FORMAT, Note
from tests.scorebook.games import Season
from tests.scorebook.released_schemas import MIGRATIONS


def lose(folder: Path) -> None:
    """Remove the scorebook's file and its copies."""
    path = folder / SCOREBOOK_FILE
    for file in (path, *copies.names(path)):
        file.unlink(missing_ok=True)


def write_notes(path: Path, notes: list[Note], *, sums: bool = True) -> None:
    """Write a file of notes as release 1.1 did, or the first ones, which had no sums."""
    last, lines = "", []
    head: Note = {"event": "book", "format": FORMAT}
    for note in (head, *notes):
        if sums:
            last = line_sum(last, note)
            note = {**note, "sum": last}
        lines.append(json.dumps(note, ensure_ascii=False) + "\n")
    path.write_text("".join(lines), "utf-8")


def make_earlier(season: Season, version: int = len(MIGRATIONS), *, sums: bool = True) -> None:
    """Close the scorebook of a season, and leave earlier files with the same content instead."""
    rows = season.book.database.rows
    notes = rows("SELECT place, id, event, json FROM notes ORDER BY place")
    results = rows("SELECT id, file, json FROM results")
    season.book.close()
    lose(season.home)
    path = season.home / EARLIER_NOTES
    write_notes(path, [json.loads(text) for *_, text in notes], sums=sums)
    with closing(sqlite3.connect(season.home / DATABASE)) as connection:
        for script in MIGRATIONS[:version]:
            connection.executescript(script)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.executemany("INSERT INTO notes (place, id, event, json) VALUES (?, ?, ?, ?)", notes)
        connection.executemany("INSERT INTO results VALUES (?, ?, ?)", results)
        connection.execute("INSERT INTO meta VALUES ('notes', ?)", (path.stat().st_size,))
        connection.commit()
