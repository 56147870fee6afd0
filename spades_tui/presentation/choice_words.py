"""A choice in a word or two, for tables and lists."""

from functools import partial

from spades_tui import cards
from spades_tui.game.events import Bid, SeatEvent, TurnEvent
from spades_tui.rules.ruleset import Ruleset


def card_name(card: int, letters: bool = False) -> str:
    """Return a card as people write it, `K♥`, or `KH` with letters. Jokers are always named."""
    return cards.text(card) if letters and card < cards.LITTLE_JOKER else cards.pretty(card)


def choice_words(event: SeatEvent, letters: bool = False, rules: Ruleset | None = None) -> str:
    """Return a choice as `K♥`, `bid 4` or `stand`; with the rules, a bid in the game's own word: `bid nil`."""
    if isinstance(event, Bid) and rules is not None:
        return f"{'blind' if event.blind else 'bid'} {rules.bid_word(event.bid)}"
    if isinstance(event, TurnEvent):
        return event.short_label(partial(card_name, letters=letters))
    return event.event_name()


def points_words(points: float) -> str:
    """Return points with their sign and one decimal: `+4.2`, `−12.0`, `0.0`."""
    return f"+{points:.1f}" if points >= 0.05 else f"−{-points:.1f}" if points <= -0.05 else "0.0"
