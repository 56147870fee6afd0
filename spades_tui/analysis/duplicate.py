"""Replay the same cards with other players, to compare a person's score.

The computer players' process answers these questions like decisions, but only about hands that are over.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.analysis.review import Record
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.bots.styles import STYLES, joined
from spades_tui.fair import Stream
from spades_tui.play.bot_decision import IN_PLACE
from spades_tui.play.bot_questions import Brain
from spades_tui.play.daily import Day, is_whole
from spades_tui.play.resume import setup_of_record
from spades_tui.play.setup import OUTSIDE, USUAL, SeatSetup, TableSetup
from spades_tui.record.writer import event_line

TABLES = 200
"""The number of tables of computer players with which to compare a score of the day."""
AT_ONCE = 20
"""Tables per question, which takes about 0.2 seconds, so that decisions at a table never wait longer."""
EXPERT = "expert"
_OTHERS = (bots.LEVELS[0], USUAL, *(joined(USUAL, style.name) for style in STYLES))
"""The players at those tables: quick ones of different styles."""


class PlayAgain(Struct, frozen=True):
    """Ask for the scores of tables of computer players; each is a game with a seed."""

    tables: tuple[TableSetup, ...]
    chair: int

    def answer(self) -> tuple[int, ...]:
        """Return the points of the chair's side at each table, played in this process."""
        return tuple(_points(table, self.chair) for table in self.tables)


def _points(table: TableSetup, chair: int) -> int:
    game = GameInMemory(table)
    for _ in game.play():
        pass
    return game.points_of(chair)


class DuplicateError(ValueError):
    """A game whose hands can't be played again; the message is one sentence for the user."""


class Line(Struct, frozen=True):
    """One result of a hand: the chair's bid and tricks, and its side's points."""

    bid: int | None
    took: int
    points: int


class TwoLines(Struct, frozen=True):
    """A hand as it was played, and with a computer player in one chair."""

    hand: int
    done: Line
    again: Line
    parted: int | None
    """The lines of the record before the first decision that differs; None if all are the same."""

    @property
    def gain(self) -> int:
        """The points by which the computer player did better."""
        return self.again.points - self.done.points


def hands_to_repeat(record: Record) -> list[int]:
    """Return the hands that can be played again. Raises DuplicateError if none can be."""
    played = record.replayed
    if played.over is None:
        raise DuplicateError("the game isn't over; finish it first")
    if any(seat.level == OUTSIDE for seat in setup_of_record(played).seats):
        raise DuplicateError("another program played in it, which can't be asked again; choose another game")
    found = [number for number in sorted(record.hands) if record.dealt[number][1].secret is not None]
    if not found:
        raise DuplicateError("its deals have no proof, so the players can't be asked again; choose another game")
    return found


def play_again(record: Record, number: int, chair: int, level: str, brain: Brain = IN_PLACE) -> TwoLines | None:
    """Play a hand again with a computer player in one chair, and in those of other people.

    Return None if it calls for another deal. `brain` decides for it, from observations as at a table.
    """
    before, deal = record.dealt[number]
    setup, side = setup_of_record(record.replayed), record.replayed.rules.side_of[chair]
    for seat in record.people:
        setup = in_chair(setup, seat, level)
    game = GameInMemory(in_chair(setup, chair, level), before=before, brain=brain)
    if not game.play_hand(deal):
        return None
    state, old = game.loop.course.state, record.hands[number]
    again = Line(state.current.bids[chair], state.current.took[chair], state.last_points[side])
    done = Line(old.state.bids[chair], old.state.took[chair], old.points[side])
    mine = [one for one in record.decisions if (one.seat, one.hand) == (chair, number)]
    its = [line for line in game.lines if line.get("seat") == chair]
    parted = next((one.before for one, line in zip(mine, its, strict=False) if event_line(one.event) != line), None)
    return TwoLines(number, done, again, parted)


def most_different(lines: Sequence[TwoLines]) -> TwoLines | None:
    """Return the hand in which the lines differ most, the first of several; None if none differs."""
    found = [one for one in lines if one.parted is not None]
    return max(found, key=lambda one: (abs(one.gain), -one.hand), default=None)


class Comparison(Struct, frozen=True):
    """The scores of others with the cards of a hand."""

    expert: int
    """The points of `expert` in the person's chair, against the same players."""
    fewer: int = 0
    """The number of other tables with fewer points than the person."""
    same: int = 0
    tables: int = 0


def compared(points: int, expert: int, tables: Sequence[int]) -> Comparison:
    """Return how a score compares with the scores of other tables."""
    return Comparison(expert, sum(one < points for one in tables), tables.count(points), len(tables))


def above_expert(
    day: date, results: Mapping[date, Day], experts: Mapping[str, Comparison]
) -> tuple[int, int] | None:
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


def expert_question(setup: TableSetup, chair: int) -> PlayAgain:
    """Return the question for the score of `expert` in the chair, against the same players."""
    return PlayAgain((in_chair(setup, chair),), chair)


def other_table(setup: TableSetup, number: int) -> TableSetup:
    """Return another table with the same cards: every seat has a quick player, drawn by lot from the seed."""
    stream = Stream(sha256(f"spades-tables/1|{setup.seed}|{number}".encode()).digest())
    seats = (SeatSetup(seat.name, "bot", _OTHERS[stream.below(len(_OTHERS))]) for seat in setup.seats)
    return replace(setup, seats=tuple(seats))


def questions_of_tables(setup: TableSetup, chair: int, count: int = TABLES) -> list[PlayAgain]:
    """Return questions for `count` other tables, a few tables per question."""
    tables = [other_table(setup, number) for number in range(count)]
    return [PlayAgain(tuple(tables[n : n + AT_ONCE]), chair) for n in range(0, count, AT_ONCE)]
