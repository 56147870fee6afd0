"""Scoring a hand."""

from spades_tui.game.events.event import Event, Outcome
from spades_tui.game.hand_end import score_hand
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.state import GameState


class Score(Event, frozen=True, tag="score"):
    """The hand is scored.

    A record has no line for it: the next `deal`, finding or event after the game, or the end of the record, implies it.
    """

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse to score before the last card has been played."""
        if state.phase != Phase.PLAYED:
            return Refusal("C-5", "The hand isn't finished")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Score the hand; the game may end."""
        after, finding = score_hand(state)
        return after, (finding,)
