"""How long the table takes over things. Any key ends a pause."""

from spades_tui.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Pauses in seconds; any key ends one."""

    think: float
    """Before a computer player acts."""
    trick: float
    """While a complete trick lies there."""
    only: float
    """Before a person's only card is played by itself."""
    deal: float
    """While the cards go round."""
    sheet: float
    """A score sheet at a table without people."""


PACES = {
    "instant": Pace(0.0, 0.7, 0.4, 0.0, 2.0),
    "brisk": Pace(0.55, 1.8, 1.0, 0.9, 6.0),
    "leisurely": Pace(1.3, 4.0, 2.2, 2.0, 12.0),
}
CHANGE = 1.2
"""Seconds, at least, in which a bid may be changed before the next player bids."""
THINKING = 0.3
"""Seconds that a computer player who searches takes anyway: so much shorter is the pause before."""
SEEN = 0.25
"""Seconds that a complete trick lies there at least: a key typed ahead does not take it away unseen."""
SHY = 0.2
"""Seconds after a hurried turn in which Enter does not yet play a card: it was meant for the pause before."""
