"""Computer players: each gets an observation of its seat and a stream of numbers, and nothing else.

Light to import: what decides is loaded at the first decision.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from spades_tui.bots.styles import PLAIN, STYLES, joined, split, style_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.bots.styles import Style
    from spades_tui.bots.valued_choice import Weighed
    from spades_tui.fair import Stream
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation

LEVELS = ("beginner", "club", "strong", "expert")
"""From the weakest to the best."""
SLOW = ("strong", "expert")
"""Those that search, and may take some tenths of a second."""
STYLED = LEVELS[1:]
"""Those that have styles; a beginner has no manner of his own."""


def wrong_with(level: str) -> str | None:
    """What is wrong with a level as it is written, ``club`` or ``club/bold``, in a sentence; None if nothing is."""
    base, style = split(level)
    names = [known.name for known in STYLES]
    if base not in LEVELS:
        return f"{level!r} is not a level; there are {', '.join(LEVELS)}"
    if joined(base, style) == level and style == PLAIN.name:
        return None
    if base not in STYLED:
        return f"{level!r}: a {base} has no styles"
    if style not in names:
        return f"{level!r}: {style!r} is not a style; there are {', '.join(names)}"
    return None


def is_level(level: str) -> bool:
    """Whether there is such a computer player."""
    return wrong_with(level) is None


def searches(level: str) -> bool:
    """Whether a level searches, and may take some tenths of a second; the same with any style."""
    return split(level)[0] in SLOW


@lru_cache(maxsize=64)
def _base_of(level: str) -> str:
    wrong = wrong_with(level)
    if wrong is not None:
        raise ValueError(wrong)
    return split(level)[0]


def choose(level: str, observation: "Observation", stream: "Stream") -> "SeatEvent":
    """What a player of this level does on its turn: a legal event, or a claim that cannot be refused (C-12).

    A level may have a style behind it (``club/bold``). The same observation and the same stream give the same choice.
    Raises ValueError for an unknown level, or if the seat is not on turn.
    """
    base = _base_of(level)
    if not observation.legal:
        raise ValueError("this seat is not on turn")
    same = _alike()(observation)
    if same is not None:
        return same
    if base == "beginner":
        return _beginner()(observation, stream)
    style = style_of(level)
    if base in SLOW:
        from spades_tui.bots.search import search_players

        return search_players.choose(base, observation, stream, style)
    return _club()(observation, stream, style)


# What has been imported is looked up here: an import says little when it is repeated, but takes its time.


@cache
def _alike() -> "Callable[[Observation], SeatEvent | None]":
    from spades_tui.bots.forced import choose

    return choose


@cache
def _beginner() -> "Callable[[Observation, Stream], SeatEvent]":
    from spades_tui.bots.beginner import choose

    return choose


@cache
def _club() -> "Callable[[Observation, Stream, Style], SeatEvent]":
    from spades_tui.bots.club import choose

    return choose


def weigh(
    level: str, observation: "Observation", stream: "Stream", further: bool = False
) -> "tuple[Weighed, ...]":
    """Return the choices of a decision with what they are worth, best first.

    The first is what `choose` takes with the same stream, unless `further` is set: then bids next to the best one are
    weighed that players don't try, and one of them may be better. Raises as `choose` does.
    """
    base = _base_of(level)
    if base in SLOW:
        from spades_tui.bots.search import search_players

        return search_players.weighed(base, observation, stream, style_of(level), further)
    from spades_tui.bots.valued_choice import Weighed

    return (Weighed(choose(level, observation, stream), 0.0, 0.0, 0.0, 0),)


def speak(level: str, observation: "Observation", stream: "Stream") -> "SeatEvent | None":
    """What a player of this level says out of turn, or None: a challenge with proof, books that pay (JK-14, BM-13).

    Raises ValueError for an unknown level.
    """
    base = _base_of(level)
    if not observation.aside:
        return None
    from spades_tui.bots import out_of_turn

    return out_of_turn.speak(observation, keeps_count=base != "beginner")
