"""How things are said aloud: cards by their whole names, and hands suit by suit."""

import re
from collections.abc import Callable, Iterable

from spades_tui import cards
from spades_tui.asking.wording import Wording, in_words, sorted_hand
from spades_tui.bots.sentences import card_words, rank_word
from spades_tui.game.facts import Bid, SeatFact, TurnFact
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.table.choice_words import choice_words

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_FACES = {cards.pretty(card): card for card in range(cards.LITTLE_JOKER)}
_FACE = re.compile("|".join(sorted(_FACES, key=len, reverse=True)))


def printed_suit(card: int) -> str:
    """The suit that is printed on a card: ``hearts``; nothing for a joker."""
    return card_words(card).partition(" of ")[2]


class Spoken(Wording):
    """A table's names and cards as they are said."""

    __slots__ = ()

    def face(self, card: int) -> str:
        """``king of hearts``."""
        return card_words(card)

    def told(self, card: int) -> str:
        """A card in the midst of a sentence: ``the king of hearts``."""
        return f"the {card_words(card)}"

    def words(self, text: str) -> str:
        """A sentence with its cards by name, and without signs that nobody says."""

        return _FACE.sub(lambda found: self.told(_FACES[found[0]]), text).replace("−", "minus ").replace(" & ", " and ")

    def hand(self, seen: Observation, suits: Iterable[int] | None = None) -> str:
        """The hand, suit by suit: ``in clubs, ace, seven; in spades, king``; only these suits, where some are named."""
        suit_of = seen.rules.cards.suit_of
        by_suit: dict[int, list[int]] = {}
        for card in sorted_hand(seen.rules, self, seen.own or 0):
            by_suit.setdefault(suit_of[card], []).append(card)
        wanted = tuple(by_suit) if suits is None else tuple(suit for suit in by_suit if suit in suits)
        return "; ".join(f"in {cards.SUIT_NAMES[suit]}, {self._ranks(suit, by_suit[suit])}" for suit in wanted)

    def _ranks(self, suit: int, held: list[int]) -> str:
        """The cards of a suit by their ranks; one that has another suit printed on it by its whole name."""
        odd = [printed_suit(card) not in ("", cards.SUIT_NAMES[suit]) for card in held]
        return ", ".join(card_words(card) if named else rank_word(card) for card, named in zip(held, odd, strict=True))

    def cards(self, row: Iterable[int]) -> str:
        """Cards one after another: ``the king of hearts and the two of clubs``."""
        return in_words([self.told(card) for card in row])

    def choice(self, fact: SeatFact, rules: Ruleset) -> str:
        """What may be done, in two words: ``bid 4``, ``bid nil``, ``the king of hearts``."""
        if isinstance(fact, Bid):
            return choice_words(fact, rules=rules)
        card: Callable[[int], str] = self.told
        return fact.brief(card) if isinstance(fact, TurnFact) else type(fact).__name__.lower()


def points(amount: int) -> str:
    """Points as they are said: ``plus 40``, ``minus 20``, ``0``."""
    return f"minus {-amount}" if amount < 0 else f"plus {amount}" if amount else "0"


def total(amount: int) -> str:
    """A total as it is said: ``212``, ``minus 20``."""
    return f"minus {-amount}" if amount < 0 else str(amount)


def numbers(offered: Iterable[int]) -> str:
    """Numbers in a row as a range: ``0, or 4 to 13``."""
    runs: list[list[int]] = []
    for number in sorted(set(offered)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return ", or ".join(told)
