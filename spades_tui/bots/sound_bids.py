"""The bids that the rules leave a seat (SU-1, NL-11), and those that make sense with its sure tricks."""

from collections.abc import Sequence
from functools import lru_cache

from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.bots.side_scores import Bidding, contract_pay
from spades_tui.cards import SPADES
from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def bidding_of(seen: Observation) -> Bidding:
    """Return the bids made so far."""
    return Bidding(seen.bids, seen.blind, seen.contracts, seen.announced)


def numbers_left(
    rules: Ruleset, order: Sequence[int], seat: int, bids: Sequence[int | None], counts: Sequence[int] | None = None
) -> list[int]:
    """Return the bids that the rules leave a seat, given these bids of others and public facts.

    `counts`: cards of each suit that the seat is supposed to hold. Without it, limits that depend on the cards are
    ignored.
    """
    partner = partner_of(rules, order, seat)
    made = list(bids)
    made[seat] = None
    to_come = len(order) - 1 - order.index(seat)
    who = BidContext(
        cards=rules.cards, own=None, bids=tuple(made), partner=partner,
        to_come=to_come, greatest=rules.number.max,
    )  # fmt: skip
    left = list(range(rules.number.min, rules.number.max + 1))
    for limit in rules.limits:
        if limit.looks_at <= {"partner", "total"}:
            left = [bid for bid in left if limit.allows(who, bid)]
        elif counts is not None:
            held = [None, *enumerate(counts)]
            left = [bid for bid in left if limit.reveals(bid) in held]
    return left


@lru_cache(maxsize=64)
def expected_bid(rules: Ruleset) -> int:
    """Return the bid expected from an unknown hand: a little less than its share of the tricks."""
    return max(1, rules.number.min, min(rules.number.max, round(rules.tricks / rules.players - 0.3)))


def likely_bid(seen: Observation, seat: int, bids: list[int | None]) -> int:
    """Return the bid expected from a seat that hasn't bid yet: its share of the tricks, as near as the rules allow.

    Limits that depend on hidden cards are ignored.
    """
    rules = seen.rules
    made = list(bids)
    for other, bid in enumerate(seen.bids):
        if bid is None and other != seen.seat:
            made[other] = None
    left = numbers_left(rules, seen.order, seat, made)
    usual = expected_bid(rules)
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
    if any(limit.reveals(bid) is not None for limit in rules.limits):
        return False
    if not rules.limits:
        return True
    before = bids_before(seen, seat)
    least = min([left for left in numbers_left(rules, seen.order, seat, before) if left], default=0)
    if not bid:
        return least > 0
    return bid > least or least == 1


def bids_before(seen: Observation, seat: int) -> list[int | None]:
    """Return by seat the bids made before a seat's turn; None for the other seats."""
    bids: list[int | None] = [None] * seen.rules.seats
    for other in seen.order[: seen.order.index(seat)]:
        bids[other] = seen.bids[other]
    return bids


def partners_bid(seen: Observation, seat: int) -> int | None:
    """Return the bid of a seat's partner, None if it has none or sits out this hand."""
    partner = partner_of(seen.rules, seen.table, seat)
    if partner is None:
        return None
    return seen.bids[partner]


def reaches_goal(seen: Observation, seat: int, bid: int) -> bool:
    """Return whether a seat's side reaches the goal of the game if it makes this bid and the partner's."""
    rules, theirs = seen.rules, partners_bid(seen, seat)
    if (rules.partners and not theirs) or bid < 0 or rules.goal is None:
        return False
    both = bid + (theirs or 0)
    total = seen.standing.totals[rules.side_of[seat]]
    return both > 0 and total + contract_pay(rules, both, both) >= rules.goal


def partner_of(rules: Ruleset, table: Sequence[int], seat: int) -> int | None:
    """Return the other seat of the side, or None if it sits out this hand."""
    return next((other for other in rules.sides[rules.side_of[seat]] if other != seat and other in table), None)


