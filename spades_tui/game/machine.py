"""The machine: refuse or apply an event, and list the events that are legal now.

It names no event: each kind of event has its own methods for this.
"""

from functools import lru_cache

from spades_tui.game.events import ASIDE_EVENTS, TURN_EVENTS, AsideEvent, Event, Resume, SeatEvent, TurnEvent
from spades_tui.game.events.event import Outcome
from spades_tui.game.phase import PLAY, IllegalEvent, Phase, Refusal
from spades_tui.game.playable import playable
from spades_tui.game.sequence import on_turn
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset

__all__ = ["apply", "aside", "legal", "on_turn", "only_play", "refusal"]

_OFFERED: dict[Phase, tuple[type[TurnEvent], ...]] = {}
for _phase in Phase:
    _OFFERED[_phase] = tuple(kind for kind in TURN_EVENTS if _phase in kind.phases)
"""The events that may be offered in each phase."""


def refusal(state: GameState, event: Event) -> Refusal | None:
    """Return why an event can't happen now, with its rule, or None if it can (C-8).

    `TakeBack` depends on the history of the game: call `History.refusal` for it.
    """
    if state.suspended and not isinstance(event, Resume):
        return Refusal("3B-21", "The game is suspended; resume it first")
    return event.seated(state) or event.refusal(state)


def apply(state: GameState, event: Event) -> Outcome:
    """Return the state after an event, and its findings. Raises IllegalEvent if it is refused (C-8)."""
    reason = refusal(state, event)
    if reason is not None:
        raise IllegalEvent(reason)
    return event.apply(state)


def legal(state: GameState) -> tuple[SeatEvent, ...]:
    """Return everything that the seat on turn may do, except claims, which would reveal the hidden cards (C-12)."""
    seat = on_turn(state)
    if seat is None or state.suspended:
        return ()
    events: list[SeatEvent] = []
    for kind in _OFFERED[state.phase]:
        events += kind.legal(state, seat)
    return tuple(events)


def only_play(state: GameState) -> SeatEvent | None:
    """Return the only card that may be played to the trick on the table; None if there's a choice, or no such trick."""
    hand = state.hand
    if hand is None or state.phase is not PLAY or not hand.trick:
        return None
    cards = playable(state.rules, hand)
    if cards & (cards - 1):
        return None
    events = legal(state)
    if len(events) != 1:
        return None
    return events[0]


def aside(state: GameState, seat: int) -> tuple[SeatEvent, ...]:
    """Return what a seat may do out of turn now. This depends on no card that the seat can't see."""
    if state.hand is None and state.phase != Phase.OVER:
        return ()
    events: list[SeatEvent] = []
    for kind in _asides(state.rules):
        events += [event for event in kind.aside(state, seat) if refusal(state, event) is None]
    return tuple(events)


@lru_cache(maxsize=64)
def _asides(rules: Ruleset) -> tuple[type[AsideEvent], ...]:
    """Return the kinds of events that these rules allow out of turn."""
    return tuple([kind for kind in ASIDE_EVENTS if kind.in_game(rules)])
