"""Hands as they come from a draft: better than those that are dealt, since of each two cards one is kept (TW-1)."""

from collections.abc import Iterable
from functools import lru_cache

from spades_tui.bots.rank_masks import descending
from spades_tui.cards import SPADES
from spades_tui.rules.ruleset import Ruleset


def plain_worth(rules: Ruleset, card: int) -> float:
    """What a card is worth by itself: high ones of each suit, and any trump."""
    suit = rules.cards.suit_of[card]
    place = descending(rules, rules.cards.suit_masks[suit]).index(card)
    if suit == SPADES:
        return max(0.35, 1.0 - 0.12 * place)
    return max(0.0, 0.9 - 0.3 * place)


@lru_cache(maxsize=16)
def _usual(rules: Ruleset) -> float:
    """What a card is worth on average."""
    return sum(plain_worth(rules, card) for card in rules.cards.pack) / len(rules.cards.pack)


def cards_drawn(rules: Ruleset) -> int:
    """How many cards a hand is made of: of a draft twice as many as are kept."""
    return rules.tricks * (2 if rules.variant.deal.draft else 1)


def hand_from(rules: Ruleset, drawn: list[int]) -> int:
    """The hand that comes of so many cards, dealt or drafted, as a bit set."""
    if rules.variant.deal.draft:
        return drafted_hand(rules, drawn, rules.tricks)
    return sum(1 << card for card in drawn)


def drafted_hand(rules: Ruleset, pack: Iterable[int], size: int) -> int:
    """A hand as it comes from a draft of such a pack, each card judged by itself."""
    usual, own, left = _usual(rules), 0, iter(pack)
    for _ in range(size):
        first, second = next(left), next(left)
        own |= 1 << (first if plain_worth(rules, first) >= usual else second)
    return own
