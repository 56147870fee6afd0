"""The results of a choice in its play-outs: bids made, nils kept, bags taken.

Players use only the values. Hints ask for this later, so it costs the search nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from spades_tui.bots.search.end_values import EndValues
from spades_tui.bots.search.playout import tricks_of
from spades_tui.bots.search.race import End
from spades_tui.bots.side_scores import side_scores
from spades_tui.bots.valued_choice import MEANS, Aim, ValuedChoice

DECIDES: Final = 10_000.0
"""Points for winning the game near its end: more than anything else in a hand."""
NEAR_THE_END: Final = 0.5
"""Minimum `Stakes.weight` at which the chance to win counts more than points."""

Key = tuple[Aim, int]
"""An aim, and whose it is: the side of a bid or of bags, the seat of a nil or promise."""
Numbers = Mapping[Key, float]


class Outlook(Struct, frozen=True):
    """The results of one choice."""

    numbers: Numbers
    """How often each aim is reached, 0 to 1, or the average number of bags and tricks."""
    points: Numbers
    """The worth of each aim to the side, in points per unit."""
    made: float
    """Chance, 0 to 1, that the seat's bid after the choice is made."""
    tricks: float
    """Tricks of the side on average."""


def outlooks(rows: Sequence[ValuedChoice], seat: int) -> list[Outlook | None]:
    """Return what each choice led to; None for one that was not played out.

    Dropped choices met fewer deals. They are compared with the first choice in the same deals, and the difference is
    added to the first one's result over all of its deals.
    """
    first = next((row for row in rows if row.ends and not row.beside), None)
    if first is None:
        return [None] * len(rows)
    all_numbers = _means(first.ends, seat)
    return [_outlook(row, seat, all_numbers) for row in rows]


def _outlook(row: ValuedChoice, seat: int, first: dict[Key, float]) -> Outlook | None:
    count = len(row.ends)
    if not count:
        return None
    if row.beside:
        count = min(count, len(row.beside))
    numbers = _means(row.ends[:count], seat)
    if row.beside:
        beside = _means(row.beside[:count], seat)
        for key in numbers.keys() & beside.keys() & first.keys():
            moved = max(0.0, first[key] + numbers[key] - beside[key])
            if key[0] not in MEANS:
                moved = min(1.0, moved)
            numbers[key] = moved
    hand: EndValues = row.ends[0].hand
    side = hand.seen.rules.side_of[seat]
    own: Key = (Aim.KEEP, seat)
    if own not in numbers:
        own = (Aim.MAKE, side)
    made = row.made
    if own in numbers:
        # `made` was corrected for known errors of play-outs about nils and prizes; apply the same here.
        put_right = made - sum([end.made for end in row.ends]) / len(row.ends)
        made = numbers[own] = min(1.0, max(0.0, numbers[own] + put_right))
    return Outlook(numbers, _points(hand, seat), made, numbers[Aim.TRICKS, side])


def _means(ends: Sequence[End], seat: int) -> dict[Key, float]:
    """Return the average of each aim over these ends.

    An aim missing in some of them, because bids are guessed, is left out.
    """
    sums: dict[Key, float] = {}
    counts: dict[Key, int] = {}
    for end, count in Counter(ends).items():
        for key, number in _numbers(end.hand, end, seat).items():
            sums[key] = sums.get(key, 0.0) + count * number
            counts[key] = counts.get(key, 0) + count
    return {key: total / len(ends) for key, total in sums.items() if counts[key] == len(ends)}


def _nils(hand: EndValues) -> dict[int, int]:
    """Return the seats whose nil is scored separately, each with its unit."""
    wanted = hand.table.wanted
    return {
        seats[0]: unit
        for unit, seats in enumerate(hand.seats)
        if len(seats) == 1 and hand.bidding.bids[seats[0]] == 0 and not wanted[unit]
    }


