"""Cards as people name them."""

from spades_tui.cards import FACE_SUIT, LITTLE_JOKER, LOW_ACE, SUIT_NAMES

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
LOW_RANKS = 7
"""The number of ranks from two to eight."""


def rank_word(card: int) -> str:
    """Return a card by its rank: `king`, `ten`, `big joker`."""
    if card >= LOW_ACE:
        return "ace"
    if card >= LITTLE_JOKER:
        return "little joker" if card == LITTLE_JOKER else "big joker"
    return RANK_NAMES[card % 13]


def called_high(card: int) -> bool:
    """Return whether people would call it a high card: a nine or better, or a joker, but no ace called low."""
    return card < LOW_ACE and (card >= LITTLE_JOKER or card % 13 >= LOW_RANKS)


JOKER_RANK = 13
"""The rank of both jokers, after the ace's."""


def printed_rank(card: int) -> int:
    """Return the place of a card's rank in `RANK_NAMES`, or `JOKER_RANK`."""
    return JOKER_RANK if card >= LITTLE_JOKER else card % 13


def printed_suit(card: int) -> int:
    """Return the suit printed on a card, spades for a joker."""
    return card - LOW_ACE if card >= LOW_ACE else FACE_SUIT[card]


def card_words(card: int) -> str:
    """Return a card in words: `king of hearts`."""
    if LITTLE_JOKER <= card < LOW_ACE:
        return rank_word(card)
    return f"{rank_word(card)} of {SUIT_NAMES[printed_suit(card)]}"
