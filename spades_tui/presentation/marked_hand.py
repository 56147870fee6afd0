"""A hand with its cards marked before the play: which win a trick, and which endanger a nil."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from spades_tui.bots.trick_count import CardMark, TrickCount, count_tricks
from spades_tui.bots.valued_choice import is_nil
from spades_tui.cards import SUIT_NAMES
from spades_tui.game.events import Bid
from spades_tui.presentation.trick_words import danger_words, number_word
from spades_tui.presentation.why_not_now import why_no_count
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation

SIGNS: Final[Mapping[CardMark, str]] = {
    CardMark.SURE: "●S", CardMark.LIKELY: "◆L", CardMark.LONG: "▲T", CardMark.RUFF: "■R",
    CardMark.PERHAPS: "○P",
}  # fmt: skip
"""A sign and a letter for each mark, which fit into a narrow card."""
IN_LETTERS: Final[Mapping[CardMark, str]] = {
    CardMark.SURE: "*S", CardMark.LIKELY: "+L", CardMark.LONG: "^T", CardMark.RUFF: "#R",
    CardMark.PERHAPS: "?P",
}  # fmt: skip
"""The same in terminals without signs."""
WORDS: Final[Mapping[CardMark, str]] = {
    CardMark.SURE: "sure", CardMark.LIKELY: "likely", CardMark.LONG: "trump",
    CardMark.RUFF: "ruff", CardMark.PERHAPS: "perhaps",
}  # fmt: skip
DANGER: Final = "!D"


def counted(seen: Observation) -> TrickCount | None:
    """Return the tricks of the viewer's hand before the first card; None at any other time."""
    if seen.seat is None or why_no_count(seen):
        return None
    return count_tricks(seen, seen.seat)


def nil_possible(seen: Observation) -> bool:
    """Return whether the viewer can bid a nil now, or has bid one."""
    if not is_nil(seen.rules, 0):
        return False
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        return True
    return any(isinstance(event, Bid) and not event.bid for event in seen.legal)


def marks(count: TrickCount, letters: bool, nil: bool) -> dict[int, str]:
    """Return the mark of each card; with `nil`, of the cards that endanger a nil."""
    if nil:
        return {danger.card: DANGER for danger in count.dangers}
    signs = IN_LETTERS if letters else SIGNS
    return {trick.card: signs[trick.mark] for trick in count.tricks}


def count_line(count: TrickCount, seen: Observation, look: Wording, nil: bool) -> str:
    """Return what the marks mean, and their sum, in a line of at most 76 cells."""
    if nil:
        danger = count.dangers[0]
        cover = danger_words(danger, seen.rules.cards.suit_of[danger.card])
        card = look.in_sentence(danger.card)
        return f"{DANGER} may break a {seen.rules.zero_word}: {card}, {cover}."
    signs = IN_LETTERS if look.letters else SIGNS
    numbers = Counter(trick.mark for trick in count.tricks)
    parts = [f"{signs[mark]} {numbers[mark]} {WORDS[mark]}" for mark in CardMark if numbers[mark]]
    return f"About {number_word(count.about)}: {', '.join(parts) or 'small chances only'}."


def count_sentences(count: TrickCount, seen: Observation, look: Wording) -> list[str]:
    """Return the marks in words, a sentence for each kind of trick, for plain text."""
    lines = [f"You count about {number_word(count.about)} of {seen.rules.tricks} tricks."]
    titles = {**WORDS, CardMark.LONG: "long trumps", CardMark.RUFF: "ruffs"}
    for mark in CardMark:
        tricks = [trick for trick in count.tricks if trick.mark == mark]
        if not tricks:
            continue
        line = f"{titles[mark].capitalize()}: {look.cards(trick.card for trick in tricks)}"
        suits = sorted({trick.suit for trick in tricks if trick.suit is not None})
        if suits:
            line += f", in {' or '.join(map(SUIT_NAMES.__getitem__, suits))}"
        lines.append(f"{line}.")
    if nil_possible(seen):
        first = count.dangers[0]
        cover = danger_words(first, seen.rules.cards.suit_of[first.card])
        named = look.cards(danger.card for danger in count.dangers)
        beside = "" if len(count.dangers) == 1 else f" {look.in_sentence(first.card)} first,"
        lines.append(f"Danger for a {seen.rules.zero_word}: {named};{beside} {cover}.")
    return lines
