"""Names, cards, hands and choices in words, as this user likes them written."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Self

from msgspec import Struct

from spades_tui import cards
from spades_tui.game.events import Bid, SeatEvent, TurnEvent
from spades_tui.language.player_names import PartnerNames
from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import addressed, together, whom
from spades_tui.play.cast import Player, player
from spades_tui.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from spades_tui.seats import Observation
    from spades_tui.settings.settings import Settings

_LETTERS = str.maketrans(cards.SYMBOLS, cards.SUITS)


MOST_WORDS = 18
"""Maximum words of a reason or an explanation, unless a rule is quoted."""


def fitting(*ways: str) -> str:
    """Return the first way to say something that isn't too long, or the last one."""
    for sentence in ways:
        if len(sentence.split()) <= MOST_WORDS:
            return sentence
    return ways[-1]


class Wording(Struct, frozen=True):
    """The names at the table, and how the user wants cards written and sorted."""

    names: tuple[str, ...]
    letters: bool = False
    sort: str = "alternating"
    trumps: str = "left"
    people: tuple[int, ...] = ()
    order: str = "high-low"
    odd_trumps: tuple[int, ...] = ()
    """Cards that count as spades in this game although they show another suit (JD-1)."""
    compact: bool = False
    """Whether cards are drawn small even if there is room for large ones."""
    talk: bool = True
    """Whether to show what named computer players say."""
    players: tuple[str, ...] = ()
    """The named computer player in each seat, "" for everybody else; () if there is none."""

    @classmethod
    def liked(
        cls, settings: "Settings", names: tuple[str, ...] = (), people: tuple[int, ...] = (),
        rules: Ruleset | None = None,
    ) -> Self:  # fmt: skip
        """Return the wording that the settings ask for; `rules` are the table's."""
        return cls(
            names,
            cls.in_letters(settings),
            settings.sort,
            settings.trumps,
            people,
            settings.order,
            odd_trumps=rules.cards.odd if rules is not None else (),
            compact=settings.faces == "compact",
            talk=settings.talk,
        )

    @classmethod
    def in_letters(cls, settings: "Settings") -> bool:
        """Return whether suits are written as letters."""
        return settings.letters

    def odd(self, card: int) -> bool:
        """Return whether a card counts as a spade without showing one, like a joker."""
        return card >= cards.LITTLE_JOKER or card in self.odd_trumps

    def name(self, seat: int | None) -> str:
        """Return a seat's name."""
        if seat is None:
            return ""
        return self.names[seat]

    def who(self, seat: int | None) -> str:
        """Return a seat at the beginning of a sentence; the only person at the table is "You"."""
        if seat is None:
            return ""
        return addressed(self.names, self.people)[seat]

    def player(self, seat: int) -> Player | None:
        """Return the named computer player in a seat, or None."""
        if seat >= len(self.players):
            return None
        return player(self.players[seat])

    def manner(self, rules: Ruleset, seat: int) -> str:
        """Return how a named computer player bids, in a word or two.

        "" for a plain style, and for one that makes no difference in this game.
        """
        named = self.player(seat)
        style = named.style if named is not None else ""
        if style == "zeros" and rules.zeros_pay:
            return f"likes {rules.zero_word}"
        if style == "bags" and rules.bags is not None:
            return "avoids bags"
        if style in ("bold", "careful"):
            return style
        return ""

    def whom(self, seat: int) -> str:
        """Return a seat inside a sentence."""
        return whom(self.who(seat))

    def own_side(self, rules: Ruleset) -> tuple[int, ...]:
        """Return the side of everybody at the keyboard; () if there is nobody, or several sides."""
        sides = rules.sides_at(self.people)
        if len(sides) != 1:
            return ()
        return rules.sides[sides.pop()]

    def side_at_start(self, rules: Ruleset, side: int) -> str:
        """Return the players of a side at the beginning of a sentence: ``You & Cy``."""
        return self.together(rules.sides[side])

    def together(self, seats: Iterable[int]) -> str:
        """Return the players of these seats at the beginning of a sentence: ``You & Cy``."""
        return together(list(map(self.who, seats)))

    def changed_sides(self, rules: Ruleset) -> str:
        """Return who plays together, or in which order, after sides or seats were changed."""
        first = self.people[0] if self.people else 0
        if not rules.partners:
            following = self.who((first + 1) % rules.seats)
            return f"{following} plays after {self.whom(first)} now"
        sides = rules.sides
        if len(self.people) == 1:
            sides = (sides[rules.side_of[first]],)
        partners = [in_words(map(self.whom, side)) for side in sides]
        return f"Sides change: {' against '.join(partners)}"

    def side_names(self, rules: Ruleset) -> list[str]:
        """Return the names of all sides."""
        return [self.side_name(rules, side) for side in range(len(rules.sides))]

    def side_name(self, rules: Ruleset, side: int) -> str:
        """Return the names of a side: ``Ann & Cy``."""
        return PartnerNames(self.names[seat] for seat in rules.sides[side])

    def suit(self, suit: int) -> str:
        """Return a suit as one character."""
        if self.letters:
            return cards.SUITS[suit]
        return cards.SYMBOLS[suit]

    def face(self, card: int) -> str:
        """Return a card as its corner shows it: `K♥`, `10♠`, `KH`; jokers are `BJ` and `LJ`."""
        if card >= cards.LITTLE_JOKER:
            return cards.text(card)
        rank = cards.RANKS[card % 13].replace("T", "10")
        return rank + self.suit(cards.FACE_SUIT[card])

    def rank(self, card: int) -> str:
        """Return a card beside its suit: `K`, `10`; the whole card if it shows another suit."""
        face = self.face(card)
        if self.odd(card):
            return face
        return face[:-1]

    def words(self, text: str) -> str:
        """Return a sentence with suit symbols turned into letters if the user prefers them."""
        if not self.letters:
            return text
        return text.translate(_LETTERS)

    def in_sentence(self, card: int) -> str:
        """Return a card inside a sentence: `K♥`, `KH`, `the big joker`."""
        if card >= cards.LITTLE_JOKER:
            return cards.in_sentence(card)
        return self.face(card)

    def cards(self, row: Iterable[int]) -> str:
        """Return cards one after another inside a sentence: `K♥ and 2♣`."""
        return in_words(map(self.in_sentence, row))


