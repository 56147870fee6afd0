"""What the scoring components read and write: the counts of a hand, and the standing of a game.

A *side* is what scores together. All tuples are indexed by seat or by side, as their names say.
"""

from dataclasses import field

from spades_tui.frozen import dataclass
from spades_tui.rules.score_notes import Decided, Note


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
    tricks_over: tuple[int, ...] = ()
    """Tricks that each seat has taken beyond its bids, hand by hand (3B-22); empty: none yet."""
    tricks_short: tuple[int, ...] = ()
    """Tricks that each seat has missed its bids by; empty: none yet."""

    def off(self, seat: int) -> tuple[int, int]:
        """Return the tricks that a seat was over its bids so far, and those it was short (3B-22)."""
        return (self.tricks_over[seat], self.tricks_short[seat]) if self.tricks_over else (0, 0)

    def __hash__(self) -> int:
        """Of what two seldom have alike: standings are what is looked up at every card."""
        return hash((self.totals, self.hands))


def struck_trays(trays: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Who stands in the tray after each hand once names have been struck (3B-19).

    When some of several level players are in the tray again after the next hand, the others are struck,
    and so back along the run of level hands.
    """
    kept = list(trays)
    for place in range(len(kept) - 1, 0, -1):
        again = tuple(seat for seat in kept[place - 1] if seat in kept[place])
        if again and len(kept[place - 1]) > 1:
            kept[place - 1] = again
    return tuple(kept)


def fresh_standing(seats: int, sides: int) -> Standing:
    """The standing before the first hand."""
    none = (0,) * sides
    return Standing(
        totals=none, bags=none, sets=none, rows=none, zero_pool=0, trays=(),
        on_nose=(0,) * seats, played=(0,) * seats, hands=0,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandCounts:
    """The counts of a hand, played or supposed: all that scoring looks at. `hand_counts.count_hand` builds them."""

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
    winners: tuple[int, ...] | None
    """The winner of each trick, in order; None where that is not known: a component that asks must say `OPEN` then."""
    dumped: tuple[bool, ...]
    """Per seat: declared a dump (3B-22)."""
    skipped: bool = False
    """The hand was not played (JK-13)."""

    def won_first(self, seat: int, tricks: int) -> bool | None:
        """Whether a seat won so many tricks from the first on (BM-5); None where it is not known who won which."""
        return None if self.winners is None else self.winners[:tricks] == (seat,) * tricks

    def tricks_off(self, seat: int) -> int | None:
        """Return how many tricks a seat is over its bid, below 0 short of it (3B-22); None if it sat out."""
        bid, took = self.bids[seat], self.table_tricks[seat]
        if bid is None or took is None:
            return None
        if took == 0 and (bid >= 3 or self.dumped[seat]):
            return 0
        return took - bid


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: a rule that gave or took points."""

    side: int
    rule: str
    points: int
    text: str


@dataclass(slots=True)
class Ledger:
    """The score sheet of one hand while it is being written."""

    before: Standing
    lines: list[ScoreLine] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    bags: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    zero_pool: int = 0
    outright: int | None = None
    helping: list[int] = field(default_factory=list)
    """Per side: tricks of zeros that failed, which count for the partner's bid (NL-6)."""

    def __post_init__(self) -> None:
        self.helping = [0] * len(self.before.totals)
        self.bags = list(self.before.bags)
        self.sets = list(self.before.sets)
        self.rows = list(self.before.rows)
        self.zero_pool = self.before.zero_pool

    def add(self, side: int, rule: str, points: int, text: str) -> None:
        """Write a line, unless it neither gives nor takes points."""
        if points:
            self.lines.append(ScoreLine(side, rule, points, text))

    def note(self, what: Decided, side: int, seats: tuple[int, ...], tricks: int = 0, about: str = "") -> None:
        """Say what was decided."""
        self.notes.append(Note(what, side, seats, tricks, about))

    def set_back(self, side: int, seats: tuple[int, ...], what: Decided = Decided.SET) -> None:
        """A side's bid was not made: it is one set more."""
        self.sets[side] += 1
        self.note(what, side, seats)

    def take_over(self, side: int, seats: tuple[int, ...], tricks: int, bags: bool) -> None:
        """So many tricks above a bid, or of a zero; `bags`: they are counted over the game."""
        self.note(Decided.OVER, side, seats, tricks)
        if bags:
            self.bags[side] += tricks

    def points(self) -> tuple[int, ...]:
        """Points of each side in this hand."""
        sums = [0] * len(self.before.totals)
        for line in self.lines:
            sums[line.side] += line.points
        return tuple(sums)


class Tally(Ledger):
    """A ledger that keeps what each side gets, and neither lines nor notes: for hands that are only supposed."""

    __slots__ = ("sums",)

    def __init__(self, before: Standing) -> None:
        self.before = before
        self.lines, self.notes = [], []
        self.bags, self.sets, self.rows = list(before.bags), list(before.sets), list(before.rows)
        self.zero_pool = before.zero_pool
        self.outright = None
        self.helping = [0] * len(before.totals)
        self.sums = [0] * len(before.totals)

    def add(self, side: int, rule: str, points: int, text: str) -> None:
        """Add points up."""
        self.sums[side] += points

    def note(self, what: Decided, side: int, seats: tuple[int, ...], tricks: int = 0, about: str = "") -> None:
        """Nobody will read it."""

    def set_back(self, side: int, seats: tuple[int, ...], what: Decided = Decided.SET) -> None:
        """One set more."""
        self.sets[side] += 1

    def take_over(self, side: int, seats: tuple[int, ...], tricks: int, bags: bool) -> None:
        """Bags, if they are any."""
        if bags:
            self.bags[side] += tricks

    def points(self) -> tuple[int, ...]:
        """Points of each side in this hand."""
        return tuple(self.sums)
