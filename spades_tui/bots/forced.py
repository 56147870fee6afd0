"""What computer players of all levels decide alike: what asks for no skill."""

from typing import assert_never

from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation


def choose(seen: Observation) -> SeatEvent | None:
    """What everybody would do on this turn; None where the levels differ. mypy asks for a new phase here."""
    match seen.phase:
        case Phase.PLAY | Phase.BID | Phase.RAISE | Phase.DISCARD | Phase.PASS | Phase.DRAFT:
            return None
        case Phase.DRAW:
            return seen.legal[0]  # the card that is left over is drawn; no bid is changed for it
        case Phase.DEAL | Phase.PLAYED | Phase.OVER:
            return None
        case _:
            assert_never(seen.phase)
