"""Hands, and what is seen before a bid, for the tests of sentences and of advice."""

from __future__ import annotations

from dataclasses import replace

from spades_tui.bots.reasons import reason
from spades_tui.cards import parse
from spades_tui.game.course import Course
from spades_tui.game.facts import Look, Play
from spades_tui.game.state import new_game
from spades_tui.seats import Observation, observe
from tests.bots.tables import hands, rules_of, seen_by

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve")
SANDBAGS = "sandbags"
STRONG = "AS KS QS 9S 4S AH 8H 5H KD 9D QC 7C 2C"
FAIR = "8S 6S 2S KH 8H 5H 4H KD 9D 4D QC 7C 2C"
POOR = "KS 2S 8H 5H 3H 2H 9D 4D 3D 2D 6C 4C 2C"
FOUR_HIGH = "KS QS JS 9S KH QH 3H 2H KD QD 6C 4C 2C"
ZERO = {
    0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
    1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
    2: "AH KH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S",
    3: "TH JH QH 5H 6H 7H 8S 9S TS JS QS KS AS",
}


def first_bid(slug: str, hand: str, **options: object) -> Observation:
    """What the first bidder sees, once he has looked."""
    rules = rules_of(slug, **options)
    course = Course(new_game(rules, rules.seats - 1))
    course.do(hands(rules, {0: hand}, rules.seats - 1))
    if any(isinstance(fact, Look) for fact in observe(course.state, 0).legal):
        course.do(Look(0))
    return observe(course.state, 0)


def after(seen: Observation, *bids: int | None) -> Observation:
    """The same when these bids have been made."""
    return replace(seen, bidding=replace(seen.bidding, bids=bids))


def standing(seen: Observation, totals: tuple[int, ...], bags: tuple[int, ...] | None = None) -> Observation:
    """The same with another score."""
    bags = seen.standing.bags if bags is None else bags
    return replace(seen, standing=replace(seen.standing, totals=totals, bags=bags))


def said(course: Course, card: str, ace: str | None = None) -> str:
    """The reason for a card of the seat on turn."""
    seen = seen_by(course)
    assert seen.seat is not None
    return reason(seen, Play(seen.seat, parse(card), ace), NAMES)
