"""A choice in two words, as tables and lists of choices name it."""

from spades_tui import cards
from spades_tui.game import facts


def card_name(card: int, letters: bool = False) -> str:
    """A card as people write it, `K♥`; with letters `KH`."""
    return cards.text(card) if letters else cards.pretty(card)


def choice_words(fact: facts.Fact, letters: bool = False) -> str:
    """What a seat may do: `K♥`, `bid 4`, `stand`."""
    match fact:
        case facts.Play():
            call = f" {fact.ace}" if fact.ace is not None else ""
            return card_name(fact.card, letters) + call
        case facts.Bid():
            return f"blind {fact.bid}" if fact.blind else f"bid {fact.bid}"
        case facts.Raise():
            return f"raise to {fact.bid}"
        case facts.Promise():
            return f"promise {fact.tricks}"
        case facts.Discard():
            return f"throw {card_name(fact.card, letters)}"
        case facts.Claim():
            return f"claim {fact.tricks}"
        case facts.Redeal():
            return "new deal"
        case _:
            return type(fact).__name__.lower()


def points_words(points: float) -> str:
    """Points with their sign and one digit: `+4.2`, `−12.0`, `0.0`."""
    return f"+{points:.1f}" if points >= 0.05 else f"−{-points:.1f}" if points <= -0.05 else "0.0"
