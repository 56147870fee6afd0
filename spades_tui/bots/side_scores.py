"""One side's results in a hand, by the tricks that its seats take, with their worth in later hands."""

from functools import lru_cache
from math import nan
from operator import itemgetter
from typing import NamedTuple

from spades_tui.bots.portable_math import power
from spades_tui.rules.ledger import Announced, Standing
from spades_tui.rules.ruleset import Ruleset, count_hand

SideAfter = tuple[int, int, int, int, bool]
"""A side after the hand: points, bags, sets in this hand, row of perfect bids, whether its bid wins the game."""


class Bidding(NamedTuple):
    """The bids of a hand, made or supposed; by seat, contracts by side. A seat whose bid is None sits out.

    Compiled, a frozen Struct has no hash.
    """

    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    contracts: tuple[int | None, ...]
    announced: tuple[Announced, ...] = ()
    """What players have announced beside their bids."""


class SideValues:
    """One side's results if some of its seats take 0, 1, 2 … tricks, and their worth while the game goes on."""

    def __init__(self, taken: tuple[int | None, ...], places: tuple[int, ...], bag_share: float, tricks: int) -> None:
        self.taken, self.places = taken, places
        """The tricks of each seat of the side, and the places of those seats whose tricks vary."""
        self.bag_share = bag_share
        """Points that a bag costs."""
        self.after: list[SideAfter | None] = [None] * (tricks + 1)
        self.values = [nan] * (tricks + 1)
        """The points with their later effects; NaN where `after` isn't known yet."""
        self.least = self.most = self.most_sets = 0
        """Among the known results: the fewest and most points, 0 included, and the most sets."""
        self.wins = False
        """Whether one of them wins the game outright."""


