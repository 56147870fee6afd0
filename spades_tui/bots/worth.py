"""What the outcome of a hand is worth to each side, asked of the scoring components themselves.

A *unit* is what scores on one count of tricks: a side, or one seat where a partner's zero stands apart.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar, overload

from spades_tui.bots.portable_math import power
from spades_tui.rules.hand_counts import count_hand
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, Supposed

ValueT = TypeVar("ValueT")

BAG_SHARE = 0.8
"""How much of a penalty for bags is charged to each bag as it comes; some never come to it."""
GAME = 120.0
"""What winning the game is worth beside the points, where this hand ends it."""
OUTRIGHT = 400.0
"""What a bid that wins the game is worth."""


class Row(Sequence[float]):
    """What 0, 1, 2 … tricks are worth to a unit, each computed when it is asked for."""

    __slots__ = ("_known", "_unit", "_worth")

    def __init__(self, worth: "Worth", unit: int, size: int) -> None:
        self._worth, self._unit = worth, unit
        self._known: list[float | None] = [None] * size

    def __len__(self) -> int:
        return len(self._known)

    @overload
    def __getitem__(self, tricks: int) -> float: ...
    @overload
    def __getitem__(self, tricks: slice) -> tuple[float, ...]: ...
    def __getitem__(self, tricks: int | slice) -> float | tuple[float, ...]:
        if isinstance(tricks, slice):
            return tuple(self)[tricks]
        known = self._known[tricks]
        if known is None:
            known = self._known[tricks] = self._worth.value(self._unit, tricks)
        return known

    def __iter__(self) -> Iterator[float]:
        return iter([self[tricks] for tricks in range(len(self._known))])


class Worth:
    """Per unit, its seats and what each number of tricks is worth to it. Ask `worth` for it."""

    __slots__ = (
        "_bag", "_best", "_bids", "_failed", "_first", "_likely", "_rules", "_scored", "_sides", "_standing", "_tables",
        "rows", "seats", "unit_of",
    )  # fmt: skip

    def __init__(
        self, rules: Ruleset, standing: Standing, bids: tuple[int | None, ...], blind: tuple[bool, ...],
        contracts: tuple[int | None, ...], bag: float, failed: tuple[int, ...],
    ) -> None:  # fmt: skip
        self._rules, self._standing, self._bids, self._bag, self._failed = rules, standing, bids, bag, failed
        unit_of = [-1] * rules.seats
        units: list[tuple[int, ...]] = []
        for seats in rules.sides:
            playing = tuple([seat for seat in seats if bids[seat] is not None])
            if not playing:
                continue
            split = rules.zeros_by_themselves and len(playing) > 1 and 0 in [bids[seat] for seat in playing]
            split = split and apart(bids, playing, failed)
            for group in [(seat,) for seat in playing] if split else [playing]:
                for seat in group:
                    unit_of[seat] = len(units)
                units.append(group)
        self.unit_of = tuple(unit_of)
        """By seat; −1 for a seat that sits out."""
        self.seats = tuple(units)
        self.rows = tuple([Row(self, n, rules.tricks + 1) for n in range(len(units))])
        """By unit: the worth of 0, 1, 2 … tricks, computed as they are asked for."""
        self._first = [_first_pass(rules, units, n) for n in range(len(units))]
        self._sides = sides_before(rules, standing, bids, blind, contracts)
        self._likely = _likely(rules, self._sides, standing, bids, contracts)
        self._scored: dict[tuple[int, bool], Supposed] = {}
        self._tables: tuple[tuple[float, ...], ...] | None = None
        self._best: dict[int, int] = {}

    @property
    def tables(self) -> tuple[tuple[float, ...], ...]:
        """By unit: the worth of 0, 1, 2 … tricks, all of them."""
        if self._tables is None:
            self._tables = tuple([tuple(row) for row in self.rows])
        return self._tables

    @property
    def best(self) -> tuple[int, ...]:
        """By unit: the number of tricks that is worth most."""
        return tuple([self.best_of(unit) for unit in range(len(self.seats))])

    def best_of(self, unit: int) -> int:
        """The number of tricks that is worth most to a unit."""
        known = self._best.get(unit)
        if known is None:
            values = list(self.rows[unit])
            known = self._best[unit] = values.index(max(values))
        return known

    def value(self, unit: int, tricks: int) -> float:
        """What so many tricks are worth to a unit."""
        found = self._value(unit, tricks)
        if self._first[unit]:
            return found
        # Both of two partners who stand apart see the side's whole score: it is counted with the first.
        return found - self._value(unit, self._bids[self.seats[unit][0]] or 0)

    def _value(self, unit: int, tricks: int) -> float:
        """The points of a side, what they lead to later, and whether they end the game."""
        rules, before = self._rules, self._standing
        scored = self._suppose(tricks, self._first[unit])
        side = rules.side_of[self.seats[unit][0]]
        value = float(scored.points[side])
        if rules.bags is not None:
            limit = rules.bags.limit
            share = BAG_SHARE * self._bag * rules.bags.penalty / limit
            value += share * (scored.bags[side] % limit - before.bags[side] % limit)
        value += _hand_worth(rules, tricks)
        value += _row_worth(rules, scored.rows[side]) - _row_worth(rules, before.rows[side])
        likely = list(self._likely)
        likely[side] = before.totals[side] + scored.points[side]
        outright = scored.outright if scored.outright == side else None
        sets = list(before.sets)
        sets[side] = scored.sets[side]
        if rules.set_limit is not None and sets[side] > before.sets[side]:
            value -= 15.0 * sets[side]
        if rules.parts_all and len(set(likely)) < len(likely):
            likely[side] -= 1
        outcome = rules.decide(_with(before, tuple(likely), tuple(sets), tuple(scored.bags)), outright)
        if outcome is None:
            return value
        if outright is not None:
            return value + OUTRIGHT
        if side in outcome.winners:
            return value + GAME
        if len(likely) == 2 or side in outcome.standings[-1]:
            return value - GAME
        return value

    def _suppose(self, tricks: int, first: bool) -> Supposed:
        """A hand in which all units whose turn it is take so many tricks."""
        known = self._scored.get((tricks, first))
        if known is None:
            bids = self._bids
            taken = [None if bid is None else 0 for bid in bids]
            for unit, group in enumerate(self.seats):
                taken[group[0]] = tricks if self._first[unit] == first else bids[group[0]]
                if self._failed and len(group) > 1:
                    _fail(taken, group, self._failed)
            known = self._scored[tricks, first] = suppose(self._rules, self._sides, taken)
        return known


@lru_cache(maxsize=256)
def worth(
    rules: Ruleset,
    standing: Standing,
    bids: tuple[int | None, ...],
    blind: tuple[bool, ...],
    contracts: tuple[int | None, ...],
    bag: float = 1.0,
    failed: tuple[int, ...] = (),
) -> Worth:
    """The worth of every number of tricks to every unit, with these bids; a seat that bids None sits out.

    `bag`: how much more than usual is charged for a bag. `failed`: seats whose zeros have failed, so that their tricks
    and the partner's are one count (see `helping`).
    """
    return Worth(rules, standing, bids, blind, contracts, bag, failed)


def helping(rules: Ruleset, bids: Sequence[int | None], took: Sequence[int]) -> tuple[int, ...]:
    """The seats whose zeros have failed, where the tricks of such a zero count for the partner's bid (NL-6)."""
    if not rules.failed_zeros_help:
        return ()
    return tuple([seat for seat, bid in enumerate(bids) if bid == 0 and took[seat]])


