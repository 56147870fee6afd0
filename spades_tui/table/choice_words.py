"""A choice in two words, as tables and lists of choices name it."""

from functools import partial

from spades_tui import cards
from spades_tui.game.facts import SeatFact, TurnFact


def card_name(card: int, letters: bool = False) -> str:
    """A card as people write it, `K♥`; with letters `KH`. Jokers are always named."""
    return cards.text(card) if letters and card < cards.LITTLE_JOKER else cards.pretty(card)


def choice_words(fact: SeatFact, letters: bool = False) -> str:
    """What a seat may do: `K♥`, `bid 4`, `stand`."""
    if isinstance(fact, TurnFact):
        return fact.brief(partial(card_name, letters=letters))
    return type(fact).__name__.lower()


def points_words(points: float) -> str:
    """Points with their sign and one digit: `+4.2`, `−12.0`, `0.0`."""
    return f"+{points:.1f}" if points >= 0.05 else f"−{-points:.1f}" if points <= -0.05 else "0.0"
