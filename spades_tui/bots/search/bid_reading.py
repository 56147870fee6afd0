"""The meaning of a bid: the range of estimated tricks on which `club` would have made that bid.

The range is for that seat, after the bids before it, and uses only what everybody sees. Players who search bid much
like `club` (docs/research/2026-11.md), so their bids are read in the same way, with some tolerance.
"""

from math import inf
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.bidding import rule_bid
from spades_tui.bots.sound_bids import bids_before
from spades_tui.rules.ruleset import Ruleset, together
from spades_tui.seats import Observation

Span = tuple[float, float]
"""The fewest and the most tricks; infinite on a side where every poorer or better hand would get the same bid."""
LOWER: Final = 0.15
"""Tricks by which other players' ranges are lower than those of `club`, on average."""
FURTHEST_BELOW: Final = 1.0
FURTHEST_ABOVE: Final = 1.6
"""Maximum distance, in tricks, of either end of a range from the bid.

Near the end of a game the range of `club` may be far from the bid, and other players don't follow it there.
"""
HALVINGS: Final = 7
KEPT: Final = 64
"""Ranges to cache. They are needed again for each card."""

_known: dict[tuple[object, ...], Span] = {}


def can_read(rules: Ruleset) -> bool:
    """Return whether bids are made as `club` makes them, and stay as they were made.

    They aren't where rules exclude bids (SU-1), or where players raise their own (BM-4).
    """
    return not rules.limits and (rules.raises is None or rules.side_raises)


def span_of(seen: Observation, seat: int) -> Span:
    """Return the range of estimated tricks of a hand on which a seat has made its bid."""
    order, bid = seen.order, seen.bids[seat] or 0
    bids = tuple(bids_before(seen, seat))
    blind = tuple([was and there is not None for was, there in zip(seen.blind, bids, strict=True)])
    key = seen.rules, seen.standing, order, seat, bid, bids, blind
    span = _known.get(key)
    if span is None:
        then = _at_their_turn(seen, bids, blind)
        span = _within_reach(_reached(then, seat, bid), bid), _within_reach(_reached(then, seat, bid + 1), bid)
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = span
    return span


def _within_reach(tricks: float, bid: int) -> float:
    """Limit an end of a range to a distance from the bid within which others bid like `club`; infinite ends stay."""
    if tricks in (-inf, inf):
        return tricks
    return min(max(tricks, bid - FURTHEST_BELOW), bid + FURTHEST_ABOVE) - LOWER


def _at_their_turn(seen: Observation, bids: tuple[int | None, ...], blind: tuple[bool, ...]) -> Observation:
    """Return what everybody saw when only these bids had been made."""
    totals = tuple([together(bids, seats) for seats in seen.rules.sides])
    return replace(seen, own=None, bids=bids, blind=blind, contracts=totals)


def _reached(then: Observation, seat: int, bid: int) -> float:
    """Return the fewest estimated tricks on which `club` bids at least `bid`.

    It's −inf if `club` bids that much on every hand, inf if on none.
    """
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
