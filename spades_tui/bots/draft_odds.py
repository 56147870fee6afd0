"""Hands as drafts make them: better than dealt hands, because one of each two cards is kept (TW-1)."""

from collections.abc import Iterable
from functools import lru_cache

from spades_tui.bots.rank_masks import descending
from spades_tui.cards import SPADES
from spades_tui.rules.ruleset import Ruleset


def plain_worth(rules: Ruleset, card: int) -> float:
    """Return the worth of a single card in tricks: high cards count, and any trump."""
    suit = rules.cards.suit_of[card]
    place = descending(rules, rules.cards.suit_masks[suit]).index(card)
    if suit == SPADES:
        return max(0.35, 1.0 - 0.12 * place)
    return max(0.0, 0.9 - 0.3 * place)


@lru_cache(maxsize=16)
def _usual(rules: Ruleset) -> float:
    """Return the average worth of a card in tricks."""
    return sum(plain_worth(rules, card) for card in rules.cards.pack) / len(rules.cards.pack)


def cards_drawn(rules: Ruleset) -> int:
    """Return how many cards a hand is made from: in a draft, twice as many as are kept."""
    return rules.tricks * (2 if rules.variant.deal.draft else 1)


def hand_from(rules: Ruleset, drawn: list[int]) -> int:
    """Return the hand that these cards make, dealt or drafted, as a bit set."""
    if rules.variant.deal.draft:
        return drafted_hand(rules, drawn, rules.tricks)
    return sum(1 << card for card in drawn)


def drafted_hand(rules: Ruleset, pack: Iterable[int], size: int) -> int:
    """Return a hand drafted from this pack as a bit set, each card judged alone."""
    usual, own, left = _usual(rules), 0, iter(pack)
    for _ in range(size):
        first, second = next(left), next(left)
        own |= 1 << (first if plain_worth(rules, first) >= usual else second)
    return own