def apart(bids: Sequence[int | None], playing: Sequence[int], failed: tuple[int, ...]) -> bool:
    """Whether partners of whom one or both have bid zero stand apart; not when that zero helps the other's bid."""
    others = [seat for seat in playing if bids[seat]]
    return not others or not any(seat in failed for seat in playing)


def _fail(taken: list[int | None], group: tuple[int, ...], failed: tuple[int, ...]) -> None:
    """Leave one of a side's tricks with the zero that has failed."""
    tricks = taken[group[0]] or 0
    for seat in group:
        taken[seat] = 1 if seat in failed else max(0, tricks - 1)


def _first_pass(rules: Ruleset, units: list[tuple[int, ...]], n: int) -> bool:
    """Whether a unit takes its turn first; partners who are apart take turns, so that one can be varied alone."""
    side = rules.side_of[units[n][0]]
    return n == 0 or rules.side_of[units[n - 1][0]] != side


SideBefore = tuple[tuple[int, ...], tuple[int | None, ...], tuple[bool, ...], int | None, int, int, int, int]
"""A side before the hand: its seats, their bids, which are blind, its bid, its bags, sets, row, and the zero pool."""


def sides_before(
    rules: Ruleset, standing: Standing, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contracts: tuple[int | None, ...],
) -> list[SideBefore]:  # fmt: skip
    """Every side as it stands before the hand."""
    return [
        (
            seats, tuple([bids[seat] for seat in seats]), tuple([blind[seat] for seat in seats]), contracts[side],
            standing.bags[side], standing.sets[side], standing.rows[side], standing.zero_pool,
        )
        for side, seats in enumerate(rules.sides)
    ]  # fmt: skip


