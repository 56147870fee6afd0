"""Choosing by typing: a number, or a card's suit letter and rank."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple

from spades_tui import cards

PAUSE = 0.6
"""Seconds after which the next digit begins a new number."""
LONG_AGO = float("-inf")
"""A time before all others; the clock may have begun with the computer, a moment ago."""


class TypedAnswer(NamedTuple):
    """What a character chooses: a number, a suit or a card; `part` if more must follow, or it changes nothing.

    `absent`: a number that isn't there to choose.
    """

    kind: Literal["number", "suit", "card", "part", "absent"]
    value: int = 0


PART = TypedAnswer("part")


@dataclass
class TypedKeys:
    """A number or a card being typed, key by key. Times are in seconds."""

    digits: str = ""
    suit: int | None = None
    """The suit that has been typed; a rank may follow."""
    _since: float = LONG_AGO
    """The time of the last digit."""
    _ten: float = LONG_AGO
    """The time when a 1 was typed for a ten, to which a following 0 belongs."""

    @property
    def shown(self) -> str:
        """The number so far, or the suit that waits for its rank."""
        return self.digits or (cards.SUITS[self.suit] if self.suit is not None else "")

    def type(
        self, character: str, now: float, numbers: Collection[int], held: Collection[int], names_cards: bool,
        most: int = 0,
    ) -> TypedAnswer | None:  # fmt: skip
        """Return what a character chooses among these numbers and cards; None if it's of no use here.

        `names_cards`: a suit and a rank choose one of the cards `held`; `most`: the tricks of a hand, more than which
        nobody bids, so that 4 soon after 1 corrects it.
        """
        if character == "0" and now - self._ten <= PAUSE:
            self._ten = LONG_AGO
            return PART
        card = self._card(character, held) if self.suit is not None else None
        if card is not None:
            self._ten = now if character == "1" else LONG_AGO
            self.forget()
            return TypedAnswer("card", card)
        self.suit = None
        if character.isdecimal() and character.isascii():
            after_one = self.digits == "1" and now - self._since <= PAUSE
            number = self.number(character, now, numbers)
            teen = 10 + int(character)
            if after_one and not names_cards and self.digits == character and teen <= most:
                self.digits = ""  # 13 isn't there, and 3 isn't meant
                return TypedAnswer("absent", teen)
            if number is not None:
                return TypedAnswer("number", number)
            return PART if self.digits else TypedAnswer("absent", int(character))
        if names_cards and held and character in cards.SUITS:
            self.digits, self.suit = "", cards.SUITS.index(character)
            return TypedAnswer("suit", self.suit)
        return None

    def number(self, digit: str, now: float, numbers: Collection[int]) -> int | None:
        """Add a digit; return the number that is chosen now, or None while there is no such number.

        A digit that can't continue the number begins a new one; so does one after a pause.
        """
        before = self.digits if now - self._since <= PAUSE else ""
        names = {str(number): number for number in numbers}
        self.digits, self._since = "", now
        for typed in (digit, before + digit):
            if any(name.startswith(typed) for name in names):
                self.digits = typed
        return names.get(self.digits)

    def unfinished(self, now: float, numbers: Collection[int]) -> bool:
        """Return whether there are digits that aren't a number yet, such as the 1 of 12 if there is no 1."""
        return bool(self.digits) and now - self._since <= PAUSE and int(self.digits) not in numbers

    def _card(self, character: str, held: Collection[int]) -> int | None:
        """Return the card of the typed suit with this rank, held or not; None if it's no rank."""
        suit, rank = self.suit or 0, "T" if character in "10" else character.upper()
        jokers = {"B": "BJ", "L": "LJ"} if suit == cards.SPADES else {}
        names = {cards.text(card): card for card in held}
        name = jokers.get(rank, rank + cards.SUITS[suit])
        if name in names:
            return names[name]
        return cards.parse(name) if rank in cards.RANKS else None

    def forget(self) -> None:
        """Forget what was typed."""
        self.digits, self.suit = "", None
