"""Everything that a scorebook has computed, to compare scorebooks."""

import sqlite3
from typing import Any

from spades_tui.scorebook.database import COMPUTED


def computed_rows(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Return all computed rows in a fixed order: equal scorebooks return equal rows."""
    out: list[tuple[Any, ...]] = []
    for table in COMPUTED:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        order = ", ".join(f'"{name}"' for name in columns)
        out += [(table, *row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}")]
    return out
