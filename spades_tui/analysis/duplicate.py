"""The same cards played by others: what a hand brings in other chairs' hands, to compare a person's score with.

A question is answered in the computer players' process like their decisions, but only about hands that are over.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.bots.styles import STYLES, joined
from spades_tui.fair import Stream
from spades_tui.play.setup import USUAL, SeatSetup, TableSetup

TABLES = 200
"""Tables of computer players with which a score of a day is compared."""
AT_ONCE = 20
"""Tables of one question: it takes about 0.2 seconds, so that a decision at a table doesn't wait longer."""
EXPERT = "expert"
_OTHERS = (bots.LEVELS[0], USUAL, *(joined(USUAL, style.name) for style in STYLES))
"""Who plays at those tables: quick players of different styles."""


class PlayAgain(Struct, frozen=True):
    """Ask what tables of computer players score; each is a game that a seed deals."""

    tables: tuple[TableSetup, ...]
    chair: int

    def answer(self) -> tuple[int, ...]:
        """Return the points of the chair's side at each table, played here."""
        return tuple(_points(table, self.chair) for table in self.tables)


def _points(table: TableSetup, chair: int) -> int:
    game = GameInMemory(table)
    for _ in game.play():
        pass
    return game.points_of(chair)


class Comparison(Struct, frozen=True):
    """What others score with the cards of a hand."""

    expert: int
    """The points of `expert` in the person's chair, against the same players."""
    fewer: int = 0
    """How many of the other tables have fewer points than the person."""
    same: int = 0
    tables: int = 0


def compared(points: int, expert: int, tables: Sequence[int]) -> Comparison:
    """Return the place of a score among those of other tables."""
    return Comparison(expert, sum(one < points for one in tables), tables.count(points), len(tables))


def in_chair(setup: TableSetup, chair: int, level: str = EXPERT) -> TableSetup:
    """Return the same table with a computer player of this level in one seat."""
    seats = [replace(seat, kind="bot", level=level) if n == chair else seat for n, seat in enumerate(setup.seats)]
    return replace(setup, seats=tuple(seats))


def other_table(setup: TableSetup, number: int) -> TableSetup:
    """Return another table with the same cards: every seat has a quick player, drawn by lot from the seed."""
    stream = Stream(sha256(f"spades-tables/1|{setup.seed}|{number}".encode()).digest())
    seats = (SeatSetup(seat.name, "bot", _OTHERS[stream.below(len(_OTHERS))]) for seat in setup.seats)
    return replace(setup, seats=tuple(seats))


def questions_of_tables(setup: TableSetup, chair: int, count: int = TABLES) -> list[PlayAgain]:
    """Return the questions that play `count` other tables, a few in each."""
    tables = [other_table(setup, number) for number in range(count)]
    return [PlayAgain(tuple(tables[n : n + AT_ONCE]), chair) for n in range(0, count, AT_ONCE)]
