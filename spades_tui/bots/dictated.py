"""What the rules leave others to bid, as far as everybody can know (SU-1, NL-11)."""

from spades_tui.bots.estimate import usual_bid
from spades_tui.rules.asked import Asked
from spades_tui.seats import Observation


def likely_bid(seen: Observation, seat: int, bids: list[int | None]) -> int:
    """What somebody who has not bid yet is taken to bid, beside these bids: his share, as near as the rules let him.

    What hangs on cards that nobody sees is left out.
    """
    rules = seen.rules
    known = [bid if seen.bids[other] is not None or other == seen.seat else None for other, bid in enumerate(bids)]
    partner = _partner(seen, seat)
    to_come = len(seen.order) - 1 - seen.order.index(seat)
    who = Asked(
        cards=rules.cards, own=None, bids=tuple(known), partner=partner, to_come=to_come, greatest=rules.number.max
    )
    blindly = [limit for limit in rules.limits if limit.looks_at <= {"partner", "total"}]
    numbers = range(rules.number.min, rules.number.max + 1)
    left = [bid for bid in numbers if all(limit.allows(who, bid) for limit in blindly)]
    usual = usual_bid(rules)
    return min([bid for bid in left if bid] or left, key=lambda bid: abs(bid - usual), default=usual)


def leaves_zero(seen: Observation, seat: int, bid: int) -> bool:
    """Whether a bid leaves the partner, who still has to bid, nothing but a zero."""
    partner = _partner(seen, seat)
    if not seen.rules.limits or partner is None or seen.bids[partner] is not None:
        return False
    bids = list(seen.bids)
    bids[seat] = bid
    return likely_bid(seen, partner, bids) == 0


def _partner(seen: Observation, seat: int) -> int | None:
    side = seen.rules.sides[seen.rules.side_of[seat]]
    return next((other for other in side if other != seat and other in seen.table), None)
