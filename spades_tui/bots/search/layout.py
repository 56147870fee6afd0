"""Cards laid out for fast play-outs: a hand is four small integers, one per suit.

In each suit bit 1 is the lowest card and higher cards are higher bits, so integers compare like their highest cards.
Bit 0 is an ace called low.
"""

from functools import lru_cache

from msgspec import Struct

from spades_tui.bots.search.suit_sets import LOW
from spades_tui.cards import ACES, CARD_COUNT, LOW_ACE, cards_of
from spades_tui.rules.ruleset import Ruleset


class CardPlaces(Struct, frozen=True):
    """The place of each card."""

    suit_of: tuple[int, ...]
    """By card: its suit in this deck."""
    bit_of: tuple[int, ...]
    """By card: its bit in the suit; 0 for cards that aren't in the deck."""
    card_at: tuple[tuple[int, ...], ...]
    """By suit and number of the bit: the card; −1 for none."""
    lengths: tuple[int, ...]
    """By suit: the number of its cards in the deck."""
    ace_bits: tuple[int, ...]
    """By suit: the bit of an ace that may be called low; 0 where aces are always high."""


@lru_cache(maxsize=64)
def layout(rules: Ruleset) -> CardPlaces:
    """Return the layout of a deck."""
    suit_of = list(rules.cards.suit_of[:CARD_COUNT])
    bit_of = [0] * CARD_COUNT
    card_at, lengths, ace_bits = [], [], []
    for suit, mask in enumerate(rules.cards.suit_masks):
        row = [-1]
        for card in sorted(cards_of(mask), key=rules.cards.ranks.__getitem__):
            suit_of[card] = suit
            bit_of[card] = 1 << len(row)
            row.append(card)
        card_at.append(tuple(row))
        lengths.append(len(row) - 1)
        ace = next((card for card in row if card in ACES), -1)
        ace_bits.append(bit_of[ace] if rules.cards.aces_called and ace >= 0 else 0)
    return CardPlaces(tuple(suit_of), tuple(bit_of), tuple(card_at), tuple(lengths), tuple(ace_bits))


def hand_by_suit(plan: CardPlaces, cards: int) -> list[int]:
    """Convert a bit set of cards to four integers, one per suit."""
    hand = [0, 0, 0, 0]
    for card in cards_of(cards):
        hand[plan.suit_of[card]] |= plan.bit_of[card]
    return hand


def bit_as_played(plan: CardPlaces, value: int) -> int:
    """Return the bit of a card as played."""
    return LOW if value >= LOW_ACE else plan.bit_of[value]
