"""The chance to make the bid in words: as exact as it is known, and certain only if proved."""

from typing import TYPE_CHECKING

from spades_tui.bots.position import Position
from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.presentation.hand_words import needs
from spades_tui.seats import Observation

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice

EXACT_FROM = 200
"""Minimum deals for a chance with two digits."""
ALWAYS, NEVER = "100%", "never"
"""The words for a bid that is made already, and for one that is out of reach."""


def chance_words(one: "Advice", seen: Observation) -> str:
    """Return how often a choice makes the bid: `64%`, or `~60%` for bids and from few deals.

    `seen`: what the seat on turn sees.
    """
    decided = _decided(seen)
    percent = round(100 * one.made)
    if percent == 100 and (decided == ALWAYS or _makes_bid(one, seen)):
        return ALWAYS
    if decided == NEVER and percent == 0:
        return NEVER
    if one.deals < EXACT_FROM or seen.phase != Phase.PLAY:
        return _in_tens(one.made)
    if percent in (0, 100):
        return ">99%" if percent else "<1%"
    return f"{percent}%"


def _makes_bid(one: "Advice", seen: Observation) -> bool:
    """Return whether a card wins the trick for certain, and with it the last trick of the bid."""
    if seen.phase != Phase.PLAY or not isinstance(one.event, Play):
        return False
    position = Position(seen)
    if not position.last or one.event not in position.plays:
        return False
    for need in needs(seen):
        if seen.seat not in need.seats or need.zero or need.needed != 1:
            continue
        if need.left == 1 or not need.exact:
            partners = position.partner_wins and position.partner_nil != position.winner
            return partners or position.beats(one.event.value)
    return False


def _in_tens(made: float) -> str:
    tens = 10 * round(10 * made)
    if tens in (0, 100):
        return ">90%" if tens else "<10%"
    return f"~{tens}%"


def _decided(seen: Observation) -> str:
    """Return whether the bid of the seat on turn is made or out of reach already; "" if neither."""
    if seen.phase != Phase.PLAY:
        return ""
    for need in needs(seen):
        if seen.seat not in need.seats:
            continue
        if need.lost:
            return NEVER
        can_fail = need.zero or need.exact
        return ALWAYS if not (can_fail or need.needed) else ""
    return ""