def suppose(rules: Ruleset, sides: list[SideBefore], taken: Sequence[int | None]) -> Supposed:
    """A hand with these tricks; who wins which is unknown, so promises stand apart (`end_values` weighs them)."""
    found = Supposed((), [], [], [], None)
    points = []
    for side, (seats, bids, blind, contract, bags, sets, row, zero_pool) in enumerate(sides):
        tricks = tuple([taken[seat] for seat in seats])
        got, bags, more_sets, row, wins = _of_side(rules, bids, blind, contract, tricks, bags, row, zero_pool)
        points.append(got)
        found.bags.append(bags)
        found.sets.append(sets + more_sets)
        found.rows.append(row)
        if wins:
            found.outright = side
    found.points = tuple(points)
    return found


@lru_cache(maxsize=1 << 15)
def _of_side(
    rules: Ruleset, bids: tuple[int | None, ...], blind: tuple[bool, ...], contract: int | None,
    taken: tuple[int | None, ...], bags: int, row: int, zero_pool: int,
) -> tuple[int, int, int, int, bool]:  # fmt: skip
    """What a side gets, its bags after the hand, how often it was set, its row, and whether its bid wins the game.

    No score hangs on another side (`ScoreComponent.score`), so this one plays alone, as the first. What comes up in
    one hand comes up in many, whatever the others do.
    """
    seats, others = rules.seats - len(bids), len(rules.sides) - 1
    order = (*rules.sides[0], *[seat for side in rules.sides[1:] for seat in side])
    places = [order.index(seat) for seat in range(rules.seats)]
    none = (0,) * others
    counts = count_hand(
        rules.sides,
        rules.tricks,
        _placed((*bids, *(None,) * seats), places),
        _placed((*taken, *(None,) * seats), places),
        blind=_placed((*blind, *(False,) * seats), places),
        contracts=(contract, *(None,) * others),
    )
    before = Standing(
        totals=(0, *none), bags=(bags, *none), sets=(0, *none), rows=(row, *none), zero_pool=zero_pool, trays=(),
        on_nose=(0,) * rules.seats, played=(0,) * rules.seats, hands=0,
    )  # fmt: skip
    supposed = rules.suppose(before, counts)
    return (
        supposed.points[0], supposed.bags[0], supposed.sets[0], supposed.rows[0], supposed.outright == 0,
    )  # fmt: skip


def _placed(values: tuple[ValueT, ...], places: list[int]) -> tuple[ValueT, ...]:
    """Values in another order."""
    return tuple([values[place] for place in places])


def _likely(
    rules: Ruleset, before: list[SideBefore], standing: Standing, bids: tuple[int | None, ...],
    contracts: tuple[int | None, ...],
) -> list[int]:  # fmt: skip
    """What each side will probably have after the hand: most of what its bid brings when it is made."""
    taken = list(bids)
    for side, seats in enumerate(rules.sides):
        extra = (contracts[side] or 0) - sum([bids[seat] or 0 for seat in seats])
        for seat in seats:
            if extra > 0 and taken[seat] is not None:
                taken[seat] = (taken[seat] or 0) + extra
                break
    made = suppose(rules, before, taken).points
    gained = [points * 3 // 4 if points > 0 else 0 for points in made]
    return [total + points for total, points in zip(standing.totals, gained, strict=True)]


def _with(before: Standing, totals: tuple[int, ...], sets: tuple[int, ...], bags: tuple[int, ...]) -> Standing:
    """The standing after a hand, as far as an ending looks at it."""
    return Standing(
        totals=totals, bags=bags, sets=sets, rows=before.rows, zero_pool=before.zero_pool, trays=before.trays,
        on_nose=before.on_nose, played=before.played, hands=before.hands + 1,
    )  # fmt: skip


def _hand_worth(rules: Ruleset, tricks: int) -> float:
    """What winning the hand by its tricks may bring one of many, who does not know what the others take (LG-3)."""
    pay = rules.hand_pay
    if pay is None or pay.compares != "tricks" or len(rules.sides) < 3:
        return 0.0
    share = min(1.0, tricks * rules.players / (2 * rules.tricks))
    chance = 1.0 - share if pay.lowest else share
    return pay.won * chance + pay.lost * (1.0 - chance)


def _row_worth(rules: Ruleset, row: int) -> float:
    """What a row of perfect bids may still bring (BM-11)."""
    pay = rules.row
    if pay is None:
        return 0.0
    if row >= pay.length:
        return 0.4 * pay.further
    return pay.points * power(0.4, pay.length - row) if row else 0.0