def sure_tricks(rules: Ruleset, own: int, leads: bool = False) -> int:
    """Count the tricks that a hand can't lose, before the play; `leads`: it leads to the first trick.

    A trump loses only to a higher one, so those trumps are sure that the unseen higher ones are too few to beat. A hand
    that leads, and can draw all those trumps first, also wins with the top cards of plain suits.
    """
    by_rank = rank_masks(rules)
    out = by_rank.pack & ~own
    mask = rules.cards.suit_masks[SPADES]
    mine, theirs = descending(rules, own & mask)[::-1], descending(rules, out & mask)[::-1]
    beaten = 0
    for card in theirs:
        if beaten < len(mine) and rules.cards.ranks[card] > rules.cards.ranks[mine[beaten]]:
            beaten += 1
    if leads and _may_draw(rules, own) and _run(rules, own, out, SPADES) >= len(theirs):
        return len(mine) + sum(sure_plain(rules, own, out, suit) for suit in range(SPADES))
    return len(mine) - beaten


def _may_draw(rules: Ruleset, own: int) -> bool:
    """Return whether the leader may lead trumps from the first trick on."""
    if rules.opening is not None:
        return False
    if not own & ~rules.cards.suit_masks[SPADES]:
        return True
    return rules.lead.spades == "always" and rules.first_trick is None


def _run(rules: Ruleset, own: int, out: int, suit: int) -> int:
    """Count the cards at the top of a suit, above all unseen ones."""
    higher, mask = rank_masks(rules).higher, rules.cards.suit_masks[suit]
    return sum(not out & higher[card] for card in descending(rules, own & mask))


def sure_plain(rules: Ruleset, own: int, out: int, suit: int) -> int:
    """Count the tricks of a plain suit led from the top when nobody else has a trump."""
    mask, top = rules.cards.suit_masks[suit], _run(rules, own, out, suit)
    if top >= (out & mask).bit_count():
        return (own & mask).bit_count()
    return top


def sure_of(seen: Observation, seat: int) -> int:
    """Return the sure tricks of the seat that bids, unless it bids zero; 0 if it hasn't looked."""
    rules, own = seen.rules, seen.own
    if own is None:
        return 0
    passed = 0
    if rules.exchange:
        passed = max(rules.exchange.cards(True), rules.exchange.cards(False))
    if not passed:
        return sure_tricks(rules, own, seen.table[0] == seat)
    trumps = (own & rules.cards.suit_masks[SPADES]).bit_count()
    # With too few other cards, a hand has to pass trumps; its lowest ones win nothing.
    return max(0, sure_tricks(rules, own) - max(0, passed - own.bit_count() + trumps))


def zero_fails(seen: Observation) -> bool:
    """Return whether a separately scored zero is certain to fail, even without the trumps that it may give away."""
    rules, own = seen.rules, seen.own
    if own is None or not (rules.zeros_separate or rules.must_be_exact(0, blind=False)):
        return False
    given = 0
    if rules.exchange:
        given = rules.exchange.nil
    elif rules.zero_draw:
        given = 1
    for card in descending(rules, own & rules.cards.suit_masks[SPADES])[:given]:
        own &= ~(1 << card)
    return sure_tricks(rules, own) > 0


def room_of(seen: Observation, seat: int) -> int:
    """Return the highest bid with which the side can still take all that it bid, if its partners bid their lowest."""
    rules = seen.rules
    room = rules.tricks
    for partner in rules.sides[rules.side_of[seat]]:
        if partner == seat or partner not in seen.table:
            continue
        theirs = seen.bids[partner]
        if theirs is None and partner in seen.order:
            theirs = min(numbers_left(rules, seen.order, partner, seen.bids), default=0)
        room -= theirs or 0
    return room


def sound(seen: Observation, seat: int, numbers: Sequence[int]) -> list[int]:
    """Return the bids that are neither below the seat's sure tricks nor above the number of tricks.

    If the rules allow none of these, return the nearest ones. `numbers` must not be empty.
    """
    sure, room, fails = sure_of(seen, seat), room_of(seen, seat), zero_fails(seen)
    apart = seen.rules.zeros_separate or seen.rules.must_be_exact(0, blind=False)
    left = [bid for bid in numbers if bid <= room and not (fails and not bid)] or list(numbers)
    floor = min(sure, max(left))
    return [bid for bid in left if bid >= floor or (apart and not fails and not bid)]
