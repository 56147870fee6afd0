"""What a typed line means: a card, several cards, a number, or words of which the beginning is enough."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from spades_tui import cards
from spades_tui.plain.speech import RANKS, rank_word

T = TypeVar("T")

_SUITS = {word: suit for suit, name in enumerate(cards.SUIT_NAMES) for word in (name, name[:-1], name[0])}
_SUITS |= dict(zip(cards.SYMBOLS, range(4), strict=True))
_RANKS = {word: place for place, word in enumerate(RANKS)}
_RANKS |= {letter.lower(): place for place, letter in enumerate(cards.RANKS)} | {"10": 8, "1": 12}
_FILLING = {"the", "of", "and", "my", "a", "please", "play", "with"}
_JOKERS = {"bj": cards.BIG_JOKER, "lj": cards.LITTLE_JOKER}
_SHORT = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])")


class NotUnderstoodError(ValueError):
    """A line that means nothing here; its text says what was found and what would be right."""


def words_of(line: str) -> list[str]:
    """The words of a line, small, without stops and words that say nothing."""
    return [word for word in re.split(r"[\s,.;!?\"']+", line.casefold()) if word and word not in _FILLING]


def cards_in(line: str, held: Sequence[int]) -> list[int]:
    """The cards that a line names, of those that are `held`, in the order in which they are told.

    ``9c``, ``nine of clubs``, ``big joker``; a rank or ``joker`` alone where only one of those held has it; a number
    counts the cards as they were told. Raises NotUnderstoodError.
    """
    found: list[int] = []
    words = words_of(line)
    if not words:
        raise NotUnderstoodError("No card was named.")
    while words:
        card, used = _card(words, held)
        if card in found:
            raise NotUnderstoodError(f"The {rank_word(card)} is named twice.")
        found.append(card)
        words = words[used:]
    return found


def _card(words: Sequence[str], held: Sequence[int]) -> tuple[int, int]:
    """The card that a line begins with, and how many words name it. Raises NotUnderstoodError."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in ("big", "little") and second in ("joker", "jokers"):
        return _held(cards.BIG_JOKER if first == "big" else cards.LITTLE_JOKER, held), 2
    if first in _JOKERS:
        return _held(_JOKERS[first], held), 1
    if first == "joker":
        return _only([card for card in held if card in cards.JOKER_NAMES], "joker"), 1
    short = _SHORT.fullmatch(first)
    if short is not None:
        return _held(_RANKS[short[1]] + 13 * _SUITS[short[2]], held), 1
    if first in _RANKS and second in _SUITS:
        return _held(_RANKS[first] + 13 * _SUITS[second], held), 2
    if first in _SUITS and second in _RANKS:
        return _held(_RANKS[second] + 13 * _SUITS[first], held), 2
    if first.isdecimal() and first.isascii():
        if len(first) < 3 and 1 <= int(first) <= len(held):
            return held[int(first) - 1], 1
        raise NotUnderstoodError(f"There is no card number {first[:20]}: you hold {len(held)}.")
    if first in _RANKS:
        rank = _RANKS[first]
        return _only([card for card in held if card < cards.LITTLE_JOKER and card % 13 == rank], RANKS[rank]), 1
    raise NotUnderstoodError(f"{first[:20]!r} is no card. Say 9c, nine of clubs, or its number in your hand.")


def _held(card: int, held: Sequence[int]) -> int:
    if card not in held:
        name = cards.JOKER_NAMES.get(card) or f"{RANKS[card % 13]} of {cards.SUIT_NAMES[card // 13]}"
        raise NotUnderstoodError(f"You do not hold the {name}.")
    return card


def _only(fitting: Sequence[int], word: str) -> int:
    if not fitting:
        raise NotUnderstoodError(f"You hold no {word}.")
    if len(fitting) > 1:
        suits = " or ".join(cards.SUIT_NAMES[card // 13] for card in fitting if card < cards.LITTLE_JOKER)
        raise NotUnderstoodError(f"Which {word}: of {suits}?" if suits else f"Which {word}: big or little?")
    return fitting[0]


def number_in(line: str) -> int | None:
    """The number that a line is, in digits or as a word up to ten; None if it is none."""
    words = words_of(line)
    if len(words) != 1:
        return None
    word = words[0]
    if word.isdecimal() and word.isascii():
        return int(word) if len(word) < 7 else None
    told = ("zero", "one", *RANKS[:9])
    return told.index(word) if word in told else None


def chosen(line: str, offered: Mapping[str, T]) -> T | None:
    """What the words of a line begin, of what is offered under these words; None if nothing, or more than one."""
    said = " ".join(words_of(line))
    if not said:
        return None
    exact = [value for words, value in offered.items() if " ".join(words_of(words)) == said]
    begun = [value for words, value in offered.items() if _begins(words_of(words), said.split())]
    fitting = exact or begun
    return fitting[0] if len(fitting) == 1 else None


def _begins(words: Sequence[str], said: Iterable[str]) -> bool:
    """Whether each word said begins the word at its place."""
    said = list(said)
    return len(said) <= len(words) and all(word.startswith(part) for word, part in zip(words, said, strict=False))
