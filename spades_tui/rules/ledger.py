"""The data that scoring components read and write.

A hand's counts, a game's standing, and how it ended. A *side* scores together. Tuples are indexed
by seat or by side, as their names say.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from msgspec import Struct, field


class Decided(StrEnum):
    """A decision about a bid, a promise or a count."""

    MADE = "made"
    """A bid was made, other than a separately scored zero."""
    SET = "set"
    """A bid was not made."""
    ZERO_MADE = "zero_made"
    ZERO_FAILED = "zero_failed"
    OVER = "over"
    """Tricks above a made bid, or bags of a zero (SB-7); `tricks` is their number."""
    KEPT = "kept"
    """A promise of the first `tricks` was kept."""
    BROKEN = "broken"
    OPEN = "open"
    """Undecided, because it depends on something unknown in a supposed hand; `about` names it."""
    IN_A_ROW = "in_a_row"
    """A bid was met exactly, for the `tricks`-th time in a row (BM-11)."""
    BAGS_CHARGED = "bags_charged"
    """`tricks` bags have cost points."""
    NOT_PLAYED = "not_played"
    """The hand was skipped (JK-13c)."""


class Note(NamedTuple):
    """One decision of a component."""

    what: Decided
    side: int
    seats: tuple[int, ...]
    """Whose bid or promise it was; the whole side for a side's bid."""
    tricks: int = 0
    about: str = ""
    """The undecided point, in a few words."""


class Standing(Struct, frozen=True):
    """The state of a game between hands; all of it is public (C-9)."""

    totals: tuple[int, ...]
    """Total points, by side."""
    bags: tuple[int, ...]
    """Counted overtricks, by side (SB-9: the remainder; BM-10, JK-13: the running count)."""
    sets: tuple[int, ...]
    """The number of times each side was set (JK-11)."""
    rows: tuple[int, ...]
    """Perfect bids in a row, by side (BM-11)."""
    zero_pool: int
    """Points that failed zeros have lost since a zero was last made (3B-14)."""
    last: tuple[tuple[int, ...], ...] = field(name="trays")
    """For each hand, the seats in last place after it (3B-19).

    In messages between hosts and guests they are `trays`.
    """
    on_nose: tuple[int, ...]
    """By seat: hands with exactly as many tricks as bid (3B-23)."""
    played: tuple[int, ...]
    """By seat: hands played."""
    hands: int
    """The number of hands scored."""
    tricks_over: tuple[int, ...] = ()
    """By seat: tricks taken beyond its bids, over all hands (3B-22).

    Empty before the first such trick.
    """
    tricks_short: tuple[int, ...] = ()
    """By seat: tricks by which it missed its bids, over all hands; empty before the first."""

    @staticmethod
    def fresh(seats: int, sides: int) -> "Standing":
        """Return the standing before the first hand."""
        none = (0,) * sides
        return Standing(
            totals=none, bags=none, sets=none, rows=none, zero_pool=0, last=(),
            on_nose=(0,) * seats, played=(0,) * seats, hands=0,
        )  # fmt: skip

    def off(self, seat: int) -> tuple[int, int]:
        """Return the tricks that a seat was over its bids so far, and was short (3B-22)."""
        if not self.tricks_over:
            return 0, 0
        return self.tricks_over[seat], self.tricks_short[seat]

    def __hash__(self) -> int:
        """Hash only two fields, which rarely coincide.

        Caches look up a standing at every card.
        """
        return hash((self.totals, self.hands))


PROMISE = "promise"
"""The kind of an announcement that promises the first tricks."""


class Announced(NamedTuple):
    """A player's public announcement beside the bid, which scores can read."""

    seat: int
    kind: str
    """The kind of the component that allows it, such as `PROMISE`."""
    tricks: int = 0
    """The number of first tricks that a promise names (BM-5)."""
    word: str = ""
    """The words to show beside the bid on the table; "" for none."""


