"""What the scoring components read and write: the counts of a hand, and the standing of a game.

A *side* is what scores together. All tuples are indexed by seat or by side, as their names say.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game carries from hand to hand; all of it is public (C-9)."""

    totals: tuple[int, ...]
    """Points of each side so far."""
    bags: tuple[int, ...]
    """Overtricks of each side that are being counted (SB-9: what is left; BM-10, JK-13: the running count)."""
    sets: tuple[int, ...]
    """How often each side was set (JK-11)."""
    rows: tuple[int, ...]
    """Perfect bids in a row, of each side (BM-11)."""
    zero_pool: int
    """Points that zeros have lost since one was last successful (3B-14)."""
    trays: tuple[tuple[int, ...], ...]
    """For each hand the seats in last place after it, before any striking (3B-19)."""
    on_nose: tuple[int, ...]
    """Hands that each seat was 0 off (3B-23)."""
    played: tuple[int, ...]
    """Hands that each seat has played."""
    hands: int
    """Hands that have been scored."""


def fresh_standing(seats: int, sides: int) -> Standing:
    """The standing before the first hand."""
    none = (0,) * sides
    return Standing(
        totals=none, bags=none, sets=none, rows=none, zero_pool=0, trays=(),
        on_nose=(0,) * seats, played=(0,) * seats, hands=0,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandCounts:
    """The counts of a played hand: all that scoring looks at."""

    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    cards: int
    """Tricks in the hand."""
    bids: tuple[int | None, ...]
    """Per seat, after raises of the seat's own bid; None for a seat that sat out."""
    blind: tuple[bool, ...]
    """Per seat."""
    contracts: tuple[int | None, ...]
    """Per side: the bid after the raises; None for a side that sat out."""
    promises: tuple[int, ...]
    """Per seat: tricks promised first (BM-5), or 0."""
    table_tricks: tuple[int | None, ...]
    """Per seat: tricks as taken at the table."""
    side_tricks: tuple[int, ...]
    """Per side: tricks after books were moved (JK-14, BM-13)."""
    winners: tuple[int, ...]
    """The winner of each trick, in order."""
    dumped: tuple[bool, ...]
    """Per seat: declared a dump (3B-22)."""
    skipped: bool = False
    """The hand was not played (JK-13)."""

    def tricks_off(self, seat: int) -> int | None:
        """Distance between bid and tricks (3B-22); None for a seat that sat out."""
        bid, took = self.bids[seat], self.table_tricks[seat]
        if bid is None or took is None:
            return None
        if took == 0 and (bid >= 3 or self.dumped[seat]):
            return 0
        return abs(bid - took)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: a rule that gave or took points."""

    side: int
    rule: str
    points: int
    text: str


@dataclass(slots=True)
class Ledger:
    """The score sheet of one hand while it is being written."""

    before: Standing
    lines: list[Line] = field(default_factory=list)
    bags: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    zero_pool: int = 0
    outright: int | None = None

    def __post_init__(self) -> None:
        self.bags = list(self.before.bags)
        self.sets = list(self.before.sets)
        self.rows = list(self.before.rows)
        self.zero_pool = self.before.zero_pool

    def add(self, side: int, rule: str, points: int, text: str) -> None:
        """Write a line, unless it neither gives nor takes points."""
        if points:
            self.lines.append(Line(side, rule, points, text))

    def points(self) -> tuple[int, ...]:
        """Points of each side in this hand."""
        sums = [0] * len(self.before.totals)
        for line in self.lines:
            sums[line.side] += line.points
        return tuple(sums)