class SideScores:
    """One side's results in a hand, by the tricks that its seats take; see `side_scores`.

    No score depends on another side (`ScoreComponent.score`), so this side plays alone, as the first one.
    """

    def __init__(
        self, rules: Ruleset, bids: tuple[int | None, ...], blind: tuple[bool, ...], contract: int | None,
        bags: int, row: int, zero_pool: int, announced: tuple[Announced, ...],
    ) -> None:  # fmt: skip
        self._rules, self._bids, self._blind, self._contract, self._announced = rules, bids, blind, contract, announced
        self._before = _alone(rules, bags, row, zero_pool)
        self._known: dict[tuple[int | None, ...], SideAfter] = {}
        self._rows: dict[tuple[tuple[int | None, ...], tuple[int, ...], float], SideValues] = {}
        made = list(bids)
        extra = (contract or 0) - sum([bid or 0 for bid in bids])
        bidder = next((place for place, bid in enumerate(bids) if bid is not None), None)
        if extra > 0 and bidder is not None:
            made[bidder] = (made[bidder] or 0) + extra
        points = self.after(tuple(made))[0]
        self.likely = max(0, points * 3 // 4)
        """The points that the side will probably gain: three quarters of what making its bid brings."""

    def after(self, taken: tuple[int | None, ...]) -> SideAfter:
        """Return the result if the side's seats take these tricks.

        Payments for certain tricks are left out, because it isn't known who wins which; `end_values` values them.
        """
        known = self._known.get(taken)
        if known is None:
            known = self._known[taken] = self._score(taken)
        return known

    def row(self, taken: tuple[int | None, ...], places: tuple[int, ...], bag_share: float) -> SideValues:
        """Return the results if the seats at `places` take 0, 1, 2 … tricks, the others as in `taken`.

        Call `fill` for the results that are needed.
        """
        row = self._rows.get((taken, places, bag_share))
        if row is None:
            row = self._rows[taken, places, bag_share] = SideValues(taken, places, bag_share, self._rules.tricks)
        return row

    def fill(self, row: SideValues, tricks: int) -> SideAfter:
        """Find the result of this number of tricks, and note it in the row."""
        taken = list(row.taken)
        for place in row.places:
            taken[place] = tricks
        after = row.after[tricks] = self.after(tuple(taken))
        row.values[tricks] = self.worth_of(after, tricks, row.bag_share)
        points, _, sets, _, wins = after
        row.least, row.most, row.most_sets = min(row.least, points), max(row.most, points), max(row.most_sets, sets)
        row.wins = row.wins or wins
        return after

    def worth_of(self, after: SideAfter, tricks: int, bag_share: float) -> float:
        """Return the points of a result with their later effects."""
        rules, before = self._rules, self._before
        value = float(after[0]) + bag_share * more_bags(rules, before.bags[0], after[1])
        value += _hand_worth(rules, tricks)
        return value + (row_worth(rules, after[3]) - row_worth(rules, before.rows[0]))

    def _score(self, taken: tuple[int | None, ...]) -> SideAfter:
        rules = self._rules
        by_seat = itemgetter(*_places(rules, len(self._bids)))
        # Seats of other sides have the place −1, so they get what is added at the end.
        counts = count_hand(
            rules.sides,
            rules.tricks,
            by_seat((*self._bids, None)),
            by_seat((*taken, None)),
            blind=by_seat((*self._blind, False)),
            contracts=(self._contract, *(None,) * (len(rules.sides) - 1)),
            announced=self._announced,
        )
        after = rules.suppose(self._before, counts)
        return after.points[0], after.bags[0], after.sets[0], after.rows[0], after.outright == 0


def side_scores(rules: Ruleset, standing: Standing, said: Bidding) -> list[SideScores]:
    """Return every side's results in a hand with these bids."""
    scores = []
    for side, seats in enumerate(rules.sides):
        bids = tuple([said.bids[seat] for seat in seats])
        blind = tuple([said.blind[seat] for seat in seats])
        announced = _announced_alone(rules, seats, said.announced)
        scores.append(_side_scores(
            rules, bids, blind, said.contracts[side],
            standing.bags[side], standing.rows[side], standing.zero_pool, announced,
        ))  # fmt: skip
    return scores


_side_scores = lru_cache(maxsize=1024)(SideScores)
"""The same side comes up in many hands, whatever the others do."""


def contract_pay(rules: Ruleset, contract: int, tricks: int) -> int:
    """Return the points of a side with this contract and these tricks, at the beginning of a game.

    Each of its seats bids and takes about its share.
    """
    seats = rules.sides[0]
    places = range(len(seats))
    bids: list[int | None] = [None] * rules.seats
    for place in places:
        bids[seats[place]] = (contract + place) // len(seats)
    said = Bidding(tuple(bids), (False,) * rules.seats, (contract,) * len(rules.sides))
    side = side_scores(rules, rules.fresh_standing(), said)[0]
    return side.after(tuple([(tricks + place) // len(seats) for place in places]))[0]


def may_end(rules: Ruleset, standing: Standing) -> bool:
    """Return whether a side that makes an average bid in the next hand may end the game."""
    if rules.game_hands is not None and standing.hands + 1 >= rules.game_hands:
        return True
    if rules.goal is None:
        return False
    share = rules.tricks // len(rules.sides)
    return max(standing.totals) + contract_pay(rules, share, share) >= rules.goal


def _announced_alone(rules: Ruleset, seats: tuple[int, ...], announced: tuple[Announced, ...]) -> tuple[Announced, ...]:
    first = rules.sides[0]
    alone = []
    for announcement in announced:
        seat = -1
        if announcement.seat in seats:
            seat = first[seats.index(announcement.seat)]
        alone.append(announcement._replace(seat=seat))
    return tuple(alone)


@lru_cache(maxsize=64)
def _places(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """Return each seat's place among the first side's first `seats` seats; −1 for a seat that isn't one of them."""
    places = [-1] * rules.seats
    for place, seat in enumerate(rules.sides[0][:seats]):
        places[seat] = place
    return tuple(places)


@lru_cache(maxsize=1024)
def _alone(rules: Ruleset, bags: int, row: int, zero_pool: int) -> Standing:
    """Return a standing in which only the first side has bags, a row or a zero pool."""
    none = (0,) * (len(rules.sides) - 1)
    return Standing(
        totals=(0, *none), bags=(bags, *none), sets=(0, *none), rows=(row, *none), zero_pool=zero_pool, last=(),
        on_nose=(0,) * rules.seats, played=(0,) * rules.seats, hands=0,
    )  # fmt: skip


def _hand_worth(rules: Ruleset, tricks: int) -> float:
    """Return the average pay for winning the hand by tricks, among three sides or more (LG-3).

    A side doesn't know what the others take.
    """
    pay = rules.hand_pay
    if pay is None or pay.compares != "tricks" or len(rules.sides) < 3:
        return 0.0
    chance = min(1.0, tricks * rules.players / (2 * rules.tricks))
    if pay.lowest:
        chance = 1.0 - chance
    return pay.won * chance + pay.lost * (1.0 - chance)


def more_bags(rules: Ruleset, before: int, after: int) -> int:
    """Return the bags added to those that count for the next penalty; negative after a penalty, 0 without bags."""
    if rules.bags is None:
        return 0
    limit = rules.bags.limit
    return after % limit - before % limit


def row_worth(rules: Ruleset, row: int) -> float:
    """Return what a row of perfect bids may still bring, in points (BM-11)."""
    pay = rules.row
    if pay is None:
        return 0.0
    if row >= pay.length:
        return 0.4 * pay.further
    if not row:
        return 0.0
    return pay.points * power(0.4, pay.length - row)
