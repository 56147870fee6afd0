"""Choose the screen for a hand, and what it preselects.

Each screen's module is imported when it is first needed, so that the first screen opens sooner.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.bot_decision import another, suggest
from spades_tui.presentation.decisions import decide
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys

if TYPE_CHECKING:
    from spades_tui.presentation.decisions import Question
    from spades_tui.tui.table.table_screen import TableScreen
    from spades_tui.tui.widgets.card_faces import CardStyle


class HandScreens:
    """The screens of one table's hands."""

    def __init__(self) -> None:
        self.done: SeatEvent | None = None
        """The user's action at this point of the game they forked; it isn't preselected."""

    @staticmethod
    def kind(seen: Observation, watched: bool, finished: bool) -> "type[TableScreen]":
        """Return the class of the screen that shows a hand now; `finished`: a complete trick is on the table."""
        if watched:
            from spades_tui.tui.table.watch_screen import WatchScreen

            return WatchScreen
        if finished or seen.phase in (Phase.PLAY, Phase.PLAYED):
            from spades_tui.tui.table.trick_play import TrickPlayScreen

            return TrickPlayScreen
        from spades_tui.tui.table.bidding_screen import BiddingScreen

        return BiddingScreen

    def decision(self, seen: Observation, look: "CardStyle", only: Play | None = None) -> "Question":
        """Return the question for the person on turn, with one choice preselected; `only`: a card that plays itself."""
        decision = decide(seen, look, self.suggest(seen), with_keys("{take_back}"))
        if only is None:
            return decision
        words = f"You can play only {look.in_sentence(only.card)}, so it's played for you."
        return replace(decision, sentences=(words,))

    def suggest(self, seen: Observation) -> SeatEvent | None:
        """Return the choice to preselect for a person."""
        event = suggest(seen)
        return another(seen, event) if event is not None and event == self.done else event

    def hint(self, seen: Observation, viewer: int | None, card: int | None = None) -> SeatEvent | None:
        """Return the suggested action; with a card, how to play that card."""
        if seen.on_turn != viewer or not seen.legal:
            return None
        event = self.suggest(seen)
        if card is not None and isinstance(event, Play) and event.card != card:
            return None
        return event