def sorted_hand(rules: Ruleset, look: Wording, held: int) -> list[int]:
    """Return the cards of a hand from left to right, in the user's order."""
    plain = (cards.HEARTS, cards.CLUBS, cards.DIAMONDS)
    if look.sort == "ranks":
        plain = (cards.HEARTS, cards.DIAMONDS, cards.CLUBS)
    elif look.trumps == "right":
        plain = (cards.DIAMONDS, cards.CLUBS, cards.HEARTS)
    order = (*plain, cards.SPADES) if look.trumps == "right" else (cards.SPADES, *plain)
    up = 1 if look.order == "low-high" else -1
    suit_of = rules.cards.suit_of
    ranks = rules.cards.ranks

    def place(card: int) -> tuple[int, int]:
        return order.index(suit_of[card]), up * ranks[card]

    return sorted(cards.cards_of(held), key=place)


def in_words(names: Iterable[str]) -> str:
    """Join names: `Ann`, `Ann and Bea`, `Ann, Bea and Cy`."""
    return either(names, "and")


def subject(names: Iterable[str]) -> str:
    """Join names for the beginning of a sentence: `You`, `Ann and you`."""
    first, *others = names
    if not others:
        return first  # in its own class, so that verbs agree with "you"
    return in_words([first, *map(whom, others)])


def card_name(card: int, letters: bool = False) -> str:
    """Return a card as people write it, `K♥`, or `KH` with letters. Jokers are always named."""
    if letters and card < cards.LITTLE_JOKER:
        return cards.text(card)
    return cards.pretty(card)


def choice_words(event: SeatEvent, letters: bool = False, rules: Ruleset | None = None) -> str:
    """Return a choice as `K♥`, `bid 4` or `stand`.

    With the rules, a bid in the game's own word: `bid nil`.
    """
    if isinstance(event, Bid) and rules is not None:
        verb = "blind" if event.blind else "bid"
        return f"{verb} {rules.bid_word(event.bid)}"
    if isinstance(event, TurnEvent):
        return event.short_label(partial(card_name, letters=letters))
    return event.event_name()


def moment_words(hand: int, trick: int, before: str = "") -> str:
    """Return a moment of a game: ``hand 3, trick 5``.

    Before the first trick (0), `before` follows the hand.
    """
    if not trick:
        return f"hand {hand}{before}"
    return f"hand {hand}, trick {trick}"


def moment_of(seen: "Observation", before: str = "") -> str:
    """Return the moment of an observation; `before` follows the hand until the first lead."""
    trick = len(seen.tricks) + 1 if seen.leader is not None else 0
    return moment_words(seen.hand_number, trick, before)


def points_words(points: float, unit: int = 1) -> str:
    """Return an average of points with its sign and one decimal: `+4.2`, `−12.0`, `0.0`.

    `unit`: the points that are written as 1 (`Ruleset.points_unit`); with 10, there is one more
    decimal.
    """
    size = cost_words(abs(points), unit)
    if not float(size):
        return size
    sign = "+" if points > 0 else "−"
    return f"{sign}{size}"


def cost_words(points: float, unit: int = 1) -> str:
    """Return what a choice costs, without a sign: `4.2`, or `0.42` where 10 points are 1."""
    digits = 1 if unit == 1 else 2
    return f"{points / unit:.{digits}f}"
