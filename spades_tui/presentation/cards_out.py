"""Cards not played yet, and voids shown: everything a player could have counted, and no hidden card."""

from spades_tui import cards
from spades_tui.seats import Observation


def not_played(seen: Observation) -> int:
    """Return the cards of the pack that nobody has played in this hand, as a bit set; some may not be dealt at all."""
    played = cards.hand_of(one.card for trick in (*seen.tricks, seen.trick) for one in trick)
    return cards.hand_of(seen.rules.cards.pack) & ~played


def voids_shown(seen: Observation) -> tuple[tuple[int, ...], ...]:
    """Return by seat the suits, 0 to 3, that it did not follow in this hand."""
    suit_of = seen.rules.cards.suit_of
    found: list[set[int]] = [set() for _ in range(seen.rules.seats)]
    for trick in (*seen.tricks, seen.trick):
        for played in trick[1:]:
            led = suit_of[trick[0].card]
            if suit_of[played.card] != led:
                found[played.seat].add(led)
    return tuple(tuple(sorted(suits, reverse=True)) for suits in found)


def by_rank(seen: Observation, suit: int) -> list[int]:
    """Return the cards of a suit in play, the highest first."""
    ranks = seen.rules.cards.ranks
    return sorted(cards.cards_of(seen.rules.cards.suit_masks[suit]), key=lambda card: -ranks[card])
