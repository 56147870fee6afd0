"""The digit that a perfect day erases: until the line changes again, its player may choose which (3B-25)."""

from spades_tui.book.board import tray_entries
from spades_tui.book.digits import Erasing, line_of, text_of
from spades_tui.book.errors import BookError
from spades_tui.book.keeping import Keeper
from spades_tui.book.notes import new_note
from spades_tui.book.people import is_computer
from spades_tui.book.season import Line


class Eraser(Keeper):
    """The part of the open book that erases digits."""

    def erasings(self, game: str) -> tuple[Erasing, ...]:
        """Return the digits that a game has erased and whose players may still choose others. Raises BookError."""
        with self._reading() as connection:
            row = connection.execute("SELECT table_id FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(f"There is no game {game!r} in the book.")
            found = []
            for person, name in connection.execute(
                "SELECT DISTINCT e.person, p.name FROM entries e JOIN persons p ON p.id = e.person "
                "WHERE e.table_id = ? AND e.game = ? AND e.kind = 'tray' AND e.amount = -1 ORDER BY e.place",
                (row[0], game),
            ).fetchall():
                line = line_of(tray_entries(connection, row[0], person, "9999-12-31"))
                if line.game == game and line.before is not None and not is_computer(person):
                    before = Line(line.before[0])
                    before.gone = line.before[1]
                    found.append(Erasing(game, person, name, text_of(before)))
        return tuple(one for one in found if len(one.choices) > 1)

    def erase(self, erasing: Erasing, digit: str) -> None:
        """Erase this digit of a line, and let the one stand that was erased. Raises BookError."""
        if erasing not in self.erasings(erasing.game) or digit not in erasing.choices:
            raise BookError(f"{erasing.name} can't choose {digit!r} to be erased now.")
        with self._reading() as connection:
            (table,) = connection.execute("SELECT table_id FROM games WHERE id = ?", (erasing.game,)).fetchone()
        keys = {"table": table, "person": erasing.person, "game": erasing.game, "place": erasing.choices[digit]}
        self._note(new_note("struck", self._at(), **keys))
