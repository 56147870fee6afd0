"""Questions of a table during a game: the session's stars (3B-28), and the digit that a perfect day erases (3B-25)."""

from collections.abc import Iterable

from spades_tui.scorebook.database_keeper import Keeper
from spades_tui.scorebook.database_store import directory
from spades_tui.scorebook.digits import Erasing, line_of, text_of
from spades_tui.scorebook.game_result import moment_of
from spades_tui.scorebook.notes import new_note
from spades_tui.scorebook.people import is_computer, person_id
from spades_tui.scorebook.queries import table_view
from spades_tui.scorebook.scoreboard import session_of, tray_entries
from spades_tui.scorebook.scorebook_error import BookError
from spades_tui.scorebook.season import Line


class Eraser(Keeper):
    """The part of the scorebook that erases digits and counts the stars of a session."""

    def session_stars(self, people: Iterable[str]) -> dict[str, int]:
        """Return how often each of these people, by name, has won in today's session at their own table (3B-28)."""
        now = self._clock()
        with self._reading() as connection:
            who = directory(connection)
            persons = {who.person(person_id(name, False, None)): name for name in people}
            table = who.table_of("", moment_of(now.isoformat()), tuple(persons))
            if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                return {}
            first, last = session_of(table_view(connection, table).settings, now.date())
            rows = connection.execute(
                "SELECT person, sum(amount) FROM entries WHERE table_id = ? AND kind = 'star' AND day BETWEEN ? AND ? "
                "GROUP BY person",
                (table, first.isoformat(), last.isoformat()),
            )
            return {persons[person]: stars for person, stars in rows if person in persons}

    def erasings(self, game: str) -> tuple[Erasing, ...]:
        """Return the digits that a game has erased and whose players may still choose others. Raises BookError."""
        with self._reading() as connection:
            row = connection.execute("SELECT table_id FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise BookError(f"No game {game!r} in the scorebook.")
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
        """Erase this digit of a line instead of the one erased before. Raises BookError."""
        if erasing not in self.erasings(erasing.game) or digit not in erasing.choices:
            raise BookError(f"{erasing.name} can't choose {digit!r} to be erased now.")
        with self._reading() as connection:
            (table,) = connection.execute("SELECT table_id FROM games WHERE id = ?", (erasing.game,)).fetchone()
        keys = {"table": table, "person": erasing.person, "game": erasing.game, "place": erasing.choices[digit]}
        self._note(new_note("struck", self._at(), **keys))
