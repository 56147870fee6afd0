"""Tricks that a hand may win, and dangers for a nil, in words."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from spades_tui.bots.trick_count import CardMark, CardTrick, Danger, TrickCount
from spades_tui.cards import SPADES, SUIT_NAMES, in_sentence
from spades_tui.language.sentence_parts import by_count
from spades_tui.language.sentence_parts import number_word as spelt
from spades_tui.presentation.wording import in_words

MOST_NAMES: Final = 3
"""Maximum cards that a list names; more are counted."""
number_word = partial(spelt, most=10)
"""Returns a bid or a count of tricks as a word, and more than ten as digits."""


def count_words(count: TrickCount) -> str:
    """Return the tricks of a hand: ``about four: A♠ and K♠ for sure, a ruff in diamonds``."""
    tricks = tricks_words(count.counted, count.about, MOST_NAMES)
    return f"about {number_word(count.about)}: {tricks}"


def danger_words(danger: Danger, suit: int) -> str:
    """Return what helps a card lose: ``with two lower hearts to play first``."""
    lower = len(danger.below)
    if lower:
        return f"with {number_word(lower)} lower {_of_suit(suit, lower)} to play first"
    if danger.higher:
        return f"with {number_word(danger.higher)} higher {_of_suit(suit, danger.higher)} out"
    return "with nothing above to hide under"


def _of_suit(suit: int, count: int) -> str:
    name = "trumps" if suit == SPADES else SUIT_NAMES[suit]
    if count == 1:
        return name[:-1]
    return name


def tricks_words(tricks: Sequence[CardTrick], about: int, most: int) -> str:
    """Return some tricks in words, the surest first; `most` cards of a kind are named."""
    parts = []
    for mark in (
        CardMark.SURE, CardMark.LIKELY, CardMark.LONG, CardMark.RUFF, CardMark.PERHAPS,
    ):  # fmt: skip
        marked = [trick for trick in tricks if trick.mark == mark]
        if marked:
            parts.append(_marked_words(mark, marked, most))
    if len(tricks) < about:
        parts.append("the rest small chances" if parts else "small chances only")
    return ", ".join(parts)


def _marked_words(mark: CardMark, tricks: Sequence[CardTrick], most: int) -> str:
    """Return tricks of one kind in words."""
    match mark:
        case CardMark.SURE:
            return f"{sure_words(tricks, most)} for sure"
        case CardMark.LIKELY:
            return f"{cards_words(tricks, most, 'high cards')} likely"
        case CardMark.LONG:
            return long_trump_words(len(tricks))
        case CardMark.RUFF:
            return ruffs_words(tricks)
        case CardMark.PERHAPS:
            return f"{cards_words(tricks, most, 'more')} perhaps"


def long_trump_words(count: int) -> str:
    """Return long trumps by their number."""
    if count == 1:
        return "a long trump"
    return f"{number_word(count)} long trumps"


def sure_words(tricks: Sequence[CardTrick], most: int) -> str:
    """Return sure tricks by their cards, or by their number if the cards themselves could lose."""
    if any(trick.higher for trick in tricks):
        noun = "trump" if all(trick.higher for trick in tricks) else "trick"
        return f"{number_word(len(tricks))} {by_count(len(tricks), noun, f'{noun}s')}"
    return cards_words(tricks, most, "high cards")


def always_win(tricks: Sequence[CardTrick]) -> str:
    """Return that sure tricks can't be lost."""
    if len(tricks) > MOST_NAMES or any(trick.higher for trick in tricks):
        noun = by_count(len(tricks), "trick", "tricks")
        return f"you have {number_word(len(tricks))} sure {noun}"
    verb = by_count(len(tricks), "wins", "win")
    return f"{_names(tricks)} always {verb}"


def cards_words(tricks: Sequence[CardTrick], most: int, noun: str) -> str:
    """Return the cards of some tricks, or their number if there are many."""
    if len(tricks) <= most:
        return _names(tricks)
    if most == 1:
        return f"{number_word(len(tricks))} {noun}"
    more = number_word(len(tricks) - most)
    return f"{', '.join(in_sentence(trick.card) for trick in tricks[:most])} and {more} more"


def _names(tricks: Sequence[CardTrick]) -> str:
    return in_words(in_sentence(trick.card) for trick in tricks)


def ruffs_words(tricks: Sequence[CardTrick]) -> str:
    suits = sorted({trick.suit for trick in tricks if trick.suit is not None})
    names = in_words(map(SUIT_NAMES.__getitem__, suits))
    if len(tricks) == 1:
        return f"a ruff in {names}"
    return f"{number_word(len(tricks))} ruffs in {names}"


def most_win(tricks: Sequence[CardTrick]) -> bool:
    """Return whether each of these tricks comes more often than not."""
    return all(trick.mark != CardMark.PERHAPS for trick in tricks)


def named_tricks(tricks: Sequence[CardTrick], named_long: bool = False) -> str:
    """Return what brings some tricks; `named_long`: another long trump has been named."""
    named = []
    ruffs = []
    long_trumps = 0
    for trick in tricks:
        if trick.mark == CardMark.RUFF:
            ruffs.append(trick)
        elif trick.mark == CardMark.LONG:
            long_trumps += 1
        else:
            named.append(in_sentence(trick.card))
    if long_trumps == 1 and named_long:
        named.append("another long trump")
    elif long_trumps and named_long:
        named.append(f"{number_word(long_trumps)} more long trumps")
    elif long_trumps:
        named.append(long_trump_words(long_trumps))
    if ruffs:
        named.append(ruffs_words(ruffs))
    return in_words(named)
