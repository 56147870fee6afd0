"""What the end of a played-out deal is worth, and the table on which it is played out."""

from dataclasses import dataclass
from functools import lru_cache

from spades_tui.bots.estimate import usual_bid
from spades_tui.bots.search.layout import bit_as_played, layout
from spades_tui.bots.search.playout import PlayoutTable, Position, after_card
from spades_tui.bots.worth import worth
from spades_tui.cards import SUIT_OF
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of a hand, as they are or as they might become; by seat, contracts by side."""

    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    contracts: tuple[int | None, ...]
    promises: tuple[int, ...]


Unit = tuple[tuple[int, ...], tuple[float, ...], int]
"""What scores on one count of tricks: its seats, what each count is worth to it, the count that is worth most."""


def units_of(rules: Ruleset, standing: Standing, bidding: Bidding, bag: float = 1.0) -> list[Unit]:
    """All units of a hand whose bids are known."""
    known = worth(rules, standing, bidding.bids, bidding.blind, bidding.contracts, bag)
    return list(zip(known.seats, known.tables, known.best, strict=True))


@lru_cache(maxsize=2048)
def units_of_side(
    rules: Ruleset, standing: Standing, side: int, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contract: int | None, bag: float = 1.0,
) -> tuple[Unit, ...]:  # fmt: skip
    """The units of one side with these bids of its seats, the others assumed to bid their share."""
    seats = rules.sides[side]
    share = usual_bid(rules)
    whole: list[int | None] = [share] * rules.seats
    blinds = [False] * rules.seats
    for seat, bid, unseen in zip(seats, bids, blind, strict=True):
        whole[seat] = bid
        blinds[seat] = unseen
    contracts = [contract if n == side else share * len(group) for n, group in enumerate(rules.sides)]
    known = worth(rules, standing, tuple(whole), tuple(blinds), tuple(contracts), bag)
    return tuple(
        unit for unit in zip(known.seats, known.tables, known.best, strict=True) if rules.side_of[unit[0][0]] == side
    )


class EndValues:
    """The values of one decision's ends, for the side of one seat."""

    def __init__(self, seen: Observation, seat: int, bidding: Bidding, units: list[Unit]) -> None:
        rules = seen.rules
        table = seen.table
        side = rules.side_of[seat]
        unit_of = {other: n for n, (seats, _, _) in enumerate(units) for other in seats}
        side_of_unit = tuple(rules.side_of[seats[0]] for seats, _, _ in units)
        self.table = PlayoutTable(
            players=len(table),
            tricks=rules.tricks,
            unit_of=tuple(unit_of[other] for other in table),
            side_of=tuple(rules.side_of[other] for other in table),
            side_of_unit=side_of_unit,
            worth=tuple(values for _, values, _ in units),
            wanted=tuple(best for _, _, best in units),
            ace_bits=layout(rules).ace_bits,
            always=rules.lead.spades == "always",
            any_spade=rules.lead.broken_by == "any_spade",
            promised=tuple(bidding.promises[other] for other in table),
            known_needs=[{} for _ in units],
        )
        share = -1.0 / (len({other for other in side_of_unit if other != side}) or 1)
        self.unit = unit_of[seat]
        self.start = self._start(seen, units)
        """Where the game stands."""
        self.own_units = [n for n, other in enumerate(side_of_unit) if other == side]
        self._parts = [(n, values, 1.0 if side_of_unit[n] == side else share) for n, (_, values, _) in enumerate(units)]
        bid = bidding.bids[seat] or 0
        self._zero = bid == 0 and self.table.wanted[self.unit] == 0
        worth = self.table.worth[self.unit]
        self.zero_stake = worth[0] - worth[1] if self._zero else 0.0
        """What a trick costs a seat that bids zero; 0 where its bid is another."""
        self._exact = rules.must_be_exact(bid, bidding.blind[seat])
        self._contract = bidding.contracts[side] or 0
        self._promises = []
        for player, other in enumerate(table):
            count = bidding.promises[other]
            if count:
                made, lost = promise_points(rules, count)
                weight = 1.0 if rules.side_of[other] == side else share
                self._promises.append((player, count, weight * made, weight * lost))

    def _start(self, seen: Observation, units: list[Unit]) -> Position:
        table, plan = seen.table, layout(seen.rules)
        took = tuple(sum(seen.took[other] for other in seats) for seats, _, _ in units)
        winners = tuple(table.index(winner) for winner in seen.winners)
        leader = 0 if seen.leader is None else table.index(seen.leader)
        position = Position(took, winners, seen.broken, leader)
        for laid in seen.trick:
            position = after_card(self.table, position, SUIT_OF[laid.card], bit_as_played(plan, laid.value))
        return position

    def value(self, took: list[int], winners: list[int]) -> float:
        """What an end is worth to the side, less what it is worth to the others."""
        total = 0.0
        for unit, known, weight in self._parts:
            total += weight * known[took[unit]]
        for player, count, made, lost in self._promises:
            kept = all(winner == player for winner in winners[:count])
            total += made if kept else lost
        return total

    def tricks(self, took: list[int]) -> int:
        """The side's tricks."""
        count = 0
        for unit in self.own_units:
            count += took[unit]
        return count

    def made(self, took: list[int]) -> bool:
        """Whether the bid is made: a zero by its seat, a contract by its side."""
        if self._zero:
            return took[self.unit] == 0
        count = self.tricks(took)
        return count == self._contract if self._exact else count >= self._contract


def promise_points(rules: Ruleset, tricks: int) -> tuple[float, float]:
    """What a promise of the first tricks brings and costs (BM-9)."""
    pay = rules.promise(tricks)
    return (float(pay.kept), float(pay.broken)) if pay else (0.0, 0.0)
