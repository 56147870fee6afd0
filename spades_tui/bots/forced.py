"""Decisions that need no skill, the same at every level."""

from typing import assert_never

from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation


def choose(seen: Observation) -> SeatEvent | None:
    """Return the decision if it needs no skill; None where the levels differ.

    mypy reports a phase that is missing here.
    """
    match seen.phase:
        case Phase.PLAY | Phase.BID | Phase.RAISE | Phase.DISCARD | Phase.PASS | Phase.DRAFT:
            return None
        case Phase.DRAW:
            return seen.legal[0]  # no bid changes: the leftover card is drawn
        case Phase.DEAL | Phase.PLAYED | Phase.OVER:
            return None
        case _:
            assert_never(seen.phase)
