"""Parse typed lines: cards, numbers, or words, of which the beginning is enough."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from spades_tui import cards
from spades_tui.cards import (
    JOKER_RANK,
    RANK_NAMES,
    card_words,
    printed_rank,
    printed_suit,
    rank_word,
)
from spades_tui.language.sentence_parts import NUMBERS, plural
from spades_tui.language.unusable import UnusableError

T = TypeVar("T")

_SUITS: dict[str, int] = {}
for _suit, _name in enumerate(cards.SUIT_NAMES):
    _SUITS |= {_name: _suit, _name.removesuffix("s"): _suit, _name[0]: _suit}
_RANKS = {"10": cards.RANKS.index("T")}
for _rank, _name in enumerate(RANK_NAMES):
    _RANKS |= {_name: _rank, cards.RANKS[_rank].lower(): _rank}
_JOKERS = {"little": cards.LITTLE_JOKER, "big": cards.BIG_JOKER}
_FILLING = {"the", "of", "and", "my", "a", "please", "play", "with"}
_SHORT: dict[str, int] = {}
for _number in range(cards.CARD_COUNT):
    _name = cards.text(_number).casefold()
    _SHORT |= {_name: _number, cards.pretty(_number).casefold(): _number}
    if len(_name) == 2:
        _SHORT[_name.replace("t", "10")] = _number


def words_of(line: str) -> list[str]:
    """Return the words of a line in lower case, without punctuation and filler words."""
    words = re.split(r"[\s,.;!?\"']+", line.casefold())
    return [word for word in words if word and word not in _FILLING]


def cards_in(line: str, held: Sequence[int], listed: Sequence[int] | None = None) -> list[int]:
    """Return the cards of `held` that a line names; `listed`: the cards just listed, in order.

    It reads ``9c``, ``nine of clubs`` and ``big joker``. A rank or ``joker`` alone is enough if
    only one listed card, or else one card held, has it. A number is a rank or a place in the list.
    Raises UnusableError.
    """
    if listed is None:
        listed = held
    named: list[int] = []
    words = words_of(line)
    if not words:
        raise UnusableError("Name a card.")
    while words:
        card, used = _card(words, held, listed)
        if card in named:
            raise UnusableError(f"You named the {rank_word(card)} twice.")
        named.append(card)
        words = words[used:]
    return named


def _card(words: Sequence[str], held: Sequence[int], listed: Sequence[int]) -> tuple[int, int]:
    """Return the card that a line begins with, and how many words name it.

    Raises UnusableError.
    """
    first, second = [*words, ""][:2]
    if first in _JOKERS and second == "joker":
        return _held(_JOKERS[first], held), 2
    if first in _SHORT:
        return _held(_SHORT[first], held), 1
    for rank, suit in ((first, second), (second, first)):
        if rank in _RANKS and suit in _SUITS:
            return _held(13 * _SUITS[suit] + _RANKS[rank], held), 2
    if first.isdecimal() and first.isascii():
        return _numbered(first, held, listed), 1
    if first == "joker" or first in _RANKS:
        return _only(_RANKS.get(first, JOKER_RANK), held, listed), 1
    how = "Say 9c, nine of clubs, or its number in your hand."
    raise UnusableError(f'"{first[:20]}" isn\'t a card. {how}')


def _numbered(number: str, held: Sequence[int], listed: Sequence[int]) -> int:
    """Return the card of this rank or at this place in the list.

    Raises UnusableError, also if the two differ.
    """
    rank = _RANKS.get(number)
    place = 0
    if len(number) < 3:
        place = int(number)
    if not 1 <= place <= len(listed):
        return _ranked(number, rank, held, listed)
    placed = listed[place - 1]
    ranked = _of_rank(listed, rank)
    if ranked in ([], [placed]):
        return placed
    others = ", ".join(f"the {card_words(card)}" for card in ranked if card != placed)
    by_place = f"card number {number}, the {card_words(placed)}"
    raise UnusableError(f"Is {number} {others}, or {by_place}? Name the card.")


def _of_rank(some: Sequence[int], rank: int | None) -> list[int]:
    return [card for card in some if printed_rank(card) == rank]


def _ranked(number: str, rank: int | None, held: Sequence[int], listed: Sequence[int]) -> int:
    """Return the card of the rank of a number that is no place in the list."""
    if rank is not None and rank in map(printed_rank, held):
        return _only(rank, held, listed)
    begins = "There's"
    if rank is not None:
        begins = f"You have no {RANK_NAMES[rank]}, and there's"
    choice = plural(len(listed), "card")
    raise UnusableError(f"{begins} no card {number[:20]}; you can choose from {choice}.")


def _held(card: int, held: Sequence[int]) -> int:
    if card not in held:
        raise UnusableError(f"You don't have the {card_words(card)}.")
    return card


def _only(rank: int, held: Sequence[int], listed: Sequence[int]) -> int:
    """Return the only card of this rank, or the only joker; listed cards come first.

    Raises UnusableError.
    """
    fitting = _of_rank(listed, rank)
    if not fitting:
        fitting = _of_rank(held, rank)
    word = "joker" if rank == JOKER_RANK else RANK_NAMES[rank]
    if not fitting:
        raise UnusableError(f"You have no {word}.")
    if len(fitting) > 1 and rank == JOKER_RANK:
        raise UnusableError("Which joker: big or little?")
    if len(fitting) > 1:
        suits = " or ".join(cards.SUIT_NAMES[printed_suit(card)] for card in fitting)
        raise UnusableError(f"Which {word}: {suits}?")
    return fitting[0]


def number_in(line: str) -> int | None:
    """Return the number of a line, in digits or as a word up to ten; None if it isn't a number."""
    words = words_of(line)
    if len(words) != 1:
        return None
    word = words[0]
    if word.isdecimal() and word.isascii():
        return int(word) if len(word) < 7 else None
    if word not in NUMBERS[:11]:
        return None
    return NUMBERS.index(word)


def chosen(line: str, offered: Mapping[str, T]) -> T | None:
    """Return the offered value whose words the line begins.

    Return None if there is none, or more than one. A filling word counts if it's the whole name,
    such as the part ``play`` of the rules.
    """
    named = [value for name, value in offered.items() if name.casefold() == line.strip().casefold()]
    if len(named) == 1:
        return named[0]
    typed = words_of(line)
    if not typed:
        return None
    exact = [value for name, value in offered.items() if words_of(name) == typed]
    begun = [value for name, value in offered.items() if _begins(words_of(name), typed)]
    fitting = exact or begun
    if len(fitting) != 1:
        return None
    return fitting[0]


def picked(line: str, rows: Sequence[T], names: Mapping[str, T]) -> T | None:
    """Return the row of a list that a line names, by its number from 1 or by its words, or None."""
    number = number_in(line) or 0
    if 1 <= number <= len(rows):
        return rows[number - 1]
    return chosen(line, names)


def _begins(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Return whether each typed word begins the word at its place."""
    if len(typed) > len(words):
        return False
    return all(word.startswith(part) for word, part in zip(words, typed, strict=False))
