"""Tricks that a hand may win, and dangers for a nil, in words."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from spades_tui.bots.trick_count import CardMark, CardTrick, Danger, TrickCount
from spades_tui.cards import SPADES, SUIT_NAMES, in_sentence
from spades_tui.language import amounts
from spades_tui.presentation.wording import in_words

MOST_NAMES: Final = 3
"""Maximum cards that a list names; more are counted."""
number_word = partial(amounts.number_word, most=10)
"""Returns a bid or a count of tricks as a word, and more than ten as digits."""


def count_words(count: TrickCount) -> str:
    """Return the tricks of a hand: ``about four: A♠ and K♠ for sure, K♥ likely, a ruff in diamonds``."""
    return f"about {number_word(count.about)}: {tricks_words(count.counted, count.about, MOST_NAMES)}"


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
    return name[:-1] if count == 1 else name


def tricks_words(tricks: Sequence[CardTrick], about: int, most: int) -> str:
    """Return some tricks in words, the surest first; `most`: maximum cards of a kind that are named."""
    by_mark = {mark: [trick for trick in tricks if trick.mark == mark] for mark in CardMark}
    parts = []
    if sure := by_mark[CardMark.SURE]:
        parts.append(f"{sure_words(sure, most)} for sure")
    if likely := by_mark[CardMark.LIKELY]:
        parts.append(f"{cards_words(likely, most, 'high cards')} likely")
    if long := by_mark[CardMark.LONG]:
        parts.append("a long trump" if len(long) == 1 else f"{number_word(len(long))} long trumps")
    if ruffs := by_mark[CardMark.RUFF]:
        parts.append(ruffs_words(ruffs))
    if perhaps := by_mark[CardMark.PERHAPS]:
        parts.append(f"{cards_words(perhaps, most, 'more')} perhaps")
    if len(tricks) < about:
        parts.append("the rest small chances" if parts else "small chances only")
    return ", ".join(parts)


def sure_words(tricks: Sequence[CardTrick], most: int) -> str:
    """Return sure tricks by their cards, or by their number if the cards themselves could lose."""
    if any(trick.higher for trick in tricks):
        return "one trick" if len(tricks) == 1 else f"{number_word(len(tricks))} tricks"
    return cards_words(tricks, most, "high cards")


def always_win(tricks: Sequence[CardTrick]) -> str:
    """Return that sure tricks can't be lost."""
    count = f"you have {number_word(len(tricks))} sure trick{'' if len(tricks) == 1 else 's'}"
    if len(tricks) > MOST_NAMES or any(trick.higher for trick in tricks):
        return count
    return f"{in_words([in_sentence(trick.card) for trick in tricks])} always win{'s' if len(tricks) == 1 else ''}"


def cards_words(tricks: Sequence[CardTrick], most: int, noun: str) -> str:
    """Return the cards of some tricks, or their number if there are many."""
    if len(tricks) > most:
        return f"{number_word(len(tricks))} {noun}"
    return in_words([in_sentence(trick.card) for trick in tricks])


def ruffs_words(tricks: Sequence[CardTrick]) -> str:
    suits = sorted({trick.suit for trick in tricks if trick.suit is not None})
    many = "a ruff" if len(tricks) == 1 else f"{number_word(len(tricks))} ruffs"
    return f"{many} in {in_words([SUIT_NAMES[suit] for suit in suits])}"


def most_win(tricks: Sequence[CardTrick]) -> bool:
    """Return whether each of these tricks comes more often than not."""
    return all(trick.mark != CardMark.PERHAPS for trick in tricks)
