"""What the coach says before a choice that costs much counts.

It is the same on screen and in plain text.
"""

from collections.abc import Callable

from spades_tui.bots.valued_choice import Advice
from spades_tui.game.events import Bid, Play, SeatEvent, TurnEvent
from spades_tui.presentation.reason_words import Names, reason_words
from spades_tui.presentation.wording import choice_words
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def objection_words(one: Advice, seen: Observation, names: Names) -> str:
    """Return what speaks against a choice, and for the best one, as a sentence."""
    return reason_words(one.reason, seen, names)


def choice_verb(event: SeatEvent, rules: Ruleset, card: Callable[[int], str]) -> str:
    """Return what you do with a choice: ``play the nine of clubs``, ``bid 4``.

    `card` returns a card's name.
    """
    match event:
        case Play():
            called = "" if event.ace is None else f", called {event.ace}"
            return f"play {card(event.card)}{called}"
        case Bid(blind=True):
            return f"bid {choice_words(event, rules=rules)}"
        case Bid():
            return choice_words(event, rules=rules)
        case TurnEvent():
            return f"choose to {event.short_label(card)}"
    return "do it"
