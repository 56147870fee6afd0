"""Measure the effects of rules.

Play many games between computer players, count what happens, and compare two games. All counts are
whole numbers, so the sums are the same in any order and on any number of processes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, tee
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from spades_tui.analysis.kept_counts import GameCounts, KeptCounts
from spades_tui.analysis.simulate import GameInMemory, in_order, no_tick
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.state import HandState
from spades_tui.play.setup import USUAL, TableSetup, bot_seats
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.variant import Variant

if TYPE_CHECKING:
    from spades_tui.system.jobs import Jobs

SURE = 1.96
"""Standard errors on each side of a 95% interval, if there are many games."""
MANY = 100
"""Games from which `SURE` is enough; fewer games need a wider interval (Student's t)."""
CERTAIN = 1.5
"""Intervals between two values that are certainly different.

With 1, two equal games would show a difference in one of three comparisons, because they are
compared in all measures. With 1.5, one comparison in 20 errs.
"""
BID_SECONDS, CARD_SECONDS, HAND_SECONDS = 8, 3, 20
"""Estimated seconds that people take for a bid, for a card, and to deal and score a hand."""
ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th")
"""Places to the left of the first dealer."""
SHARES = 60
"""Parts of one win, so that two to six winners share it in whole numbers."""


class Measure(Struct, frozen=True):
    """Something to measure, as a count out of a total."""

    name: str
    label: str
    more: str
    """A sentence for a higher value in the other game, with `{by}`, `{now}` and `{before}`.

    In all texts, `{zero}` and `{Zero}` are the game's word for a bid of zero.
    """
    less: str
    percent: bool = False
    digits: int = 1
    parts: int = 1
    """The parts in which one event is counted."""
    small: float = 0
    """A difference that hardly matters at a table."""
    same: str = ""
    """A sentence for two games that differ by less than that, with `{most}`."""

    def words(self, value: float) -> str:
        """Return a value as people write it: ``72.1%`` or ``4.3``."""
        if self.percent:
            return f"{100 * value:.1f}%"
        return f"{value:.{self.digits}f}".replace("-", "−")


def _more_or_less(name: str, label: str, words: str, more: str, less: str, **form: Any) -> Measure:
    instead = ": {now} instead of {before}."
    return Measure(name, label, f"{words} {more}{instead}", f"{words} {less}{instead}", **form)


def _often(name: str, label: str, words: str, **form: Any) -> Measure:
    return _more_or_less(name, label, words, "more often", "less often", percent=True, **form)


def _a_hand(name: str, words: str, digits: int) -> Measure:
    label = f"{name} a hand"
    return _more_or_less(name, label, words, f"more {label}", f"fewer {label}", digits=digits)


def _wins_of(name: str, who: str) -> Measure:
    return _often(name, f"{who} wins", f"The {who} wins", parts=SHARES)


MEASURES = (
    _often("bids_made", "bids made", "Bids are made"),
    _often("nils_bid", "{zero}s bid, of all bids", "{Zero} is bid"),
    _often("nils_made", "{zero}s made", "{Zero} is made"),
    _a_hand("sets", "There are", digits=2),
    _a_hand("bags", "There are", digits=2),
    _a_hand("points", "Sides score", digits=1),
    Measure(
        "spread", "spread of points",
        "Hands swing more: a spread of {now} points instead of {before}.",
        "Hands swing less: a spread of {now} points instead of {before}.",
    ),
    Measure(
        "hands", "hands a game", "Games get {by} hands longer.", "Games get {by} hands shorter.",
        small=0.5, same="Games are as long, within {most} hands.",
    ),
    Measure(
        "minutes", "minutes a game", "Games take {by} minutes longer.",
        "Games take {by} minutes less.", digits=0,
    ),
    _often(
        "leader_wins", "leader at half wins", "Whoever leads after half the game wins",
        parts=SHARES, small=0.05,
        same="Whoever leads after half the game wins as often, within {most}.",
    ),
    _more_or_less(
        "margin", "points ahead at the end", "The winner is", "further ahead", "less far ahead",
    ),
    _more_or_less(
        "dealer", "dealer's points above average", "The dealer gains", "more points a hand",
        "fewer points a hand",
        small=2, same="The dealer gains as much, within {most} points a hand.",
    ),
    _wins_of("first_dealer_wins", "first dealer"),
    *(
        _wins_of(f"left_{place}_wins", f"{ORDINALS[place]} to the left")
        for place in range(1, len(ORDINALS))
    ),
)  # fmt: skip
"""The measures in the order of a table.

Points are a side's; the dealer's are those of the dealer's side. Seats are counted from the first
dealer, clockwise; partners count once.
"""


class Sums(Struct):
    """The sums of one measure over games: counts, totals, and their products."""

    games: int = 0
    found: int = 0
    of: int = 0
    found_squared: int = 0
    both: int = 0
    of_squared: int = 0

    def add(self, found: int, of: int) -> None:
        """Add one game."""
        self.games += 1
        self.found += found
        self.of += of
        self.found_squared += found * found
        self.both += found * of
        self.of_squared += of * of

    @property
    def value(self) -> float | None:
        """The share or the average; None if nothing could be counted."""
        if not self.of:
            return None
        return self.found / self.of

    @property
    def error(self) -> float:
        """The standard error of `value`, from the differences between games.

        It is infinite for fewer than two games.
        """
        if self.games < 2 or not self.of:
            return float("inf")
        value = self.found / self.of
        squares = max(
            self.found_squared - 2 * value * self.both + value * value * self.of_squared, 0.0
        )
        return sqrt(squares * self.games / (self.games - 1)) / self.of

    @property
    def sure(self) -> float:
        """The standard errors on each side of a 95% interval."""
        if not 2 <= self.games < MANY:
            return SURE
        free = self.games - 1
        return SURE + 2.4 / free + 2.8 / free**2 + 2.5 / free**3

    def within(self, percent: bool, parts: int = 1) -> float:
        """Return half of the 95% interval.

        If all or none were counted, assume that up to 3 might differ.

        `parts`: how many are counted for one event.
        """
        if percent and self.found in (0, self.of):
            return min(3 * parts / self.of, 1.0)
        return self.sure * self.error


class Figure(Struct, frozen=True):
    """A measured value and half of its 95% interval.

    `value` is None if it can't be measured in this game.
    """

    value: float | None
    within: float

    def differs(self, other: "Figure") -> bool:
        """Return whether two games' values certainly differ."""
        if self.value is None or other.value is None:
            return False
        return abs(self.value - other.value) > CERTAIN * self.within_of_difference(other)

    def within_of_difference(self, other: "Figure") -> float:
        """Return half of the 95% interval of the difference between two games."""
        return hypot(self.within, other.within)


class Measured(Struct):
    """The sums over all games that were played; at first of none."""

    games: int = 0
    hands: int = 0
    unfinished: int = 0
    """Games that were stopped after `MOST_HANDS` hands."""
    sums: dict[str, Sums] = field(
        default_factory=lambda: {measure.name: Sums() for measure in MEASURES}
    )
    points_and_squares: int = 0
    """The sum of each game's points times the sum of their squares.

    The interval of the spread needs it.
    """

    def add(self, game: GameCounts) -> None:
        """Add one game."""
        self.games += 1
        self.hands += game.hands
        self.unfinished += not game.ended
        for name, (found, of) in game.counts.items():
            self.sums[name].add(found, of)
        self.points_and_squares += game.counts["points"][0] * game.counts["spread"][0]

    def figure(self, name: str) -> Figure:
        """Return the value of a measure with its interval."""
        sums = self.sums.get(name, Sums())
        if sums.value is None:
            return Figure(None, float("inf"))
        if name == "spread":
            return self._spread(self.sums["points"], sums)
        measure = next(measure for measure in MEASURES if measure.name == name)
        return Figure(sums.value, sums.within(measure.percent, measure.parts))

    def _spread(self, points: Sums, squares: Sums) -> Figure:
        """Return the standard deviation of points.

        Its interval follows from each game's part of it.
        """
        mean = points.found / points.of
        variance = squares.found / squares.of - mean * mean
        if variance <= 0:
            return Figure(0.0, 0.0)
        rest = variance - mean * mean
        # the sum over games of (squares - 2 mean points - rest sides)², in which the mean may err
        # too
        apart = (
            squares.found_squared
            + 4 * mean * mean * points.found_squared
            + rest * rest * points.of_squared
            - 4 * mean * self.points_and_squares
            - 2 * rest * squares.both
            + 4 * mean * rest * points.both
        )
        if squares.games < 2:
            return Figure(sqrt(variance), float("inf"))
        error = sqrt(max(apart, 0.0) * squares.games / (squares.games - 1)) / squares.of
        return Figure(sqrt(variance), squares.sure * error / (2 * sqrt(variance)))


def measure(
    setups: Iterator[TableSetup], hands: int, jobs: "Jobs | None" = None,
    progress: Callable[[float | None], None] = lambda _: None, kept: KeptCounts | None = None,
) -> Measured:  # fmt: skip
    """Play games in order until they have at least `hands` hands, and return the sums.

    Games in `kept` aren't played again, and others are added to it. The result doesn't depend on
    `jobs`. Raises JobsLost if processes are killed from outside again and again.
    """
    result = Measured()
    games, ahead = tee(_with_counts(setups, kept))
    missing = (setup for setup, game in ahead if game is None)
    counted = in_order(count_game, missing, jobs, lambda: progress(None))
    for setup, game in games:
        if game is None:
            game = next(counted)
            if kept is not None:
                kept.add(setup, game)
        result.add(game)
        progress(min(result.hands, hands))
        if result.hands >= hands:
            break
    return result


def _with_counts(
    setups: Iterator[TableSetup], kept: KeptCounts | None
) -> Iterator[tuple[TableSetup, GameCounts | None]]:
    """Yield each table with the counts of its game, if they are in the file."""
    for setup in setups:
        yield setup, kept.get(setup) if kept is not None else None


def count_game(setup: TableSetup, tick: Callable[[], None] = no_tick) -> GameCounts:
    """Play one game and count what happens in it."""
    game = GameInMemory(setup)
    over = game.play(tick)
    scores = [(hand, score) for hand, score in game.scores if not hand.skipped]
    counts = _counts_of_hands(game.rules, scores)
    if over is not None:
        counts |= _counts_of_game(
            game.rules, over, [score for _, score in game.scores], setup.dealer
        )
    else:
        del counts["minutes"]  # the game would have taken longer
    return GameCounts(len(game.scores), over is not None, counts)


def _counts_of_hands(
    rules: Ruleset, scores: list[tuple[HandState, HandScore]]
) -> dict[str, tuple[int, int]]:
    decided: Counter[Decided] = Counter()
    bags = seconds = all_bids = dealer = dealers = sides = points = squares = 0
    for hand, score in scores:
        for note in score.notes:
            decided[note.what] += 1
            bags += note.tricks * (note.what is Decided.OVER)
        bids = len(score.bids) - score.bids.count(None)
        all_bids += bids
        seconds += HAND_SECONDS + BID_SECONDS * bids + CARD_SECONDS * bids * rules.tricks
        playing = rules.sides_at(hand.order)
        pay = [score.points[side] for side in playing]
        sides += len(pay)
        points += sum(pay)
        squares += sum(paid * paid for paid in pay)
        if rules.side_of[hand.dealer] in playing:
            dealers += len(pay)
            dealer += len(pay) * score.points[rules.side_of[hand.dealer]] - sum(pay)
    bid = decided[Decided.MADE] + decided[Decided.SET]
    nils = decided[Decided.ZERO_MADE] + decided[Decided.ZERO_FAILED]
    return {
        "bids_made": (decided[Decided.MADE], bid),
        "nils_bid": (nils, all_bids),
        "nils_made": (decided[Decided.ZERO_MADE], nils),
        "sets": (decided[Decided.SET], len(scores)),
        "bags": (bags, len(scores)),
        "points": (points, sides),
        "spread": (squares, sides),
        "dealer": (dealer, dealers),
        "minutes": (seconds, 60),
    }


def _counts_of_game(
    rules: Ruleset, over: GameOver, scores: list[HandScore], dealer: int
) -> dict[str, tuple[int, int]]:
    """Return the counts that only a finished game has.

    A side's wins are those of its first seat to the left of the first dealer.
    """
    shares = dict.fromkeys(over.winners, SHARES // len(over.winners))
    wins: dict[str, tuple[int, int]] = {}
    seen = set[int]()
    for place in range(rules.seats):
        side = rules.side_of[(dealer + place) % rules.seats]
        if side not in seen:
            seen.add(side)
            name = f"left_{place}_wins" if place else "first_dealer_wins"
            wins[name] = (shares.get(side, 0), SHARES)
    half = scores[(len(scores) - 1) // 2].totals
    led = half.count(max(half)) == 1
    held = shares.get(half.index(max(half)), 0) if led else 0
    best = max(over.totals[side] for side in over.winners)
    others = [total for side, total in enumerate(over.totals) if side not in over.winners]
    margin = best - max(others, default=best)
    return {
        "hands": (len(scores), 1),
        "leader_wins": (held, SHARES * led),
        "margin": (margin, 1),
        **wins,
    }


# ---- comparing

SEED = "lab"
CLOSE = 1.0
"""Points a hand on each side within which a difference is close enough."""


class RuleComparison:
    """The original game, the changed one, and the original with each change alone.

    All of them have the same deals.
    """

    def __init__(self, before: Variant, now: Variant, alone: Sequence[Variant] = ()) -> None:
        self._variants = (before, now, *alone)
        self.measured = [Measured() for _ in self._variants]
        self._added = 0

    def setups(self) -> Iterator[TableSetup]:
        """Yield tables without end: the first game of each, then the second of each."""
        for game in count(1):
            for variant in self._variants:
                seats = bot_seats(variant.seats, USUAL)
                yield TableSetup(variant, {}, seats, (game - 1) % variant.seats, SEED, game)

    def add(self, counted: GameCounts) -> None:
        """Add the counts of the next game in the order of `setups`."""
        self.measured[self._added % len(self.measured)].add(counted)
        self._added += 1

    @property
    def hands(self) -> int:
        """The number of hands of all games."""
        return sum(measured.hands for measured in self.measured)

    @property
    def within(self) -> float:
        """Half of the 95% interval of the difference in points a hand; infinite at first."""
        before, now, *_ = self.measured
        return before.figure("points").within_of_difference(now.figure("points"))
