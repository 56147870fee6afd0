"""A computer player's decision, which comes out the same at a table, in a simulation and in `verify`."""

from collections.abc import Callable
from operator import call
from typing import Any

from spades_tui import bots
from spades_tui.fair import bot_stream, decoration_stream
from spades_tui.game.events import Claim, Play, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.machine import aside, only_play
from spades_tui.seats import Observation, observe

Brain = Callable[..., Any]
"""Does work, a function and what it is given, here or in another process; it waits, and raises the work's errors."""
IN_PLACE: Brain = call
"""The brain that works in the calling thread."""


def takes_time(level: str | None) -> bool:
    """Return whether a player of this level thinks so long that a screen waiting for it would ignore keys."""
    return level is not None and bots.searches(level)


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


def suggest(observation: Observation) -> SeatEvent | None:
    """Return the choice to preselect for a person, from what they see; None without a suggestion."""
    if not observation.legal:
        return None
    return bots.choose("club", observation, decoration_stream(f"suggest|{observation.hand_number}"))


def another(observation: Observation, event: SeatEvent) -> SeatEvent:
    """Return the nearest other legal choice of the same kind as `event`; `event` if there is no other.

    Never choose a renege.
    """
    legal = list(observation.legal)
    same = [
        n
        for n, other in enumerate(legal)
        if type(other) is type(event) and other != event
        and not (isinstance(other, Play) and not observation.follows >> other.card & 1)
    ]  # fmt: skip
    here = legal.index(event) if event in legal else 0
    return legal[min(same, key=lambda n: abs(n - here))] if same else event
