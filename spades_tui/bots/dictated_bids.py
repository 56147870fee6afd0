"""The bids that the rules leave the other seats, as far as everybody can know (SU-1, NL-11), and what such bids say."""

from collections.abc import Sequence

from spades_tui.bots.estimate import usual_bid
from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def numbers_left(
    rules: Ruleset, order: Sequence[int], seat: int, bids: Sequence[int | None], counts: Sequence[int] | None = None
) -> list[int]:
    """Return the bids that the rules leave a seat beside these bids of others, as far as everybody can know.

    `counts`: cards of each suit that the seat is supposed to hold. Without it, limits that depend on the cards are
    ignored.
    """
    partner = partner_of(rules, order, seat)
    known = [None if other == seat else bid for other, bid in enumerate(bids)]
    to_come = len(order) - 1 - order.index(seat)
    who = BidContext(
        cards=rules.cards, own=None, bids=tuple(known), partner=partner, to_come=to_come, greatest=rules.number.max
    )
    left = list(range(rules.number.min, rules.number.max + 1))
    for limit in rules.limits:
        if limit.looks_at <= {"partner", "total"}:
            left = [bid for bid in left if limit.allows(who, bid)]
        elif counts is not None:
            told = [(bid, limit.tells(bid)) for bid in left]
            left = [bid for bid, found in told if found is None or counts[found[0]] == found[1]]
    return left


def likely_bid(seen: Observation, seat: int, bids: list[int | None]) -> int:
    """Return the bid expected from a seat that hasn't bid yet: its share of the tricks, as near as the rules allow.

    Limits that depend on hidden cards are ignored.
    """
    rules = seen.rules
    known = [bid if seen.bids[other] is not None or other == seen.seat else None for other, bid in enumerate(bids)]
    left = numbers_left(rules, seen.order, seat, known)
    usual = usual_bid(rules)
    return min([bid for bid in left if bid] or left, key=lambda bid: abs(bid - usual), default=usual)


def leaves_zero(seen: Observation, seat: int, bid: int) -> bool:
    """Return whether a bid leaves the partner, who still has to bid, only a zero."""
    partner = partner_of(seen.rules, seen.order, seat)
    if not seen.rules.limits or partner is None or seen.bids[partner] is not None:
        return False
    bids = list(seen.bids)
    bids[seat] = bid
    return likely_bid(seen, partner, bids) == 0


def speaks_of_tricks(seen: Observation, seat: int) -> bool:
    """Return whether a seat's bid says how good its hand is: neither dictated nor the lowest bid left."""
    rules, bid = seen.rules, seen.bids[seat]
    if bid is None or rules.number.min == rules.number.max:
        return False
    if any(limit.tells(bid) is not None for limit in rules.limits):
        return False
    if not rules.limits:
        return True
    place = seen.order.index(seat)
    before = [seen.bids[other] if other in seen.order[:place] else None for other in range(rules.seats)]
    least = min([left for left in numbers_left(rules, seen.order, seat, before) if left], default=0)
    return least > 0 if not bid else bid > least or least == 1


def partner_of(rules: Ruleset, table: Sequence[int], seat: int) -> int | None:
    """Return the other seat of the side, or None if it sits out this hand."""
    return next((other for other in rules.sides[rules.side_of[seat]] if other != seat and other in table), None)
