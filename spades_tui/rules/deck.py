"""The deck and the deal of a variant."""

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from spades_tui import cards
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.component import (
    CARD_PATTERN,
    SPADES_PATTERN,
    SUITS_PATTERN,
    Checked,
    Component,
    Switch,
)
from spades_tui.rules.problems import Flaw, FlawError, KeyName

DEFAULT_SPADES = DEFAULT_SUITS = "A K Q J T 9 8 7 6 5 4 3 2"

CardName = Annotated[str, Meta(pattern=CARD_PATTERN)]


def _no_card_twice(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if names.count(name) > 1:
            raise FlawError(Flaw.CARD_TWICE, card=name)
        if name in ("BJ", "LJ"):
            jokers = KeyName("jokers", ("deck.jokers",))
            remove = KeyName("remove", ("deck.remove",))
            raise FlawError(Flaw.JOKER_REMOVED, card=name, jokers=jokers, remove=remove)
    return names


def _every_rank_once(ranks: str) -> str:
    if sorted(ranks.split(" ")) != sorted(cards.RANKS):
        raise FlawError(Flaw.RANKS_MISSING, ranks=DEFAULT_SUITS)
    return ranks


class Deck(Component):
    """The cards in the deck and their ranking (C-1, C-7, SB-1, JK-1, JK-2, 3B-1, 3B-2)."""

    jokers: Annotated[int, Meta(ge=0, le=2)] = 0
    """The number of jokers: 0, 1 (the big one) or 2."""
    remove: Annotated[
        tuple[CardName, ...], Meta(min_length=0, max_length=40), Checked(_no_card_twice)
    ] = ()
    """Cards that are left out of the deck."""
    spades: Annotated[str, Meta(pattern=SPADES_PATTERN)] = DEFAULT_SPADES
    """The trumps from highest to lowest: spades without their suit letter, jokers as BJ and LJ.

    A card of another suit with its letter, such as 2D, is a spade here for every purpose (JD-1).
    """
    suits: Annotated[str, Meta(pattern=SUITS_PATTERN), Checked(_every_rank_once)] = DEFAULT_SUITS
    """The ranks of the other suits from highest to lowest, each once (HR-2)."""
    aces: Literal["high", "called"] = "high"
    """``called``: the player of an ace calls it high or low (3B-3)."""

    def pack(self) -> tuple[int, ...]:
        """Return the deck in canonical order.

        Clubs, diamonds, hearts, then the spades from low to high. Raises FlawError if `spades`
        doesn't name every trump of the deck exactly once.
        """
        trumps = self.trumps()
        aside = set(map(cards.parse, self.remove)) | set(trumps)
        return tuple(card for card in range(39) if card not in aside) + trumps

    def trumps(self) -> tuple[int, ...]:
        """Return the spades of the deck from low to high, with jokers and others (C-1, JD-1).

        Raises FlawError like `pack`.
        """
        present = {cards.text(card)[0] for card in range(39, 52)}
        present -= {name[0] for name in self.remove if name[1] == "S"}
        present |= set(("BJ", "LJ")[: self.jokers])
        if not present:
            raise FlawError(Flaw.NO_TRUMP)
        order = self.spades.split(" ")
        twice = [name for name in order if order.count(name) > 1]
        if twice:
            raise FlawError(Flaw.TRUMP_TWICE, card=twice[0])
        others = {name for name in order if len(name) == 2 and name[1] in "CDH"}
        missing = present - set(order)
        extra = set(order) - present - (others - set(self.remove))
        if missing:
            raise FlawError(Flaw.TRUMPS_MISSING, cards=self._in_order(missing))
        if extra:
            raise FlawError(Flaw.TRUMPS_UNKNOWN, cards=self._in_order(extra))
        called = sorted(name for name in others if name[0] == "A")
        if called and self.aces == "called":
            raise FlawError(Flaw.TRUMP_IS_CALLED, card=called[0])
        trumps = []
        for name in reversed(order):
            trumps.append(cards.parse(name if len(name) == 2 else f"{name}S"))
        return tuple(trumps)

    @staticmethod
    def _in_order(names: set[str]) -> tuple[str, ...]:
        known = ["BJ", "LJ", *DEFAULT_SPADES.split(" ")]
        return tuple(
            sorted(names, key=lambda name: (known.index(name if name in known else name[0]), name))
        )


class DealRules(Component):
    """How many cards each player gets, and what is set aside (SB-1, JK-1, BM-1, 3B-1, 3B-4)."""

    cards: Annotated[int, Meta(ge=1, le=18)]
    """The number of cards in each hand, and so of tricks."""
    extra: Annotated[int, Meta(ge=0, le=1)] = 0
    """1: one card is left over, face down (3B-4)."""
    dead_hands: Annotated[int, Meta(ge=0, le=1)] = 0
    """1: a dead hand is dealt, as if to a player on the dealer's right (BM-1)."""
    sits_out: Literal["nobody", "dealer"] = "nobody"
    """``dealer``: the dealer of a hand sits it out (3B-1)."""
    draft: Literal["seen", "unseen"] | None = None
    """The cards come from a draft: players take turns to keep one of each two cards (TW-1).

    ``seen``: a player who keeps the first card also sees the second; ``unseen``: doesn't.
    """
    cut: Switch = True
    """Whether the player on the dealer's right may cut (C-3)."""


TOP = 13
"""The rank of the highest cards of the suits other than spades, in a deck that has them."""


@lru_cache(maxsize=64)
def tables(deck: Deck) -> CardTables:
    """Return the tables of a deck. Raises FlawError like `Deck.pack`."""
    pack = deck.pack()
    ranks = [0] * 58
    suit_of = [*cards.FACE_SUIT, *range(4)]
    order = list(map(cards.RANKS.index, reversed(deck.suits.split(" "))))
    for card in range(39):
        ranks[card] = order.index(card % 13) + 1
    for place, card in enumerate(deck.trumps()):
        ranks[card] = 100 + place + 1
        suit_of[card] = cards.SPADES
    for suit in range(4):
        ranks[cards.LOW_ACE + suit] = 100 if suit == cards.SPADES else 0
    suit_masks = [0] * 4
    for card in pack:
        suit_masks[suit_of[card]] |= 1 << card
    odd = tuple(card for card in pack if suit_of[card] != cards.FACE_SUIT[card])
    aces_called = deck.aces == "called"
    return CardTables(pack, tuple(suit_masks), tuple(suit_of), tuple(ranks), aces_called, odd)