class Noted(NamedTuple):
    """Something that a custom has noted about a player; all of it is public."""

    custom: str
    """The kind of the custom."""
    seat: int
    about: int | None = None
    """Another seat that it is about, if any."""
    card: int | None = None
    """The card that it is about, if any."""


def times_noted(noted: Sequence[Noted], custom: str, seats: int) -> tuple[int, ...]:
    """Return by seat how often a custom of this kind has noted it."""
    if not noted:  # as in most hands
        return (0,) * seats
    times = [0] * seats
    for note in noted:
        if note.custom == custom:
            times[note.seat] += 1
    return tuple(times)


def words_beside(announced: Sequence[Announced], seat: int) -> list[str]:
    """Return the words that a seat's announcements put beside its bid, in order."""
    return [one.word for one in announced if one.seat == seat and one.word]


class BagCost(NamedTuple):
    """The cost of overtricks over the game (SB-9, JK-13b, BM-10)."""

    limit: int
    penalty: int
    running: bool
    """Whether the count continues after a penalty.

    Otherwise the bags that have cost points are removed.
    """


class HandPay(NamedTuple):
    """The points for winning a hand by a total, and for losing it (LG-3)."""

    compares: Literal["tricks", "bids", "points"]
    lowest: bool
    won: int
    lost: int


class TrickPay(NamedTuple):
    """Points for winning certain tricks, rather than for a number of tricks."""

    first: int
    """The first of these tricks, counted from 0."""
    tricks: int
    """How many tricks in a row."""
    seat: int | None
    """The seat that must win them all; None: any seat that does is paid."""
    won: int
    lost: int = 0
    """Points for `seat` if it doesn't win them all."""
    name: str = ""

    def winner(self, winners: Sequence[int]) -> int | None:
        """Return the seat that has won all of these tricks.

        Return None if there is none, or they haven't all been played.
        """
        theirs = winners[self.first : self.first + self.tricks]
        if len(theirs) == self.tricks and len(set(theirs)) == 1:
            return theirs[0]
        return None

    def paid(self, winner: int | None) -> tuple[int | None, int]:
        """Return the seat that gets points, or None, and how many.

        `winner`: the seat that has won all of these tricks, or None.
        """
        if self.seat is None:
            return winner, 0 if winner is None else self.won
        return self.seat, self.won if winner == self.seat else self.lost


class HandCounts(Struct, frozen=True):
    """Everything about a played or supposed hand that scoring reads.

    `ruleset.count_hand` builds it.
    """

    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    cards: int
    """The number of tricks in the hand."""
    bids: tuple[int | None, ...]
    """By seat: the bid, with raises of that seat's bid; None for a seat that sat out."""
    blind: tuple[bool, ...]
    """By seat."""
    contracts: tuple[int | None, ...]
    """By side: the bid after raises; None for a side that sat out."""
    announced: tuple[Announced, ...]
    """The players' announcements beside their bids, in order."""
    table_tricks: tuple[int | None, ...]
    """By seat: tricks taken at the table."""
    side_tricks: tuple[int, ...]
    """By side: tricks after books were moved (JK-14, BM-13)."""
    winners: tuple[int, ...] | None
    """The winner of each trick, in order; None if unknown, which components note as `OPEN`."""
    noted: tuple[Noted, ...] = ()
    """What customs have noted in the hand, in order."""
    skipped: bool = False
    """Whether the hand was skipped (JK-13)."""
    penalised: tuple[int, ...] = ()
    """The seats that a challenge has set (HR-6)."""

    def is_penalised(self, side: int) -> bool:
        """Return whether a challenge has set a seat of this side."""
        return any(seat in self.sides[side] for seat in self.penalised)

    @property
    def playing_sides(self) -> list[int]:
        """The sides that played this hand."""
        return [side for side, contract in enumerate(self.contracts) if contract is not None]

    def won_first(self, seat: int, tricks: int) -> bool | None:
        """Return whether a seat won the first `tricks` tricks (BM-5).

        Return None if the winners are unknown.
        """
        if self.winners is None:
            return None
        return self.winners[:tricks] == (seat,) * tricks


