"""A side's chance to win a game of two sides, and the worth of a hand's result for it.

The chance comes from sample hands (`hand_results`) and the game's endings. The next hand is enumerated with its bags
and sets; later ones come from a table over both totals. Only sums and divisions are used, so results are identical on
every machine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.search.hand_results import SideResult, results_of
from spades_tui.bots.side_scores import Bidding, SideScores, side_scores
from spades_tui.rules.ledger import GameOutcome, Standing
from spades_tui.rules.ruleset import Ruleset

STEPS: Final = 30
"""The number of steps of the table from the lowest total to the game's goal."""
FEWER_STEPS: Final = 15
"""The number of steps in games that count sets, which need many such tables."""
DEEPEST: Final = 250
"""Points below zero at which the table ends, if no floor ends the game earlier."""
PASSES: Final = 3
"""Passes over a table; several, because a set leads back to a place computed earlier."""
MOST_HANDS_AHEAD: Final = 16
"""Maximum number of hands to look ahead."""
PARTS: Final = 4
"""The table of leads has this many steps for the points of an average hand, in games of a fixed number of hands."""
WIDEST: Final = 60
"""Maximum steps of a lead, for either side."""

Table = list[list[float]]


class Chances:
    """The chances in one game. Call `chances` to get one."""

    def __init__(self, rules: Ruleset, results: tuple[tuple[SideResult, SideResult], ...]) -> None:
        """Take the results of sample hands, for both sides; each also counts with the sides swapped."""
        endings = rules.variant.endings
        self._results = [*results, *[(theirs, ours) for ours, theirs in results]]
        count = len(self._results)
        mean = sum([ours.points for ours, _ in self._results]) / count
        size = math.sqrt(sum([ours.points * ours.points for ours, _ in self._results]) / count)
        self.usual = max(1.0, mean, size / 2)
        """Average points that a side gains in a hand."""
        self._lost = max(1.0, size - mean)
        """Points that a side loses in a bad hand."""
        cost = next((one.bags for one in rules.formats if one.bags is not None), None)
        self._limit = self._penalty = 0
        if cost is not None:
            self._limit, self._penalty = cost.limit, cost.penalty
        self._due = self._bags_due()
        self._goal = rules.goal
        self._hands = rules.game_hands
        self._floor = next((part.lowest for part in endings if part.lowest is not None), None)
        self._sets = rules.set_limit or 0
        self._win = lru_cache(maxsize=1 << 16)(self._next_hand)
        self._tables: dict[tuple[int, int], Table] = {}
        self._by_hands: list[list[float]] = []
        self._part = max(1, int(self.usual / PARTS))
        self._lowest = -DEEPEST
        if self._floor is not None:
            self._lowest = self._floor
        steps = FEWER_STEPS if self._sets else STEPS
        self._step = max(1, ((self._goal or 0) - self._lowest) // steps)
        self.points = self._points_a_game()
        """Points that are worth a whole game when the totals are equal some hands before the end."""

    def hands_left(self, totals: tuple[int, ...], hands: int) -> float:
        """Return how many hands the game will probably last after `hands` hands."""
        if self._hands is not None:
            return float(max(0, self._hands - hands))
        left = ((self._goal or 0) - max(totals)) / self.usual
        if self._floor is not None:
            left = min(left, (min(totals) - self._floor) / self._lost)
        return max(0.0, left)

    def win(
        self, totals: tuple[int, ...], bags: tuple[int, ...], sets: tuple[int, ...], hands: int, side: int
    ) -> float:
        """Return a side's chance to win a game that continues from here, 0 to 1."""
        other = 1 - side
        return self._win(totals[side], bags[side], sets[side], totals[other], bags[other], sets[other], hands)

    def _next_hand(
        self, mine: int, bags: int, sets: int, theirs: int, their_bags: int, their_sets: int, hands: int
    ) -> float:
        """Return the chance to win, averaged over the results of the next hand."""
        limit, penalty = self._limit, self._penalty
        if limit:
            bags %= limit
            their_bags %= limit
        else:
            bags = their_bags = 0
        total = 0.0
        for ours, others in self._results:
            one, other = mine + ours.points, theirs + others.points
            one_bags, other_bags = bags + ours.bags, their_bags + others.bags
            if limit:
                if one_bags >= limit:
                    one += penalty * (one_bags // limit)
                    one_bags %= limit
                if other_bags >= limit:
                    other += penalty * (other_bags // limit)
                    other_bags %= limit
            else:
                one_bags = other_bags = 0
            total += self._chance_after(
                one, one_bags, sets + ours.sets, other, other_bags, their_sets + others.sets, hands + 1
            )
        return total / len(self._results)

    def _chance_after(
        self, one: int, bags: int, sets: int, other: int, their_bags: int, their_sets: int, hands: int
    ) -> float:
        """Return the chance after a hand, from an ending or from the tables."""
        over = self._at_end(one, sets, other, their_sets)
        if over is not None:
            return over
        if self._goal is None:
            left = min(MOST_HANDS_AHEAD, (self._hands or 0) - hands)
            if left <= 0:
                return _ahead(one, other)
            return self._by_difference(one + self._due[left][bags] - other - self._due[left][their_bags], left)
        due = self._due[min(MOST_HANDS_AHEAD, 1 + int((self._goal - max(one, other)) / self.usual))]
        if not self._sets:
            sets = their_sets = 0
        table = self._table(sets, their_sets)
        return self._in_table(table, one + due[bags], other + due[their_bags])

    def _at_end(self, one: int, sets: int, other: int, their_sets: int) -> float | None:
        """Return the chance if these totals and sets end the game; None if they don't."""
        lost, goal, floor = self._sets, self._goal, self._floor
        if lost and (sets >= lost or their_sets >= lost) and (sets < lost or their_sets < lost):
            if sets < lost:
                return 1.0
            return 0.0
        over = (lost and sets >= lost) or (goal is not None and (one >= goal or other >= goal))
        if over or (floor is not None and (one <= floor or other <= floor)):
            return _ahead(one, other)
        return None

    # ---- what bags will cost

    def _bags_due(self) -> list[list[float]]:
        """Return the points that bags will cost until the end, by hands left and bags counted."""
        limit, penalty = self._limit, self._penalty
        due = [[0.0] * max(1, limit)]
        for _ in range(MOST_HANDS_AHEAD):
            last, row = due[-1], []
            for bags in range(max(1, limit)):
                total = 0.0
                for ours, _ in self._results:
                    if limit:
                        times, rest = divmod(bags + ours.bags, limit)
                        total += penalty * times + last[rest]
                row.append(total / len(self._results))
            due.append(row)
        return due

    # ---- games to a number of points

    def _in_table(self, table: Table, one: float, other: float) -> float:
        """Interpolate a chance in a table."""
        last = len(table) - 2
        across, down = (one - self._lowest) / self._step, (other - self._lowest) / self._step
        left, upper = int(across), int(down)
        if across <= 0.0:
            across, left = 0.0, 0
        elif left > last:
            across, left = last + 1.0, last
        if down <= 0.0:
            down, upper = 0.0, 0
        elif upper > last:
            down, upper = last + 1.0, last
        across -= left
        down -= upper
        low, high = table[left], table[left + 1]
        nearer = low[upper] + down * (low[upper + 1] - low[upper])
        return nearer + across * (high[upper] + down * (high[upper + 1] - high[upper]) - nearer)

    def _table(self, sets: int, their_sets: int) -> Table:
        """Return the chances by both totals, without bags, after these numbers of sets."""
        table = self._tables.get((sets, their_sets))
        if table is not None:
            return table
        mirrored = self._tables.get((their_sets, sets))
        if mirrored is None:
            table = self._made_table(sets, their_sets)
        else:
            table = []
            for column in zip(*mirrored, strict=True):
                table.append([1.0 - chance for chance in column])
        self._tables[sets, their_sets] = table
        return table

    def _made_table(self, sets: int, their_sets: int) -> Table:
        lowest, step = self._lowest, self._step
        size = ((self._goal or 0) - lowest) // step + 2  # one place beyond the goal, where a tied game continues
        table = [[0.5] * size for _ in range(size)]
        places = [lowest + step * n for n in range(size)]
        counted = int(self._sets > 0)
        moves = [
            (ours.points, others.points, sets + counted * ours.sets, their_sets + counted * others.sets)
            for ours, others in self._results
        ]
        top = size - 1
        here = sets, their_sets
        level = sets == their_sets  # with equal sets, the other side's chances mirror these
        for _ in range(PASSES):
            for row in range(top, -1, -1):
                for column in range(row if level else top, -1, -1):
                    mine, theirs = places[row], places[column]
                    chance = _ahead(mine, theirs)
                    if self._floor is None or (mine > self._floor and theirs > self._floor):
                        total = 0.0
                        for gain, others_gain, now, others_now in moves:
                            one, other = mine + gain, theirs + others_gain
                            over = self._at_end(one, now, other, others_now)
                            if over is None:
                                if (now, others_now) == here:
                                    there = table
                                else:
                                    there = self._table(now, others_now)
                                across = max(0, (one - lowest + step // 2) // step)
                                down = max(0, (other - lowest + step // 2) // step)
                                over = there[across][down]
                            total += over
                        chance = total / len(moves)
                    table[row][column] = chance
                    if level:
                        table[column][row] = 1.0 - table[row][column]
        return table

    # ---- games of a number of hands

    def _by_difference(self, ahead: float, left: int) -> float:
        """Return the chance with a lead of `ahead` points and `left` hands to play."""
        while len(self._by_hands) <= left:
            self._by_hands.append(self._add_hand())
        row = self._by_hands[left]
        place = min(max(ahead / self._part + WIDEST, 0.0), 2.0 * WIDEST)
        low = min(int(place), 2 * WIDEST - 1)
        return row[low] + (place - low) * (row[low + 1] - row[low])

    def _add_hand(self) -> list[float]:
        size = 2 * WIDEST + 1
        if not self._by_hands:
            return [0.0] * WIDEST + [0.5] + [1.0] * WIDEST
        last, part = self._by_hands[-1], self._part
        moves = [(ours.points - others.points + part // 2) // part for ours, others in self._results]
        row = []
        for place in range(size):
            after = [last[min(max(place + move, 0), size - 1)] for move in moves]
            row.append(sum(after) / len(moves))
        return row

    def _points_a_game(self) -> float:
        """Return the points that a game is worth.

        It is measured with equal totals, three hands before the end: points ahead over the chance that they gain.
        """
        ahead = int(self.usual / 2)
        if self._goal is None:
            gained = self._by_difference(float(ahead), 3) - 0.5
        else:
            total = self._goal - 3 * self.usual
            table = self._table(0, 0)
            gained = self._in_table(table, total + ahead / 2, total - ahead / 2) - 0.5
        if gained > 0.001:
            return ahead / gained
        return 4 * self.usual


def _ahead(one: float, other: float) -> float:
    """Return the chance after the end: more points win, and a tie plays on."""
    if one == other:
        return 0.5
    return 1.0 if one > other else 0.0


@lru_cache(maxsize=16)
def chances(rules: Ruleset) -> Chances | None:
    """Return the chances in a game; None without two sides, or if its hands or its end are unknown."""
    if len(rules.sides) != 2 or (rules.goal is None) == (rules.game_hands is None):
        return None
    results = results_of(rules)
    if not results:
        return None
    return Chances(rules, results)


NEAR_END: Final = 2.5
"""Maximum hands left, at the average pace, at which only the chance to win counts."""
FAR_FROM_END: Final = 4.0
"""Minimum hands left at which only points count."""
POINTS_TOO: Final = 0.04
"""Weight of points if the chance to win decides; small, because they only break ties."""


def nearness(rules: Ruleset, standing: Standing) -> float:
    """Return how much the chance to win counts in the next hand: 0 far from the game's end, 1 near it."""
    odds = chances(rules)
    if odds is None:
        return 0.0
    left = odds.hands_left(standing.totals, standing.hands)
    return min(1.0, max(0.0, (FAR_FROM_END - left) / (FAR_FROM_END - NEAR_END)))


@dataclass
class Stakes:
    """The ends of a hand with certain bids, as far as they decide the game."""

    rules: Ruleset
    standing: Standing
    side: int
    scores: list[SideScores]
    """By side."""
    odds: Chances
    weight: float
    """The `nearness`, above 0."""

    def value(self, points: float, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """Return what an end is worth to the side, which gains `points` more than the others.

        `taken`: tricks by seat, None for a seat that sits out. `extra`: points by side for winning certain tricks.
        """
        chance = self.chance(taken, extra)
        return _blended(self.odds, self.weight, points, chance)

    def chance(self, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """Return the side's chance to win the game, 0 to 1."""
        before = self.standing
        totals, bags, sets = [], [], []
        wins = None
        for side, seats in enumerate(self.rules.sides):
            after = self.scores[side].after(tuple([taken[seat] for seat in seats]))
            points, bags_after, more_sets, _, outright = after
            totals.append(before.totals[side] + points + extra[side])
            bags.append(bags_after)
            sets.append(before.sets[side] + more_sets)
            if outright:
                wins = side
        standing = replace(
            before,
            totals=tuple(totals), bags=tuple(bags), sets=tuple(sets), hands=before.hands + 1,
        )  # fmt: skip
        return _chance_after(self.odds, standing, self.rules.decide(standing, wins), self.side)


def _chance_after(odds: Chances, after: Standing, outcome: GameOutcome | None, side: int) -> float:
    """Return a side's chance to win the game after a hand, 0 to 1; `outcome` is how the game ended with it, or None."""
    if outcome is not None:
        if side not in outcome.winners:
            return 0.0
        return 1.0 / len(outcome.winners)
    return odds.win(after.totals, after.bags, after.sets, after.hands, side)


def _blended(odds: Chances, weight: float, points: float, chance: float) -> float:
    """Return what an end is worth with these points and this chance to win; `weight` is the `nearness`."""
    return (1.0 - weight) * points + weight * (odds.points * (chance - 0.5) + POINTS_TOO * points)


def value_after(
    rules: Ruleset, before: Standing, after: Standing, outcome: GameOutcome | None, side: int, points: float
) -> float:
    """Return what a scored hand was worth to a side, measured like the ends of play-outs (`Stakes.value`).

    `outcome`: how the game ended with it, or None. `points`: what the side gained more than the others.
    """
    odds, weight = chances(rules), nearness(rules, before)
    if odds is None or weight <= 0.0:
        return points
    return _blended(odds, weight, points, _chance_after(odds, after, outcome, side))


def stakes(rules: Ruleset, standing: Standing, side: int, bidding: Bidding) -> Stakes | None:
    """Return what is at stake for a side in a hand with these bids; None far from the game's end."""
    weight = nearness(rules, standing)
    odds = chances(rules)
    if odds is None or weight <= 0.0:
        return None
    return Stakes(rules, standing, side, side_scores(rules, standing, bidding), odds, weight)
