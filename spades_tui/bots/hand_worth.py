"""The worth of a hand's outcome to each side in points, computed with the scoring components.

A *unit* is scored on one count of tricks: a side, or one seat where a partner's zero is scored separately.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import isnan, nan
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.side_scores import Bidding, SideValues, more_bags, row_worth, side_scores
from spades_tui.rules.ledger import GameOutcome, Standing
from spades_tui.rules.ruleset import Ruleset

BAG_SHARE: Final = 0.8
"""Charge per bag, as a share of the penalty divided by its bags; below 1, because some bags never lead to a penalty."""
GAME: Final = 120.0
"""Points that winning the game is worth beyond the score, if this hand ends it."""
OUTRIGHT: Final = 400.0
"""Points that a bid which wins the game outright is worth."""
SET_AGAIN: Final = 15.0
"""Points that a set costs for each set so far, this one included, where sets lose the game."""


Unit = tuple[tuple[int, ...], tuple[float, ...], int]
"""One count of tricks: its seats, the worth of 0, 1, 2 … tricks, and the number that is worth most."""
Shape = tuple[float, list[float], list[float]]
"""Of a row of values: the number of tricks up to which it rises and beyond which it falls, or −1 if there's no such
number; the values, with the last one repeated for `FURTHER` tricks; and what each further trick brings."""
FURTHER: Final = 8
"""Tricks beyond a hand's last that a player can expect: the largest deviation of 54 tricks, and one more."""


