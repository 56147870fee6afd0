"""Trick-taking on integers, shared by the machine and the computer players.

A hand is a bit set; a card *as played* is its number, or ``LOW_ACE + suit`` for an ace called low.
"""

from collections.abc import Sequence

from spades_tui.cards import FACE_SUIT, LOW_ACE, SPADES
from spades_tui.rules.card_tables import CardTables


def as_played(card: int, low: bool) -> int:
    """Return the number of a card as played: an ace called low has a separate number (3B-3)."""
    if low:
        return LOW_ACE + FACE_SUIT[card]
    return card


def is_trump(tables: CardTables, card: int) -> bool:
    """Return whether a card is one of its deck's spades, as a joker is (C-1)."""
    return tables.suit_of[card] == SPADES


def followers(tables: CardTables, hand: int, led: int) -> int:
    """Return the cards of a hand that may be played on a lead of suit `led` (C-6)."""
    return hand & tables.suit_masks[led] or hand


def leaders(tables: CardTables, hand: int, spades_open: bool) -> int:
    """Return the cards of a hand that may be led; spades once they are open, or alone (SB-3, JK-6)."""
    if spades_open:
        return hand
    return hand & ~tables.suit_masks[SPADES] or hand


def beats(tables: CardTables, challenger: int, best: int) -> bool:
    """Return whether a card as played beats the best one so far, which is of the suit led or a trump (C-7)."""
    suit = tables.suit_of[challenger]
    if suit != SPADES and suit != tables.suit_of[best]:
        return False
    return tables.ranks[challenger] > tables.ranks[best]


def best_of(tables: CardTables, played: Sequence[int]) -> int:
    """Return the index of the card that wins a trick (C-7). `played` must not be empty."""
    best = 0
    for place in range(1, len(played)):
        if beats(tables, played[place], played[best]):
            best = place
    return best
