"""Replace the search with quick stand-ins that always give the same answer."""

from __future__ import annotations

from spades_tui.bots import choose
from spades_tui.bots.cardplay import CardPlay, fair_plays
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation

DOUBT = 0.5
"""The standard error of each cost, in points."""


def weigh_by_rules(
    level: str,
    seen: Observation,
    stream: Stream,
    further: bool = False,
    thorough: bool = False,
    also: SeatEvent | None = None,
    among: tuple[SeatEvent, ...] = (),
) -> tuple[ValuedChoice, ...]:
    """Return the rule player's choices in the search's form; `among`: only these, if any."""
    assert level in LEVELS
    assert seen.seat is not None
    best = choose(LEVELS[1], seen, stream)
    if seen.phase == Phase.PLAY:
        plays = fair_plays(seen)
        decision = CardPlay(seen, seen.seat)
        values: list[tuple[float, SeatEvent]] = list(decision.values(plays, decision.keys(plays)))
    else:
        values = [(-abs(_number(event) - _number(best)) * 7.5, event) for event in seen.legal]
    values = [(value, event) for value, event in values if event != best]
    first = max((value for value, _ in values), default=0.0) + 1.0
    ordered = [(first, best), *sorted(values, key=lambda pair: -pair[0])]
    kept = [(value, event) for value, event in ordered if not among or event in among]
    return tuple(ValuedChoice(event, value, 0.5, 3.0, 10, DOUBT) for value, event in kept)


def _number(event: SeatEvent) -> int:
    return event.bid if isinstance(event, Bid) else 0
