"""The points a bid would pay at this score, computed with the scoring components."""

from collections.abc import Mapping
from itertools import pairwise

from spades_tui.language.sentence_parts import plain, signed
from spades_tui.rules.ledger import Decided, HandCounts, Scored
from spades_tui.rules.ruleset import count_hand
from spades_tui.seats import Observation

WINS = "wins"
"""What a bid pays that wins the game if it is made."""
_LOOKED_AT = 4
"""Number of tricks of a failed zero to list one by one; few zeros take more."""


def _hand(seen: Observation, parts: dict[int, tuple[int, int]], blind: bool) -> HandCounts:
    """Return the hand as if these seats had these bids and had taken these tricks.

    `blind`: whether the viewer's bid is blind.
    """
    bids: list[int | None] = [None] * seen.rules.seats
    tricks = list(bids)
    for seat, (bid, took) in parts.items():
        bids[seat] = bid
        tricks[seat] = took
    blinds = list(seen.blind)
    if seen.seat is not None:
        blinds[seen.seat] = blind
    return count_hand(seen.rules.sides, seen.rules.tricks, bids, tricks, blind=tuple(blinds))


def _score(seen: Observation, parts: dict[int, tuple[int, int]], blind: bool) -> Scored:
    return seen.rules.score(seen.standing, _hand(seen, parts, blind))


def pay_if_made(seen: Observation, bids: Mapping[int, int]) -> int:
    """Return the points of a side whose players, by seat, take just what they have bid."""
    side = seen.rules.side_of[min(bids)]
    return _score(seen, {seat: (bid, bid) for seat, bid in bids.items()}, False).points[side]


def _double_zero(seen: Observation, bid: int, blind: bool, took: int) -> dict[int, tuple[int, int]]:
    """Return the bids and tricks of two partners' zeros that score together.

    Empty if they don't, or aren't zeros.
    """
    seats = seen.rules.sides[seen.side or 0]
    zeros = seen.rules.zero_score
    if bid or zeros is None or any(other != 0 for other in _partner_bids(seen)):
        return {}
    parts = dict.fromkeys(seats, (0, 0))
    if seen.seat is not None:
        parts[seen.seat] = (0, took)
    if zeros.double_zero(_hand(seen, parts, blind), seats):
        return parts
    return {}


def _partner_bids(seen: Observation) -> list[int | None]:
    seats = seen.rules.sides[seen.side or 0]
    return [seen.bids[seat] for seat in seats if seat != seen.seat]


def _scored(seen: Observation, bid: int, blind: bool, took: int) -> Scored:
    """Score the hand as if the seat had bid `bid` and taken `took` tricks.

    Its partner has made their bid exactly. A negative `took` comes off the partner's tricks, for
    games in which a side has one bid. Single tricks have no winner here. A partner's zero is left
    out, unless the two score together.
    """
    rules = seen.rules
    own = seen.seat or 0
    parts = _double_zero(seen, bid, blind, took) or {own: (bid, max(took, 0))}
    for seat in rules.sides[rules.side_of[own]]:
        partner_bid = seen.bids[seat]
        if seat != own and partner_bid and (bid or rules.side_total is not None):
            parts[seat] = partner_bid, partner_bid + min(took, 0)
    return _score(seen, parts, blind)


def counted(seen: Observation, bid: int) -> int:
    """Return the tricks that the side must take with this bid.

    Where a side has one bid, they are also those of the partner's bid.
    """
    if seen.rules.side_total is None:
        return bid
    return bid + sum(filter(None, _partner_bids(seen)))


def helps_partner(seen: Observation) -> bool:
    """Return whether a failed nil's tricks count for partner's bid, unless both bid nil (NL-6)."""
    return seen.rules.failed_zeros_help and any(bid != 0 for bid in _partner_bids(seen))