class Worth:
    """By unit: its seats and the worth of each number of tricks. Call `worth` to get one."""

    def __init__(self, rules: Ruleset, standing: Standing, said: Bidding, bag: float, failed: tuple[int, ...]) -> None:
        bids = said.bids
        self._rules, self._standing, self._bids, self._failed = rules, standing, bids, failed
        self._totals: tuple[int, ...] = standing.totals
        self._bags: tuple[int, ...] = standing.bags
        self._sets: tuple[int, ...] = standing.sets
        self._each = paid_on_average(rules)
        self._bag_share = bag_share(rules, bag)
        self._parts_all = rules.parts_all
        self._set_limit = -1 if rules.set_limit is None else rules.set_limit
        self._highest, self._lowest, most_hands, self._most_sets = ends_within(rules)
        self._last_hand = standing.hands + 1 >= most_hands
        """Whether the game may end after this hand, whatever the score."""
        units = _units(rules, tuple([bid and 1 for bid in bids]), failed)
        self.unit_of, self.seats, self._side_of, self._first = units
        count = len(self.seats)
        self._rows: list[list[float]] = [[]] * count
        """By unit: the worth of 0, 1, 2 … tricks, computed on demand."""
        self._unknown = [rules.tricks + 1] * count
        self._scores = side_scores(rules, standing, said)
        self._likely = [total + side.likely for total, side in zip(standing.totals, self._scores, strict=True)]
        """By side: the likely total after the hand."""
        self._best = [-1] * count
        self._shapes: list[Shape | None] = [None] * count
        self._beside = [nan] * count
        """By unit that isn't first: the side's worth when it takes its bid, which the first unit counts already."""
        ends = [not self._lowest < total < self._highest for total in self._likely]
        goes_on = max(self._sets) < self._most_sets and not self._last_hand
        self._others_go_on = [goes_on and sum(ends) == int(its) for its in ends]
        """By side: whether no other side is likely to end the game."""
        self._side_rows: list[SideValues | None] = [None] * count
        self._shares_rows = not (failed or self._each or self._parts_all or self._set_limit >= 0)
        """Whether a unit's row is its side's row, as long as the game goes on."""

    @property
    def units(self) -> list[Unit]:
        """All units."""
        return [(seats, tuple(self.row(unit)), self.best_of(unit)) for unit, seats in enumerate(self.seats)]

    def row(self, unit: int) -> list[float]:
        """Return the worth of 0, 1, 2 … tricks to a unit, in points."""
        if self._unknown[unit]:
            return self.row_between(unit, 0.0, float(self._rules.tricks))
        return self._rows[unit]

    def row_between(self, unit: int, least: float, most: float) -> list[float]:
        """Return a unit's row with the values from `least` to `most` tricks; others may be NaN."""
        row = self._rows[unit]
        if self._unknown[unit]:
            top = self._rules.tricks
            places = range(min(top, max(0, int(least))), min(top, max(0, int(most) + 1)) + 1)
            if self._shares_rows and self._first[unit]:
                values = self._shared_row(unit, places)
                if values is not None:
                    if len(places) > top:
                        self._rows[unit], self._unknown[unit] = values, 0
                    return values
            if not row:
                row = self._rows[unit] = [nan] * (top + 1)
            for tricks in places:
                if isnan(row[tricks]):
                    row[tricks] = self._worth_of(unit, tricks)
                    self._unknown[unit] -= 1
        return row

    def _shared_row(self, unit: int, places: range) -> list[float] | None:
        """Return the side's row with these numbers of tricks; None if the game may end with one of them."""
        side, row = self._side_of[unit], self._side_row(unit)
        for tricks in places:
            if isnan(row.values[tricks]):
                self._scores[side].fill(row, tricks)
        total, sets = self._totals[side], self._sets[side] + row.most_sets
        if row.wins or not self._goes_on(side, total + row.most, sets):
            return None
        if not self._goes_on(side, total + row.least, sets):
            return None
        return row.values

    def best_of(self, unit: int) -> int:
        """Return the number of tricks that is worth most to a unit."""
        best = self._best[unit]
        if best < 0:
            values = self.row(unit)
            best = self._best[unit] = values.index(max(values))
        return best

    def shape_of(self, unit: int) -> Shape:
        """Return the shape of a unit's row."""
        shape = self._shapes[unit]
        if shape is None:
            row, best = self.row(unit), self.best_of(unit)
            values = row + [row[-1]] * FURTHER
            slopes = [values[tricks + 1] - values[tricks] for tricks in range(len(values) - 1)]
            peak = -1.0
            if min(slopes[:best], default=0.0) >= 0.0 >= max(slopes[best:]):
                peak = float(best)
            shape = self._shapes[unit] = peak, values, slopes
        return shape

    def _worth_of(self, unit: int, tricks: int) -> float:
        value = self._value(unit, tricks)
        if self._each:
            value += self._each * tricks
        if self._first[unit]:
            return value
        # Partners scored separately both see the side's whole score; only the first one counts it.
        beside = self._beside[unit]
        if isnan(beside):
            beside = self._beside[unit] = self._value(unit, self._bids[self.seats[unit][0]] or 0)
        return value - beside

    def _value(self, unit: int, tricks: int) -> float:
        """Return the points of a side, with later effects and the worth of ending the game."""
        side = self._side_of[unit]
        if self._failed:
            after = self._scores[side].after(self._taken_beside(side, tricks, self._first[unit]))
            value = self._scores[side].worth_of(after, tricks, self._bag_share)
        else:
            row = self._side_row(unit)
            after = row.after[tricks] or self._scores[side].fill(row, tricks)
            value = row.values[tricks]
        points, bags, more_sets, _, wins = after
        if self._set_limit >= 0 and more_sets:
            value -= SET_AGAIN * (self._sets[side] + more_sets)
        total = self._totals[side] + points
        likely = list(self._likely)
        likely[side] = total
        if self._parts_all and len(set(likely)) < len(likely):
            total = likely[side] = total - 1
        if not wins and self._goes_on(side, total, self._sets[side] + more_sets):
            return value
        return value + self._end_worth(unit, tricks, likely, bags, more_sets, wins)

    def _goes_on(self, side: int, total: int, sets: int) -> bool:
        """Return whether the game can't end with this total and these sets of a side, unless a bid wins it outright."""
        return self._others_go_on[side] and sets < self._most_sets and self._lowest < total < self._highest

    def _end_worth(self, unit: int, tricks: int, likely: list[int], bags: int, more_sets: int, wins: bool) -> float:
        """Return what it is worth that the game ends with these totals, in points; 0 if it goes on."""
        rules, side = self._rules, self._side_of[unit]
        sets = list(self._sets)
        sets[side] += more_sets
        all_bags = list(self._bags)
        all_bags[side] = bags
        if len(set(likely)) < len(likely):  # fewer bags break a tie
            for other, its in enumerate(self._scores):
                if other != side:
                    all_bags[other] = its.after(self._taken_beside(other, tricks, self._first[unit]))[1]
        after = replace(
            self._standing, totals=tuple(likely), bags=tuple(all_bags), sets=tuple(sets), hands=self._standing.hands + 1
        )  # only what endings read
        if wins:  # of several bids that win the game, the last one counts
            for other in range(side + 1, len(self._scores)):
                wins = wins and not self._scores[other].after(self._taken_beside(other, tricks, self._first[unit]))[4]
        outcome = rules.decide(after, side if wins else None)
        if outcome is None:
            return 0.0
        if wins:
            return OUTRIGHT
        return _won_or_lost(rules, outcome, side)

    def _side_row(self, unit: int) -> SideValues:
        """Return the results of a unit's side by the unit's tricks, as far as they are known."""
        row = self._side_rows[unit]
        if row is None:
            side, first = self._side_of[unit], self._first[unit]
            seats = self._rules.sides[side]
            places = []
            for other, group in enumerate(self.seats):
                if self._side_of[other] == side and self._first[other] == first:
                    places.append(seats.index(group[0]))
            taken = self._taken_beside(side, 0, first)
            row = self._scores[side].row(taken, tuple(places), self._bag_share)
            self._side_rows[unit] = row
        return row

    def _taken_beside(self, side: int, tricks: int, first: bool) -> tuple[int | None, ...]:
        """Return the tricks of each seat of a side.

        Units of the same turn as `first` take `tricks` each, the others what they bid.
        """
        taken: list[int | None] = []
        for seat in self._rules.sides[side]:
            unit = self.unit_of[seat]
            if unit < 0:
                taken.append(None)
                continue
            group = self.seats[unit]
            together = self._bids[group[0]] or 0
            if self._first[unit] == first:
                together = tricks
            failed = self._failed if len(group) > 1 else ()
            counting = [other for other in group if other not in failed]
            # Each failed zero keeps one trick, and one partner counts the rest.
            if seat in failed:
                taken.append(1)
            elif seat == counting[0]:
                taken.append(max(0, together - (len(group) - len(counting))))
            else:
                taken.append(0)
        return tuple(taken)


