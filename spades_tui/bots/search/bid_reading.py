"""What a bid says about a hand: for how many tricks by estimate the rule player would have bid so, in that seat and
after the bids before it.

Only what everybody sees is looked at. Players who search bid much as the rule player does
(docs/research/2026-11.md), so a bid of theirs is read in the same way, and not to the last trick.
"""

from dataclasses import replace
from math import inf
from typing import Final

from spades_tui.bots.bidding import rule_bid
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

Span = tuple[float, float]
"""The fewest and the most tricks; endless to a side where any poorer or any better hand would be bid on alike."""
LOWER: Final = 0.15
"""So many tricks lower than the rule player's are hands that players bid alike on, on average."""
FURTHEST_BELOW: Final = 1.0
FURTHEST_ABOVE: Final = 1.6
"""No span begins or ends further from the bid than this: near the end of a game the rule player's may lie far away,
and others do not follow him so far."""
HALVINGS: Final = 7
KEPT: Final = 64
"""So many spans are known at a time; a bid is read anew for each card otherwise."""

_known: dict[tuple[object, ...], Span] = {}


def can_read(rules: Ruleset) -> bool:
    """Whether bids are made as the rule player makes them, and stand as they were made: not where rules leave bids out
    (SU-1), nor where a player raises his own (BM-4)."""
    return not rules.limits and (rules.raises is None or rules.side_raises)


def span_of(seen: Observation, seat: int) -> Span:
    """Between how many tricks by estimate a hand is that a seat has bid on as it has."""
    rules, order, bid = seen.rules, seen.order, seen.bids[seat] or 0
    before = order[: order.index(seat)]
    bids = tuple([seen.bids[other] if other in before else None for other in range(rules.seats)])
    blind = tuple([was and there is not None for was, there in zip(seen.blind, bids, strict=True)])
    key = rules, seen.standing, order, seat, bid, bids, blind
    span = _known.get(key)
    if span is None:
        then = _at_his_turn(seen, bids, blind)
        span = _within_reach(_reached(then, seat, bid), bid), _within_reach(_reached(then, seat, bid + 1), bid)
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = span
    return span


def _within_reach(tricks: float, bid: int) -> float:
    """An end of a span, which is no further from the bid than others follow the rule player, unless it is endless."""
    if tricks in (-inf, inf):
        return tricks
    return min(max(tricks, bid - FURTHEST_BELOW), bid + FURTHEST_ABOVE) - LOWER


def _at_his_turn(seen: Observation, bids: tuple[int | None, ...], blind: tuple[bool, ...]) -> Observation:
    """What everybody saw when no more than these bids had been made."""
    made = [[bid for other in seats if (bid := bids[other]) is not None] for seats in seen.rules.sides]
    totals = tuple([sum(of_side) if of_side else None for of_side in made])
    return replace(
        seen,
        deal=replace(seen.deal, own=None),
        bidding=replace(seen.bidding, bids=bids, blind=blind, contracts=totals),
    )


def _reached(then: Observation, seat: int, bid: int) -> float:
    """The fewest tricks by estimate on which the rule player bids so much; endless where all hands will do, or none."""
    low, high = 0.0, float(then.rules.tricks + 1)
    if rule_bid(then, seat, low) >= bid:
        return -inf
    if rule_bid(then, seat, high) < bid:
        return inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if rule_bid(then, seat, middle) >= bid:
            high = middle
        else:
            low = middle
    return high