class ScoreLine(Struct, frozen=True):
    """One line of a score sheet: a rule that gave or took points."""

    side: int
    rule: str
    points: int
    text: str


class Ledger:
    """The score sheet of one hand while it is being written."""

    def __init__(self, before: Standing) -> None:
        self.before = before
        self.lines: list[ScoreLine] = []
        self.notes: list[Note] = []
        self.bags, self.sets, self.rows = list(before.bags), list(before.sets), list(before.rows)
        self.zero_pool = before.zero_pool
        self.outright: int | None = None
        self.helping = [0] * len(before.totals)
        """By side: tricks of failed zeros that count for the partner's bid (NL-6)."""
        self.points = [0] * len(before.totals)
        """By side, in this hand."""

    def add(self, side: int, rule: str, points: int, text: str) -> None:
        """Write a line, unless its points are 0."""
        if points:
            self.lines.append(ScoreLine(side, rule, points, text))
            self.points[side] += points

    def note(
        self, what: Decided, side: int, seats: tuple[int, ...], tricks: int = 0, about: str = ""
    ) -> None:
        """Note a decision."""
        self.notes.append(Note(what, side, seats, tricks, about))

    def set_back(self, side: int, seats: tuple[int, ...], what: Decided = Decided.SET) -> None:
        """Count a set: a side's bid was not made."""
        self.sets[side] += 1
        self.note(what, side, seats)

    def take_over(self, side: int, seats: tuple[int, ...], tricks: int, bags: bool) -> None:
        """Note overtricks, or a zero's tricks; `bags`: whether they count as bags over the game."""
        self.note(Decided.OVER, side, seats, tricks)
        if bags:
            self.bags[side] += tricks


class Tally(Ledger):
    """A ledger that keeps only the points of each side, no lines or notes: for supposed hands."""

    def add(self, side: int, rule: str, points: int, text: str) -> None:
        """Add points."""
        self.points[side] += points

    def note(
        self, what: Decided, side: int, seats: tuple[int, ...], tricks: int = 0, about: str = ""
    ) -> None:
        """Do nothing: a supposed hand needs no notes."""


class Scored(Struct, frozen=True):
    """The result of scoring one hand."""

    lines: tuple[ScoreLine, ...]
    points: tuple[int, ...]
    """Points of each side in this hand."""
    standing: Standing
    """The standing after the hand."""
    outright: int | None
    """The side whose bid has won the game, or None."""
    notes: tuple[Note, ...]
    """The decisions of the components."""


class GameOutcome(Struct, frozen=True):
    """How a game has ended."""

    reason: str
    """The kind of the ending."""
    winners: tuple[int, ...]
    """The sides that won."""
    standings: tuple[tuple[int, ...], ...]
    """The sides from first place to last, with tied ones together."""


def leaders(standing: Standing, fewest_bags: bool = False) -> tuple[int, ...]:
    """Return the sides with the most points.

    `fewest_bags`: overtricks break ties, and the fewest win.
    """
    best = max(standing.totals)
    leaders = [side for side, total in enumerate(standing.totals) if total == best]
    if fewest_bags:
        fewest = min(standing.bags[side] for side in leaders)
        leaders = [side for side in leaders if standing.bags[side] == fewest]
    return tuple(leaders)


def places(totals: tuple[int, ...], first: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Return sides grouped by points, most first; sides in `first` come before all others."""
    rest = [side for side in range(len(totals)) if side not in first]
    levels = sorted({totals[side] for side in rest}, reverse=True)
    groups = [first] if first else []
    for level in levels:
        groups.append(tuple([side for side in rest if totals[side] == level]))
    return tuple(groups)


def result(totals: Sequence[int], side: int) -> float:
    """Return the points of a side minus the average of the other sides, so that sets count too."""
    others = sum(totals) - totals[side]
    return totals[side] - others / (len(totals) - 1)
