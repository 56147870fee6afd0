"""The view of a seat (C-9).

An observation copies the fields that a seat may see, rather than hiding the others. Computer
players and screens get an observation and nothing else. `observation` has its fields, and only
`observer` reads the state of a game; whoever imports the view doesn't import what makes it.
"""

from spades_tui.seats.observation import Observation

__all__ = ["Observation"]
