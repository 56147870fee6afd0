"""Why a player of a finished hand bid or played as it did, from what it saw then."""

from spades_tui.bots.advice import ADVISER, advice_about, advise
from spades_tui.game.events import SeatEvent
from spades_tui.play.brain import Brain
from spades_tui.presentation.reason_words import reason_words
from spades_tui.seats import Observation

CLEARLY_WORSE = 5.0
"""Points from which the better choice is named too."""
SAME = ("keep the ", "might ruff the ")
"""What both reasons may say: why a card is worse, and why the better one is."""


def why_words(
    seen: Observation, event: SeatEvent, brain: Brain, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the reason for a choice in that seat, and why another was better, if it was.

    Where both say the same of one of the two cards, the longer one says it.
    """
    one = advice_about(brain(advise, ADVISER, seen), event)
    if one is None:
        return ()
    reason = reason_words(one.reason, seen, names)
    better = (
        reason_words(one.gain, seen, names)
        if one.gain is not None and one.cost >= CLEARLY_WORSE
        else reason
    )
    said = tuple(dict.fromkeys((reason, better)))
    if one.reason.better < 0 and any(all(same in words.lower() for words in said) for same in SAME):
        return (max(said, key=len),)
    return said
