"""Parse typed lines: cards, numbers, or words, of which the beginning is enough."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from spades_tui import cards
from spades_tui.cards import JOKER_RANK, RANK_NAMES, card_words, printed_rank, printed_suit, rank_word
from spades_tui.language.amounts import plural
from spades_tui.language.unusable import UnusableError

T = TypeVar("T")

_SUITS = {word: suit for suit, name in enumerate(cards.SUIT_NAMES) for word in (name, name[:-1], name[0])}
_RANKS = {word: rank for rank, name in enumerate(RANK_NAMES) for word in (name, cards.RANKS[rank].lower())} | {"10": 8}
_JOKERS = {"little": cards.LITTLE_JOKER, "big": cards.BIG_JOKER}
_FILLING = {"the", "of", "and", "my", "a", "please", "play", "with"}
_SHORT = {name.casefold(): card for card in range(cards.CARD_COUNT) for name in (cards.text(card), cards.pretty(card))}
_SHORT |= {name.replace("t", "10"): card for name, card in _SHORT.items() if len(name) == 2 and name[0] == "t"}


def words_of(line: str) -> list[str]:
    """Return the words of a line in lower case, without punctuation and filler words."""
    return [word for word in re.split(r"[\s,.;!?\"']+", line.casefold()) if word and word not in _FILLING]


def cards_in(line: str, held: Sequence[int], told: Sequence[int] | None = None) -> list[int]:
    """Return the cards of `held` that a line names; `told`: the cards just listed, in order.

    It reads ``9c``, ``nine of clubs`` and ``big joker``. A rank or ``joker`` alone is enough if only one listed card,
    or else one card held, has it. A number is a rank or a place in the list. Raises UnusableError.
    """
    told = held if told is None else told
    found: list[int] = []
    words = words_of(line)
    if not words:
        raise UnusableError("Name a card.")
    while words:
        card, used = _card(words, held, told)
        if card in found:
            raise UnusableError(f"You named the {rank_word(card)} twice.")
        found.append(card)
        words = words[used:]
    return found


def _card(words: Sequence[str], held: Sequence[int], told: Sequence[int]) -> tuple[int, int]:
    """Return the card that a line begins with, and how many words name it. Raises UnusableError."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in _JOKERS and second == "joker":
        return _held(_JOKERS[first], held), 2
    if first in _SHORT:
        return _held(_SHORT[first], held), 1
    for rank, suit in ((first, second), (second, first)):
        if rank in _RANKS and suit in _SUITS:
            return _held(13 * _SUITS[suit] + _RANKS[rank], held), 2
    if first.isdecimal() and first.isascii():
        return _numbered(first, held, told), 1
    if first == "joker" or first in _RANKS:
        return _only(_RANKS.get(first, JOKER_RANK), held, told), 1
    raise UnusableError(f'"{first[:20]}" isn\'t a card. Say 9c, nine of clubs, or its number in your hand.')


def _numbered(number: str, held: Sequence[int], told: Sequence[int]) -> int:
    """Return the card of this rank or at this place in the list. Raises UnusableError, also if the two differ."""
    placed = told[int(number) - 1] if len(number) < 3 and 1 <= int(number) <= len(told) else None
    rank = _RANKS.get(number)
    ranked = [card for card in (told if placed is not None else held) if printed_rank(card) == rank]
    if placed is None and ranked and rank is not None:
        return _only(rank, held, told)
    if placed is None:
        no_rank = f"You have no {RANK_NAMES[rank]}, and there's" if rank is not None else "There's"
        raise UnusableError(f"{no_rank} no card {number[:20]}; you can choose from {plural(len(told), 'card')}.")
    if ranked in ([], [placed]):
        return placed
    either = ", ".join(f"the {card_words(card)}" for card in ranked if card != placed)
    raise UnusableError(f"Is {number} {either}, or card number {number}, the {card_words(placed)}? Name the card.")


def _held(card: int, held: Sequence[int]) -> int:
    if card not in held:
        raise UnusableError(f"You don't have the {card_words(card)}.")
    return card


def _only(rank: int, held: Sequence[int], told: Sequence[int]) -> int:
    """Return the only card of this rank, or the only joker; listed cards come first. Raises UnusableError."""
    fitting = [card for card in told if printed_rank(card) == rank]
    fitting = fitting or [card for card in held if printed_rank(card) == rank]
    word = "joker" if rank == JOKER_RANK else RANK_NAMES[rank]
    if not fitting:
        raise UnusableError(f"You have no {word}.")
    if len(fitting) > 1:
        which = " or ".join(cards.SUIT_NAMES[printed_suit(card)] for card in fitting if rank != JOKER_RANK)
        raise UnusableError(f"Which {word}: {which}?" if which else "Which joker: big or little?")
    return fitting[0]


def number_in(line: str) -> int | None:
    """Return the number of a line, in digits or as a word up to ten; None if it isn't a number."""
    words = words_of(line)
    if len(words) != 1:
        return None
    word = words[0]
    if word.isdecimal() and word.isascii():
        return int(word) if len(word) < 7 else None
    told = ("zero", "one", *RANK_NAMES[:9])
    return told.index(word) if word in told else None


def chosen(line: str, offered: Mapping[str, T]) -> T | None:
    """Return the offered value whose words the line begins; None if there is none, or more than one.

    A filling word counts if it's the whole name, such as the part ``play`` of the rules.
    """
    named = [value for words, value in offered.items() if words.casefold() == line.strip().casefold()]
    if len(named) == 1:
        return named[0]
    said = " ".join(words_of(line))
    if not said:
        return None
    exact = [value for words, value in offered.items() if " ".join(words_of(words)) == said]
    begun = [value for words, value in offered.items() if _begins(words_of(words), said.split())]
    fitting = exact or begun
    return fitting[0] if len(fitting) == 1 else None


def picked(line: str, rows: Sequence[T], names: Mapping[str, T]) -> T | None:
    """Return the row of a list that a line names, by its number in the list from 1 or by its words; None for none."""
    number = number_in(line) or 0
    return rows[number - 1] if 1 <= number <= len(rows) else chosen(line, names)


def _begins(words: Sequence[str], said: Iterable[str]) -> bool:
    """Return whether each typed word begins the word at its place."""
    said = list(said)
    return len(said) <= len(words) and all(word.startswith(part) for word, part in zip(words, said, strict=False))
