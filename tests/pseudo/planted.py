"""Plant a mistake for `tests/pseudo/test_backwards.py` to find: code that decides by reading a sentence."""

from spades_tui.game.events import SeatEvent
from spades_tui.plain import turns
from spades_tui.plain.home_table import PlainTable
from spades_tui.presentation.decisions import decide
from spades_tui.seats import Observation


def plant() -> None:
    """In plain text, suggest the last card if the question would say that the player can't follow suit."""
    take = PlainTable._take

    def reading(self: PlainTable, seen: Observation, rest: str) -> SeatEvent | None:
        if turns.asked(seen, decide(seen, self.look)).startswith("You have no "):
            return seen.legal[-1]
        return take(self, seen, rest)

    PlainTable._take = reading  # type: ignore[assignment,method-assign]
