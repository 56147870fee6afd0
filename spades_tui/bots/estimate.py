"""Estimate a hand before the play, whatever the others bid: its tricks, and its chances for a zero or a promise."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from spades_tui.bots.card_chances import Unseen
from spades_tui.bots.portable_math import add_up, exp
from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.bots.suit_holdings import Holding
from spades_tui.cards import SPADES, hand_of
from spades_tui.fair import Stream
from spades_tui.rules.ruleset import Ruleset


def plain_worth(rules: Ruleset, card: int) -> float:
    """Return the worth of a single card in tricks: high cards count, and any trump."""
    suit = rules.cards.suit_of[card]
    place = descending(rules, rules.cards.suit_masks[suit]).index(card)
    if suit == SPADES:
        return max(0.35, 1.0 - 0.12 * place)
    return max(0.0, 0.9 - 0.3 * place)


@lru_cache(maxsize=16)
def _average_card_worth(rules: Ruleset) -> float:
    return sum(plain_worth(rules, card) for card in rules.cards.pack) / len(rules.cards.pack)


def random_draws(rules: Ruleset, stream: Stream, size: int, count: int) -> Iterator[list[int]]:
    """Yield `size` random cards of this deck, `count` times."""
    pack = list(rules.cards.pack)
    for _ in range(count):
        for place in range(size):
            other = place + stream.below(len(pack) - place)
            pack[place], pack[other] = pack[other], pack[place]
        yield pack[:size]


def random_hands(rules: Ruleset, stream: Stream, count: int) -> Iterator[int]:
    """Yield `count` random hands as bit sets, dealt or drafted as in these rules."""
    size = rules.tricks
    if rules.variant.deal.draft:  # from twice as many cards as are kept
        return (drafted_hand(rules, drawn, size) for drawn in random_draws(rules, stream, 2 * size, count))
    return map(hand_of, random_draws(rules, stream, size, count))


def drafted_hand(rules: Ruleset, pack: Iterable[int], size: int) -> int:
    """Return a hand drafted from this deck as a bit set, each card judged alone."""
    usual, own, left = _average_card_worth(rules), 0, iter(pack)
    for _ in range(size):
        first, second = next(left), next(left)
        kept = second
        if plain_worth(rules, first) >= usual:
            kept = first
        own |= 1 << kept
    return own


SLOPE = 0.73
"""Tricks that a hand takes above average for each trick of its raw estimate above the mean."""
DRAFTED_SLOPE = 0.95
"""The same for drafted hands, whose raw estimates differ less than their tricks."""


class Estimate(Struct, frozen=True):
    """The estimate for a hand."""

    tricks: float
    """Tricks that it takes on average."""
    zero: float
    """Chance, 0 to 1, that it takes no trick when it bids zero."""


def rest_of_blind_bid(rules: Ruleset, bid: int) -> int:
    """Return the least that a partner has to add to a first blind bid (HR-4); 0 or less if anything will do."""
    blind = rules.blind
    if blind is None or blind.who != "side" or (blind.own_nil and bid == 0):
        return 0
    return blind.least - bid


@lru_cache(maxsize=64)
def _scale(rules: Ruleset) -> tuple[float, float]:
    """Return mean and standard deviation of the raw estimate over 150 random hands of this deck.

    With the mean, the estimates of all hands together add up to all the tricks.
    """
    hands = random_hands(rules, Stream(b"spades-bots/scale/1"), 150)
    values = [hand_value(rules, own).most() for own in hands]
    mean = add_up(values) / len(values)
    return mean, math.sqrt(add_up((value - mean) ** 2 for value in values) / len(values))


def spread_of_hands(rules: Ruleset) -> float:
    """Return the standard deviation of the tricks that hands take."""
    return _scale(rules)[1] * _slope(rules)


def _slope(rules: Ruleset) -> float:
    """Return tricks per trick of the raw estimate.

    Cards that nobody holds pull good and poor hands towards the mean.
    """
    if rules.variant.deal.draft:
        return DRAFTED_SLOPE
    pack = len(rules.cards.pack)
    aside = pack - rules.tricks * rules.players
    return SLOPE * (1 - 0.3 * aside / max(1, pack - rules.tricks))


@lru_cache(maxsize=512)
def hand_value(rules: Ruleset, own: int) -> Holding:
    """Return a hand before the play, with all other cards unseen."""
    enemies = tuple([seat for seat in range(1, rules.players) if rules.side_of[seat] != rules.side_of[0]])
    return Holding(Unseen.blank(rules, own), rank_masks(rules), enemies)


@lru_cache(maxsize=512)
def estimate(rules: Ruleset, own: int) -> Estimate:
    """Estimate the tricks of a hand, and its chance to make a zero."""
    mean, _ = _scale(rules)
    tricks = rules.tricks / rules.players + _slope(rules) * (hand_value(rules, own).most() - mean)
    return Estimate(max(tricks, hand_value(rules, own).sure() - 0.2), zero_chance(rules, own))


def zero_chance(rules: Ruleset, own: int) -> float:
    """Return the chance of taking no trick; the weights are fitted to thousands of zero bids."""
    holding = hand_value(rules, own)
    tricks = holding.cannot_lose()
    side, trumps = add_up(tricks[:SPADES]), tricks[SPADES]
    count = len(holding.above[SPADES])
    if rules.partners:
        score = 2.3 - 1.85 * side - 3.4 * trumps - 0.2 * count
    else:
        base = 1.0
        if rules.zero_draw and rules.players > 3:
            base = 2.2
        elif rules.zero_draw:
            base = 1.6
        elif alone_with_bags(rules):
            base = 2.0
        score = base - 1.2 * side - 1.05 * trumps - 0.05 * count
    return 1 / (1 + exp(-score))


def alone_with_bags(rules: Ruleset) -> bool:
    """Return whether everybody plays alone, counts bags and has three opponents or more."""
    return rules.bags is not None and not rules.partners and rules.players > 3


def promise_chance(rules: Ruleset, own: int, tricks: int, *, leads: bool) -> float:
    """Return the chance of winning the first `tricks` tricks: the best trumps first, then winners in plain suits."""
    holding = hand_value(rules, own)
    masks = rules.cards.suit_masks
    chances: list[float] = []
    higher = rank_masks(rules).higher
    for suit in range(4):
        for place, card in enumerate(descending(rules, own & masks[suit])):
            above = (holding.out[suit] & higher[card]).bit_count()
            if (above > 1 and suit != SPADES) or above > 2:
                break
            if suit == SPADES:
                chances.append(0.98 if not above else 0.4**above)
            elif not above:
                chances.append(0.85 if not place else 0.6)
    chances.sort(reverse=True)
    if len(chances) < tricks:
        return 0.0
    chance = math.prod(chances[:tricks])
    if leads:
        return chance
    return chance * _first_trick(rules, own)


def _first_trick(rules: Ruleset, own: int) -> float:
    """Return the chance of winning the first trick when another seat leads to it, any plain suit alike."""
    masks = rules.cards.suit_masks
    trumps = (own & masks[SPADES]).bit_count()
    higher, out = rank_masks(rules).higher, hand_value(rules, own).out
    total = 0.0
    for suit in range(3):
        held = descending(rules, own & masks[suit])
        if not held:
            total += 0.85 * bool(trumps)
        elif not out[suit] & higher[held[0]]:
            total += 0.9
        elif len(held) == 1:
            total += 0.1
    return total / 3
