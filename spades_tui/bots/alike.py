"""What computer players of all levels decide alike: what asks for no skill."""

from spades_tui.game.facts import SeatFact
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation

_DRAW = Phase.DRAW


def choose(seen: Observation) -> SeatFact | None:
    """What everybody would do on this turn; None where the levels differ."""
    if seen.phase is _DRAW:
        return seen.legal[0]  # the card that is left over is drawn; no bid is changed for it
    return None
