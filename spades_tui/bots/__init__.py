"""Computer players: each gets an observation of its seat and a stream of numbers, and nothing else.

Light to import: what decides is loaded at the first decision.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_tui.bots.weighed import Weighed
    from spades_tui.fair import Stream
    from spades_tui.game.facts import SeatFact
    from spades_tui.seats import Observation

LEVELS = ("beginner", "club", "strong", "expert")
"""From the weakest to the best."""
SLOW = ("strong", "expert")
"""Those that search, and may take some tenths of a second."""


def choose(level: str, observation: "Observation", stream: "Stream") -> "SeatFact":
    """What a player of this level does on its turn: a legal fact, or a claim that cannot be refused (C-12).

    The same observation and the same stream give the same choice. Raises ValueError for an unknown level, or if the
    seat is not on turn.
    """
    if level not in LEVELS:
        raise ValueError(f"{level!r} is not a level; there are {', '.join(LEVELS)}")
    if not observation.legal:
        raise ValueError("this seat is not on turn")
    from spades_tui.bots import alike

    same = alike.choose(observation)
    if same is not None:
        return same
    if level == "beginner":
        from spades_tui.bots import beginner

        return beginner.choose(observation, stream)
    if level in SLOW:
        from spades_tui.bots.search import decide

        return decide.choose(level, observation, stream)
    from spades_tui.bots import club

    return club.choose(observation, stream)


def weigh(level: str, observation: "Observation", stream: "Stream") -> "tuple[Weighed, ...]":
    """The choices of a decision with what they are worth, best first; the first is what `choose` takes with the same
    stream.

    Raises as `choose` does.
    """
    if level in SLOW:
        from spades_tui.bots.search import decide

        return decide.weighed(level, observation, stream)
    from spades_tui.bots.weighed import Weighed

    return (Weighed(choose(level, observation, stream), 0.0, 0.0, 0.0, 0),)


def speak(level: str, observation: "Observation", stream: "Stream") -> "SeatFact | None":
    """What a player of this level says out of turn, or None: a challenge with proof, books that pay (JK-14, BM-13).

    Raises ValueError for an unknown level.
    """
    if level not in LEVELS:
        raise ValueError(f"{level!r} is not a level; there are {', '.join(LEVELS)}")
    if not observation.aside:
        return None
    from spades_tui.bots import out_of_turn

    return out_of_turn.speak(observation, keeps_count=level != "beginner")
