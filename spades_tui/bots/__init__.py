"""The computer players. Each decides from its seat's observation and a stream of random numbers, nothing else.

This module is light to import: the code that decides is loaded at the first decision.
"""

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from spades_tui.bots.levels import SLOW, level_problem
from spades_tui.bots.styles import split_level, style_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.bots.styles import Style
    from spades_tui.bots.valued_choice import ValuedChoice
    from spades_tui.fair import Stream
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation


@lru_cache(maxsize=64)
def _parts(level: str) -> "tuple[str, Style]":
    if wrong := level_problem(level):
        raise ValueError(wrong)
    base, style = split_level(level)
    return base, style_named(style)


def choose(level: str, observation: "Observation", stream: "Stream") -> "SeatEvent":
    """Return the choice of a player of this level: a legal event, or a claim that can't be refused (C-12).

    A style may follow the level (``club/bold``). The same observation and stream always give the same choice. Raises
    ValueError for an unknown level, or if the seat is not on turn.
    """
    player = _player(level)
    if not observation.legal:
        raise ValueError("this seat is not on turn")
    return player(observation, stream)


@lru_cache(maxsize=64)
def _player(level: str) -> "Callable[[Observation, Stream], SeatEvent]":
    """Return what chooses for a level. Raises ValueError for an unknown one.

    Cached, because even a repeated import statement costs time on every decision.
    """
    base, style = _parts(level)
    if base == "beginner":
        from spades_tui.bots.beginner import choose

        return choose
    if base in SLOW:
        from spades_tui.bots.search import search_players

        return partial(search_players.choose, base, style=style)
    from spades_tui.bots import club

    return partial(club.choose, style=style)


def weigh(
    level: str, observation: "Observation", stream: "Stream", further: bool = False, thorough: bool = False,
    also: "SeatEvent | None" = None, among: "tuple[SeatEvent, ...]" = (),
) -> "tuple[ValuedChoice, ...]":  # fmt: skip
    """Return the choices of a decision with their values in points, best first.

    The first one is what `choose` returns with the same stream. With `further`, bids next to the best one are valued
    too, although players don't try them, and one of them may come first; so is a bid `also`, however far from the best
    one. All these bids meet the same deals, more than players take. `thorough` costs more time, because bad choices are
    played out as often as good ones. `among`: only these choices, if any, are valued. Raises ValueError like `choose`.
    """
    base, style = _parts(level)
    if base in SLOW:
        from spades_tui.bots.search import search_players

        return search_players.weighed(base, observation, stream, style, further, thorough, also, among)
    from spades_tui.bots.valued_choice import ValuedChoice

    return (ValuedChoice(choose(level, observation, stream), 0.0, 0.0, 0.0, 0),)


def speak(level: str, observation: "Observation", stream: "Stream") -> "SeatEvent | None":
    """Return a player's action out of turn, or None: a challenge with proof, or books that gain points (JK-14, BM-13).

    Raises ValueError for an unknown level.
    """
    base, _ = _parts(level)
    if not observation.aside:
        return None
    from spades_tui.bots import every_level

    return every_level.speak(observation, count_is_known=base != "beginner")