def _numbers(hand: EndValues, end: End, seat: int) -> dict[Key, float]:
    """Return the figures of one end."""
    rules, bidding, count = hand.seen.rules, hand.bidding, end.count
    ours, nils, numbers = rules.side_of[seat], _nils(hand), dict[Key, float]()
    for nil, unit in nils.items():
        kept = not tricks_of(count, unit)
        if rules.side_of[nil] == ours:
            numbers[Aim.KEEP, nil] = float(kept)
        else:
            numbers[Aim.BREAK, nil] = float(not kept)
    for side in set(hand.table.side_of):
        contract = bidding.contracts[side]
        if contract:
            numbers |= _of_contract(hand, count, side, contract, side == ours)
    for place, pay in enumerate(hand.pays):
        if pay.seat is not None and rules.side_of[pay.seat] == ours:
            numbers[Aim.PROMISE, pay.seat] = float(hand.winner_of(end.paid, place) == pay.seat)
    if hand.stakes is not None and hand.stakes.weight >= NEAR_THE_END:
        numbers[Aim.WIN, ours] = hand.stakes.chance(hand.taken(count))
    numbers[Aim.TRICKS, ours] = float(sum(tricks_of(count, unit) for unit in hand.own_units))
    return numbers


def _of_contract(hand: EndValues, count: int, side: int, contract: int, mine: bool) -> dict[Key, float]:
    """Return whether a side's bid is made, and what it takes beyond it."""
    rules, nils = hand.seen.rules, _nils(hand)
    units = [unit for unit, other in enumerate(hand.table.side_of_unit) if other == side]
    bidders = [unit for unit in units if unit not in nils.values() or rules.failed_zeros_help]
    tricks = sum(tricks_of(count, unit) for unit in bidders)
    exact = _is_exact(hand, side, contract)
    made = tricks >= contract
    if exact:
        made = tricks == contract
    numbers: dict[Key, float] = {}
    if mine:
        numbers[Aim.MAKE, side] = float(made)
    else:
        numbers[Aim.SET, side] = float(not made)
    over = max(0, tricks - contract)
    if rules.bags is None:
        if mine:
            numbers[Aim.OVER, side] = float(over)
        return numbers
    scores = side_scores(rules, hand.seen.standing, hand.bidding)
    taken = hand.taken(count)
    bags = scores[side].after(tuple([taken[seat] for seat in rules.sides[side]]))[1]
    had, limit = hand.seen.standing.bags[side], rules.bags.limit
    # The scoring gives the count after a possible penalty. Tricks above an exact bid aren't bags; those of a failed nil
    # may be.
    nils_took = sum(tricks_of(count, unit) for unit in units if unit not in bidders)
    may_be = (0, over) if exact else (over, over + nils_took)
    over = next((some for some in may_be if (had + some - bags) % limit == 0), over)
    if mine:
        numbers[Aim.BAGS, side] = float(over)
        numbers[Aim.PENALTY, side] = float(had % limit + over >= limit)
    else:
        numbers[Aim.GIVE, side] = float(over)
    return numbers


def _is_exact(hand: EndValues, side: int, contract: int) -> bool:
    """Return whether a side's bid is made only by exactly its number of tricks."""
    rules = hand.seen.rules
    blind = any(hand.bidding.blind[seat] for seat in rules.sides[side])
    return rules.must_be_exact(contract, blind)


def _points(hand: EndValues, seat: int) -> dict[Key, float]:
    """Return what each aim of a hand is worth to the side of a seat, in points."""
    rules, table, nils = hand.seen.rules, hand.table, _nils(hand)
    ours = rules.side_of[seat]
    others = max(1, len(set(table.side_of) - {ours}))
    points: dict[Key, float] = {(Aim.WIN, ours): DECIDES}
    for nil, unit in nils.items():
        stake = table.worth[unit][0] - table.worth[unit][1]
        if rules.side_of[nil] == ours:
            points[Aim.KEEP, nil] = stake
        else:
            points[Aim.BREAK, nil] = stake / others
    for unit, side in enumerate(table.side_of_unit):
        contract = hand.bidding.contracts[side]
        if unit in nils.values() or not contract or contract >= len(table.worth[unit]):
            continue
        worth = table.worth[unit]
        below, above = worth[contract - 1], worth[min(contract + 1, len(worth) - 1)]
        extra = above - worth[contract]
        if _is_exact(hand, side, contract):
            below, extra = max(below, above), 0.0
        stake = worth[contract] - below
        if side == ours:
            points[Aim.MAKE, side] = stake
            points[Aim.OVER, side] = points[Aim.BAGS, side] = min(0.0, extra)
            points[Aim.TRICKS, side] = max(0.0, extra)
        else:
            points[Aim.SET, side] = stake / others
            points[Aim.GIVE, side] = max(0.0, -extra / others)
    for pay in hand.pays:
        if pay.seat is not None:
            points[Aim.PROMISE, pay.seat] = float(pay.won - pay.lost)
    return points
