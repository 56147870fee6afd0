"""What the outcome of a hand is worth to each side, asked of the scoring components themselves.

A *unit* is what scores on one count of tricks: a side, or one seat where a partner's zero stands apart.
"""

from dataclasses import dataclass
from functools import lru_cache

from spades_tui.bots.portable_math import power
from spades_tui.rules.hand_counts import count_hand
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, Scored

BAG_SHARE = 0.8
"""How much of a penalty for bags is charged to each bag as it comes; some never come to it."""
GAME = 120.0
"""What winning the game is worth beside the points, where this hand ends it."""
OUTRIGHT = 400.0
"""What a bid that wins the game is worth."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Per unit, its seats and what each number of tricks is worth to it."""

    unit_of: tuple[int, ...]
    """By seat; −1 for a seat that sits out."""
    seats: tuple[tuple[int, ...], ...]
    tables: tuple[tuple[float, ...], ...]
    """By unit: the worth of 0, 1, 2 … tricks."""
    best: tuple[int, ...]
    """By unit: the number of tricks that is worth most."""


@lru_cache(maxsize=256)
def worth(
    rules: Ruleset,
    standing: Standing,
    bids: tuple[int | None, ...],
    blind: tuple[bool, ...],
    contracts: tuple[int | None, ...],
    bag: float = 1.0,
) -> Worth:
    """The worth of every number of tricks to every unit, with these bids; a seat that bids None sits out.

    `bag`: how much more than usual is charged for a bag.
    """
    apart = rules.zeros_by_themselves
    unit_of = [-1] * rules.seats
    units: list[tuple[int, ...]] = []
    for seats in rules.sides:
        playing = tuple(seat for seat in seats if bids[seat] is not None)
        if not playing:
            continue
        split = apart and len(playing) > 1 and any(bids[seat] == 0 for seat in playing)
        for group in [(seat,) for seat in playing] if split else [playing]:
            for seat in group:
                unit_of[seat] = len(units)
            units.append(group)
    first = [_first_pass(rules, units, n) for n in range(len(units))]
    likely = _likely(rules, standing, bids, blind, contracts)
    tables: list[list[float]] = [[] for _ in units]
    for tricks in range(rules.tricks + 1):
        for turn in (True, False):
            if turn not in first:
                continue
            taken = [0 if bid is not None else None for bid in bids]
            for n, group in enumerate(units):
                taken[group[0]] = tricks if first[n] == turn else bids[group[0]]
            scored = _score(rules, standing, bids, blind, contracts, tuple(taken))
            for n, group in enumerate(units):
                if first[n] == turn:
                    tables[n].append(_value(rules, standing, scored, rules.side_of[group[0]], likely, bag))
    for n, group in enumerate(units):
        if not first[n]:
            # Both of two partners who stand apart see the side's whole score: it is counted with the first.
            whole = tables[n][bids[group[0]] or 0]
            tables[n] = [value - whole for value in tables[n]]
    best = tuple(max(range(len(table)), key=table.__getitem__) for table in tables)
    return Worth(tuple(unit_of), tuple(units), tuple(tuple(table) for table in tables), best)


def _first_pass(rules: Ruleset, units: list[tuple[int, ...]], n: int) -> bool:
    """Whether a unit takes its turn first; partners who are apart take turns, so that one can be varied alone."""
    side = rules.side_of[units[n][0]]
    return n == 0 or rules.side_of[units[n - 1][0]] != side


def _score(
    rules: Ruleset, standing: Standing, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contracts: tuple[int | None, ...], taken: tuple[int | None, ...],
) -> Scored:  # fmt: skip
    """A hand with these tricks; who wins which is unknown, so promises stand apart (`end_values` weighs them)."""
    counts = count_hand(rules.sides, rules.tricks, bids, taken, blind=blind, contracts=contracts)
    return rules.score(standing, counts)


def _likely(
    rules: Ruleset, standing: Standing, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contracts: tuple[int | None, ...],
) -> tuple[int, ...]:  # fmt: skip
    """What each side will probably have after the hand: most of what its bid brings when it is made."""
    taken = list(bids)
    for side, seats in enumerate(rules.sides):
        extra = (contracts[side] or 0) - sum(bids[seat] or 0 for seat in seats)
        for seat in seats:
            if extra > 0 and taken[seat] is not None:
                taken[seat] = (taken[seat] or 0) + extra
                break
    made = _score(rules, standing, bids, blind, contracts, tuple(taken))
    likely = (points * 3 // 4 if points > 0 else 0 for points in made.points)
    return tuple(total + points for total, points in zip(standing.totals, likely, strict=True))


def _value(rules: Ruleset, before: Standing, scored: Scored, side: int, likely: tuple[int, ...], bag: float) -> float:
    """The points of a side, what they lead to later, and whether they end the game."""
    after = scored.standing
    value = float(scored.points[side])
    if rules.bags is not None:
        limit = rules.bags.limit
        share = BAG_SHARE * bag * rules.bags.penalty / limit
        value += share * (after.bags[side] % limit - before.bags[side] % limit)
    value += _row_worth(rules, after.rows[side]) - _row_worth(rules, before.rows[side])
    totals = tuple(after.totals[side] if n == side else total for n, total in enumerate(likely))
    outright = scored.outright if scored.outright == side else None
    sets = tuple(n if s == side else before.sets[s] for s, n in enumerate(after.sets))
    if rules.set_limit is not None and sets[side] > before.sets[side]:
        value -= 15.0 * after.sets[side]
    if len(set(totals)) < len(totals) and rules.parts_all:
        totals = tuple(total - (n == side) for n, total in enumerate(totals))
    outcome = rules.decide(_with(after, totals, sets), outright)
    if outcome is None:
        return value
    if outright is not None:
        return value + OUTRIGHT
    if side in outcome.winners:
        return value + GAME
    if len(totals) == 2 or side in outcome.standings[-1]:
        return value - GAME
    return value


def _with(after: Standing, totals: tuple[int, ...], sets: tuple[int, ...]) -> Standing:
    """The same with other totals and sets, asked too often for `replace`, which is slow."""
    return Standing(
        totals=totals, bags=after.bags, sets=sets, rows=after.rows, zero_pool=after.zero_pool, trays=after.trays,
        on_nose=after.on_nose, played=after.played, hands=after.hands,
    )  # fmt: skip


def _row_worth(rules: Ruleset, row: int) -> float:
    """What a row of perfect bids may still bring (BM-11)."""
    pay = rules.row
    if pay is None:
        return 0.0
    if row >= pay.length:
        return 0.4 * pay.further
    return pay.points * power(0.4, pay.length - row) if row else 0.0
