"""Compare results with the same cards: as points, matchpoints, or IMPs.

A result is the points of a side minus the average of the others, so that setting the opponents counts too. For another
result of a finished game's hand, a computer player takes a person's seat.
"""

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from spades_tui.analysis.other_tables import in_chair
from spades_tui.analysis.review import Record
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.language.unusable import UnusableError
from spades_tui.play.bot_decision import IN_PLACE, Brain
from spades_tui.play.resume import setup_of_record
from spades_tui.play.setup import OUTSIDE
from spades_tui.record.writer import event_line


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


def hands_to_repeat(record: Record) -> list[int]:
    """Return the hands that can be played again. Raises UnusableError if none can be."""
    played = record.replayed
    if played.over is None:
        raise UnusableError("the game isn't over; finish it first")
    if any(seat.level == OUTSIDE for seat in setup_of_record(played).seats):
        raise UnusableError("another program played in it, which can't be asked again; choose another game")
    found = [number for number in sorted(record.hands) if record.dealt[number][1].proof is not None]
    if not found:
        raise UnusableError("its deals have no proof, so the players can't be asked again; choose another game")
    return found


def play_again(record: Record, number: int, chair: int, level: str, brain: Brain = IN_PLACE) -> TwoLines | None:
    """Play a hand again with a computer player in one chair, and in the chairs of other people.

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
    again = DuplicateLine(state.current.bids[chair], state.current.took[chair], state.last_points[side])
    done = DuplicateLine(old.state.bids[chair], old.state.took[chair], old.points[side])
    mine = [one for one in record.decisions if (one.seat, one.hand) == (chair, number)]
    its = [line for line in game.lines if line.get("seat") == chair]
    parted = next((one.before for one, line in zip(mine, its, strict=False) if event_line(one.event) != line), None)
    return TwoLines(number, done, again, parted)


def most_different(lines: Sequence[TwoLines]) -> TwoLines | None:
    """Return the hand in which the lines differ most, the first of several; None if none differs."""
    found = [one for one in lines if one.parted is not None]
    return max(found, key=lambda one: (abs(one.gain), -one.hand), default=None)


POINTS_PER_POINT = 5
"""Bridge points for a point of Spades. This is our choice: between a bid of five made and set lie 100 points here, and
about 500 in bridge between a game made and set."""
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
        3000, 3500, 4000)  # fmt: skip
"""The bridge points from which a difference is worth 1, 2, 3 and more IMPs (Law 78B of duplicate bridge)."""


def result(totals: Sequence[int], side: int) -> float:
    """Return the points of a side minus the average of the other sides."""
    others = [points for number, points in enumerate(totals) if number != side]
    return totals[side] - sum(others) / len(others)


def imps(difference: float) -> int:
    """Return a difference of points as IMPs, with the sign of the difference."""
    found = bisect_right(IMPS, POINTS_PER_POINT * abs(difference))
    return found if difference > 0 else -found


def matchpoints(results: Sequence[float]) -> list[float]:
    """Return two matchpoints for each result beaten, and one for each equal one."""
    return [sum(float(2 * (one > other) + (one == other)) for other in results) - 1 for one in results]


def average_imps(results: Sequence[float]) -> list[float]:
    """Return the average IMPs of each result against every other one."""
    return [sum(imps(one - other) for other in results) / (len(results) - 1) for one in results]


def compared(results: Sequence[float], scoring: str) -> list[float]:
    """Return the results of a hand in points, matchpoints or IMPs."""
    if scoring == "matchpoints":
        return matchpoints(results)
    return average_imps(results) if scoring == "imps" else list(results)
