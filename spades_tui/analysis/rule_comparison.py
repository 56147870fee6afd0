"""Compare two games by what happens in them, and find out which of several changes makes a difference."""

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct

from spades_tui.analysis.kept_counts import GameCounts
from spades_tui.analysis.rule_lab import MEASURES, Measure, Measured
from spades_tui.play.setup import NAMES, USUAL, SeatSetup, TableSetup
from spades_tui.rules.variant import Variant

SEED = "lab"
CLOSE = 1.0
"""Points a hand on each side within which a difference is close enough."""


class Difference(Struct, frozen=True):
    """A measure that is certainly different in the second game."""

    measure: Measure
    before: float
    now: float
    causes: tuple[int, ...] = ()
    """The changes that certainly make it higher or lower in the same way, each alone."""


def certain_differences(before: Measured, now: Measured, alone: Sequence[Measured] = ()) -> list[Difference]:
    """Return what is certainly different; `alone`: the first game with each change alone."""
    found = []
    for measure in MEASURES:
        first, second = before.figure(measure.name), now.figure(measure.name)
        if first.value is None or second.value is None or not first.differs(second):
            continue
        causes = []
        for number, one in enumerate(alone):
            figure = one.figure(measure.name)
            up = figure.value is not None and figure.value > first.value
            if first.differs(figure) and up == (second.value > first.value):
                causes.append(number)
        found.append(Difference(measure, first.value, second.value, tuple(causes)))
    return found


class Alike(Struct, frozen=True):
    """A measure that is so alike in both games that the difference hardly matters."""

    measure: Measure
    most: float
    """The largest difference that is likely."""


def alike_measures(before: Measured, now: Measured) -> list[Alike]:
    """Return what certainly hardly differs, of the measures that have a small difference."""
    found = []
    for measure in MEASURES:
        first, second = before.figure(measure.name), now.figure(measure.name)
        if first.value is None or second.value is None or first.differs(second):
            continue
        most = abs(first.value - second.value) + first.within_of_difference(second)
        if most <= measure.small:
            found.append(Alike(measure, most))
    return found


class Comparison:
    """The original game, the changed one, and the original with each change alone, each with the same deals."""

    def __init__(self, before: Variant, now: Variant, alone: Sequence[Variant] = (), level: str = USUAL) -> None:
        self._variants, self._level = (before, now, *alone), level
        self.measured = [Measured.nothing() for _ in self._variants]
        self._added = 0

    def setups(self) -> Iterator[TableSetup]:
        """Yield tables without end: the first game of each, then the second of each."""
        for game in count(1):
            for variant in self._variants:
                seats = tuple(SeatSetup(NAMES[seat], "bot", self._level) for seat in range(variant.seats))
                yield TableSetup(variant, {}, seats, (game - 1) % variant.seats, SEED, game)

    def add(self, counted: GameCounts) -> None:
        """Add the counts of the next game in the order of `setups`."""
        self.measured[self._added % len(self.measured)].add(counted)
        self._added += 1

    @property
    def hands(self) -> int:
        """The number of hands of all games."""
        return sum(one.hands for one in self.measured)

    @property
    def within(self) -> float:
        """Half of the 95% interval of the difference in points a hand; infinite at first."""
        before, now, *_ = self.measured
        return before.figure("points").within_of_difference(now.figure("points"))

    @property
    def differences(self) -> list[Difference]:
        """The measures that almost certainly differ."""
        return certain_differences(self.measured[0], self.measured[1], self.measured[2:])

    @property
    def alike(self) -> list[Alike]:
        """The measures that are almost certainly alike."""
        return alike_measures(self.measured[0], self.measured[1])
