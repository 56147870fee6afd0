"""Choose leads and discards in a play-out, by simple rules or at random.

A player knows its own cards and which cards are unseen, as if it counted. `held` are the hands and `out` all cards in
hands, the player's too, as in `playout`. A choice is a suit and the bit of the card as played: `LOW` for an ace called
low (3B-3).
"""

from typing import Final

from spades_tui.bots.search.suit_sets import COUNT, HIGHEST, LOW
from spades_tui.cards import SPADES

BEATEN: Final = 1 << 30
"""Replaces the best bit of the suit led once it is ruffed: higher than any card."""


def lead_high(held: list[list[int]], out: list[int], player: int, trumps: int) -> tuple[int, int]:
    """Lead the card that the fewest unseen cards can beat, so that a partner's zero can stay below it."""
    best = -1
    chosen = -1
    for suit in range(4):
        cards = held[suit][player] if suit < SPADES else trumps
        if cards:
            others = out[suit] ^ cards
            height = 64 - COUNT[others] if cards > others else cards.bit_length()
            if height > best:
                best, chosen = height, suit
    return chosen, HIGHEST[held[chosen][player]]


def lead_to_win(held: list[list[int]], out: list[int], player: int, trumps: int, paid: bool) -> tuple[int, int]:
    """Lead a sure winner of the suit that others hold most of, otherwise the lowest card of the weakest suit.

    With `paid` the player is paid for this trick, as by a promise (BM-5).
    """
    if paid and trumps > out[SPADES] ^ trumps:
        # Sure winners come first.
        return SPADES, HIGHEST[trumps]
    most = 1
    weakest = BEATEN
    chosen = weak = -1
    for suit in range(SPADES):
        cards = held[suit][player]
        if cards:
            others = out[suit] ^ cards
            if cards > others and COUNT[others] > most:
                most, chosen = COUNT[others], suit
            if cards < weakest:
                weakest, weak = cards, suit
    if chosen >= 0:
        return chosen, HIGHEST[held[chosen][player]]
    if trumps:
        others = out[SPADES] ^ trumps
        if trumps > others and (weak < 0 or not others or COUNT[trumps] >= 3):
            return SPADES, HIGHEST[trumps]
    if weak < 0:
        return SPADES, trumps & -trumps
    return weak, weakest & -weakest


def lead_low(held: list[list[int]], out: list[int], player: int, trumps: int, aces: tuple[int, ...]) -> tuple[int, int]:
    """Lead the card that the most unseen cards can beat, an ace called low where that is allowed (3B-3)."""
    most = -1
    chosen = -1
    lowest = 0
    for suit in range(4):
        cards = held[suit][player] if suit < SPADES else trumps
        if cards:
            played = LOW if cards & aces[suit] else cards & -cards
            count = COUNT[(out[suit] ^ cards) & -(played << 1)]
            if count > most:
                most, chosen, lowest = count, suit, played
    return chosen, lowest


def throw_lowest(held: list[list[int]], player: int) -> tuple[int, int]:
    """Throw the lowest card of the plain suits; a spade only if there is nothing else."""
    least = BEATEN
    chosen = -1
    for suit in range(SPADES):
        cards = held[suit][player]
        if cards:
            card = cards & -cards
            if card < least:
                least, chosen = card, suit
    if chosen < 0:
        cards = held[SPADES][player]
        return SPADES, cards & -cards
    return chosen, least


def throw_highest(held: list[list[int]], out: list[int], player: int, last: bool) -> tuple[int, int]:
    """Throw the highest card of the plain suits; of equals, the one that the fewest unseen cards can duck.

    With only spades left, throw the lowest, or the highest when playing `last` to the trick.
    """
    most = 0
    chosen = -1
    for suit in range(SPADES):
        cards = held[suit][player]
        if cards:
            height = (cards.bit_length() << 4) - COUNT[out[suit] ^ cards]
            if height > most:
                most, chosen = height, suit
    if chosen >= 0:
        return chosen, HIGHEST[held[chosen][player]]
    cards = held[SPADES][player]
    return SPADES, HIGHEST[cards] if last else cards & -cards


def nth_card(cards: int, chance: float) -> int:
    """Return one of these cards of a suit; `chance`, from 0 to below 1, says which."""
    for _ in range(int(chance * COUNT[cards])):
        cards &= cards - 1
    return cards & -cards


def any_card(held: list[list[int]], player: int, trumps: int, chance: float) -> tuple[int, int]:
    """Choose any card of the plain suits or these trumps, each as likely; `chance`, from 0 to below 1, says which."""
    place = int(chance * (COUNT[held[0][player]] + COUNT[held[1][player]] + COUNT[held[2][player]] + COUNT[trumps]))
    for suit in range(SPADES):
        cards = held[suit][player]
        count = COUNT[cards]
        if place < count:
            return suit, nth_card(cards, (place + 0.5) / count)
        place -= count
    return SPADES, nth_card(trumps, (place + 0.5) / COUNT[trumps])
