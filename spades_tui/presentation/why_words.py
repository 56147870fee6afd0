"""Why a player of a finished hand bid or played as it did, from what it saw then."""

from msgspec.structs import replace

from spades_tui.bots.advice import ADVISER, advice_about, advise
from spades_tui.bots.valued_choice import Advice, Aim
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.play.brain import Brain
from spades_tui.presentation.reason_words import both_reason_words, reason_words
from spades_tui.presentation.wording import choice_words
from spades_tui.seats import Observation

CLEARLY_WORSE = 5.0
"""Points from which another choice is better, and named; below, both are about as good."""


def why_words(
    seen: Observation, event: SeatEvent, brain: Brain, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the reason for a choice in that seat, and why another was better, if it was.

    If the first reason compares the two already, the second one speaks of the better choice alone.
    """
    one = advice_about(brain(advise, ADVISER, seen), event)
    if one is None:
        return ()
    reason, gain = one.reason, one.gain
    corrects = reason.better < 0 and reason.goal != Aim.KEEP
    if gain is not None and corrects and one.cost < CLEARLY_WORSE:
        return _about_as_good(one, gain.event, seen, names)
    if gain is None or one.cost < CLEARLY_WORSE:
        return (reason_words(reason, seen, names),)
    if isinstance(gain.event, Play) and reason.against == gain.event:
        gain = replace(gain, against=None, costs_bid=0.0)
    return both_reason_words(reason, gain, seen, names)


def _about_as_good(
    one: Advice, best: SeatEvent, seen: Observation, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the reason for a choice that is hardly worse than the best one."""
    if isinstance(one.event, Bid):
        return (reason_words(replace(one.reason, as_good=best), seen, names),)
    alone = replace(one.reason, against=None, better=0.0, costs_bid=0.0)
    beside = choice_words(best, rules=seen.rules)
    return reason_words(alone, seen, names), f"About as good as {beside}, the hint's choice."
