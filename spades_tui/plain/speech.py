"""Words for speaking: cards by their full names, and hands suit by suit."""

import re
from collections.abc import Callable, Iterable, Sequence

from spades_tui import cards
from spades_tui.cards import card_words, printed_suit, rank_word
from spades_tui.game.events import Bid, SeatEvent, TurnEvent
from spades_tui.game.phase import Refusal
from spades_tui.language.quoting import spans
from spades_tui.language.sentence_parts import capitalized, number_word, plain
from spades_tui.presentation.wording import Wording, choice_words, sorted_hand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

LINE_LETTERS = 100
"""Maximum letters of a line; longer text breaks where a speaker would pause."""
SHORT_LINE = 40
"""Maximum letters of a line in terminals that are narrower, where a sentence would be in too many pieces."""
_FACES = {cards.pretty(card): card for card in range(cards.LITTLE_JOKER)}
_FACE = re.compile("|".join(sorted(_FACES, key=len, reverse=True)))
_RULE = re.compile(r" \((?:[A-Z0-9]{1,3}-\d+(?:, )?)+\)|; [A-Z0-9]{1,3}-\d+(?=\))")
_SIGNS = (
    *((re.compile(symbol), name) for symbol, name in zip(cards.SYMBOLS, cards.SUIT_NAMES, strict=True)),
    (re.compile("(?<=[a-z0-9])/(?=−|not )"), " or "),
    (re.compile(r"(?<=\d) \+ (\d+) = (?=\d)"), r" and \1, together "),
    (re.compile("−"), "minus "), (re.compile(r" \+ "), " plus "), (re.compile(r"\+(?=\d)"), "plus "),
    (re.compile(r"(?<=\d) = (?=\d)"), " makes "), (re.compile(" & "), " and "), (re.compile(" × "), " times "),
    (re.compile(" ?%"), " percent"), (re.compile(r"(?<=\d)\.(?=\d)"), " point "),
    (re.compile(" [·–—] "), ", "), (re.compile("[“”„]"), '"'),
    (re.compile("[’‘]"), "'"), (re.compile("(?<=\\d)–(?=\\d)"), " to "), (re.compile(" ?…"), ""),
    (re.compile("[–—]"), "-"),
    (re.compile("(?<=[a-z0-9])_(?=[a-z0-9])"), " "),
)  # fmt: skip
"""Signs that aren't spoken, with their replacements."""


class Spoken(Wording, frozen=True):
    """A table's names and cards as they are spoken."""

    def face(self, card: int) -> str:
        """Return a card such as ``king of hearts``."""
        return card_words(card)

    def in_sentence(self, card: int) -> str:
        """Return a card inside a sentence: ``the king of hearts``."""
        return f"the {card_words(card)}"

    def words(self, text: str) -> str:
        """Return a sentence with its cards by name, without unspoken signs and names of rules."""
        said = _FACE.sub(lambda found: self.in_sentence(_FACES[found[0]]), _RULE.sub("", text))
        for sign, words in _SIGNS:
            said = sign.sub(words, said)
        return said

    def hand(self, seen: Observation, suits: Iterable[int] | None = None) -> str:
        """Return the viewer's hand as `held` does."""
        return self.held(seen.rules, seen.own or 0, suits)

    def held(self, rules: Ruleset, cards_held: int, suits: Iterable[int] | None = None) -> str:
        """Return cards suit by suit: ``in clubs, ace, seven; in spades, king``; with `suits`, only those."""
        suit_of = rules.cards.suit_of
        by_suit: dict[int, list[int]] = {}
        for card in sorted_hand(rules, self, cards_held):
            by_suit.setdefault(suit_of[card], []).append(card)
        wanted = [suit for suit in by_suit if suits is None or suit in suits]
        return "; ".join(f"in {cards.SUIT_NAMES[suit]}, {self.ranks(suit, by_suit[suit])}" for suit in wanted)

    def ranks(self, suit: int, held: list[int]) -> str:
        """Return the cards of a suit by rank; a card with another suit printed on it gets its full name."""
        names = []
        for card in held:
            if printed_suit(card) == suit:
                names.append(rank_word(card))
            else:
                names.append(card_words(card))
        return ", ".join(names)

    def choice(self, event: SeatEvent, rules: Ruleset) -> str:
        """Return a choice in two words: ``bid 4``, ``bid nil``, ``the king of hearts``."""
        if isinstance(event, Bid):
            return choice_words(event, rules=rules)
        if not isinstance(event, TurnEvent):
            return event.event_name()
        card: Callable[[int], str] = self.in_sentence
        return event.short_label(card)


def points(amount: int, unit: int = 1) -> str:
    """Return points as they are spoken: ``plus 40``, ``minus 20``, ``0``; see `plain` for `unit`."""
    if amount > 0:
        return f"plus {total(amount, unit)}"
    return total(amount, unit)


def total(amount: int, unit: int = 1) -> str:
    """Return a total as it is spoken: ``212``, ``minus 20``; see `plain` for `unit`."""
    return plain(amount, unit).replace("−", "minus ")


def opening(text: str) -> str:
    """Return a text for the beginning of a sentence, with a number there as a word: ``Six made``."""
    first, space, rest = text.partition(" ")
    if first.isdecimal():
        first = number_word(int(first))
    return capitalized(f"{first}{space}{rest}")


def numbers(offered: Iterable[int]) -> str:
    """Return numbers as ranges: ``0, or 4 to 13``."""
    return ", or ".join(spans(offered))


PAUSES = (r"(?<=[.!?]) ", r"(?<=[;:]) ", r"(?<=,) ", " ")


def lines(text: str, most: int = LINE_LETTERS, pauses: Sequence[str] = PAUSES) -> list[str]:
    """Return a text in lines of at most `most` letters, broken where a speaker would pause."""
    if len(text) <= most or not pauses:
        return [text]
    found: list[str] = []
    for line in (short for part in re.split(pauses[0], text) for short in lines(part, most, pauses[1:])):
        if found and len(found[-1]) + 1 + len(line) <= most:
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def spelt(text: str) -> str:
    """Return a code of letters and digits in groups of four: ``c c 9 6, 7 c 6 e``."""
    return ", ".join(" ".join(text[place : place + 4]) for place in range(0, len(text), 4))


def refused(refusal: Refusal) -> str:
    """Return why something can't be done, with the name of its rule."""
    return f"{refusal.sentence.rstrip('.')}. Rule {refusal.rule.replace('-', ' ')}."


def ended(text: str) -> str:
    """Return a text with a full stop at its end, if it has none."""
    if text.endswith((".", "!", "?")):
        return text
    return f"{text}."
