"""Others' scores with the cards of a hand, to compare a person's score: `expert` in the seat, and many quick tables.

The computer players' process does this like decisions, but only for hands that are over. The page of
the day imports this before its first frame, so it imports no review.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.bots.styles import STYLES, joined_level
from spades_tui.fair import Stream
from spades_tui.play.daily import Day, is_whole
from spades_tui.play.setup import USUAL, SeatSetup, TableSetup

TABLES = 200
"""The number of tables of computer players with which to compare a score of the day."""
AT_ONCE = 20
"""Tables per part, which takes about 0.2 seconds, so that decisions at a table never wait longer."""
EXPERT = "expert"
_OTHERS = (bots.LEVELS[0], USUAL, *(joined_level(USUAL, style.name) for style in STYLES))
"""The players at those tables: quick ones of different styles."""


def points_at(tables: Sequence[TableSetup], chair: int) -> list[int]:
    """Return the points of the chair's side at tables of computer players; each is a game with a seed."""
    return [_points(table, chair) for table in tables]


def _points(table: TableSetup, chair: int) -> int:
    game = GameInMemory(table)
    game.play()
    return game.loop.course.state.standing.totals[game.rules.side_of[chair]]


class Comparison(Struct, frozen=True):
    """The scores of others with the cards of a hand."""

    expert: int
    """The points of `expert` in the person's chair, against the same players."""
    fewer: int
    """The number of other tables with fewer points than the person."""
    same: int
    tables: int


def compared(points: int, expert: int, tables: Sequence[int]) -> Comparison:
    """Return how a score compares with the scores of other tables."""
    return Comparison(expert, sum(one < points for one in tables), tables.count(points), len(tables))


def above_expert(day: date, results: Mapping[date, Day], experts: Mapping[str, Comparison]) -> tuple[int, int] | None:
    """Return the points of a day and of `expert`, if all hands were played on that day and the day has more."""
    if not is_whole(day, results) or set(experts) != set(results[day]):
        return None
    points = sum(one.points or 0 for one in results[day].values())
    expert = sum(one.expert for one in experts.values())
    return (points, expert) if points > expert else None


def in_chair(setup: TableSetup, chair: int, level: str = EXPERT) -> TableSetup:
    """Return the same table with a computer player of this level in one seat."""
    seats = [replace(seat, kind="bot", level=level) if n == chair else seat for n, seat in enumerate(setup.seats)]
    return replace(setup, seats=tuple(seats))


def expert_points(setup: TableSetup, chair: int) -> int:
    """Return the points of `expert` in the chair, against the same players."""
    return _points(in_chair(setup, chair), chair)


def other_table(setup: TableSetup, number: int) -> TableSetup:
    """Return another table with the same cards: every seat has a quick player, drawn by lot from the seed."""
    stream = Stream(sha256(f"spades-tables/1|{setup.seed}|{number}".encode()).digest())
    seats = (SeatSetup(seat.name, "bot", _OTHERS[stream.below(len(_OTHERS))]) for seat in setup.seats)
    return replace(setup, seats=tuple(seats))


def parts_of_tables(setup: TableSetup, count: int = TABLES) -> list[list[TableSetup]]:
    """Return `count` other tables in parts, which are played one after another."""
    tables = [other_table(setup, number) for number in range(count)]
    return [tables[n : n + AT_ONCE] for n in range(0, count, AT_ONCE)]
