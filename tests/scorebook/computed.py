"""Everything that a scorebook has computed, to compare scorebooks."""

import sqlite3

from spades_tui.scorebook.scorebook import Book

COMPUTED = ("totals", "entries", "seats", "games", "members", "persons", "reviews")
"""What follows from games and notes, without what only saves time, in which equal scorebooks may differ."""


def content_of(book: Book) -> list[tuple[object, ...]]:
    """Return all computed rows of an open scorebook in a fixed order: equal scorebooks return equal rows."""
    return computed_rows(book.database.connection)


def computed_rows(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return all computed rows of a scorebook's file."""
    out: list[tuple[object, ...]] = []
    for table in COMPUTED:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        order = ", ".join(f'"{name}"' for name in columns)
        out += [(table, *row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}")]
    return out
