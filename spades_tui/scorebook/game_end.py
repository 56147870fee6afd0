"""The scorebook's answer when a game ends: what the game changed, and what its people have to do now."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from spades_tui.scorebook.game_files import look
from spades_tui.scorebook.queries import Happened, TableView
from spades_tui.scorebook.scoreboard import Erasing
from spades_tui.scorebook.season import Kind

if TYPE_CHECKING:
    from spades_tui.scorebook.scorebook import Book  # a table doesn't need it before its game ends


class GameEnd(Struct, frozen=True):
    """The scorebook's answer when a game ends; empty if it isn't in the scorebook."""

    table: TableView | None = None
    happened: tuple[Happened, ...] = ()
    """All consequences of the game, in order; `presentation.scorebook_words.happening_lines` has the words."""
    tray_person: str | None = None
    to_carry: int = 0
    """The number of trays that the tray person has to carry now (3B-26)."""
    practice: str = ""
    """The reason, as half a sentence, why the game doesn't count (3B-11); then the rest is empty."""
    erasings: tuple[Erasing, ...] = ()
    """Digits erased for perfect days, while other digits may still be chosen (3B-25)."""


def end_of(book: "Book", game: Path | str) -> GameEnd:
    """Return the scorebook's answer for a game (its id), or for a record, which is added. Raises its errors."""
    if isinstance(game, Path):
        games = book.records.take_in(game)
        if not games:
            return GameEnd(practice=look(game).practice)
        game = games[-1]
    table, happened = book.table_of(game), book.results_of(game)
    tray_person = next((one.person for one in happened if one.kind == Kind.TRAY_PERSON), None)
    to_carry = book.to_carry(tray_person, table.id) if tray_person is not None else 0
    return GameEnd(table, happened, tray_person, to_carry, erasings=book.erasings(game))