def bag_share(rules: Ruleset, bag: float = 1.0) -> float:
    """Return the points charged to each bag, 0 where bags cost nothing; `bag` is a factor on them."""
    if rules.bags is None:
        return 0.0
    return BAG_SHARE * bag * rules.bags.penalty / rules.bags.limit


def _won_or_lost(rules: Ruleset, outcome: GameOutcome, side: int) -> float:
    """Return what a game won or lost is worth to a side, in points."""
    if side in outcome.winners:
        return GAME
    if len(rules.sides) == 2 or side in outcome.standings[-1]:
        return -GAME
    return 0.0


def scored_worth(
    rules: Ruleset, before: Standing, after: Standing, points: Sequence[int], outcome: GameOutcome | None
) -> list[float]:
    """Return by side what a scored hand was worth, as `Worth` counts it: with later effects and the end of the game.

    `points`: by side, those of this hand. `outcome`: how the game ended with it, or None.
    """
    found = []
    charge = bag_share(rules)
    for side in range(len(rules.sides)):
        value = points[side] + charge * more_bags(rules, before.bags[side], after.bags[side])
        value += row_worth(rules, after.rows[side]) - row_worth(rules, before.rows[side])
        if rules.set_limit is not None and after.sets[side] > before.sets[side]:
            value -= SET_AGAIN * after.sets[side]
        if outcome is not None:
            by_bid = side in outcome.winners and rules.ending(outcome.reason).by_bid
            value += OUTRIGHT if by_bid else _won_or_lost(rules, outcome, side)
        found.append(value)
    return found


