"""The view of a seat (C-9). An observation lists what is allowed, field by field, rather than hiding parts of a whole.

Computer players and screens get this and nothing else. `observation_parts` has the parts, `observation` combines them,
and only `observer` reads the state of a game.
"""

from spades_tui.seats.observation import Observation
from spades_tui.seats.observer import observe

__all__ = ["Observation", "observe"]
