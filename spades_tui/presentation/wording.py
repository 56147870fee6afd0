"""Who sits at a table and how this user likes cards, without a colour: names, cards and hands in words."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from spades_tui import cards
from spades_tui.frozen import dataclass
from spades_tui.language.address import addressed, together, whom
from spades_tui.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from spades_tui.settings.settings import Settings

_LETTERS = str.maketrans(cards.SYMBOLS, cards.SUITS)

YOU = "You"
"""What the person in a lesson is called; it needs no “you” behind it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Who sits where, and how this user likes cards to be written and sorted."""

    names: tuple[str, ...]
    letters: bool = False
    sort: str = "alternating"
    trumps: str = "left"
    people: tuple[int, ...] = ()
    order: str = "high-low"
    odd_trumps: tuple[int, ...] = ()
    """Cards that are spades in this game although another suit is printed on them (JD-1)."""
    compact: bool = False
    """Cards are drawn small, whatever room there is."""

    @classmethod
    def liked(
        cls,
        settings: "Settings",
        names: tuple[str, ...] = (),
        people: tuple[int, ...] = (),
        rules: Ruleset | None = None,
    ) -> Self:
        """As the settings say; `rules` are those of the table."""
        odd = rules.cards.odd if rules is not None else ()
        compact = settings.faces == "compact"
        letters = cls.in_letters(settings)
        return cls(names, letters, settings.sort, settings.trumps, people, settings.order, odd, compact)

    @classmethod
    def in_letters(cls, settings: "Settings") -> bool:
        """Whether suits are letters."""
        return settings.letters

    def odd(self, card: int) -> bool:
        """Whether a card is a spade here although none is printed on it, as a joker is."""
        return card >= cards.LITTLE_JOKER or card in self.odd_trumps

    def name(self, seat: int | None) -> str:
        """A seat's name."""
        return self.names[seat] if seat is not None else ""

    def who(self, seat: int | None) -> str:
        """A seat in a sentence: the only person here is "You" (see game.address)."""
        return addressed(self.names, self.people)[seat] if seat is not None else ""

    def whom(self, seat: int) -> str:
        """A seat in the midst of a sentence."""
        return whom(self.who(seat))

    def side_told(self, rules: Ruleset, side: int) -> str:
        """Who makes up a side, in a sentence."""
        return together([self.who(seat) for seat in rules.sides[side]])

    def side_name(self, rules: Ruleset, side: int) -> str:
        """Who makes up a side."""
        return " & ".join(self.names[seat] for seat in rules.sides[side])

    def suit(self, suit: int) -> str:
        """A suit as one character."""
        return cards.SUITS[suit] if self.letters else cards.SYMBOLS[suit]

    def face(self, card: int) -> str:
        """A card as its corner shows it: `K♥`, `10♠`, `KH`; jokers `BJ` and `LJ`."""
        if card >= cards.LITTLE_JOKER:
            return cards.text(card)
        rank = cards.RANKS[card % 13]
        return ("10" if rank == "T" else rank) + self.suit(cards.FACE_SUIT[card])

    def words(self, text: str) -> str:
        """A sentence with its suits as this user likes them."""
        return text.translate(_LETTERS) if self.letters else text

    def in_sentence(self, card: int) -> str:
        """A card in the midst of a sentence: `K♥`, `KH`, `the big joker`."""
        return cards.in_sentence(card) if card >= cards.LITTLE_JOKER else self.face(card)


def sorted_hand(rules: Ruleset, look: Wording, held: int) -> list[int]:
    """The cards of a hand from left to right, as the user likes them."""
    plain = (cards.HEARTS, cards.CLUBS, cards.DIAMONDS)
    if look.sort == "ranks":
        plain = (cards.HEARTS, cards.DIAMONDS, cards.CLUBS)
    elif look.trumps == "right":
        plain = (cards.DIAMONDS, cards.CLUBS, cards.HEARTS)
    order = (*plain, cards.SPADES) if look.trumps == "right" else (cards.SPADES, *plain)
    up = 1 if look.order == "low-high" else -1
    ranks, suit_of = rules.cards.ranks, rules.cards.suit_of
    return sorted(cards.cards_of(held), key=lambda card: (order.index(suit_of[card]), up * ranks[card]))


def in_words(names: Iterable[str]) -> str:
    """`Ann`, `Ann and Bea`, `Ann, Bea and Cy`."""
    names = list(names)
    if len(names) < 2:
        return names[0] if names else ""
    return f"{', '.join(names[:-1])} and {names[-1]}"
