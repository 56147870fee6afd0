"""A computer player's decision, which comes out the same at a table, in a simulation and in `verify`.

If a player fails at a table, the next simpler level answers, so that no fault ends a game.
"""

from collections.abc import Callable
from typing import TypeVar

from spades_tui import bots
from spades_tui.bots.levels import LEVELS, searches, simpler_levels
from spades_tui.bots.valued_choice import Advice, PlainReason, Reason
from spades_tui.fair import bot_stream, decoration_stream
from spades_tui.game.events import Claim, Play, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.machine import aside, only_play
from spades_tui.play.brain import IN_PLACE, Brain, Failed
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.system.faults import write_once

AnswerT = TypeVar("AnswerT")

STAND_IN_FAILED = "A stand-in's choice comes from a simpler player, because of a fault"
"""What the log says once about such a fault."""
STANDS_IN = "club"
"""The level that plays for people who have gone."""


def takes_time(level: str | None) -> bool:
    """Return whether a player of this level thinks so long that a screen waiting for it would ignore keys."""
    return level is not None and searches(level)


def decide(
    course: History, seat: int, level: str, secret: bytes, may_claim: bool = True, brain: Brain = IN_PLACE
) -> SeatEvent:
    """Return the decision of the computer player on turn; it never makes a claim that would be refused.

    `brain` gets only the observation and this decision's random seed, so every brain decides alike. Raises ValueError
    for an unknown level.
    """
    only = only_play(course.state)
    if only is not None:  # nobody claims in the middle of a trick
        return only
    observation = observe(course.state, seat)
    if not may_claim:
        observation = observation.without_claim()
    event: SeatEvent = brain(bots.choose, level, observation, bot_stream(secret, seat, len(course.steps)))
    if type(event) is Claim and course.refusal(event) is not None:
        return decide(course, seat, level, secret, may_claim=False, brain=brain)
    return event


def speak_up(course: History, levels: tuple[str | None, ...], secret: bytes) -> SeatEvent | None:
    """Return what a computer player says out of turn, or None.

    The lowest seat speaks first. A person's level is None.
    """
    for seat, level in enumerate(levels):
        if level is not None and aside(course.state, seat):
            observation = observe(course.state, seat)
            said = bots.speak(level, observation, bot_stream(secret, seat, len(course.steps), aside=True))
            if said is not None:
                return said
    return None


def first_answer(level: str, ask: Callable[[str], AnswerT], failed: Failed) -> AnswerT | None:
    """Return the answer of this level, or of the next simpler one that doesn't fail; None if all fail."""
    for one in (level, *simpler_levels(level)):
        try:
            return ask(one)
        except Exception as error:
            failed(error)
    return None


def any_choice(observation: Observation) -> SeatEvent:
    """Return the first legal choice that isn't a renege, for a seat whose players have all failed."""
    for event in observation.legal:
        if not isinstance(event, Play) or observation.follows >> event.card & 1:
            return event
    return observation.legal[0]


def suggest(observation: Observation, failed: Failed = write_once) -> SeatEvent | None:
    """Return a stand-in's choice for a person who has gone, from what they see; None if they aren't on turn."""
    if not observation.legal:
        return None
    choice = first_answer(
        STANDS_IN,
        lambda level: bots.choose(level, observation, decoration_stream(f"suggest|{observation.hand_number}")),
        failed,
    )
    if choice is None:
        return any_choice(observation)
    return choice


def hints(
    observation: Observation, brain: Brain, failed: Failed, also: SeatEvent | None = None
) -> tuple[Advice, ...]:
    """Return every legal choice, best first, as the strongest player sees it, or the next simpler one if that fails.

    A bid `also` is played out in any case. If all fail, return a single choice without figures.
    """
    found = first_answer(LEVELS[-1], lambda level: brain(advise, level, observation, also), failed)
    if found is None:
        event = any_choice(observation)
        found = (Advice(event, 0.0, 0.0, 0.0, 0.0, 0, Reason(PlainReason.UNTRIED, event)),)
    return found


def advise(level: str, observation: Observation, also: SeatEvent | None = None) -> tuple[Advice, ...]:
    """Return the advice of a level, with a bid `also` played out; imports the search only where it thinks."""
    from spades_tui.bots.advice import advise

    return advise(level, observation, also)
