"""The worth of the end of a played-out deal, and the table on which it is played out."""

from functools import lru_cache

from spades_tui.bots.hand_worth import Unit, helping_seats, paid_on_average, worth
from spades_tui.bots.search.choice_values import EndWorth
from spades_tui.bots.search.layout import bit_as_played, layout
from spades_tui.bots.search.playout import PlayoutTable, TrickPosition, after_card, packed_tricks, tricks_of
from spades_tui.bots.search.race import End
from spades_tui.bots.search.win_chances import stakes
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.sound_bids import bidding_of, expected_bid
from spades_tui.cards import CLUBS
from spades_tui.rules.ledger import Announced, Standing
from spades_tui.rules.ruleset import Ruleset, together
from spades_tui.seats import Observation


@lru_cache(maxsize=2048)
def units_of_side(
    rules: Ruleset, standing: Standing, side: int, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contract: int | None, bag: float, announced: tuple[Announced, ...],
) -> tuple[Unit, ...]:  # fmt: skip
    """Return the units of one side with these bids, while every other seat bids its share."""
    seats = rules.sides[side]
    share = expected_bid(rules)
    bids_of_all: list[int | None] = [share] * rules.seats
    blind_of_all = [False] * rules.seats
    for place, seat in enumerate(seats):
        bids_of_all[seat], blind_of_all[seat] = bids[place], blind[place]
    contracts: list[int | None] = [share * len(group) for group in rules.sides]
    contracts[side] = contract
    bidding = Bidding(tuple(bids_of_all), tuple(blind_of_all), tuple(contracts), announced)
    units = worth(rules, standing, bidding, bag).units
    return tuple([unit for unit in units if rules.side_of[unit[0][0]] == side])


