"""Words that the sentences about choices are made of."""

from collections.abc import Callable

from spades_tui.cards import FACE_SUIT, LITTLE_JOKER
from spades_tui.rules.deck import LOW_ACE
from spades_tui.seats import Observation

Names = tuple[str, ...] | None

_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
LOW_RANKS = 7
"""Two to eight."""
_SUITS = ("club", "diamond", "heart", "spade")


class But(str):
    """A sentence that speaks against a choice, not for it."""

    __slots__ = ()


def rank_word(card: int) -> str:
    """A card by its rank: `king`, `ten`, `big joker`."""
    if card >= LOW_ACE:
        return "ace"
    if card >= LITTLE_JOKER:
        return "little joker" if card == LITTLE_JOKER else "big joker"
    return _RANKS[card % 13]


def face_of(card: int) -> int:
    """What is written on a card: 0 for a two, 12 for an ace, more for a joker."""
    return card % 13 if card < LITTLE_JOKER else len(_RANKS)


def called_high(card: int) -> bool:
    """Whether anybody would call it a high card: a nine at the least, or a joker; no ace that is called low."""
    return card < LOW_ACE and (card >= LITTLE_JOKER or card % 13 >= LOW_RANKS)


def card_words(card: int) -> str:
    """A card in words: `king of hearts`."""
    if LITTLE_JOKER <= card < LOW_ACE:
        return rank_word(card)
    return f"{rank_word(card)} of {_SUITS[card - LOW_ACE if card >= LOW_ACE else FACE_SUIT[card]]}s"


def suit_word(suit: int, count: int = 2) -> str:
    """A suit in words: `hearts`, or one `heart`."""
    return _SUITS[suit] + ("" if count == 1 else "s")


def speaker(seen: Observation, seat: int, names: Names) -> Callable[[int], str]:
    """How a seat speaks of another one: as partner, by name, or by where it sits."""
    side = seen.rules.side_of[seat]

    def who(other: int) -> str:
        if other == seat:
            return "you"
        if seen.rules.side_of[other] == side:
            return "partner"
        if names is not None:
            return names[other]
        place = (other - seat) % seen.rules.seats
        if place == 1:
            return "the player on your left"
        return "the player on your right" if place == seen.rules.seats - 1 else "the player across"

    return who


def capital(text: str) -> str:
    """The first letter large."""
    return text[:1].upper() + text[1:]
