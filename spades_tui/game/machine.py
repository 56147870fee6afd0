"""The machine's questions: what a fact would be refused for, what it leads to, and what may be done and said now.

It knows no fact: each answers for itself.
"""

from functools import lru_cache

from spades_tui.game.events import ASIDE_FACTS, TURN_FACTS, AsideFact, Fact, Resume, SeatFact
from spades_tui.game.events.event import Outcome
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.sequence import on_turn
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset

__all__ = ["apply", "aside", "legal", "on_turn", "refusal"]

_OFFERED = {phase: tuple(kind for kind in TURN_FACTS if phase in kind.phases()) for phase in Phase}
"""What may be offered in each phase."""


def refusal(state: GameState, fact: Fact) -> Refusal | None:
    """Why a fact cannot happen now, in the words of the rule, or None if it can (C-8).

    `TakeBack` needs the course of the game: ask `Course.refusal` for it.
    """
    if state.suspended and not isinstance(fact, Resume):
        return Refusal("3B-21", "The game is suspended; it is resumed first")
    return fact.seated(state) or fact.refusal(state)


def apply(state: GameState, fact: Fact) -> Outcome:
    """The state after a fact, and what follows from it. Raises IllegalFact, and nothing has changed then (C-8)."""
    reason = refusal(state, fact)
    if reason is not None:
        raise IllegalFact(reason)
    return fact.apply(state)


def legal(state: GameState) -> tuple[SeatFact, ...]:
    """Everything that the seat on turn may do, complete but for claims, whose standing nobody may know (C-12)."""
    seat = on_turn(state)
    if seat is None or state.suspended:
        return ()
    facts: list[SeatFact] = []
    for kind in _OFFERED[state.phase]:
        facts += kind.legal(state, seat)
    return tuple(facts)


def aside(state: GameState, seat: int) -> tuple[SeatFact, ...]:
    """What a seat may say out of turn now. None of it depends on a card that the seat cannot see."""
    if state.hand is None and state.phase != Phase.OVER:
        return ()
    said: list[SeatFact] = []
    for kind in _said(state.rules):
        said += [fact for fact in kind.aside(state, seat) if refusal(state, fact) is None]
    return tuple(said)


@lru_cache(maxsize=64)
def _said(rules: Ruleset) -> tuple[type[AsideFact], ...]:
    """What may be said out of turn in hands by these rules, if not at any moment."""
    return tuple([kind for kind in ASIDE_FACTS if kind.comes_up(rules)])