NEVER = 1 << 60
"""More points, hands or sets than any game has."""


@lru_cache(maxsize=64)
def ends_within(rules: Ruleset) -> tuple[int, int, int, int]:
    """Return the totals, hands and sets before which a game can't end, unless a bid wins it outright.

    They are the highest total, the lowest total, the number of hands, and the sets of one side.
    """
    highest, lowest, hands, sets = NEVER, -NEVER, NEVER, NEVER
    for part in rules.variant.endings:
        if not part.ends_predictably:
            return -NEVER, NEVER, 0, 0
        if part.goal is not None:
            highest = min(highest, part.goal)
        if part.lowest is not None:
            lowest = max(lowest, part.lowest)
        if part.game_hands is not None:
            hands = min(hands, part.game_hands)
        if part.most_sets is not None:
            sets = min(sets, part.most_sets)
    return highest, lowest, hands, sets


@lru_cache(maxsize=256)
def worth(rules: Ruleset, standing: Standing, said: Bidding, bag: float = 1.0, failed: tuple[int, ...] = ()) -> Worth:
    """Return the worth of every number of tricks to every unit with these bids.

    `bag`: factor on the charge for a bag. `failed`: seats whose zeros have failed, so that their tricks and their
    partner's are one count (see `helping_seats`).
    """
    return Worth(rules, standing, said, bag, failed)


def helping_seats(rules: Ruleset, bids: Sequence[int | None], took: Sequence[int]) -> tuple[int, ...]:
    """Return the seats whose zeros have failed, where their tricks count for the partner's bid (NL-6)."""
    if not rules.failed_zeros_help:
        return ()
    return tuple([seat for seat, bid in enumerate(bids) if bid == 0 and took[seat]])


Units = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[bool, ...]]
"""The unit of each seat, −1 if it sits out; then by unit: its seats, its side, and whether it is the side's first."""


@lru_cache(maxsize=256)
def _units(rules: Ruleset, bids: tuple[int | None, ...], failed: tuple[int, ...]) -> Units:
    """Return the units with these bids, which matter only in being zero or not.

    Partners scored separately get a unit each, so that the tricks of one can vary alone.
    """
    unit_of = [-1] * rules.seats
    units: list[tuple[int, ...]] = []
    side_of: list[int] = []
    first: list[bool] = []
    for side, seats in enumerate(rules.sides):
        playing = tuple([seat for seat in seats if bids[seat] is not None])
        if not playing:
            continue
        together = tuple([seat for seat in playing if bids[seat]])
        helps = together and any(seat in failed for seat in playing)  # a failed zero helps the other bid
        split = rules.zeros_separate and 1 < len(playing) > len(together) and not helps
        groups = [playing]
        if split:
            groups = []
            for seat in playing:
                if not bids[seat]:
                    groups.append((seat,))
                elif seat == together[0]:
                    groups.append(together)
        for group in groups:
            for seat in group:
                unit_of[seat] = len(units)
            first.append(side not in side_of)
            units.append(group)
            side_of.append(side)
    return tuple(unit_of), tuple(units), tuple(side_of), tuple(first)


def paid_on_average(rules: Ruleset) -> float:
    """Return the average pay of a trick, over the tricks that pay their winner."""
    if not rules.winner_scores:
        return 0.0
    return sum([pay.won for pay in rules.trick_pays(()) if pay.seat is None]) / rules.tricks
