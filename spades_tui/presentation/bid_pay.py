"""The points a bid would pay at this score, computed with the scoring components."""

from itertools import pairwise

from spades_tui.language.amounts import plain, signed
from spades_tui.rules.ledger import Decided, HandCounts, Scored
from spades_tui.rules.ruleset import count_hand
from spades_tui.seats import Observation

_LOOKED_AT = 4
"""Number of tricks of a failed zero to list one by one; few zeros take more."""


def _hand(seen: Observation, parts: dict[int, tuple[int, int]], blind: bool) -> HandCounts:
    """Return the hand as if these seats had these bids, the viewer's perhaps blind, and had taken these tricks."""
    seats = range(seen.rules.seats)
    bids, tricks = ([parts[seat][n] if seat in parts else None for seat in seats] for n in (0, 1))
    blinds = tuple(blind if seat == seen.seat else seen.blind[seat] for seat in seats)
    return count_hand(seen.rules.sides, seen.rules.tricks, bids, tricks, blind=blinds)


def _score(seen: Observation, parts: dict[int, tuple[int, int]], blind: bool) -> Scored:
    return seen.rules.score(seen.standing, _hand(seen, parts, blind))


def _double_zero(seen: Observation, bid: int, blind: bool, took: int) -> dict[int, tuple[int, int]]:
    """Return the bids and tricks of two partners' zeros that score together; empty if they don't, or aren't zeros."""
    seats = seen.rules.sides[seen.side or 0]
    parts = {seat: (0, took if seat == seen.seat else 0) for seat in seats}
    zeros = seen.rules.zero_score
    if bid or zeros is None or any(seen.bids[seat] != 0 for seat in seats if seat != seen.seat):
        return {}
    return parts if zeros.double_zero(_hand(seen, parts, blind), seats) else {}


def _scored(seen: Observation, bid: int, blind: bool, took: int) -> Scored:
    """Score the hand as if the seat had bid `bid` and taken `took` tricks, and its partner had made their bid exactly.

    A negative `took` comes off the partner's tricks, for games in which a side has one bid. Single tricks have no
    winner here. A partner's zero is left out, unless the two score together.
    """
    rules, own = seen.rules, seen.seat or 0
    parts = _double_zero(seen, bid, blind, took) or {own: (bid, max(took, 0))}
    for seat in rules.sides[rules.side_of[own]]:
        partner_bid = seen.bids[seat] if seat != own else None
        if partner_bid and (bid or rules.side_total is not None):
            parts[seat] = partner_bid, partner_bid + min(took, 0)
    return _score(seen, parts, blind)


def counted(seen: Observation, bid: int) -> int:
    """Return the tricks that the side must take with this bid, with the partner's bid where a side has one bid."""
    if seen.rules.side_total is None:
        return bid
    return bid + sum(seen.bids[seat] or 0 for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)


def helps_partner(seen: Observation) -> bool:
    """Return whether the tricks of a failed nil count for the partner's bid (NL-6): not if all partners bid nil."""
    partners = [seen.bids[seat] for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat]
    return seen.rules.failed_zeros_help and any(bid != 0 for bid in partners)


def _failed_nil(seen: Observation, blind: bool, took: int) -> int:
    """Return the points of a nil that takes `took` tricks, without the points of the partner's own bid."""
    rules, side, seat = seen.rules, seen.side or 0, seen.seat or 0
    if not helps_partner(seen):
        return _scored(seen, 0, blind, took).points[side]
    partner = next(other for other in rules.sides[side] if other != seat and seen.bids[other] != 0)
    bid = max(seen.bids[partner] or 0, took)
    alone = _score(seen, {partner: (bid, bid)}, False)
    both = _score(seen, {partner: (bid, bid - took), seat: (0, took)}, blind)
    return both.points[side] - alone.points[side]


def _points(points: int, seen: Observation) -> str:
    """Return points with their sign, and the total they lead to: ``+51 (to 203)``."""
    before, unit = seen.standing.totals[seen.side or 0], seen.rules.points_unit
    pays = signed(points, unit)
    return f"{pays} (to {plain(before + points, unit)})" if before and points else pays


def pays(seen: Observation, bid: int, blind: bool = False) -> tuple[str, str]:
    """Return what a bid pays in two short texts: if it is made, and if it fails."""
    side = seen.side or 0
    most, unit = seen.rules.tricks, seen.rules.points_unit
    made = _scored(seen, bid, blind, bid)
    by_both = " by both" if _double_zero(seen, bid, blind, 0) else ""
    good = "made: you win the game" if made.outright == side else f"made{by_both}: {_points(made.points[side], seen)}"
    if bid < most:
        over = _scored(seen, bid, blind, bid + 1)
        if seen.rules.must_be_exact(bid, blind):
            good += ", with exactly that many tricks"
        elif counted(seen, bid) and made.outright != side:
            good += f", each trick over {signed(over.points[side] - made.points[side], unit)}"
    for about in dict.fromkeys(note.about for note in made.notes if note.what == Decided.OPEN and note.side == side):
        good += f"; {about} not counted"
    if counted(seen, bid):
        short = _scored(seen, bid, blind, bid - 1).points[side]
        exact = bid < most and seen.rules.must_be_exact(bid, blind)
        bad = f"{'otherwise' if exact else 'set'}: {_points(short, seen)}"
        if short > 0:
            bad = f"set: {signed(short // max(bid - 1, 1), unit)} for each trick you take"
    else:
        taken = [_failed_nil(seen, blind, tricks) for tricks in range(1, min(most, _LOOKED_AT) + 1)]
        one, steps = taken[0], {after - before for before, after in pairwise(taken)}
        failed_word = "either set" if _double_zero(seen, bid, blind, 1) else "set"
        if steps == {one}:
            bad = f"{failed_word}: {signed(one, unit)} for each trick"
        else:
            bad = f"{failed_word}: {_points(one, seen)}"
            if len(steps) == 1 and steps != {0}:
                bad += f", each further trick {signed(steps.pop(), unit)}"
            elif len(steps) > 1:  # one of them may be the bag that costs the penalty
                bad += f", with two tricks {signed(taken[1], unit)}"
    return good, bad


def short_pay(seen: Observation, bid: int, blind: bool = False) -> str:
    """Return what a bid pays if it is made, short enough for the space under its number."""
    made = _scored(seen, bid, blind, bid)
    if made.outright == seen.side:
        return "wins"
    return signed(made.points[seen.side or 0], seen.rules.points_unit)