def _failed_nil(seen: Observation, blind: bool, took: int) -> int:
    """Return the points of a nil that takes `took` tricks, without those of the partner's bid."""
    side = seen.side or 0
    seat = seen.seat or 0
    if not helps_partner(seen):
        return _scored(seen, 0, blind, took).points[side]
    mates = seen.rules.sides[side]
    partner = next(other for other in mates if other != seat and seen.bids[other] != 0)
    bid = max(seen.bids[partner] or 0, took)
    alone = _score(seen, {partner: (bid, bid)}, False)
    both = _score(seen, {partner: (bid, bid - took), seat: (0, took)}, blind)
    return both.points[side] - alone.points[side]


def _points(points: int, seen: Observation) -> str:
    """Return points with their sign, and the total they lead to: ``+51 (to 203)``."""
    unit = seen.rules.points_unit
    before = seen.standing.totals[seen.side or 0]
    if not before or not points:
        return signed(points, unit)
    return f"{signed(points, unit)} (to {plain(before + points, unit)})"


def overtrick_cost(seen: Observation, bid: int) -> int:
    """Return the points that a trick above a bid costs where a set costs none; 0 in other games."""
    side = seen.side or 0
    made, over = (_scored(seen, bid, False, took).points[side] for took in (bid, bid + 1))
    short = _scored(seen, bid, False, bid - 1).points[side]
    return max(0, made - over) if short >= 0 else 0


def pays(seen: Observation, bid: int, blind: bool = False) -> tuple[str, str]:
    """Return what a bid pays in two short texts: if it is made, and if it fails."""
    return _made_words(seen, bid, blind), _failed_words(seen, bid, blind)


def _made_words(seen: Observation, bid: int, blind: bool) -> str:
    side = seen.side or 0
    made = _scored(seen, bid, blind, bid)
    words = f"made: {_points(made.points[side], seen)}"
    if made.outright == side:
        words = "made: you win the game"
    elif _double_zero(seen, bid, blind, 0):
        words = f"made by both: {_points(made.points[side], seen)}"
    if bid < seen.rules.tricks:
        over = _scored(seen, bid, blind, bid + 1).points[side] - made.points[side]
        if seen.rules.must_be_exact(bid, blind):
            words += ", with exactly that many tricks"
        elif counted(seen, bid) and made.outright != side:
            words += f", each trick over {signed(over, seen.rules.points_unit)}"
    still_open = [note for note in made.notes if note.what == Decided.OPEN and note.side == side]
    for about in dict.fromkeys(note.about for note in still_open):
        words += f"; {about} not counted"
    return words


def _failed_words(seen: Observation, bid: int, blind: bool) -> str:
    if not counted(seen, bid):
        return _failed_nil_words(seen, bid, blind)
    short = _scored(seen, bid, blind, bid - 1).points[seen.side or 0]
    if short > 0:
        each = signed(short // max(bid - 1, 1), seen.rules.points_unit)
        return f"set: {each} for each trick you take"
    exact = bid < seen.rules.tricks and seen.rules.must_be_exact(bid, blind)
    return f"{'otherwise' if exact else 'set'}: {_points(short, seen)}"


def _failed_nil_words(seen: Observation, bid: int, blind: bool) -> str:
    unit = seen.rules.points_unit
    most = min(seen.rules.tricks, _LOOKED_AT)
    points = [_failed_nil(seen, blind, tricks) for tricks in range(1, most + 1)]
    first = points[0]
    steps = {after - before for before, after in pairwise(points)}
    failed_word = "set"
    if _double_zero(seen, bid, blind, 1):
        failed_word = "either set"
    if steps == {first}:
        return f"{failed_word}: {signed(first, unit)} for each trick"
    words = f"{failed_word}: {_points(first, seen)}"
    if len(steps) == 1 and steps != {0}:
        words += f", each further trick {signed(steps.pop(), unit)}"
    elif len(steps) > 1:  # one of them may be the bag that costs the penalty
        words += f", with two tricks {signed(points[1], unit)}"
    return words


def short_pay(seen: Observation, bid: int, blind: bool = False) -> str:
    """Return what a bid pays if it is made, short enough for the space under its number."""
    made = _scored(seen, bid, blind, bid)
    if made.outright == seen.side:
        return WINS
    return signed(made.points[seen.side or 0], seen.rules.points_unit)
