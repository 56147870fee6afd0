"""The 54 cards, their one text form and their names, and hands as bit sets.

A card is an integer: clubs 0-12, diamonds 13-25, hearts 26-38, spades 39-51, each from the two up to the ace. The
little joker is 52 and the big joker 53. A hand is an integer whose bit ``c`` is set if it has card ``c``. Its only rule
is that jokers are spades (C-1).
"""

from collections.abc import Iterable
from typing import Final

RANKS = "23456789TJQKA"
SUITS = "CDHS"
CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SYMBOLS = "♣♦♥♠"

LITTLE_JOKER: Final = 52
BIG_JOKER: Final = 53
CARD_COUNT: Final = 54
LOW_ACE: Final = 54  # as played, ``LOW_ACE + suit`` is the ace of that suit called low (3B-3)

_NAMES = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
_CARDS = {name: card for card, name in enumerate(_NAMES)}

FACE_SUIT = tuple(min(card // 13, SPADES) for card in range(CARD_COUNT))
"""The suit that is printed on a card. The deck decides its suit in play (`CardTables.suit_of`)."""
ACES = (12, 25, 38, 51)


def text(card: int) -> str:
    """Return the two-letter name of a card, such as ``AS``, ``TD`` or ``BJ``."""
    return _NAMES[card]


def parse(name: str) -> int:
    """Return the card with a two-letter name, the inverse of `text`. Raises ValueError for any other text."""
    try:
        return _CARDS[name]
    except KeyError:
        raise ValueError(f"{name!r} is not a card (write rank then suit: AS, TD, 2C, BJ, LJ)") from None


def cards_of(hand: int) -> list[int]:
    """Return the cards of a bit set, from the lowest number to the highest."""
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    return cards


def hand_of(cards: Iterable[int]) -> int:
    """Return the bit set of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


HONOURS = hand_of(card for card in range(39) if card % 13 >= 9)
"""The jacks, queens, kings and aces of hearts, clubs and diamonds."""


def hand_text(hand: int) -> str:
    """Return a bit set as text: its cards in the deck's order, a single space between them."""
    return " ".join(_NAMES[card] for card in cards_of(hand))


def parse_hand(line: str) -> int:
    """Return the bit set of a text such as ``AS KD 2C``, the inverse of `hand_text`, in any order.

    Raises ValueError for an unknown card, a duplicate card, or other spacing than single spaces.
    """
    if not line:
        return 0
    if len(line) > 3 * CARD_COUNT:
        raise ValueError("more cards than there are in a deck")
    hand = 0
    for name in line.split(" "):
        bit = 1 << parse(name)
        if hand & bit:
            raise ValueError(f"{name} appears twice")
        hand |= bit
    return hand


JOKER_NAMES = {LITTLE_JOKER: "little joker", BIG_JOKER: "big joker"}
"""Names as people say them; ``LJ`` and ``BJ`` are for records and card faces."""


def pretty(card: int) -> str:
    """Return a card as people write it: ``K♥``, ``10♠``, ``big joker``."""
    if card >= LITTLE_JOKER:
        return JOKER_NAMES[card]
    rank = RANKS[card % 13]
    return ("10" if rank == "T" else rank) + SYMBOLS[card // 13]


def in_sentence(card: int) -> str:
    """Return a card inside a sentence: ``K♥``, ``the big joker``."""
    if card >= LITTLE_JOKER:
        return f"the {pretty(card)}"
    return pretty(card)


RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def rank_word(card: int) -> str:
    """Return a card by its rank: `king`, `ten`, `big joker`."""
    if card >= LOW_ACE:
        return "ace"
    if card >= LITTLE_JOKER:
        return JOKER_NAMES[card]
    return RANK_NAMES[card % 13]


def called_high(card: int) -> bool:
    """Return whether people would call it a high card: a nine or better, or a joker, but no ace called low."""
    return card < LOW_ACE and (card >= LITTLE_JOKER or card % 13 >= RANKS.index("9"))


JOKER_RANK = 13  # the rank of both jokers, after the ace's


def printed_rank(card: int) -> int:
    """Return the place of a card's rank in `RANK_NAMES`, or `JOKER_RANK`."""
    if card >= LITTLE_JOKER:
        return JOKER_RANK
    return card % 13


def printed_suit(card: int) -> int:
    """Return the suit printed on a card, spades for a joker."""
    if card >= LOW_ACE:
        return card - LOW_ACE
    return FACE_SUIT[card]


def card_words(card: int) -> str:
    """Return a card in words: `king of hearts`."""
    if LITTLE_JOKER <= card < LOW_ACE:
        return rank_word(card)
    return f"{rank_word(card)} of {SUIT_NAMES[printed_suit(card)]}"