class EndValues:
    """The values of one decision's ends, for the side of one seat."""

    def __init__(self, seen: Observation, seat: int, bidding: Bidding, units: list[Unit], bag: float = 1.0) -> None:
        rules = seen.rules
        table = seen.table
        side, must = rules.side_of[seat], rules.must_beat
        # Kept in table order, because the last digit of a sum of fractions depends on it.
        self.pays = sorted(
            rules.trick_pays(bidding.announced),
            key=lambda pay: len(table) if pay.seat is None else table.index(pay.seat),
        )
        """Payments for winning certain tricks."""
        unit_of = {other: n for n, (seats, _, _) in enumerate(units) for other in seats}
        side_of_unit = tuple(rules.side_of[seats[0]] for seats, _, _ in units)
        paid = [0] * rules.seats
        for pay in self.pays:
            if pay.seat is not None:
                paid[pay.seat] += ((1 << pay.tricks) - 1) << pay.first
        self.table = PlayoutTable(
            players=len(table),
            tricks=rules.tricks,
            unit_of=[unit_of[other] for other in table],
            side_of=[rules.side_of[other] for other in table],
            side_of_unit=list(side_of_unit),
            worth=[list(values) for _, values, _ in units],
            wanted=[best for _, _, best in units],
            ace_bits=layout(rules).ace_bits,
            always=rules.lead.spades == "always",
            any_spade=rules.lead.broken_by == "any_spade",
            first_no_spade=rules.first_trick is not None,
            opening=-1 if rules.opening is None else CLUBS,
            must_beat=must is not None and must.follow,
            must_ruff=must is not None and must.void != "free",
            must_trump=must is not None and must.void == "spade",
            paid=[paid[other] for other in table],
        )
        share = -1.0 / max(1, len(set(side_of_unit) - {side}))
        self._weights = [share] * len(rules.sides)
        """By side: how much its points count."""
        self._weights[side] = 1.0
        self.seen, self.bidding = seen, bidding
        self.unit = unit_of[seat]
        self.stakes = stakes(rules, seen.standing, side, bidding)
        self.seats = [seats for seats, _, _ in units]
        self._failed = helping_seats(rules, bidding.bids, seen.took)
        self.start = self._start(seen, units)
        """The position at the decision."""
        self.own_units = [n for n, other in enumerate(side_of_unit) if other == side]
        self._parts = [
            (n, values, self._weights[side_of_unit[n]]) for n, (_, values, _) in enumerate(units)
        ]
        self._merged = merged_units(seen, bidding, units, bag) if rules.failed_zeros_help else []
        bid = bidding.bids[seat] or 0
        self._zero = bid == 0 and self.table.wanted[self.unit] == 0
        self.zero_stake = 0.0
        """Points that a first trick costs a zero bidder; 0 for other bids."""
        if self._zero:
            self.zero_stake = self._stake(self.unit)
        self.partner_stake = 0.0
        """The same for the partner's zero."""
        for n in self.own_units:
            if n != self.unit and not self.table.wanted[n]:
                self.partner_stake = self._stake(n)
        self._exact = rules.must_be_exact(bid, bidding.blind[seat])
        self._contract = bidding.contracts[side] or 0
        self._each = paid_on_average(rules)
        self.last_paid = max([pay.first + pay.tricks for pay in self.pays], default=0)
        """Tricks after which every payment for certain tricks is decided."""

    def _start(self, seen: Observation, units: list[Unit]) -> TrickPosition:
        table, plan = seen.table, layout(seen.rules)
        count = packed_tricks([together(seen.took, seats) or 0 for seats, _, _ in units])
        winners = [table.index(winner) for winner in seen.winners]
        leader = 0
        if seen.leader is not None:
            leader = table.index(seen.leader)
        position = TrickPosition(count, winners, seen.broken, leader)
        for laid in seen.trick:
            position = after_card(self.table, position, plan.suit_of[laid.card], bit_as_played(plan, laid.value))
        return position

    def _stake(self, zero: int) -> float:
        """Return the points that the first trick of a unit costs it, when all others take what they want."""
        worth = self.table.worth[zero]
        if self.stakes is None:
            return worth[0] - worth[1]
        counts = list(self.table.wanted)
        counts[zero] = 0
        made = self.stakes.value(worth[0], self._taken(counts))
        counts[zero] = 1
        return made - self.stakes.value(worth[1], self._taken(counts))

    def _taken(self, counts: list[int]) -> list[int | None]:
        """Return the tricks by seat for these counts of the units.

        The first of two partners who count together gets all tricks, but a failed zero keeps one.
        """
        taken: list[int | None] = [None] * self.seen.rules.seats
        for seats, tricks in zip(self.seats, counts, strict=True):
            helped = len(seats) > 1 and any(seat in self._failed for seat in seats)
            for place, seat in enumerate(seats):
                if not helped:
                    taken[seat] = 0 if place else tricks
                elif seat in self._failed:
                    taken[seat] = 1
                else:
                    taken[seat] = max(0, tricks - 1)
        return taken

    def outcomes(self) -> EndWorth:
        """Return a valuer of positions that values each end once.

        Callers keep it: this object doesn't, to avoid a reference cycle.
        """
        return EndWorth(self.table, self.end, self._paid if self.pays else None)

    def end(self, count: int, paid: int = 0) -> End:
        """Value an end: the side's worth minus the others'.

        `count`: the tricks of the units. `paid`: who is paid for certain tricks, packed by `_paid`.
        """
        total = self._points(count)
        extra = [0] * len(self.seen.rules.sides)
        for place, pay in enumerate(self.pays):
            seat, points = pay.paid(self.winner_of(paid, place))
            if seat is not None:
                side = self.seen.rules.side_of[seat]
                total += float(points) * self._weights[side]
                extra[side] += points
        if self._each:  # now that it's known who is paid, the average doesn't count
            total -= self._each * sum([weight * tricks_of(count, unit) for unit, _, weight in self._parts])
        if self.stakes is not None:
            total = self.stakes.value(total, self.taken(count), extra)
        tricks = sum(tricks_of(count, unit) for unit in self.own_units)
        if self._zero:
            # A zero is made by its seat, a contract by its side.
            made = tricks_of(count, self.unit) == 0
        elif self._exact:
            made = tricks == self._contract
        else:
            made = tricks >= self._contract
        return End(total, made, tricks, count, paid, self)

    def _paid(self, winners: list[int]) -> int:
        """Pack who has won all tricks of each of the `pays`: three bits each, player + 1, or 0 for nobody."""
        paid = 0
        for place, pay in enumerate(self.pays):
            winner = pay.winner(winners)
            if winner is not None:
                paid |= winner + 1 << 3 * place
        return paid

    def winner_of(self, paid: int, place: int) -> int | None:
        """Return the seat that has won all tricks of one of the `pays`, as packed by `_paid`; None for nobody."""
        player = paid >> 3 * place & 7
        if not player:
            return None
        return self.seen.table[player - 1]

    def taken(self, count: int) -> list[int | None]:
        """Return the tricks of an end by seat, divided as by `_taken`."""
        return self._taken([tricks_of(count, unit) for unit in range(len(self.seats))])

    def _points(self, count: int) -> float:
        """Return the points of the side, minus the others', with later effects."""
        total = 0.0
        for unit, values, weight in self._parts:
            total += weight * values[tricks_of(count, unit)]
        for zero, other, values in self._merged:
            tricks, others = tricks_of(count, zero), tricks_of(count, other)
            if tricks:  # the failed zero's tricks help the partner
                (_, mine, weight), (_, theirs, _) = self._parts[zero], self._parts[other]
                total += weight * (values[tricks + others] - mine[tricks] - theirs[others])
        return total


def ends_as_bid(seen: Observation, seat: int, bag: float = 1.0) -> EndValues:
    """Return the values of the ends with the bids that have been made."""
    bidding, failed = bidding_of(seen), helping_seats(seen.rules, seen.bids, seen.took)
    units = worth(seen.rules, seen.standing, bidding, bag, failed).units
    return EndValues(seen, seat, bidding, units, bag)


def merged_units(
    seen: Observation, bidding: Bidding, units: list[Unit], bag: float
) -> list[tuple[int, int, tuple[float, ...]]]:
    """Return each zero next to a partner's bid: its unit, the partner's, and their joint worth once it fails (NL-6)."""
    rules = seen.rules
    merged = []
    for zero, (seats, _, _) in enumerate(units):
        side = rules.side_of[seats[0]]
        if len(seats) > 1 or bidding.bids[seats[0]] != 0:
            continue
        for other, (theirs, _, _) in enumerate(units):
            if other != zero and rules.side_of[theirs[0]] == side and bidding.bids[theirs[0]]:
                joint = worth(rules, seen.standing, bidding, bag, (seats[0],))
                merged.append((zero, other, tuple(joint.row(joint.unit_of[seats[0]]))))
    return merged
