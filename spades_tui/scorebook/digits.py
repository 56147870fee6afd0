"""A player's line on the scoreboard: its remaining digits, and the one that a perfect day erased (3B-25)."""

import sqlite3
from collections.abc import Iterable

from msgspec import Struct

from spades_tui.scorebook.people import is_computer
from spades_tui.scorebook.season import HEX_DIGITS, Kind, Line


class Erasing(Struct, frozen=True):
    """A digit that a perfect day has erased, while its player may still choose another."""

    game: str
    person: str
    name: str
    line: str
    """The line as it was before."""

    @property
    def choices(self) -> dict[str, int]:
        """The digits of the line, each with its first place, from 1."""
        return {digit: self.line.index(digit) + 1 for digit in dict.fromkeys(self.line)}


def line_of(entries: Iterable[tuple[str, int, str | None]]) -> Line:
    """Return a player's line after its `tray` and `struck` entries: kind, amount and game of each, in order."""
    line = Line()
    for kind, amount, game in entries:
        if kind == Kind.STRUCK:
            line.choose(amount)
        elif amount == -1 and game is not None:
            line.strike(game)
        else:
            line.change(amount)
    return line


def text_of(line: Line) -> str:
    """Return the remaining digits."""
    standing = (place for place in range(line.top) if place + 1 not in line.gone)
    return "".join(HEX_DIGITS[place % len(HEX_DIGITS)] for place in standing)


def tray_entries(
    connection: sqlite3.Connection, table: str, person: str, last: str
) -> list[tuple[str, int, str | None]]:
    """Return the changes of a player's line up to a day: kind, amount and game, in order (3B-25)."""
    return connection.execute(
        "SELECT kind, amount, game FROM entries WHERE table_id = ? AND person = ? AND kind IN ('tray', 'struck') "
        "AND day <= ? ORDER BY place",
        (table, person, last),
    ).fetchall()


def erasings(connection: sqlite3.Connection, table: str, game: str) -> tuple[Erasing, ...]:
    """Return the digits that a game at a table has erased and whose players may still choose others."""
    found = []
    for person, name in connection.execute(
        "SELECT DISTINCT e.person, p.name FROM entries e JOIN persons p ON p.id = e.person "
        "WHERE e.table_id = ? AND e.game = ? AND e.kind = 'tray' AND e.amount = -1 ORDER BY e.place",
        (table, game),
    ).fetchall():
        line = line_of(tray_entries(connection, table, person, "9999-12-31"))
        if line.game == game and line.before is not None and not is_computer(person):
            before = Line(line.before[0])
            before.gone = line.before[1]
            found.append(Erasing(game, person, name, text_of(before)))
    return tuple(one for one in found if len(one.choices) > 1)
