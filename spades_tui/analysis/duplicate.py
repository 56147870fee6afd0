"""Compare results with the same cards: in points, matchpoints or IMPs, and with computer players.

The computer players' process plays other tables like decisions, but only for hands that are over.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.analysis.simulate import GameInMemory
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.styles import STYLES, joined_level
from spades_tui.fair import Stream
from spades_tui.language.unusable import UnusableError
from spades_tui.play.brain import IN_PLACE, Brain
from spades_tui.play.resume import setup_of_record
from spades_tui.play.setup import OUTSIDE, USUAL, SeatSetup, TableSetup
from spades_tui.record.writer import event_line

if TYPE_CHECKING:
    from spades_tui.analysis.reviewed_record import Record

# ---- results of several tables

POINTS_PER_POINT = 5
"""Bridge points for a point of Spades. This is our choice: between a bid of five made and set
lie 100 points here, and about 500 in bridge between a game made and set."""
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
        2000, 2250, 2500, 3000, 3500, 4000)  # fmt: skip
"""The bridge points from which a difference is worth 1, 2, 3 and more IMPs (Law 78B)."""


def imps(difference: float) -> int:
    """Return a difference of points as IMPs, with the sign of the difference."""
    worth = bisect_right(IMPS, POINTS_PER_POINT * abs(difference))
    if difference < 0:
        return -worth
    return worth


def compared(results: Sequence[float], scoring: str) -> list[float]:
    """Return the results of a hand in points, in matchpoints or in average IMPs.

    A result has two matchpoints for each one it beats and one for each equal one; or the average
    of its IMPs against every other result.
    """
    if scoring == "points":
        return list(results)
    scores = list[float]()
    for own in results:
        differences = [own - other for other in results]  # its own is 0
        if scoring == "matchpoints":
            beaten = sum(difference > 0 for difference in differences)
            scores.append(float(2 * beaten + differences.count(0) - 1))
        else:
            scores.append(sum(map(imps, differences)) / (len(results) - 1))
    return scores


# ---- other tables of computer players

TABLES = 200
"""The number of tables of computer players with which to compare a score of the day."""
AT_ONCE = 20
"""Tables per part, which takes about 0.2 seconds, so that decisions never wait longer."""
EXPERT = "expert"
_OTHERS = (LEVELS[0], USUAL, *(joined_level(USUAL, style.name) for style in STYLES))
"""The players at those tables: quick ones of different styles."""


class Comparison(Struct, frozen=True):
    """The scores of others with the cards of a hand."""

    expert: int
    """The points of `expert` in the person's chair, against the same players."""
    fewer: int
    """The number of other tables with fewer points than the person."""
    same: int
    tables: int


def comparison(points: int, expert: int, tables: Sequence[int]) -> Comparison:
    """Return how a score compares with the scores of other tables."""
    fewer = sum(other < points for other in tables)
    return Comparison(expert, fewer, tables.count(points), len(tables))


def points_at(tables: Sequence[TableSetup], chair: int) -> list[int]:
    """Return the points of the chair's side at each table of computer players with a seed."""
    return [_points(table, chair) for table in tables]


def _points(table: TableSetup, chair: int) -> int:
    game = GameInMemory(table)
    game.play()
    return game.loop.course.state.standing.totals[game.rules.side_of[chair]]


def in_chair(setup: TableSetup, chair: int, level: str = EXPERT) -> TableSetup:
    """Return the same table with a computer player of this level in one seat."""
    seats = list(setup.seats)
    seats[chair] = replace(seats[chair], kind="bot", level=level)
    return replace(setup, seats=tuple(seats))


def expert_points(setup: TableSetup, chair: int) -> int:
    """Return the points of `expert` in the chair, against the same players."""
    return _points(in_chair(setup, chair), chair)


def other_table(setup: TableSetup, number: int) -> TableSetup:
    """Return another table with the same cards: quick players, drawn from the seed."""
    stream = Stream(sha256(f"spades-tables/1|{setup.seed}|{number}".encode()).digest())
    levels = [_OTHERS[stream.below(len(_OTHERS))] for _ in setup.seats]
    names = setup.names
    return replace(setup, seats=tuple(map(SeatSetup, names, repeat("bot"), levels)))


def parts_of_tables(setup: TableSetup, count: int = TABLES) -> Iterator[list[TableSetup]]:
    """Yield `count` other tables in parts, which are played one after another."""
    for first in range(0, count, AT_ONCE):
        yield [other_table(setup, number) for number in range(first, min(first + AT_ONCE, count))]


# ---- a finished game again


class DuplicateLine(Struct, frozen=True):
    """One result of a hand: the chair's bid and tricks, and its side's points."""

    bid: int | None
    took: int
    points: int


class TwoLines(Struct, frozen=True):
    """A hand as it was played, and with a computer player in one chair."""

    hand: int
    done: DuplicateLine
    again: DuplicateLine
    parted: int | None
    """The lines of the record before the first decision that differs; None if all are the same."""

    @property
    def gain(self) -> int:
        """The points by which the computer player did better."""
        return self.again.points - self.done.points


def hands_to_repeat(record: "Record") -> list[int]:
    """Return the hands that can be played again. Raises UnusableError if none can be."""
    played = record.replayed
    if played.over is None:
        raise UnusableError("the game isn't over; finish it first")
    if any(seat.level == OUTSIDE for seat in setup_of_record(played).seats):
        raise UnusableError(
            "another program played in it, and can't play again; choose another game"
        )
    hands = [number for number in sorted(record.hands) if record.dealt[number][1].proof is not None]
    if not hands:
        words = "so the players can't be asked again; choose another game"
        raise UnusableError(f"its deals have no proof, {words}")
    return hands


def play_again(
    record: "Record", number: int, chair: int, level: str, brain: Brain = IN_PLACE
) -> TwoLines | None:
    """Play a hand again with a computer player in one chair, and in the chairs of other people.

    Return None if it calls for another deal. `brain` decides for it, from observations only.
    """
    before, deal = record.dealt[number]
    setup = setup_of_record(record.replayed)
    side = record.replayed.rules.side_of[chair]
    for seat in (*record.people, chair):
        setup = in_chair(setup, seat, level)
    game = GameInMemory(setup, before=before, brain=brain)
    if not game.play_hand(deal):
        return None
    state = game.loop.course.state
    new = state.current
    again = DuplicateLine(new.bids[chair], new.took[chair], state.last_points[side])
    played = record.hands[number]
    old = played.state
    done = DuplicateLine(old.bids[chair], old.took[chair], played.points[side])
    decisions = [made for made in record.of((chair,)) if made.hand == number]
    lines = [line for line in game.lines if line.get("seat") == chair]
    for decision, line in zip(decisions, lines, strict=False):
        if event_line(decision.event) != line:
            return TwoLines(number, done, again, decision.before)
    return TwoLines(number, done, again, None)


def most_different(lines: Sequence[TwoLines]) -> TwoLines | None:
    """Return the first hand in which the lines differ most; None if none differs."""
    parted = [two for two in lines if two.parted is not None]
    return max(parted, key=lambda two: (abs(two.gain), -two.hand), default=None)
