"""What a seat may see (C-9): an observation names what is allowed, field by field; nothing is taken out of a whole.

Computer players and screens get this and nothing else. `parts` are what an observation is made of, `observation` puts
them together, and `observing` alone looks at the state of a game.
"""

from spades_tui.seats.observation import Observation
from spades_tui.seats.observer import observe

__all__ = ["Observation", "observe"]
